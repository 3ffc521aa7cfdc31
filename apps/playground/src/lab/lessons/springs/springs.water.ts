// The water of the lesson: the same start for the textbook and for the engine.

import { type IwaveParameters, iwaveStep, iwaveVerlet, iwaveVerletFromRest } from '@seiche/textbook'
import { createSimulation, type SceneInput, type SurfaceSimulation } from 'seiche'
import { ModeMeter } from './mode-meter.js'
import { cells, type SpringsValues } from './springs.settings.js'
import { depth, gravity, halfWidthOf, type Window } from './springs.theory.js'

/** A drop: height [m] and the distance at which it has fallen to 1/e [cells]. */
const drop = { height: 0.4, radius: 1.3 }
const flatHeight = 0.1
const stripeHeight = 1e-3
const waveHeight = 0.1
/** The source: S [m²/s²] or T [m/s] at its strongest, and its radius [cells]. */
const source = { pressure: 1, height: 0.3, radius: 3 }
/** The engine is measured at least this often [s], so that no wave turns by more than half a circle between two fields. */
const engineStep = 0.08

type Shapes = Extract<NonNullable<NonNullable<SceneInput['initial']>['eta']>, readonly unknown[]>

/** Water that one of the two computes. */
export interface Water {
  readonly meter: ModeMeter
  /** One step of the chosen time step. */
  step(): void
  addDrop(x: number, z: number): void
  /** Heights [m] and potentials [m²/s], row by row; Verlet has no potential. */
  readonly eta: ArrayLike<number>
  readonly phi: ArrayLike<number> | undefined
  dispose(): void
}

/** exp(-(r/radius)²) around a point [cells from the corner]. */
function hill(x: number, z: number, radius: number): Float64Array {
  return Float64Array.from({ length: cells * cells }, (_, cell) => {
    const [dx, dz] = [(cell % cells) + 0.5 - x, Math.floor(cell / cells) + 0.5 - z]
    return Math.exp(-(dx * dx + dz * dz) / (radius * radius))
  })
}

/** Crests of the plane wave that a run starts with. */
function crestsOf({ start, waves }: SpringsValues): number {
  return start === 'stripes' ? cells / 2 : waves
}

function startingHeights(values: SpringsValues): Float64Array {
  switch (values.start) {
    case 'drop':
      return hill(cells / 2, cells / 2, drop.radius).map((height) => drop.height * height)
    case 'flat':
      return new Float64Array(cells * cells).fill(flatHeight)
    case 'rest':
      return new Float64Array(cells * cells)
    default: {
      const height = values.start === 'stripes' ? stripeHeight : waveHeight
      const k = (2 * Math.PI * crestsOf(values)) / cells
      return Float64Array.from({ length: cells * cells }, (_, cell) => height * Math.cos(k * (cell % cells)))
    }
  }
}

export class TextbookWater implements Water {
  readonly meter: ModeMeter
  readonly eta: Float64Array
  readonly phi: Float64Array | undefined
  private readonly etaOld = new Float64Array(cells * cells)
  private readonly potential = new Float64Array(cells * cells)
  private readonly parameters: IwaveParameters
  private readonly place: Float64Array | undefined
  private pushed: Float64Array | undefined
  private steps = 0

  constructor(
    private readonly values: SpringsValues,
    window: Window,
  ) {
    const { 'time-step': dt, stepping, edges } = values
    this.parameters = { weights: window.weights, g: gravity, dt, edges }
    this.eta = startingHeights(values)
    this.phi = stepping === 'leapfrog' ? this.potential : undefined
    this.place = values.source === 'none' ? undefined : hill(cells / 2, cells / 2, source.radius)
    this.meter = new ModeMeter(cells, cells, dt)
    if (stepping === 'verlet') iwaveVerletFromRest(this.verlet, this.parameters)
    this.meter.add(this.eta)
  }

  private get verlet() {
    return { nx: cells, nz: cells, eta: this.eta, etaOld: this.etaOld }
  }

  step(): void {
    const now = this.sourceNow()
    const pressure = this.values.source === 'pressure' && now ? { s: now } : {}
    const height = this.values.source === 'height' && now ? { t: now } : {}
    const parameters = { ...this.parameters, ...pressure, ...height }
    if (this.values.stepping === 'leapfrog')
      iwaveStep({ nx: cells, nz: cells, eta: this.eta, phi: this.potential }, parameters)
    else {
      const before = this.pushed && this.values.source === 'height' ? { tOld: this.pushed } : {}
      iwaveVerlet(this.verlet, { ...parameters, ...before })
    }
    this.pushed = now
    this.steps++
    this.meter.add(this.eta)
  }

