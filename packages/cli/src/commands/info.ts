import { availableParallelism } from 'node:os'
import { formats } from '@seiche/export'
import type { Command } from 'commander'
import { canShareMemory, createSimulation, version } from 'seiche'
import { solverNames } from '../scene/starting-scenes.js'
import type { Terminal } from '../terminal/terminal.js'
import { cliVersion } from '../version.js'

/** Versions and capabilities of this installation; printed by --json. */
export interface InfoReport {
  seiche: string
  cli: string
  node: string
  platform: string
  /** Processor cores that this process may use. */
  cores: number
  /** Whether threads can share memory. */
  sharedMemory: boolean
  /** Whether WebAssembly has 128-bit vectors, which the kernels need. */
  simd: boolean
  /** Default number of threads for a million cells; smaller grids use fewer. */
  threadsByDefault: number
  solvers: string[]
  formats: string[]
}

export async function info(): Promise<InfoReport> {
  const simd = hasSimd()
  return {
    seiche: version,
    cli: cliVersion,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    cores: availableParallelism(),
    sharedMemory: canShareMemory(),
    simd,
    threadsByDefault: simd ? await threadsByDefault() : 1,
    solvers: [...solverNames],
    formats: formats.map(({ name }) => name),
  }
}

export function formatInfo(report: InfoReport): string {
  const lines: [string, string][] = [
    ['seiche', report.seiche],
    ['@seiche/cli', report.cli],
    ['node', `${report.node} on ${report.platform}`],
    ['cores', String(report.cores)],
    ['shared memory', report.sharedMemory ? 'yes' : 'no: everything runs on one thread'],
    ['SIMD', report.simd ? 'yes' : 'no: the engine cannot run here'],
    ['threads', `${report.threadsByDefault} for a million cells, unless --threads is given`],
    ['solvers', report.solvers.join(', ')],
    ['formats', report.formats.join(', ')],
  ]
  return lines.map(([label, text]) => `${label.padEnd(15)}${text}`).join('\n')
}

/** The number comes from a simulation: the rule stays in one place, and `info` fails on a computer where no simulation can start. */
async function threadsByDefault(): Promise<number> {
  const pool = await createSimulation({
    seiche: 1,
    grid: { cells: [1024, 1024], cellSize: 1 },
    solver: { type: 'columns' },
  })
  pool.dispose()
  return pool.threads
}

/** A module with one function that makes a vector of sixteen zero bytes: valid only where SIMD is supported. */
function hasSimd(): boolean {
  const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
  const type = [0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b] // () -> v128
  const functions = [0x03, 0x02, 0x01, 0x00]
  const code = [0x0a, 0x08, 0x01, 0x06, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x0b] // i32.const 0, i8x16.splat
  return WebAssembly.validate(Uint8Array.from([...header, ...type, ...functions, ...code]))
}

/** Adds the command `info`. */
export function addInfo(program: Command, terminal: Terminal): void {
  program
    .command('info')
    .summary('print versions and the capabilities of this computer')
    .description('Print versions, cores, shared memory, SIMD, solvers and output formats.')
    .option('--json', 'print the report as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const report = await info()
      await terminal.result(json ? JSON.stringify(report) : formatInfo(report))
    })
}
