import { formats, type Light, type ValueRange } from '@seiche/export'
import { Command, Option } from 'commander'
import { check, formatCheck } from './commands/check.js'
import { type ExportOptions, exportRun, formatExportReport } from './commands/export.js'
import type { Interval } from './commands/frame-schedule.js'
import { formatInfo, info } from './commands/info.js'
import { formatOptimum, optimize } from './commands/optimize.js'
import { resume } from './commands/resume.js'
import { run } from './commands/run.js'
import { dryRun, formatDryRun, formatSweep, type SweepOptions, sweep } from './commands/sweep.js'
import { type WorkerOptions, work } from './commands/worker.js'
import {
  checkpointValue,
  durationValue,
  everyStepsValue,
  everyValue,
  exaggerationValue,
  fieldsValue,
  formatsValue,
  fpsValue,
  framesValue,
  jobsValue,
  lightValue,
  rangeValue,
  regionValue,
  retriesValue,
  secondsValue,
  speedValue,
  stepsValue,
  strideValue,
  threadsValue,
} from './option-values.js'
import { formatReport } from './recording/run-report.js'
import { runnerCommand, serveRuns } from './sweep/runs/runner.js'
import { badInput, failed, reasonOf } from './terminal/failure.js'
import type { Terminal } from './terminal/terminal.js'
import { cliVersion } from './version.js'

const examples = `
Examples:
  seiche run pool.json --out pool                          numbers for NumPy: about a hundred frames as .npy
  seiche run pool.json --out pool --every 0.04             25 frames a second
  seiche run pool.json --out pool --format relief          pictures to look at
  seiche run pool.json --out pool --format png16 --range -0.1,0.1
                                                           16-bit displacement maps with a fixed range
  seiche run pool.json --out pool --force --json | jq .hash
                                                           replace an earlier result, print its fingerprint
  cat pool.json | seiche run - --out pool                  a scene from another program
  seiche run pool.json --out pool --checkpoint-every 10    a long run that can be interrupted …
  seiche resume pool                                       … and continued, with the same result
  seiche export pool --out look --format relief            other formats of a finished run
  seiche check pool.json                                   is it right, how large is it, how long does it run?
  seiche sweep periods.yaml --out periods                  a scene with many values, on all cores
`

const exitCodes = `
Exit codes:
  0 done   1 failed   2 bad input   130 stopped by Ctrl-C   143 terminated   129 hung up
  A run that fails or is stopped leaves the output folder as it was before. With --checkpoint-every it can be resumed.
`

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
  json?: boolean
  quiet?: boolean
}

/** Options of `sweep` and `optimize` as parsed by commander. */
interface SweepFlags extends SweepOptions {
  dryRun?: boolean
  json?: boolean
  quiet?: boolean
}

/** Options of `resume` as parsed by commander. */
interface ResumeFlags {
  threads?: number
  force?: boolean
  json?: boolean
  quiet?: boolean
}

/** Options of `export` as parsed by commander. */
interface ExportFlags extends Omit<ExportOptions, 'formats' | 'ranges'> {
  format: string[]
  range?: ValueRange[]
  json?: boolean
  quiet?: boolean
}

const formatNames = formats.map(({ name }) => name).join(', ')

// Options of the files, which `run` and `export` share.

const rangeOption = () =>
  new Option(
    '--range <[field=]min,max>',
    'values of black and white in png16 (default: the range of the run)',
  ).argParser(rangeValue)
const lightOption = () =>
  new Option('--light <azimuth,altitude>', 'direction of the light in reliefs, in degrees (default: 315,45)').argParser(
    lightValue,
  )
const exaggerationOption = () =>
  new Option('--exaggeration <factor>', 'factor on the slopes in reliefs (default: chosen for the run)').argParser(
    exaggerationValue,
  )
const fpsOption = () => new Option('--fps <n>', 'pictures a second of mp4 and webm (default: 30)').argParser(fpsValue)
const speedOption = () =>
  new Option('--speed <factor>', 'simulated seconds that pass in a second of mp4 and webm (default: 1)').argParser(
    speedValue,
  )
