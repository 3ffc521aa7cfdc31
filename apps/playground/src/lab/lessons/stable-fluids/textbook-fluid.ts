// The fluid box of the textbook, substep by substep.

import {
  type FluidBox,
  fluidAddSource,
  fluidAdvect,
  fluidBox,
  fluidDiffuseGood,
  fluidDivergence,
  fluidProject,
} from '@seiche/textbook'
import type { Flow } from 'seiche'
import { cellsOf, type Fluid, handRadius, type Press, plumeOf, rms } from './fluid.js'
import type { StableFluidsValues } from './stable-fluids.settings.js'

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