  /** The source in the middle of the step that begins. */
  private sourceNow(): Float64Array | undefined {
    const { source: quantity, period, 'time-step': dt } = this.values
    if (quantity === 'none') return undefined
    const strength = source[quantity] * Math.sin((2 * Math.PI * (this.steps + 0.5) * dt) / period)
    return this.place?.map((weight) => strength * weight)
  }

  addDrop(x: number, z: number): void {
    const bump = hill(x, z, drop.radius)
    for (let cell = 0; cell < bump.length; cell++) {
      this.eta[cell]! += drop.height * bump[cell]!
      // Both heights: the drop has no velocity.
      this.etaOld[cell]! += drop.height * bump[cell]!
    }
    this.meter.reset()
  }

  dispose(): void {}
}

export class EngineWater implements Water {
  readonly meter: ModeMeter
  private readonly heights = new Float32Array(cells * cells)
  private readonly potentials = new Float32Array(cells * cells)

  private constructor(
    private readonly simulation: SurfaceSimulation,
    private readonly parts: number,
    dt: number,
    /** Response of the height to a potential of 1 m²/s in the middle cell, as weights [1/m]: the whole square, row by row. */
    readonly weights: Float32Array,
  ) {
    this.meter = new ModeMeter(cells, cells, dt / parts)
    this.meter.add(this.eta)
  }

  static async open(values: SpringsValues): Promise<EngineWater> {
    const dt = values['time-step']
    const parts = Math.ceil(dt / engineStep)
    const simulation = await createSimulation(sceneOf(values, dt / parts), { threads: 1 })
    const weights = weightsOf(simulation, dt / parts)
    return new EngineWater(simulation, parts, dt, weights)
  }

  get eta(): Float32Array {
    return this.simulation.field('eta').read(this.heights)
  }

  get phi(): Float32Array {
    return this.simulation.field('phi').read(this.potentials)
  }

  step(): void {
    for (let part = 0; part < this.parts; part++) {
      this.simulation.step()
      this.meter.add(this.eta)
    }
  }

  addDrop(x: number, z: number): void {
    const [height, radius] = [drop.height, 2 * drop.radius]
    this.simulation.apply({ type: 'drop', x: x - cells / 2, z: z - cells / 2, radius, height })
    this.meter.reset()
  }

  dispose(): void {
    this.simulation.dispose()
  }
}

/** The engine's edges that act like those of the textbook. */
const edgeKinds = { periodic: 'periodic', clamped: 'reflect', interior: 'fixed' } as const

function sceneOf(values: SpringsValues, timeStep: number) {
  const edge = edgeKinds[values.edges]
  const halfWidth = halfWidthOf(values.window)
  return {
    seiche: 1,
    grid: { cells: [cells, cells], cellSize: 1 },
    timeStep,
    solver:
      values.window === 'laplace'
        ? { type: 'columns', depth, gravity }
        : { type: 'iwave', method: 'window', gravity, halfWidth, ...(!values.pyramid && { levels: 1 }) },
    boundaries: { 'x-': edge, 'x+': edge, 'z-': edge, 'z+': edge },
    initial: { eta: startingShapes(values) },
    sources: sourcesOf(values),
  } satisfies SceneInput
}

function startingShapes(values: SpringsValues): Shapes {
  switch (values.start) {
    case 'drop':
      return [{ shape: 'gaussian', radius: drop.radius, height: drop.height }]
    case 'flat':
      return [{ shape: 'plane', height: flatHeight }]
    case 'rest':
      return []
    default: {
      const crests = crestsOf(values)
      const height = values.start === 'stripes' ? stripeHeight : waveHeight
      // The first cell, half a cell from the edge, has a crest.
      const phase = -((cells - 1) / 2) * (360 / cells) * crests
      return [{ shape: 'wave', wavelength: cells / crests, phase, height }]
    }
  }
}

function sourcesOf({ source: quantity, period }: SpringsValues): NonNullable<SceneInput['sources']> {
  if (quantity === 'none') return []
  // A pressure of the engine presses the water down; S of the slides pushes it up.
  const rate = quantity === 'pressure' ? -source.pressure : source.height
  return [{ shape: { shape: 'gaussian', radius: source.radius }, quantity, rate, period }]
}

/**
 * One step with a potential in one cell less one step without it, and back to the start: the heights are the weights times the step,
 * whatever sources do meanwhile.
 */
function weightsOf(simulation: SurfaceSimulation, dt: number): Float32Array {
  const start = simulation.snapshot()
  const heightsAfter = (impulse: number): Float32Array => {
    const potential = new Float32Array(cells * cells)
    simulation.field('eta').write(potential)
    potential[(cells / 2) * cells + cells / 2] = impulse
    simulation.field('phi').write(potential)
    simulation.step()
    const heights = simulation.field('eta').read()
    simulation.restore(start)
    return heights
  }
  const without = heightsAfter(0)
  return heightsAfter(1).map((height, cell) => (height - without[cell]!) / dt)
}