const framesOption = () =>
  new Option('--frames <first-last>', 'numbers of the frames to write, for example 10-20 (default: all)').argParser(
    framesValue,
  )
const regionOption = () =>
  new Option('--region <x0,z0,x1,z1>', 'part of the grid to write, in metres (default: all)').argParser(regionValue)
const strideOption = () =>
  new Option('--stride <n>', 'write every n-th value along each axis (default: 1)').argParser(strideValue)

/** Prints a report. The work is done: a failure to print says where it is. */
async function printReport({ out }: { out: string }, text: string, terminal: Terminal): Promise<void> {
  try {
    await terminal.result(text)
  } catch (error) {
    throw failed(`${reasonOf(error)}; the results are complete and in ${out}`, { cause: error })
  }
}

/** The commands and their options. Nothing here ends the process; see `main.ts`. */
export function commandLine(terminal: Terminal): Command {
  const program = new Command('seiche')
    .description('Water simulations from the terminal: run, check, sweep and export Seiche scenes.')
    .version(cliVersion, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', examples + exitCodes)
    .exitOverride()
    // Commander would print errors itself; main.ts prints every failure in one way.
    .configureOutput({ outputError: () => {} })

  program
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
    .addOption(rangeOption())
    .addOption(lightOption())
    .addOption(exaggerationOption())
    .addOption(fpsOption())
    .addOption(speedOption())
    .addOption(framesOption())
    .addOption(regionOption())
    .addOption(strideOption())
    .option('--log-every <steps>', 'steps between lines of diagnostics.csv (default: one line per frame)', stepsValue)
    .option(
      '--checkpoint-every <interval>',
      'save the state every so many seconds of simulated time, or steps (500steps); a run that ends early can then be continued with seiche resume',
      checkpointValue,
    )
    .option('--events <file>', "replay recorded events in place of the scene's own")
    .option('--save-events', 'write all events of the run to events.json')
    .option('--force', 'replace the folder and everything in it if it is not empty')
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress, no warnings')
    .action(async (scene: string, { json, quiet, everySteps, format, range, ...flags }: RunFlags) => {
      terminal.quiet = quiet ?? false
      const every = flags.every ?? everySteps
      const report = await run(scene, { ...flags, every, formats: format, ranges: range }, terminal)
      await printReport(report, json ? JSON.stringify(report) : formatReport(report), terminal)
    })

  program
    .command('resume')
    .summary('continue a run that was interrupted')
    .description(
      'Continue a run that was started with --checkpoint-every and has ended early, from its last checkpoint. The results are those of a run without interruption.',
    )
    .argument('<folder>', 'the folder that was given as --out')
    .option('-t, --threads <n>', 'threads to use; the result is the same for any number', threadsValue)
    .option('--force', 'take over the run of another computer, which must have ended')
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress, no warnings')
    .action(async (folder: string, { json, quiet, ...flags }: ResumeFlags) => {
      terminal.quiet = quiet ?? false
      const report = await resume(folder, flags, terminal)
      await printReport(report, json ? JSON.stringify(report) : formatReport(report), terminal)
    })

  program
    .command('export')
    .summary('write a finished run in other formats')
    .description('Read the .npy files of a finished run and write them in other formats.')
    .argument('<folder>', 'folder of a finished run')
    .requiredOption('-o, --out <folder>', 'folder to write; created if missing')
    .requiredOption('-f, --format <names>', `${formatNames}, separated by commas`, formatsValue)
    .option('--fields <names>', 'fields to write, separated by commas (default: eta)', fieldsValue)
    .addOption(rangeOption())
    .addOption(lightOption())
    .addOption(exaggerationOption())
    .addOption(fpsOption())
    .addOption(speedOption())
    .addOption(framesOption())
    .addOption(regionOption())
    .addOption(strideOption())
    .option('--force', 'replace the folder and everything in it if it is not empty')
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress, no warnings')
    .action(async (folder: string, { json, quiet, format, range, ...flags }: ExportFlags) => {
      terminal.quiet = quiet ?? false
      const report = await exportRun(folder, { ...flags, formats: format, ranges: range }, terminal)
      await printReport(report, json ? JSON.stringify(report) : formatExportReport(report), terminal)
    })

  program
    .command('check')
    .summary('check a scene and report what it needs')
    .description(
      'Read a scene and the files it names; print its size, solver, memory and length, or its mistakes with their positions.',
    )
    .argument('<scene>', 'scene file, or - for standard input')
    .option('--json', 'print the report as JSON')
    .action(async (scene: string, { json }: { json?: boolean }) => {
      const report = await check(scene)
      await terminal.result(json ? JSON.stringify(report) : formatCheck(report))
    })

  const sweepCommand = (name: string) =>
    program
      .command(name)
      .argument('<sweep>', 'sweep file in YAML: base scene, axes, metrics')
      .option('-j, --jobs <n>', 'runs at a time, each on one thread (default: one for each core)', jobsValue)
      .option('--queue <address>', 'Redis server whose workers make the runs, for example redis://host:6379')
      .option('--retries <n>', 'further attempts of a run whose process has died (default: 2)', retriesValue)
      .option('--json', 'print the report as JSON')
      .option('-q, --quiet', 'no progress, no warnings')

  sweepCommand('sweep')
    .summary('run a scene with many values and collect metrics')
    .description(
      'Run a scene at all combinations of the values of its axes; write metrics of each run to results.csv and results.json. A sweep that was stopped continues when it is called again.',
    )
    .option('-o, --out <folder>', 'folder of the sweep; created if missing')
    .option('--dry-run', 'print the runs and their cost; write nothing')
    .action(async (file: string, { json, quiet, dryRun: isDry, ...options }: SweepFlags) => {
      terminal.quiet = quiet ?? false
      if (isDry) {
        const report = await dryRun(file, options)
        return terminal.result(json ? JSON.stringify(report) : formatDryRun(report))
      }
      if (options.out === undefined) throw badInput("required option '-o, --out <folder>' not specified")
      const report = await sweep(file, options, terminal)
      await terminal.result(json ? JSON.stringify(report) : formatSweep(report))
    })

  sweepCommand('optimize')
    .summary('search for the values with the best metric')
    .description(
      'Search the axes of a sweep for the point that minimizes, maximizes or reaches a metric, as the section "optimize" of the sweep file says.',
    )
    .requiredOption('-o, --out <folder>', 'folder of the sweep; created if missing')
    .action(async (file: string, { json, quiet, ...options }: SweepFlags) => {
      terminal.quiet = quiet ?? false
      const report = await optimize(file, options, terminal)
      await terminal.result(json ? JSON.stringify(report) : formatOptimum(report))
    })

  program
    .command('worker')
    .summary('make the runs of sweeps of other computers')
    .description(
      'Take runs from a queue and write their results to a shared folder, until it is stopped. Ctrl-C ends it after the runs in progress.',
    )
    .requiredOption('--queue <address>', 'Redis server of the queue, for example redis://host:6379')
    .requiredOption('--shared <folder>', 'folder that holds the folders of sweeps, as this computer sees it')
    .option('-j, --jobs <n>', 'runs at a time, each on one thread (default: one for each core)', jobsValue)
    .option(
      '--lost-after <seconds>',
      'time after which runs of a worker that has died go to another (default: 30)',
      secondsValue,
    )
    .option('-q, --quiet', 'no progress, no warnings')
    .action(async ({ quiet, ...options }: WorkerOptions & { quiet?: boolean }) => {
      terminal.quiet = quiet ?? false
      await work(options, terminal)
    })

  program.command(runnerCommand, { hidden: true }).action(serveRuns)

  program
    .command('info')
    .summary('print versions and the capabilities of this computer')
    .description('Print versions, cores, shared memory, SIMD, solvers and output formats.')
    .option('--json', 'print the report as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const report = await info()
      await terminal.result(json ? JSON.stringify(report) : formatInfo(report))
    })

  return program
}
