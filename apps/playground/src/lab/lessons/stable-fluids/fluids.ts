// A box of one metre with a plume of dye: stepped by the textbook, substep by substep, or by the engine.

import {
  type FluidBox,
  fluidAddSource,
  fluidAdvect,
  fluidBox,
  fluidDiffuseGood,
  fluidDivergence,
  fluidProject,
} from '@seiche/textbook'
import { createSimulation, type Flow, type FluidSimulation } from 'seiche'
import type { StableFluidsValues } from './stable-fluids.settings.js'

/** Dye or motion added by hand in a ball: its centre [m from the middle of the box] and the velocity [m/s]. */
export interface Press {
  x: number
  y: number
  u: number
  v: number
}

/** The source: a ball near the floor. Rate of dye [1/s] and acceleration [m/s²]; the coarse cells of 3-D need a larger one. */
export const plumeOf = (dimension: 2 | 3) => ({
  x: -0.1,
  y: -0.36,
  z: 0,
  radius: dimension === 2 ? 0.07 : 0.12,
  rate: 6,
  acceleration: dimension === 2 ? 2.5 : 6,
})
/** Radius of what is added by hand [m]. */
const handRadius = 0.06

/** Cells along a side. */
export const cellsOf = (dimension: 2 | 3): number => (dimension === 2 ? 48 : 18)

export interface Fluid {
  readonly n: number
  readonly dimension: 2 | 3
  step(): void
  press(press: Press): void
  /** Dye of each cell, x fastest, without a rim. */
  density(): Float32Array
  /** Velocities, for particles. */
  flow(): Flow
  /** Divergence of each cell [1/s]. */
  divergence(): Float32Array
  /** Divergence before the first projection of the last step, root mean square [1/s]; NaN if unknown. */
  readonly divergenceBefore: number
  /** Dye that was added since the start [m³, or m² in 2-D]. */
  readonly added: number
  /** Multigrid cycles of the last projection; 0 if it sweeps. */
  readonly cycles: number
  /** Takes new settings of the same box; a fluid without this starts anew. */
  change?(values: StableFluidsValues): boolean
  dispose?(): void
}

export const rms = (values: ArrayLike<number>): number => {
  let squares = 0
  for (let n = 0; n < values.length; n++) squares += values[n]! ** 2
  return Math.sqrt(squares / Math.max(1, values.length))
}

export class TextbookFluid implements Fluid {
  readonly n: number
  readonly cycles = 0
  added = 0
  divergenceBefore = Number.NaN
  private readonly box: FluidBox
  private readonly dx: number
  private presses: Press[] = []

  constructor(
    readonly dimension: 2 | 3,
    private values: StableFluidsValues,
  ) {
    this.n = cellsOf(dimension)
    this.dx = 1 / this.n
    this.box = fluidBox(this.n, dimension)
  }

  change(values: StableFluidsValues): boolean {
    this.values = values
    return true
  }

  press(press: Press): void {
    this.presses.push(press)
  }

  /** `fluidVelocityStep` and `fluidDensityStep` of the textbook, with each substep on or off. */
  step(): void {
    const { grid, velocity } = this.box
    const { dx } = this
    const { sources, diffusion, projection, advection, diffusivity, sweeps, 'time-step': dt } = this.values
    const a = (dt * diffusivity) / (dx * dx)
    if (sources) this.addSources(dt)
    if (diffusion)
      velocity.forEach((u, axis) => {
        const x = new Float64Array(grid.size)
        fluidDiffuseGood(grid, axis + 1, x, u, a, sweeps)
        u.set(x)
      })
    this.divergenceBefore = rms(this.divergence())
    if (projection) fluidProject(grid, velocity, dx, sweeps)
    if (advection) {
      const before = velocity.map((u) => u.slice())
      velocity.forEach((u, axis) => {
        fluidAdvect(grid, axis + 1, u, before[axis]!, before, { dx, dt })
      })
      if (projection) fluidProject(grid, velocity, dx, sweeps)
    }
    const { density } = this.box
    const next = new Float64Array(grid.size)
    if (diffusion) {
      fluidDiffuseGood(grid, 0, next, density, a, sweeps)
      density.set(next)
    }
    if (advection) {
      next.set(density)
      fluidAdvect(grid, 0, density, next, velocity, { dx, dt })
    }
  }

  density(): Float32Array {
    return Float32Array.from(this.box.grid.interior, (cell) => this.box.density[cell]!)
  }

  flow(): Flow {
    const { grid, velocity } = this.box
    const [u, v, w] = velocity.map((component) => Float32Array.from(grid.interior, (cell) => component[cell]!))
    const cells: [number, number, number] = [this.n, this.n, this.dimension === 3 ? this.n : 1]
    return { cells, cellSize: this.dx, fields: { u: u!, v: v!, ...(w && { w }) } }
  }

  divergence(): Float32Array {
    const divergence = fluidDivergence(this.box.grid, this.box.velocity, this.dx)
    return Float32Array.from(this.box.grid.interior, (cell) => divergence[cell]!)
  }

