// A sweep before it runs: its points, scenes and tasks. All mistakes in the sweep file are found here, before any run.

import { readScene } from 'seiche'
import { formatNames } from '../option-values.js'
import { csvColumns } from '../output/diagnostics-csv.js'
import { hasBodies } from '../scene/rigid-bodies.js'
import { simulate } from '../scene/scene.js'
import type { SceneFile } from '../scene/scene-file.js'
import { type Axis, readAxes } from './points/axes.js'
import { metricsAt } from './results/metrics.js'
import { suggest } from './file/nearest.js'
import { countPoints, listPoints, mostPoints, type Point } from './points/points.js'
import { readSweepFile, type SweepFile } from './file/sweep-file.js'
import { describeSweep, type SweepDescription } from './results/sweep-folder.js'
import type { Task } from './runs/task.js'
import { type Variant, Variants } from './points/variants.js'

/** A run that a sweep needs. */
export interface PlannedRun {
  variant: Variant
  task: Task
}

export class SweepPlan {
  readonly file: SweepFile
  readonly axes: readonly Axis[]
  readonly variants: Variants
  /** Columns of diagnostics.csv. */
  readonly #columns: readonly string[]

  private constructor(file: SweepFile, axes: readonly Axis[], variants: Variants, columns: readonly string[]) {
    this.file = file
    this.axes = axes
    this.variants = variants
    this.#columns = columns
  }

  static async read(argument: string): Promise<SweepPlan> {
    const file = await readSweepFile(argument)
    const axes = readAxes(file)
    const count = countPoints(axes)
    if (count > mostPoints)
      throw file.mistake(['axes'], `these axes have ${count} combinations; a sweep has at most ${mostPoints} runs`)
    checkKeep(file)
    const variants = await Variants.open(file, axes)
    const [first] = listPoints(axes.map((axis) => ({ ...axis, values: axis.values.slice(0, 1) })))
    const columns = await columnsOf(await variants.at(first!), variants, file.name)
    return new SweepPlan(file, axes, variants, columns)
  }

  /** The runs of all combinations of the axes. */
  async runs(): Promise<PlannedRun[]> {
    const runs: PlannedRun[] = []
    for (const point of listPoints(this.axes)) runs.push(await this.runAt(point))
    return runs
  }

  async runAt(point: Point): Promise<PlannedRun> {
    const variant = await this.variants.at(point)
    const { sampleEvery, keep } = this.file.spec
    const metrics = metricsAt(this.file, point, variant.scene.duration, this.#columns)
    // Fields alone are written as .npy, like those of `seiche run`; an empty `keep` keeps the diagnostics.
    const { fields = null, formats = fields ? ['npy'] : [], every = null } = keep ?? {}
    return {
      variant,
      task: { run: variant.name, metrics, sampleEvery, keep: keep ? { formats, fields, every } : null },
    }
  }

  async describe(): Promise<SweepDescription> {
    const { metrics, sampleEvery, keep = null } = this.file.spec
    const axes = this.axes.map(({ name, moves, values }) => ({ name, moves, values }))
    return describeSweep({
      scene: await this.variants.files.renamed(this.variants.base),
      axes,
      metrics,
      sampleEvery,
      keep,
    })
  }
}

/** A scene whose files are in memory. */
export function sceneInMemory({ name }: Variant, { files }: Variants, source: string): SceneFile {
  return {
    text: '',
    name: `${source}: scene of run ${name}`,
    path: undefined,
    reads: [],
    read: async (file) => files.contents.get(file)!,
  }
}

/** The columns of a run's diagnostics are known when its simulation is created. */
async function columnsOf(variant: Variant, variants: Variants, source: string): Promise<string[]> {
  const simulation = await simulate(sceneInMemory(variant, variants, source), readScene(variant.scene), 1)
  try {
    const columns = csvColumns(simulation.diagnostics(), simulation.probes(), hasBodies(variant.scene))
    return columns.map(({ name }) => name)
  } finally {
    simulation.dispose()
  }
}

function checkKeep(file: SweepFile): void {
  for (const [k, format] of (file.spec.keep?.formats ?? []).entries())
    if (!formatNames.some((known) => known === format))
      throw file.mistake(['keep', 'formats', k], `there is no format "${format}"; ${suggest(format, formatNames)}`)
}
