// A hump of water in the three forms of the lecture side by side, or in the engine; and the lecture's finite differences.

import { createSimulation } from 'seiche'
import type { Values } from '../../settings.js'
import type { LessonModel } from '../../worker/model.js'
import { type Difference, differencesOf } from './differences.js'
import { cellsOf, dt, dx, humpRadius, LossInTheory, openForms, stillDepth, sum } from './forms.js'
import type { Form, VolumeValues } from './volume.settings.js'

/** Longest history that is shown [steps]. */
const longestHistory = 3000

/** Water of which the page shows the surface and the volume. */
interface Shown {
  name: Form | 'engine'
  depth(): Float64Array
  /** Volume over its first value. */
  volume(): number
}

export interface VolumeFrame {
  nx: number
  nz: number
  dx: number
  /** Time of each point of the curves [s]. */
  time: Float64Array
  /** Water column of each cell [m] and volume over its first value at each time, by form. */
  waters: { name: Form | 'engine'; depth: Float64Array; volume: Float64Array }[]
  /** Volume of the losing form by its slopes, over its first value; NaN if the engine runs. */
  losingInTheory: number
  /** Least water column [m]. */
  shallowest: number
  differences: Difference[]
}

export async function openModel(values: VolumeValues): Promise<LessonModel<VolumeFrame>> {
  return values.by === 'engine' ? openEngine(values) : openTextbook(values)
}

function openTextbook(values: VolumeValues): LessonModel<VolumeFrame> {
  const { nx, nz } = cellsOf(values)
  const forms = openForms(values)
  const loss = new LossInTheory(forms.losing, nx, nz)
  const waters = (Object.keys(forms) as Form[]).map((name): Shown => {
    const first = sum(forms[name].depth)
    return { name, depth: () => forms[name].depth.slice(), volume: () => sum(forms[name].depth) / first }
  })
  const step = () => {
    loss.beforeStep()
    for (const form of Object.values(forms)) form.step()
  }
  return new VolumeModel(values, waters, step, () => loss.volume)
}

async function openEngine(values: VolumeValues): Promise<LessonModel<VolumeFrame>> {
  const { nx, nz } = cellsOf(values)
  const sim = await createSimulation(
    {
      seiche: 1,
      grid: { cells: [nx, nz], cellSize: dx },
      timeStep: dt,
      solver: { type: 'shallow-water' },
      terrain: [{ shape: 'plane', height: -stillDepth }],
      initial: { eta: [{ shape: 'gaussian', center: [0, 0], radius: humpRadius, height: values.height }] },
    },
    { threads: 1 },
  )
  const first = sim.diagnostics().volume
  const depth = sim.field('depth')
  const water: Shown = {
    name: 'engine',
    depth: () => Float64Array.from(depth.read()),
    volume: () => sim.diagnostics().volume / first,
  }
  return new VolumeModel(
    values,
    [water],
    () => sim.step(),
    () => Number.NaN,
    () => sim.dispose(),
  )
}

class VolumeModel implements LessonModel<VolumeFrame> {
  private time = [0]
  private readonly volumes: number[][]
  private differences: Difference[]
  private shallowest: number
  /** Time that has passed on the page and was not stepped yet [s]. */
  private due = 0

  constructor(
    private values: VolumeValues,
    private readonly waters: readonly Shown[],
    private readonly stepWater: () => void,
    private readonly losingInTheory: () => number,
    readonly dispose: () => void = () => {},
  ) {
    this.volumes = waters.map((water) => [water.volume()])
    this.differences = differencesOf(values)
    this.shallowest = stillDepth
  }

  advance(seconds: number): void {
    this.due += seconds
    for (; this.due >= dt; this.due -= dt) this.step()
  }

  step(): void {
    if (this.outOfBounds()) return
    this.stepWater()
    this.time.push(this.time.at(-1)! + dt)
    this.waters.forEach((water, n) => {
      this.volumes[n]!.push(water.volume())
    })
    if (this.time.length > longestHistory) for (const list of [this.time, ...this.volumes]) list.shift()
    this.shallowest = this.waters[0]!.depth().reduce((least, depth) => Math.min(least, depth), Number.POSITIVE_INFINITY)
  }

  frame(): VolumeFrame {
    const { nx, nz } = cellsOf(this.values)
    return {
      nx,
      nz,
      dx,
      time: Float64Array.from(this.time),
      waters: this.waters.map((water, n) => ({
        name: water.name,
        depth: water.depth(),
        volume: Float64Array.from(this.volumes[n]!),
      })),
      losingInTheory: this.losingInTheory(),
      shallowest: this.shallowest,
      differences: this.differences,
    }
  }

  outOfBounds(): string | undefined {
    if (this.shallowest > 0) return undefined
    const lost = 100 * (1 - this.volumes[0]!.at(-1)!)
    return `Stopped after ${this.time.at(-1)!.toFixed(2)} s: with the depth outside the derivative a column lies below the ground, and ${lost.toFixed(0)} % of the water are lost.`
  }

  change(next: Values): boolean {
    const values = next as VolumeValues
    const isSameWater = (['by', 'grid', 'height'] as const).every((name) => values[name] === this.values[name])
    if (!isSameWater) return false
    this.values = values
    this.differences = differencesOf(values)
    return true
  }
}
