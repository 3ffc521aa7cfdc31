import type { Command } from 'commander'
import { parse, simulate } from '../scene/scene.js'
import { readSceneFile } from '../scene/scene-file.js'
import type { Terminal } from '../terminal/terminal.js'
import { scheduleFrames } from './frame-schedule.js'

/** Properties and requirements of a scene; printed by --json. */
export interface CheckReport {
  ok: true
  name: string
  solver: string
  /** Cells along x and z; of a fluid along x, y and, in a volume, z. */
  cells: number[]
  /** Extent along the same axes [m]. */
  size: number[]
  /** [m] */
  cellSize: number
  /** One step [s]. */
  timeStep: number
  /** Solver substeps within each step. */
  substeps: number
  /** [s] */
  duration: number
  steps: number
  /** Frames that a run writes without --every. */
  frames: number
  /** Memory for fields, passes and scratch [bytes]. */
  memory: number
  /** Threads of a run without --threads. */
  threads: number
  fields: string[]
  /** Rigid bodies at the start. */
  bodies: number
  probes: string[]
  /** Full paths of the files that the scene names. */
  files: string[]
  /** How files were adapted to the grid, and other warnings about the start. */
  warnings: string[]
}

/**
 * Reads a scene and all files it names. The simulation is created and discarded: a scene that passes here also starts in
 * `run`.
 */
export async function check(argument: string): Promise<CheckReport> {
  const file = await readSceneFile(argument)
  const parsed = parse(file)
  const { scene } = parsed
  const simulation = await simulate(file, parsed)
  const { threads, warnings, substeps, fieldNames } = simulation
  const bodies = simulation.bodies.length
  // All fields are in the one memory that the simulation has allocated.
  const memory = simulation.field(fieldNames[0]!).data.buffer.byteLength
  simulation.dispose()

  const { cells, cellSize } = scene.grid
  const schedule = scheduleFrames(scene.timeStep, scene.duration, undefined)
  return {
    ok: true,
    name: scene.name,
    solver: scene.solver.type,
    cells: [...cells],
    size: cells.map((count) => count * cellSize),
    cellSize,
    timeStep: scene.timeStep,
    substeps,
    duration: scene.duration,
    steps: schedule.steps,
    frames: schedule.frames.length,
    memory,
    threads,
    fields: [...fieldNames],
    bodies,
    probes: scene.probes.map(({ name }) => name),
    files: file.reads.map(({ path }) => path),
    warnings: [...warnings],
  }
}

export function formatCheck(report: CheckReport): string {
  const lines: [string, string][] = [
    ['name', report.name],
    ['grid', `${report.cells.join(' × ')} cells of ${report.cellSize} m: ${report.size.map(rounded).join(' × ')} m`],
    ['solver', `${report.solver}, ${report.substeps} ${report.substeps === 1 ? 'substep' : 'substeps'} per step`],
    ['time', `${report.duration} s in ${report.steps} steps of ${rounded(report.timeStep)} s`],
    ['frames', `${report.frames} unless --every is given`],
    ['memory', `${(report.memory / 2 ** 20).toFixed(1)} MiB`],
    ['threads', `${report.threads} unless --threads is given`],
    ['fields', report.fields.join(', ')],
    ...(report.bodies > 0 ? [['bodies', String(report.bodies)] as [string, string]] : []),
    ['probes', report.probes.join(', ') || 'none'],
    ['files', report.files.join(', ') || 'none'],
    ...report.warnings.map((warning): [string, string] => ['note', warning]),
  ]
  return lines.map(([label, text]) => `${label.padEnd(8)}${text}`).join('\n')
}

function rounded(value: number): number {
  return Number(value.toPrecision(6))
}

/** Adds the command `check`. */
export function addCheck(program: Command, terminal: Terminal): void {
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
}
