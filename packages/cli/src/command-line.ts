import { Command, Option } from 'commander'
import { check, formatCheck } from './commands/check.js'
import { addCompletion } from './commands/completion.js'
import { addDiff } from './commands/diff.js'
import { addFilm } from './commands/film.js'
import type { Interval } from './commands/frame-schedule.js'
import { formatInfo, info } from './commands/info.js'
import { addNew } from './commands/new.js'
import { addPlot } from './commands/plot.js'
import { formatReport, run } from './commands/run.js'
import { addSchema } from './commands/schema.js'
import { addView } from './commands/view.js'
import {
  durationValue,
  everyStepsValue,
  everyValue,
  exaggerationValue,
  type Format,
  fieldsValue,
  formatsValue,
  lightValue,
  type RangeOption,
  rangeValue,
  stepsValue,
  threadsValue,
} from './option-values.js'
import type { Light } from './output/relief.js'
import { failed, reasonOf } from './terminal/failure.js'
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
  seiche check pool.json                                   is it right, how large is it, how long does it run?
  seiche new pool --like harbour                           a scene to start from
  seiche view pool                                         look at a run in the browser
  seiche plot pool --what section                          a figure as SVG or PNG
`

const exitCodes = `
Exit codes:
  0 done   1 failed   2 bad input   130 stopped by Ctrl-C   143 terminated   129 hung up
  A run that fails or is stopped leaves the output folder as it was before.
`

/** Options of `run` as parsed by commander. */
interface RunFlags {
  out: string
  every?: Interval
  everySteps?: Interval
  duration?: number
  threads?: number
  fields?: string[]
  format?: Format[]
  range?: RangeOption[]
  light?: Light
  exaggeration?: number
  logEvery?: number
  events?: string
  saveEvents?: boolean
  force?: boolean
  json?: boolean
  quiet?: boolean
}

/** The commands and their options. Nothing here ends the process; see `main.ts`. */
export function commandLine(terminal: Terminal): Command {
  const program = new Command('seiche')
    .description('Water simulations from the terminal: run, check and export Seiche scenes.')
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
    .option('-f, --format <names>', 'npy, png16, relief, separated by commas (default: npy)', formatsValue)
    .option(
      '--range <[field=]min,max>',
      'values of black and white in png16 (default: the range of the run)',
      rangeValue,
    )
    .option('--light <azimuth,altitude>', 'direction of the light in reliefs, in degrees (default: 315,45)', lightValue)
    .option(
      '--exaggeration <factor>',
      'factor on the slopes in reliefs (default: chosen for the run)',
      exaggerationValue,
    )
    .option('--log-every <steps>', 'steps between lines of diagnostics.csv (default: one line per frame)', stepsValue)
    .option('--events <file>', "replay recorded events in place of the scene's own")
    .option('--save-events', 'write all events of the run to events.json')
    .option('--force', 'replace the folder and everything in it if it is not empty')
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress, no warnings')
    .action(async (scene: string, { json, quiet, everySteps, format, range, ...flags }: RunFlags) => {
      terminal.quiet = quiet ?? false
      const every = flags.every ?? everySteps
      const report = await run(scene, { ...flags, every, formats: format, ranges: range }, terminal)
      try {
        await terminal.result(json ? JSON.stringify(report) : formatReport(report))
      } catch (error) {
        throw failed(`${reasonOf(error)}; the results are complete and in ${report.out}`, { cause: error })
      }
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

  program
    .command('info')
    .summary('print versions and the capabilities of this computer')
    .description('Print versions, cores, shared memory, SIMD, solvers and output formats.')
    .option('--json', 'print the report as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const report = await info()
      await terminal.result(json ? JSON.stringify(report) : formatInfo(report))
    })

  addView(program, terminal)
  addFilm(program, terminal)
  addPlot(program, terminal)
  addDiff(program, terminal)
  addNew(program, terminal)
  addSchema(program, terminal)
  addCompletion(program, terminal)
  return program
}
