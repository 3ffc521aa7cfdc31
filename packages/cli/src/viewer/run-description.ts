// Describes a finished run for the page, with the parts that follow from its scene.

import type { Scene } from 'seiche'
import type { CsvTable } from '../results/csv-table.js'
import type { RunFolder } from '../results/run-folder.js'
import { openStart, type SceneStart } from '../results/scene-start.js'
import { badInput, reasonOf } from '../terminal/failure.js'
import { posesAt } from './body-poses.js'
import type { DescribedBody, LoggedSeries, RunDescription } from './protocol.js'

export interface DescribedRun {
  description: RunDescription
  /** Values of `startFields`. */
  start: Map<string, Float32Array>
  /** Frames × bodies × 8; undefined without bodies. */
  poses: Float32Array | undefined
}

/** Fields of an ocean by which it is drawn: elevation, displacement, foam, and slopes of each cascade. */
const drawnOfOceans = /^(eta|dx|dz|foam|(slopeX|slopeZ|dxx|dzz|dxz)_\d+)$/

/** Most samples of a series: more than the plot has pixels. */
const mostSamples = 2000

export async function describeRun(run: RunFolder): Promise<DescribedRun> {
  const { scene, grid, timeStep, substeps, execution, steps, hash } = run.manifest
  if (run.fields.length === 0 || (isSurface(scene) && !run.fields.includes('eta'))) {
    throw badInput(`${run.name} has no field to look at${isSurface(scene) ? ': its frames have no eta' : ''}`, {
      advice: `Run the scene again with --format npy${isSurface(scene) ? ' --fields eta' : ''}.`,
    })
  }
  const notices: string[] = []
  const isWhole = run.manifest.selection === null
  if (!isWhole) notices.push('A part of the grid was recorded. Solids, terrain and bodies are not shown.')
  const opened = isWhole ? await openOrExplain(run, notices) : undefined
  const start = new Map<string, Float32Array>()
  if (opened?.openness && !run.fields.includes('openness')) start.set('openness', opened.openness)
  if (opened?.bed && !run.fields.includes('bed')) start.set('bed', opened.bed)
  const bodyTable = await run.bodies()
  const bodies = opened?.bodies ?? []
  const frames = run.frames.map(({ frame, step, time }) => ({ frame, step, time }))
  const names = bodies.map(({ name }, at) => name ?? String(at))
  const poses =
    bodyTable && bodies.length > 0
      ? posesAt(
          bodyTable,
          names,
          frames.map(({ step }) => step),
        )
      : undefined
  const table = await run.diagnostics()
  const elevations = elevationsOf(table)
  if (scene.solver.type === 'ocean' && !run.fields.includes('dx')) {
    const fields = (opened?.fieldNames ?? []).filter((name) => drawnOfOceans.test(name))
    notices.push(
      `Without sharp crests and foam, which the run has not recorded. To see them: --fields ${fields.join(',')}`,
    )
  }
  return {
    description: {
      name: run.name,
      scene,
      grid,
      timeStep,
      substeps,
      threads: execution.threads,
      steps,
      hash,
      fields: Object.fromEntries(
        run.fields.map((name) => {
          const { unit, meaning, shape } = run.field(name)
          return [name, { unit, meaning, shape }]
        }),
      ),
      startFields: [...start.keys()],
      frames,
      bodies: poses ? bodies.map(describeBody) : [],
      log: seriesOf(run, table),
      ...(elevations && { elevations, waveHeight: waveHeightOf(table) }),
      notices,
    },
    start,
    poses,
  }
}

const isSurface = ({ solver }: Scene) => solver.type !== 'stable-fluids'

async function openOrExplain(run: RunFolder, notices: string[]): Promise<SceneStart | undefined> {
  try {
    return await openStart(run)
  } catch (error) {
    notices.push(
      `Solids, terrain and bodies are not shown, because the scene cannot be opened again: ${reasonOf(error)}`,
    )
    return undefined
  }
}

function describeBody({ name, body, solid }: SceneStart['bodies'][number]): DescribedBody {
  return {
    ...(name !== undefined && { name }),
    ...(body.color !== undefined && { color: body.color }),
    pieces: solid.pieces.map(({ shape, position, rotation }) => plain({ shape, position, rotation })),
  }
}

/** With arrays in place of typed arrays, which JSON would write as objects. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}

/** The probes; of a run without probes its energy. */
function seriesOf({ manifest }: RunFolder, table: CsvTable): LoggedSeries {
  const columns = manifest.diagnostics.columns.filter(({ name }) => table.columns.includes(name))
  const probes = columns.filter(({ name }) => name.startsWith('probe:'))
  const energies = columns.filter(({ name }) => ['energy', 'kinetic_energy'].includes(name)).slice(0, 1)
  const stride = Math.max(1, Math.ceil(table.length / mostSamples))
  const sampled = (name: string) => [...table.numbers(name)].filter((_, row) => row % stride === 0)
  return {
    time: sampled('time'),
    series: (probes.length > 0 ? probes : energies).map(({ name, unit }) => ({
      name: name.replace(/^probe:/, '').replaceAll('_', ' '),
      unit,
      values: sampled(name),
    })),
  }
}

function elevationsOf(table: CsvTable): [number, number] | undefined {
  if (!table.columns.includes('minimum') || !table.columns.includes('maximum')) return undefined
  return [
    table.numbers('minimum').reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    table.numbers('maximum').reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
  ]
}

/** The lower quartile of the largest elevations at each time: a single high splash does not count. */
function waveHeightOf(table: CsvTable): number {
  const [low, high] = [table.numbers('minimum'), table.numbers('maximum')]
  const heights = high
    .map((value, row) => Math.max(value, -low[row]!))
    .filter((height) => height > 0)
    .sort()
  return heights[Math.floor(heights.length / 4)] ?? 0
}
