// Stable fluids (Stam 1999): an incompressible fluid in a box, in 2-D and 3-D, with dyes and heat in it.
//
//   u_t + (u·∇) u = -∇p/ρ + ν ∇²u + f,   ∇·u = 0,   q_t + u·∇q = κ ∇²q
//
// on a staggered grid (fields/volume-field.ts). A step:
//
//   emit        emitters add dye, heat and velocity
//   advect      u with the explicit half of pressure and viscosity, from the departure points (kernels/fluids/advect.ts)
//   force       u += dt f - half of dt ∇p/ρ, with the pressure of the last step, so that a balanced flow stays balanced (van Kan 1986)
//   diffuse     the implicit half of viscosity, axis by axis (kernels/fluids/diffuse.ts)
//   project     ∇²φ = ∇·u by multigrid, u -= ∇φ, p += φ (kernels/fluids/project.ts). Postcondition: |∇·u| dx in every cell is at most
//               `tolerance` × the largest velocity
//   advect      dyes and heat, with the new velocity (scalars.ts)
//
// Stable for every time step and viscosity: interpolated values stay within the old ones, diffusion and projection only lose energy, and the
// pressure of the last step fades where fluid crosses several cells (`fluidFade`). Fluid that enters through an open edge comes from rest
// (kernels/fluids/open-edge.ts). With Courant numbers beyond 1 the flow becomes blurred, but never unstable.
//
// J. Stam, "Stable fluids", SIGGRAPH 1999. J. van Kan, SIAM J. Sci. Stat. Comput. 7 (1986). A. Selle et al., "An unconditionally stable
// MacCormack method", J. Sci. Comput. 35 (2008).

import { pass } from '../../backend/pass.js'
import { PassList } from '../../backend/pass-list.js'
import { skipIf } from '../../backend/program.js'
import type { Arena } from '../../fields/arena.js'
import type { Patch } from '../../fields/cell-box.js'
import { type Field, RowSums } from '../../fields/field.js'
import { CENTER, type VolumeGrid } from '../../fields/volume-field.js'
import { FREE } from '../../generated/layouts/fluids/boundary.js'
import { FlowSums } from '../../generated/layouts/fluids/measure.js'
import type { StartingValues } from '../../scene/load.js'
import { coverageOf } from '../../scene/rasterize/brush.js'
import { type EventOf, isEventOf } from '../../scene/schema/event.js'
import type { FluidScene, StableFluidsSettings } from '../../scene/schema/fluid.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { MeasuredFluid } from '../diagnostics.js'
import { unsupportedEvent } from '../shared/unsupported-event.js'
import type { FluidSolver, Run, StepContext, WaterEvent } from '../solver.js'
import { addBall, type Emitted, FluidEmitters } from './emitters.js'
import { addFlows } from './initial-flow.js'
import { FluidLayout } from './layout.js'
import { Momentum } from './momentum.js'
import { FluidSampler } from './sampler.js'
import { FluidScalars } from './scalars.js'
import { dyeError, hasScalar, strokeError } from './validate.js'
import { FluidWalls } from './walls/walls.js'

export class StableFluids implements FluidSolver {
  readonly kind = 'fluid'
  readonly grid: VolumeGrid
  readonly fields = new Map<string, Field>()
  readonly substeps = 1
  readonly resources: FluidSolver['resources']
  readonly #scene: Scene
  readonly #fluid: FluidScene
  readonly #settings: StableFluidsSettings
  readonly #layout: FluidLayout
  readonly #walls: FluidWalls
  readonly #scalars: FluidScalars
  readonly #emitters: FluidEmitters
  readonly #emitted: Emitted
  readonly #momentum: Momentum
  readonly #sampler: FluidSampler
  /** Compute the operator of the pressure equation, without and with solids. */
  readonly #buildOpen: PassList
  readonly #buildAmongSolids: PassList
  readonly #begin: PassList
  /** Fills the ghost cells of the velocity. */
  readonly #ghosts: PassList
  readonly #step: PassList
  readonly #measuring: PassList
  readonly #sums: RowSums
  /** Not 0 while the operator of the pressure equation is that of the present solids. */
  readonly #hasOperator: RowSums
  /** Whether the velocity was written from outside since its ghost cells were filled. */
  #isWritten = false
  #isStarted = false

