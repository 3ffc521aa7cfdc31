import type { Light, ValueRange } from '@seiche/export'
import { type Command, Option } from 'commander'
import {
  checkpointValue,
  durationValue,
  everyStepsValue,
  everyValue,
  fieldsValue,
  formatsValue,
  stepsValue,
  threadsValue,
} from '../option-values.js'
import { AtomicFolder } from '../output/atomic-folder.js'
import type { WriteFile } from '../output/durable-write.js'
import { abandon } from '../recording/abandon.js'
import { complete } from '../recording/complete.js'
import { writeOrder } from '../recording/order.js'
import type { RunOptions } from '../recording/run-options.js'
import { planRun } from '../recording/run-plan.js'
import type { RunReport } from '../recording/run-report.js'
import { formatReport } from '../recording/run-report.js'
import { warnAboutFields, warnAboutFormats, warnAboutInterval } from '../recording/run-warnings.js'
import { replaceEvents } from '../scene/event-log.js'
import { parse, simulate } from '../scene/scene.js'
import { readSceneFile } from '../scene/scene-file.js'
import { failed, reasonOf } from '../terminal/failure.js'
import { Interrupt } from '../terminal/interrupt.js'
import { printReport } from '../terminal/print-report.js'
import type { Terminal } from '../terminal/terminal.js'
import { addFileOptions, formatNames } from './file-options.js'
import type { Interval } from './frame-schedule.js'
import { scheduleFrames } from './frame-schedule.js'

/** Runs a scene and writes the results. Throws a `Failure`, and then leaves nothing behind but a run with checkpoints. */
export async function run(
  argument: string,
  options: RunOptions,
  terminal: Terminal,
  write?: WriteFile,
): Promise<RunReport> {
  const file = await readSceneFile(argument)
  const own = parse(file)
  const parsed = options.events === undefined ? own : await replaceEvents(own.scene, options.events)
  const { scene } = parsed
  const schedule = scheduleFrames(scene.timeStep, options.duration ?? scene.duration, options.every)
  warnAboutInterval(schedule, terminal)
  warnAboutFormats(options, terminal)

  const simulation = await simulate(file, parsed, options.threads)
  for (const warning of simulation.warnings) terminal.say(warning)
  // From here on there is output to remove: Ctrl-C and a closed pipe end the run in order.
  const interrupt = new Interrupt()
  const release = interrupt.listen()
  terminal.onLostReader = (error) => {
    interrupt.stop(failed(`cannot write messages to standard error: ${reasonOf(error)}`, { cause: error }))
  }
  try {
    const plan = await planRun(simulation, schedule, options, terminal)
    warnAboutFields(options, plan, terminal)
    const inputs = [file.path, options.events, ...file.reads.map(({ path }) => path)]
    const folder = await AtomicFolder.open(options.out, {
      force: options.force ?? false,
      inputs: inputs.filter((path) => path !== undefined),
      ...(write && { write }),
    })
    for (const note of folder.notes) terminal.say(note)
    try {
      if (options.checkpointEvery) {
        await writeOrder(folder, file, options)
        folder.keepAtExit()
      }
      return await complete(folder, { file, simulation, plan, options, terminal, signal: interrupt.signal })
    } catch (error) {
      throw await abandon(folder, error, terminal)
    }
  } finally {
    release()
    simulation.dispose()
  }
}

/** Options of `run` as parsed by commander. */
interface RunFlags {
  out: string
  every?: Interval
  everySteps?: Interval
  duration?: number
  threads?: number
  fields?: string[]
  format?: string[]
  range?: ValueRange[]
  light?: Light
  exaggeration?: number
  fps?: number
  speed?: number
  frames?: [number, number]
  region?: number[]
  stride?: number
  logEvery?: number
  checkpointEvery?: Interval
  events?: string
  saveEvents?: boolean
  force?: boolean
  profile?: boolean
  json?: boolean
  quiet?: boolean
}

/** Adds the command `run`. */
export function addRun(program: Command, terminal: Terminal): void {
  const command = program
    .command('run')
    .summary('run a scene and write its results')
    .description(
      'Run a scene and write frames, diagnostics.csv and manifest.json to a folder, which appears whole or not at all.',
    )
    .argument('<scene>', 'scene file, or - for standard input')
    .requiredOption('-o, --out <folder>', 'folder to write; created if missing')
    .addOption(
      new Option(
        '-e, --every <seconds>',
        'simulated time between frames (default: at most 100 intervals of whole steps)',
      )
        .argParser(everyValue)
        .conflicts('everySteps'),
    )
    .addOption(new Option('--every-steps <n>', 'number of steps between frames').argParser(everyStepsValue))
    .option('-d, --duration <seconds>', "simulated time, in place of the scene's duration", durationValue)
    .option('-t, --threads <n>', 'threads to use; the result is the same for any number', threadsValue)
    .option('--fields <names>', 'fields to write, separated by commas (default: eta)', fieldsValue)
    .option('-f, --format <names>', `${formatNames}, separated by commas (default: npy)`, formatsValue)
  addFileOptions(command)
    .option('--log-every <steps>', 'steps between lines of diagnostics.csv (default: one line per frame)', stepsValue)
    .option(
      '--checkpoint-every <interval>',
      'save the state every so many seconds of simulated time, or steps (500steps); a run that ends early can then be continued with seiche resume',
      checkpointValue,
    )
    .option('--events <file>', "replay recorded events in place of the scene's own")
    .option('--save-events', 'write all events of the run to events.json')
    .option('--force', 'replace the folder and everything in it if it is not empty')
    .option(
      '--profile',
      'measure where the time goes, and print it: time of each kernel, its use of the threads, barriers',
    )
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress, no warnings')
    .action(async (scene: string, { json, quiet, everySteps, format, range, ...flags }: RunFlags) => {
      terminal.quiet = quiet ?? false
      const every = flags.every ?? everySteps
      const report = await run(scene, { ...flags, every, formats: format, ranges: range }, terminal)
      await printReport(report, json ? JSON.stringify(report) : formatReport(report), terminal)
    })
}