  private addSources(dt: number): void {
    const { grid, density, velocity } = this.box
    const plume = plumeOf(this.dimension)
    const dye = new Float64Array(grid.size)
    const force = velocity.map(() => new Float64Array(grid.size))
    for (const cell of grid.interior) {
      const inPlume = this.share(cell, plume, plume.radius)
      dye[cell]! += plume.rate * inPlume
      force[1]![cell]! += plume.acceleration * inPlume
      for (const press of this.presses) {
        const inHand = this.share(cell, { ...press, z: 0 }, handRadius)
        dye[cell]! += inHand / dt
        force[0]![cell]! += (press.u * inHand) / dt
        force[1]![cell]! += (press.v * inHand) / dt
      }
    }
    this.presses = []
    for (const cell of grid.interior) this.added += dt * dye[cell]! * this.dx ** this.dimension
    fluidAddSource(density, dye, dt)
    velocity.forEach((u, axis) => {
      fluidAddSource(u, force[axis]!, dt)
    })
  }

  /** 1 in the middle of a ball, 0 from its radius on. */
  private share(cell: number, { x, y, z }: { x: number; y: number; z: number }, radius: number): number {
    const { strides } = this.box.grid
    const at = strides.map((stride) => ((Math.floor(cell / stride) % (this.n + 2)) - 0.5) * this.dx - 0.5)
    const distance = Math.hypot(at[0]! - x, at[1]! - y, (at[2] ?? z) - z)
    return Math.max(0, 1 - (distance / radius) ** 2)
  }
}

export class EngineFluid implements Fluid {
  readonly n: number
  readonly divergenceBefore = Number.NaN
  private handAdded = 0
  private steps = 0

  private constructor(
    readonly dimension: 2 | 3,
    private readonly values: StableFluidsValues,
    private readonly simulation: FluidSimulation,
  ) {
    this.n = cellsOf(dimension)
  }

  static async open(dimension: 2 | 3, values: StableFluidsValues): Promise<EngineFluid> {
    const n = cellsOf(dimension)
    const diffusivity = values.diffusion ? values.diffusivity : 0
    const plume = plumeOf(dimension)
    const place = (x: number, y: number) => (dimension === 3 ? [x, y, 0] : [x, y])
    const simulation = await createSimulation(
      {
        seiche: 1,
        grid: { cells: dimension === 3 ? [n, n, n] : [n, n], cellSize: 1 / n },
        timeStep: values['time-step'],
        solver: { type: 'stable-fluids', viscosity: diffusivity, density: 1.2 },
        fluid: {
          dyes: { dye: { diffusivity } },
          emitters: values.sources
            ? [
                {
                  shape: 'sphere',
                  center: place(plume.x, plume.y),
                  radius: plume.radius,
                  soft: plume.radius,
                  dyes: { dye: plume.rate },
                  velocity: place(0, 0.5),
                },
              ]
            : [],
        },
      },
      { threads: 1 },
    )
    return new EngineFluid(dimension, values, simulation as FluidSimulation)
  }

  get cycles(): number {
    return this.simulation.diagnostics().iterations
  }

  get added(): number {
    return this.handAdded + this.steps * this.addedInStep
  }

  step(): void {
    const before = this.steps === 0 ? this.total : 0
    this.simulation.step()
    if (this.steps === 0) this.addedInStep = this.total - before
    this.steps++
  }

  press({ x, y, u, v }: Press): void {
    if (!this.values.sources) return
    const at = this.dimension === 3 ? [x, y, 0] : [x, y]
    const before = this.total
    this.simulation.apply({ type: 'inject', at, radius: handRadius, dye: 'dye', amount: 1 })
    this.handAdded += this.total - before
    this.simulation.apply({
      type: 'stir',
      at,
      radius: handRadius,
      velocity: this.dimension === 3 ? [u, v, 0] : [u, v],
    })
  }

  density(): Float32Array {
    const dye = this.simulation.field('dye')
    return this.cells((i, j, k) => dye.data[dye.index(i, j, k)]!)
  }

  flow(): Flow {
    return this.simulation
  }

  divergence(): Float32Array {
    const faces = ['u', 'v', ...(this.dimension === 3 ? ['w'] : [])].map((name) => this.simulation.field(name))
    return this.cells((i, j, k) => {
      let outflow = 0
      faces.forEach((field, axis) => {
        const next = [i, j, k].map((at, along) => at + Number(along === axis)) as [number, number, number]
        outflow += field.data[field.index(...next)]! - field.data[field.index(i, j, k)]!
      })
      return outflow * this.n
    })
  }

  dispose(): void {
    this.simulation.dispose()
  }

  private addedInStep = 0

  /** Dye in the box. */
  private get total(): number {
    return this.simulation.diagnostics().scalars.dye?.total ?? 0
  }

  private cells(read: (i: number, j: number, k: number) => number): Float32Array {
    const { n } = this
    const values = new Float32Array(n ** this.dimension)
    for (let k = 0, cell = 0; k < (this.dimension === 3 ? n : 1); k++)
      for (let j = 0; j < n; j++) for (let i = 0; i < n; i++, cell++) values[cell] = read(i, j, k)
    return values
  }
}
