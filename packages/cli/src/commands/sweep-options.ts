// The options that `sweep` and `optimize` share.

import type { Command } from 'commander'
import { jobsValue, retriesValue } from '../option-values.js'
import type { SweepOptions } from './sweep.js'

/** Options of `sweep` and `optimize` as parsed by commander. */
export interface SweepFlags extends SweepOptions {
  dryRun?: boolean
  json?: boolean
  quiet?: boolean
}

/** Adds a command that takes a sweep file. */
export function addSweepCommand(program: Command, name: string): Command {
  return program
    .command(name)
    .argument('<sweep>', 'sweep file in YAML: base scene, axes, metrics')
    .option('-j, --jobs <n>', 'runs at a time, each on one thread (default: one for each core)', jobsValue)
    .option('--queue <address>', 'Redis server whose workers make the runs, for example redis://host:6379')
    .option('--retries <n>', 'further attempts of a run whose process has died (default: 2)', retriesValue)
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress, no warnings')
}