  constructor(
    scene: Scene,
    settings: StableFluidsSettings,
    fluid: FluidScene,
    grid: VolumeGrid,
    arena: Arena,
    threads: number,
  ) {
    this.#scene = scene
    this.#fluid = fluid
    this.#settings = settings
    this.grid = grid
    const dt = scene.timeStep
    const walls = new FluidWalls(grid, fluid, dt, arena)
    const layout = new FluidLayout(grid, walls, settings, dt, arena, threads)
    // A double: the largest divergence × cellSize that the projection leaves [m/s]. Substeps follow from it, too.
    const limit = new RowSums(arena, 1, 1)
    const scalars = new FluidScalars(layout, walls, fluid, settings, limit, arena)
    const momentum = new Momentum(layout, walls, scalars, fluid, settings, limit, arena)
    this.#walls = walls
    this.#layout = layout
    this.#scalars = scalars
    this.#momentum = momentum
    this.#emitters = new FluidEmitters(grid, fluid, dt)
    const { faceFlag, open, painted } = walls
    const { dyes, temperature } = scalars
    this.#emitted = { velocity: layout.velocity, faceFlag, open, dyes, temperature }
    this.#sampler = new FluidSampler(grid, layout.velocity)
    for (const field of [...layout.velocity, momentum.p, ...scalars.fields, open, ...(painted ? [painted] : [])])
      this.fields.set(field.name, field)

    const buildAmongSolids = momentum.operatorPasses(true)
    const buildOpen = walls.hasSolids ? buildAmongSolids : momentum.operatorPasses(false)
    this.#buildAmongSolids = new PassList(arena, buildAmongSolids)
    this.#buildOpen = new PassList(arena, buildOpen)
    this.#begin = new PassList(arena, [...buildOpen, ...momentum.startPasses()])
    this.#ghosts = new PassList(arena, momentum.ghostPasses())
    this.#hasOperator = new RowSums(arena, 1, 1)
    this.#step = new PassList(arena, [
      ...(walls.moves || painted ? [skipIf(this.#hasOperator, buildAmongSolids)] : []),
      ...momentum.stepPasses(),
      ...scalars.passes(),
      ...scalars.flux,
    ])
    const lines = layout.lines(CENTER)
    this.#sums = new RowSums(arena, lines, FlowSums.doubles)
    this.#measuring = new PassList(arena, [
      pass('fluidEnergy', lines, { ...layout.flow, open, sums: this.#sums, ny: grid.ny, nz: grid.nz }),
      momentum.divergencePass(),
      ...scalars.measure(),
    ])
    this.resources = [
      ...walls.resources,
      ...layout.resources,
      ...scalars.resources,
      ...momentum.resources,
      this.#sums,
      this.#hasOperator,
      this.#buildOpen,
      this.#buildAmongSolids,
      this.#begin,
      this.#ghosts,
      this.#step,
      this.#measuring,
    ]
  }

  get state(): readonly Field[] {
    const painted = this.#walls.isPainted ? [this.#walls.painted!] : []
    return [...this.#layout.velocity, this.#momentum.p, ...this.#scalars.fields, ...painted]
  }

  get scalars(): number[] {
    return [this.#momentum.limit, Number(this.#walls.isPainted)]
  }

  set scalars([limit = 0, painted = 0]: number[]) {
    this.#momentum.limit = limit
    this.#walls.isPainted = painted === 1
    if (this.#walls.hasSolids) this.#meetSolids()
  }

  /** Cells that the fastest fluid crosses in a step. */
  get courant(): number {
    return (this.#sums.maximum(FlowSums.double.fastest) * this.#scene.timeStep) / this.grid.cellSize
  }

  start({ fluidFiles }: StartingValues): void {
    this.#momentum.start()
    this.#walls.load(fluidFiles)
    this.#walls.start(0)
    this.#walls.check()
    this.#emitters.check(this.#walls.open)
    addFlows(this.#fluid, this.#momentum.advected, this.grid, fluidFiles)
    for (const field of this.#layout.velocity)
      field.fillGhosts = () => {
        this.#isWritten = true
      }
    this.#scalars.start(this.#fluid.temperature?.rest ?? 0, fluidFiles)
  }

  /** At the start, projects the given flow. After a snapshot, places the solids. */
  refresh(step: number, run: Run): void {
    if (this.#isStarted) {
      this.#walls.start(step * this.#scene.timeStep)
      run(this.#walls.hasSolids ? this.#buildAmongSolids : this.#buildOpen)
    } else run(this.#begin)
    this.#isStarted = true
    this.#hasOperator.data[0] = 1
  }

  advance(step: number, { run }: StepContext): void {
    if (this.#isWritten) run(this.#ghosts)
    this.#isWritten = false
    // Solids are placed where they will be at the end of the step.
    if (this.#walls.moves) this.#walls.moveTo(step + 1)
    this.#emitters.act(step, this.#emitted)
    if (this.#walls.moves) this.#hasOperator.data[0] = 0
    if (step === 0) this.#findFirstPressure(run)
    this.#move(run)
  }

  #move(run: Run): void {
    run(this.#step)
    this.#hasOperator.data[0] = 1
  }

  /** A run starts without a pressure. A trial of the first step finds it; everything else is then restored. */
  #findFirstPressure(run: Run): void {
    const { p } = this.#momentum
    p.fill(0)
    const saved = this.state.map((field) => ({ field, values: field.data.slice() }))
    this.#move(run)
    for (const { field, values } of saved) if (field !== p) field.data.set(values)
  }

  measure(run: Run): MeasuredFluid {
    run(this.#measuring)
    const { cellSize } = this.grid
    const cell = cellSize * cellSize * (this.#layout.dimensions === 3 ? cellSize : 1)
    const { density } = this.#settings
    const sum = (column: number) => this.#sums.sum(column)
    const { squares, u, v, w, open, fastest } = FlowSums.double
    const kineticEnergy = 0.5 * density * cell * sum(squares)
    const mass = density * cell
    return {
      kind: 'fluid',
      volume: sum(open) * cell,
      kineticEnergy,
      energy: kineticEnergy,
      momentum: [mass * sum(u), mass * sum(v), mass * sum(w)],
      speed: this.#sums.maximum(fastest),
      divergence: this.#momentum.divergence,
      residual: this.#momentum.poisson.residual,
      iterations: this.#momentum.poisson.iterations,
      scalars: this.#scalars.measured(cell),
    }
  }

  velocityAt(x: number, y: number, z: number): [number, number, number] {
    return this.#sampler.velocityAt(x, y, z)
  }

  apply(event: WaterEvent): void {
    if (isEventOf('fluid', event)) this.#disturb(event)
    else if (isEventOf('solids', event)) {
      const { nx, ny, cellSize } = this.grid
      // Strokes lie in the plane of x and y.
      this.#paint(event.type, coverageOf(event, { nx, nz: ny, cellSize }), event.strength)
    } else throw unsupportedEvent(event, this.#scene.solver.type)
  }

  /** Adds velocity, dye or heat in a ball. */
  #disturb(event: EventOf<'fluid'>): void {
    if (event.type === 'stir') {
      this.#layout.velocity.forEach((field, axis) => {
        const { data: faceFlag } = this.#walls.faceFlag[axis]!
        addBall(field, this.grid, event.at, event.radius, event.velocity[axis] ?? 0, (at) => faceFlag[at] === FREE)
      })
      return
    }
    if (!hasScalar(this.#scene.fluid, event.dye)) throw dyeError(this.#scene.fluid)
    const { data: open } = this.#walls.open
    const field = event.dye === 'temperature' ? this.#scalars.temperature! : this.#scalars.dyes.get(event.dye)!
    addBall(field, this.grid, event.at, event.radius, event.amount, (at) => open[at]! > 0)
  }

  /** Builds or erases solids. Dye in a solid stays there until the solid is erased; the velocity becomes that of the solid at once. */
  #paint(kind: 'build' | 'erase', brush: Patch, strength: number): void {
    if (!this.#walls.painted) throw strokeError()
    if (brush.nx === 0 || brush.nz === 0 || strength === 0) return
    this.#walls.paint(kind, brush, strength)
    this.#meetSolids()
    this.#hasOperator.data[0] = 0
    this.#layout.velocity.forEach((field, axis) => {
      const [faceFlag, faceVelocity] = [this.#walls.faceFlag[axis]!, this.#walls.faceVelocity[axis]!]
      const [columns, rows] = field.extent
      for (let j = Math.max(0, brush.j - 1); j < Math.min(rows, brush.j + brush.nz + 2); j++)
        for (let i = Math.max(0, brush.i - 1); i < Math.min(columns, brush.i + brush.nx + 2); i++) {
          const at = field.index(i, j, 0)
          if (faceFlag.data[at] !== FREE) field.data[at] = faceVelocity.data[at]!
        }
    })
  }

  /** Makes the passes account for solids, as soon as there are any. */
  #meetSolids(): void {
    this.#momentum.meetSolids([this.#step, this.#measuring])
    this.#scalars.meetSolids(this.#step)
  }
}
