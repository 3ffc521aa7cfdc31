// Stable fluids (Stam 1999): an incompressible fluid in a box, in 2-D and 3-D, with dyes and heat in it.
//
//   u_t + (u·∇) u = -∇p/ρ + ν ∇²u + f,   ∇·u = 0,   q_t + u·∇q = κ ∇²q
//
// on a staggered grid (fields/volume.ts). A step:
//
//   emit        emitters add dye, heat and motion
//   load        u + half of what pressure and viscosity do in the step: the part that acts where the fluid comes from
//   carry       that is looked up there (kernels/fluids/advect.ts)
//   force       u += dt f - half of dt ∇p/ρ, with the pressure of the last step, so that a flow in balance stays so (van Kan 1986)
//   diffuse     the other half of viscosity, implicit, axis by axis (kernels/fluids/diffuse.ts)
//   project     ∇²φ = ∇·u by multigrid, u -= ∇φ, p += φ (kernels/fluids/project.ts). Postcondition: |∇·u| dx in every cell is at most
//               `tolerance` × the largest velocity
//   carry       dyes and heat, by the new flow (fluid-scalars.ts)
//
// Stable for every time step and viscosity: looked-up values are never beyond those that were, diffusion and projection lose energy only.
// A step longer than a cell's crossing blurs and bends paths; it does not explode.
//
// J. Stam, "Stable fluids", SIGGRAPH 1999. J. van Kan, SIAM J. Sci. Stat. Comput. 7 (1986). A. Selle et al., "An unconditionally stable
// MacCormack method", J. Sci. Comput. 35 (2008).

import { type Pass, pass } from '../../backend/pass.js'
import { PassList } from '../../backend/pass-list.js'
import { skipIf } from '../../backend/skip-if.js'
import type { Arena } from '../../fields/arena.js'
import type { Patch } from '../../fields/cell-box.js'
import { type Field, RowSums } from '../../fields/field.js'
import { CENTER, type GridLocation, type VolumeField, type VolumeGrid } from '../../fields/volume-field.js'
import { FREE } from '../../generated/layouts/fluids/boundary.js'
import { FlowSums } from '../../generated/layouts/fluids/measure.js'
import { FlowExtremes } from '../../generated/layouts/fluids/project.js'
import { Poisson } from '../../operators/poisson/poisson.js'
import type { StartingValues } from '../../scene/load.js'
import type { EventOf } from '../../scene/schema/event.js'
import type { FluidScene, StableFluidsSettings } from '../../scene/schema/fluid.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { Measured, Solver } from '../solver.js'
import type { AxisNumber } from './axes.js'
import { addBall, type Emitted, FluidEmitters } from './emitters.js'
import { addFlows } from './initial-flow.js'
import { FluidLayout, type HeldOnEdge } from './layout.js'
import { FluidSampler } from './sampler.js'
import { FluidScalars } from './scalars.js'
import { carries, dyeError, fluidHasNoSurface, strokeError } from './validate.js'
import { SLIPPERY_LAYERS } from './walls/extension-layers.js'
import { FluidWalls } from './walls/walls.js'

/** Largest part of the difference of neighbours that confinement adds in a step. */
const MOST_CONFINEMENT = 0.1

/** How far a step has come. */
const BUILD = 0
const TRIAL = 1
const FLOW = 2
const FLUX = 3
const DONE = 4

/** Cells across below which the pressure is always found by conjugate gradient. */
const NARROW = 16

