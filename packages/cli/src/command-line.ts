import { Command } from 'commander'
import { addCheck } from './commands/check.js'
import { addCompletion } from './commands/completion.js'
import { addDiff } from './commands/diff.js'
import { addExport } from './commands/export.js'
import { addFilm } from './commands/film.js'
import { addInfo } from './commands/info.js'
import { addNew } from './commands/new.js'
import { addOptimize } from './commands/optimize.js'
import { addPlot } from './commands/plot.js'
import { addResume } from './commands/resume.js'
import { addRun } from './commands/run.js'
import { addSchema } from './commands/schema.js'
import { addSweep } from './commands/sweep.js'
import { addView } from './commands/view.js'
import { addWorker } from './commands/worker.js'
import { runnerCommand, serveRuns } from './sweep/runs/runner.js'
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
  seiche new pool --like harbour                           a scene to start from
  seiche view pool                                         look at a run in the browser
  seiche plot pool --what section                          a figure as SVG or PNG
  seiche sweep periods.yaml --out periods                  a scene with many values, on all cores
`

const exitCodes = `
Exit codes:
  0 done   1 failed   2 bad input   130 stopped by Ctrl-C   143 terminated   129 hung up
  A run that fails or is stopped leaves the output folder as it was before. With --checkpoint-every it can be resumed:
  the unfinished run is kept beside the folder.
`

/** The commands, in the order of the help. */
const commands = [
  addRun,
  addResume,
  addExport,
  addCheck,
  addNew,
  addView,
  addFilm,
  addPlot,
  addDiff,
  addSweep,
  addOptimize,
  addWorker,
  addSchema,
  addCompletion,
  addInfo,
]

/** The commands and their options. Nothing here ends the process; see `main.ts`. */
export function commandLine(terminal: Terminal): Command {
  const program = new Command('seiche')
    .description('Water simulations from the terminal: run, check, export, show and sweep Seiche scenes.')
    .version(cliVersion, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', examples + exitCodes)
    .exitOverride()
    // Commander would print errors itself; main.ts prints every failure in one way.
    .configureOutput({ outputError: () => {} })

  for (const add of commands) add(program, terminal)
  program.command(runnerCommand, { hidden: true }).action(serveRuns)
  return program
}
