// The same box by the engine.

import { createSimulation, type Flow, type FluidSimulation } from 'seiche'
import { cellsOf, type Fluid, handRadius, type Press, plumeOf } from './fluid.js'
import type { StableFluidsValues } from './stable-fluids.settings.js'

export class EngineFluid implements Fluid {
  readonly n: number
  readonly divergenceBefore = Number.NaN
  private handAdded = 0
  /** Dye that the plume adds in a step, as measured in the first. */
  private addedInStep = 0
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