export class StableFluids implements Solver {
  readonly grid: VolumeGrid
  readonly fields = new Map<string, Field>()
  readonly substeps = 1
  readonly step: PassList
  readonly measure: PassList
  readonly resources: Solver['resources']
  readonly #scene: Scene
  readonly #fluid: FluidScene
  readonly #settings: StableFluidsSettings
  readonly #layout: FluidLayout
  readonly #walls: FluidWalls
  readonly #scalars: FluidScalars
  readonly #emitters: FluidEmitters
  readonly #emitted: Emitted
  readonly #sampler: FluidSampler
  readonly #poisson: Poisson
  readonly #build: PassList
  /** The same among solids, for boxes that begin without any. */
  readonly #buildAmong: PassList
  readonly #begin: PassList
  readonly #p: VolumeField
  readonly #change: VolumeField
  readonly #rhs: VolumeField
  /** Velocities on their way from one step to the next. */
  readonly #fresh: readonly VolumeField[]
  /** One component with what acts on it where it comes from. */
  readonly #loaded: VolumeField
  /** Accelerations at centres, where there are any. */
  readonly #forces: readonly (VolumeField | undefined)[]
  readonly #curl: readonly VolumeField[]
  readonly #lineSums: RowSums
  readonly #limit: RowSums
  readonly #energy: RowSums
  /** Not zero as long as there are no solids: passes for solids are leapt over. */
  readonly #bare: RowSums
  #repainted = false
  #started = false
  #stage = DONE
  #first = false
  #saved: Float32Array[] | undefined
  #fluxLeft = 0

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
    this.#walls = new FluidWalls(grid, fluid, dt, arena)
    const layout = new FluidLayout(grid, this.#walls, settings, dt, arena, threads)
    this.#layout = layout
    this.#scalars = new FluidScalars(layout, this.#walls, fluid, settings, arena)
    this.#emitters = new FluidEmitters(grid, fluid, dt)
    this.#emitted = {
      velocity: layout.velocity,
      faceFlag: this.#walls.faceFlag,
      open: this.#walls.open,
      dyes: this.#scalars.dyes,
      temperature: this.#scalars.temperature,
    }
    this.#sampler = new FluidSampler(grid, layout.velocity)
    this.#p = layout.plain({ name: 'p', unit: 'm/s', description: 'pressure × timeStep / (density × cellSize)' })
    this.#change = layout.plain()
    this.#rhs = layout.plain()
    this.#fresh = layout.velocity.map(({ location: place }) => layout.scratch(place))
    this.#loaded = layout.scratch()
    const confined = settings.confinement > 0
    this.#forces = layout.velocity.map((_, axis) =>
      confined || (axis === 1 && this.#scalars.buoyancyPasses) ? layout.plain() : undefined,
    )
    // Curl and its size: of a flat fluid one and its size.
    this.#curl = confined ? Array.from({ length: layout.dimensions === 3 ? 4 : 2 }, () => layout.plain()) : []
    const lines = layout.lines(CENTER)
    this.#lineSums = new RowSums(arena, lines, FlowExtremes.doubles)
    this.#limit = new RowSums(arena, 1, 1)
    this.#energy = new RowSums(arena, lines, FlowSums.doubles)
    this.#bare = new RowSums(arena, 1, 1)
    const { tolerance, iterations, pressure } = settings
    this.#poisson = new Poisson(arena, this.#walls.poissonAxes, {
      // Cycles alone may diverge in boxes a few cells wide, where the coarse grids have next to nothing of the fine one.
      gradient: pressure === 'gradient' || this.#isNarrow,
      iterations,
      limit: this.#limit,
      // Half of it: the rest is for the rounding of velocities.
      tolerance: tolerance / 2,
    })

    const { open, painted } = this.#walls
    for (const field of [...layout.velocity, this.#p, ...this.#scalars.fields, open, ...(painted ? [painted] : [])])
      this.fields.set(field.name, field)
    const among = this.#poisson.build({ faces: this.#walls.openFaces })
    this.#buildAmong = new PassList(arena, among)
    this.#build = this.#walls.hasSolids ? this.#buildAmong : new PassList(arena, this.#poisson.build())
    this.#begin = new PassList(arena, [...this.#build.passes, ...this.#holdPasses(), ...this.#projectPasses()])
    this.step = new PassList(arena, [...this.#flowPasses(), ...this.#scalars.passes()])
    this.measure = new PassList(arena, [
      pass('fluidEnergy', lines, {
        ...layout.flow,
        open: this.#walls.open,
        sums: this.#energy,
        ny: grid.ny,
        nz: grid.nz,
      }),
      this.#divergencePass(),
      ...this.#scalars.measure(),
    ])
    this.resources = [
      ...this.#walls.resources,
      ...layout.resources,
      ...this.#scalars.resources,
      this.#lineSums,
      this.#limit,
      this.#energy,
      this.#bare,
      ...this.#poisson.resources,
      ...new Set([this.#build, this.#buildAmong]),
      this.#begin,
      this.step,
      this.measure,
    ]
  }

  get state(): readonly Field[] {
    const painted = this.#walls.isPainted ? [this.#walls.painted!] : []
    return [...this.#layout.velocity, this.#p, ...this.#scalars.fields, ...painted]
  }

  get scalars(): number[] {
    return this.#walls.isPainted ? [1] : []
  }

  set scalars([painted = 0]: number[]) {
    this.#walls.isPainted = painted === 1
    if (this.#walls.hasSolids) this.#admitSolids()
  }

  /** Cells that the fastest fluid crosses in a step. */
  get courant(): number {
    return (this.#energy.maximum(FlowSums.double.fastest) * this.#scene.timeStep) / this.grid.cellSize
  }

  #heldAlong(component: AxisNumber): HeldOnEdge {
    return (axis, after) => this.#walls.heldAlong(component, axis, after)
  }

  get #isNarrow(): boolean {
    const { nx, ny = 1, nz } = this.grid
    return Math.min(nx, ny, this.#layout.dimensions === 3 ? nz : ny) < NARROW
  }

  /** The velocity of a step: carried, pushed, slowed by viscosity, made free of divergence. */
  #flowPasses(): Pass[] {
    const { velocity } = this.#layout
    return [
      ...this.#forcePasses(),
      ...velocity.flatMap((_, axis) => [
        this.#layout.departurePass(axis as GridLocation),
        this.#slopePass('fluidAddExplicitHalf', axis as AxisNumber, this.#p, 0.5),
        this.#layout.ghosts(this.#loaded, axis as GridLocation, this.#heldAlong(axis as AxisNumber)),
        ...this.#layout.advect(
          this.#loaded,
          this.#fresh[axis]!,
          axis as GridLocation,
          false,
          this.#heldAlong(axis as AxisNumber),
        ),
      ]),
      ...velocity.map((_, axis) => this.#slopePass('fluidForce', axis as AxisNumber, this.#p, 0.5)),
      ...(this.#settings.viscosity > 0 ? this.#extendPasses() : []),
      ...velocity.flatMap((q, axis) =>
        this.#layout.diffuse(
          q,
          velocity.map(() => this.#walls.faceFlag[axis]!),
          this.#settings.viscosity,
          axis,
          false,
          this.#heldAlong(axis as AxisNumber),
        ),
      ),
      ...this.#projectPasses(),
    ]
  }

  /** Accelerations of what is lighter or heavier, and of confinement. */
  #forcePasses(): Pass[] {
    const lines = this.#layout.lines(CENTER)
    const [fx, fy, fz] = FluidLayout.three(this.#forces)
    const lifts = fy ? this.#scalars.isBuoyant(fy) : []
    if (this.#curl.length === 0) return lifts
    // Confinement adds to the upward force, which somebody has to clear first.
    const clear =
      lifts.length > 0 ? [] : [pass('fluidLift', lines, { q: this.#p, force: fy!, lift: 0, rest: 0, first: 1 })]
    const [cz, size, cx, cy] = [
      this.#curl[0]!,
      this.#curl[1]!,
      this.#curl[2] ?? this.#curl[0]!,
      this.#curl[3] ?? this.#curl[0]!,
    ]
    const { ny, nz } = this.grid
    const args = {
      ...this.#layout.flow,
      cx,
      cy,
      cz,
      size,
      fx: fx!,
      fy: fy!,
      fz: fz ?? fx!,
      open: this.#walls.open,
      ny,
      nz,
      ...this.#layout.wraps,
      // An explicit force in proportion to the flow may not outgrow it within a step.
      strength: Math.min(this.#settings.confinement, MOST_CONFINEMENT / this.#scene.timeStep),
    }
    return [...lifts, ...clear, pass('fluidCurl', lines, args), pass('fluidConfine', lines, args)]
  }

  #slopePass(
    kernel: 'fluidAddExplicitHalf' | 'fluidForce' | 'fluidSlope',
    axis: AxisNumber,
    p: VolumeField,
    part: number,
  ): Pass {
    const force = this.#forces[axis]
    return pass(kernel, this.#layout.lines(axis), {
      carried: kernel === 'fluidAddExplicitHalf' ? this.#loaded : this.#fresh[axis]!,
      q: this.#layout.velocity[axis]!,
      faceFlag: this.#walls.faceFlag[axis]!,
      faceVelocity: this.#walls.faceVelocity[axis]!,
      p,
      force: force ?? p,
      forced: Number(force !== undefined),
      axis,
      ...this.#layout.cells,
      ...this.#layout.wraps,
      dt: this.#scene.timeStep,
      part,
      spread: this.#layout.loaded * this.#layout.spread,
    })
  }

  /** The start of a run: what is held is held. The flow given is what was carried; p is still zero. */
  #holdPasses(): Pass[] {
    return this.#layout.velocity.map((_, axis) => {
      const one = this.#slopePass('fluidForce', axis as AxisNumber, this.#p, 1)
      return { ...one, arguments: { ...one.arguments, forced: 0 } } as Pass
    })
  }

  #divergencePass(): Pass {
    const [ax, ay, az] = FluidLayout.three(this.#walls.openFaces)
    const [uSolid, vSolid, wSolid] = FluidLayout.three(this.#walls.faceVelocity)
    const { yWraps, zWraps } = this.#layout.wraps
    return pass('fluidDivergence', this.#layout.lines(CENTER), {
      ...this.#layout.flow,
      ax,
      ay,
      az,
      uSolid,
      vSolid,
      wSolid,
      rhs: this.#rhs,
      sums: this.#lineSums,
      solids: Number(this.#walls.hasSolids),
      ...this.#layout.cells,
      yWraps,
      zWraps,
    })
  }

  /** Postcondition: divergence is within the tolerance, ghosts are set. */
  #projectPasses(): Pass[] {
    const { velocity } = this.#layout
    const lines = this.#layout.lines(CENTER)
    const ghosts = velocity.map((q, axis) =>
      this.#layout.ghosts(q, axis as GridLocation, this.#heldAlong(axis as AxisNumber)),
    )
    const around = Object.values(this.#layout.wraps).some((wraps) => wraps !== 0)
    return [
      // Around a periodic axis the last face is the first.
      ...(around ? ghosts : []),
      this.#divergencePass(),
      pass('fluidLimit', 1, { sums: this.#lineSums, limit: this.#limit, tolerance: this.#settings.tolerance / 2 }),
      ...this.#poisson.passes(this.#rhs, this.#change),
      ...velocity.map((_, axis) => this.#slopePass('fluidSlope', axis as AxisNumber, this.#change, 1)),
      pass('fluidSum', lines, { q: this.#p, change: this.#change }),
      ...this.#extendPasses(),
      ...ghosts,
    ]
  }

  /** Into solids, where interpolation and viscosity look: past slippery ones the flow goes on, on others it is still. */
  #extendPasses(): Pass[] {
    const kinds = new Set(this.#fluid.solids.map(({ slip }) => slip))
    const sticking = kinds.has('no-slip') || this.#walls.painted !== undefined
    const passes = this.#layout.velocity.flatMap((q, axis) => {
      const common = {
        q,
        faceFlag: this.#walls.faceFlag[axis]!,
        faceVelocity: this.#walls.faceVelocity[axis]!,
        at: axis,
        ...this.#layout.cells,
      }
      const rows = this.#layout.lines(axis as GridLocation)
      return [
        ...(sticking ? [pass('fluidMirror', rows, { ...common, layer: 0 })] : []),
        ...(kinds.has('free-slip')
          ? SLIPPERY_LAYERS.map((layer) => pass('fluidExtend', rows, { ...common, layer }))
          : []),
      ]
    })
    return passes.length > 0 ? [skipIf(passes.length, this.#bare), ...passes] : []
  }

  start({ fluidFiles }: StartingValues): void {
    this.#poisson.start()
    this.#bare.data[0] = Number(!this.#walls.hasSolids)
    this.#walls.load(fluidFiles)
    this.#walls.start(0)
    this.#walls.check()
    this.#emitters.check(this.#walls.open)
    addFlows(this.#fluid.flow, this.#fresh, this.grid)
    this.#scalars.start(this.#fluid.temperature?.rest ?? 0, fluidFiles)
  }

  /** At the start the flow is made free of divergence; after a snapshot the solids are put where they are. */
  settle(time: number): PassList {
    if (!this.#started) {
      this.#started = true
      return this.#begin
    }
    this.#walls.start(time)
    return this.#builder
  }

  get #builder(): PassList {
    return this.#walls.hasSolids ? this.#buildAmong : this.#build
  }

  prepare(step: number): void {
    this.#first = step === 0
    this.#stage = this.#first ? TRIAL : FLOW
    if (this.#walls.moves) {
      // The step ends where the solids will be.
      this.#walls.moveTo(step + 1)
      this.#stage = BUILD
    }
    if (this.#repainted) this.#stage = BUILD
    this.#repainted = false
    this.#emitters.act(step, this.#emitted)
  }

  nextPasses(): PassList | undefined {
    switch (this.#stage) {
      case BUILD:
        this.#stage = this.#first ? TRIAL : FLOW
        return this.#builder
      case TRIAL:
        this.#p.fill(0)
        this.#saved = this.state.map(({ data }) => data.slice())
        this.#stage = FLOW
        return this.step
      case FLOW:
        this.#takeBack()
        this.#stage = this.#scalars.flux ? FLUX : DONE
        this.#fluxLeft = -1
        return this.step
      case FLUX: {
        if (this.#fluxLeft < 0) this.#fluxLeft = this.#scalars.setFluxStep(this.#limit)
        if (this.#fluxLeft-- > 0) return this.#scalars.flux
        this.#stage = DONE
        return undefined
      }
      default:
        return undefined
    }
  }

  /** The first step is made twice: a run starts without a pressure, and the trial finds it. All else goes back. */
  #takeBack(): void {
    this.#saved?.forEach((values, index) => {
      const field = this.state[index]!
      if (field !== this.#p) field.data.set(values)
    })
    this.#saved = undefined
  }

  measured(): Measured {
    const { cellSize } = this.grid
    const volume = cellSize * cellSize * (this.#layout.dimensions === 3 ? cellSize : 1)
    const { density } = this.#settings
    const sum = (column: number) => this.#energy.sum(column)
    const { squares, u, v, w, open } = FlowSums.double
    const kineticEnergy = 0.5 * density * volume * sum(squares)
    const momentum = (axis: AxisNumber) => density * volume * sum([u, v, w][axis]!)
    const height = (this.grid.ny * cellSize) / 2
    return {
      volume: sum(open) * volume,
      addedVolume: 0,
      kineticEnergy,
      potentialEnergy: 0,
      energy: kineticEnergy,
      momentum: [momentum(0), momentum(2)],
      minimum: -height,
      maximum: height,
      fluid: {
        momentum: [momentum(0), momentum(1), momentum(2)],
        speed: this.#energy.maximum(FlowSums.double.fastest),
        divergence: this.#lineSums.maximum(FlowExtremes.double.divergence) / cellSize,
        residual: this.#poisson.residual,
        iterations: this.#poisson.iterations,
        scalars: this.#scalars.measured(volume),
      },
    }
  }

  velocityAt(x: number, y: number, z = 0): [number, number, number] {
    return this.#sampler.velocityAt(x, y, z)
  }

  disturb(event: EventOf<'fluid'>): void {
    if (event.type === 'stir') {
      this.#layout.velocity.forEach((field, axis) => {
        const { data: faceFlag } = this.#walls.faceFlag[axis]!
        addBall(field, this.grid, event.at, event.radius, event.velocity[axis] ?? 0, (at) => faceFlag[at] === FREE)
      })
      return
    }
    if (!carries(this.#scene.fluid, event.dye)) throw dyeError(this.#scene.fluid)
    const { data: open } = this.#walls.open
    const field = event.dye === 'temperature' ? this.#scalars.temperature! : this.#scalars.dyes.get(event.dye)!
    addBall(field, this.grid, event.at, event.radius, event.amount, (at) => open[at]! > 0)
  }

  opennessAt(i: number, j: number): number {
    return this.#walls.open.at(i, j)
  }

  pour(): never {
    throw fluidHasNoSurface()
  }

  /** Dye under what is built stays there, out of reach, until it is opened again; the flow there stands still at once. */
  paint(kind: 'build' | 'erase', brush: Patch, strength: number): void {
    if (!this.#walls.painted) throw strokeError()
    if (brush.nx === 0 || brush.nz === 0 || strength === 0) return
    this.#walls.paint(kind, brush, strength)
    this.#admitSolids()
    this.#repainted = true
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

  /** From now on passes look at solids. */
  #admitSolids(): void {
    if (this.#bare.data[0] === 0) return
    this.#bare.data[0] = 0
    for (const schedule of [this.step, this.measure])
      for (const one of schedule.passes)
        if (one.kernel === 'fluidDivergence' || one.kernel === 'fluidPad')
          schedule.setInt(schedule.addressOf(one, 'solids'), 1)
    this.#scalars.admitSolids()
  }

  heightAt(): never {
    throw fluidHasNoSurface()
  }

  normalAt(): never {
    throw fluidHasNoSurface()
  }
}
