// The momentum equation of a fluid in a box, as passes.
//
//   u_t + (u·∇) u = -∇p/ρ + ν ∇²u + f,   ∇·u = 0
//
// Half of the pressure gradient, and up to half of viscosity, acts at the departure point, the rest at the arrival point: second order in
// time. The projection (kernels/fluids/project.ts) makes the velocity free of divergence.

import { type Pass, pass } from '../../backend/pass.js'
import type { PassList } from '../../backend/pass-list.js'
import { type Instruction, skipIf } from '../../backend/program.js'
import type { Arena } from '../../fields/arena.js'
import { RowSums } from '../../fields/field.js'
import { CENTER, type VolumeField, type VolumeGrid } from '../../fields/volume-field.js'
import { FlowExtremes } from '../../generated/layouts/fluids/project.js'
import { Poisson } from '../../operators/poisson/poisson.js'
import type { FluidScene, StableFluidsSettings } from '../../scene/schema/fluid.js'
import { type AxisNumber, axesOf } from './axes.js'
import { FluidLayout, type HeldOnEdge } from './layout.js'
import type { FluidScalars } from './scalars.js'
import { VelocityTransport } from './velocity-transport.js'
import { SLIPPERY_LAYERS } from './walls/extension-layers.js'
import type { FluidWalls } from './walls/walls.js'

/** Largest fraction of the difference of neighbors that confinement adds in a step. */
const MOST_CONFINEMENT = 0.1
/** Number of cells across a box below which the pressure is always found by conjugate gradients. */
const NARROW = 16

export class Momentum {
  readonly p: VolumeField
  /** Velocities between advection and projection. At the start they receive the initial flow. */
  readonly advected: readonly VolumeField[]
  readonly poisson: Poisson
  readonly #grid: VolumeGrid
  readonly #axes: readonly AxisNumber[]
  readonly #timeStep: number
  /** Pressure whose difference across a face changes the velocity by 1 m/s in a step, ρ dx/dt [Pa s/m]. */
  readonly #unitPressure: number
  readonly #fluid: FluidScene
  readonly #settings: StableFluidsSettings
  readonly #layout: FluidLayout
  readonly #walls: FluidWalls
  readonly #scalars: FluidScalars
  /** Correction of the pressure, and the right-hand side of its equation. */
  readonly #correction: VolumeField
  readonly #rhs: VolumeField
  /** One velocity component with the explicit half of pressure and viscosity. */
  readonly #explicit: VolumeField
  /** Accelerations at cell centers, along the axes that have any. */
  readonly #forces: readonly (VolumeField | undefined)[]
  readonly #curl: readonly VolumeField[]
  readonly #extremes: RowSums
  /** A double: the largest divergence × cellSize that the projection leaves [m/s]. */
  readonly #limit: RowSums
  /** Not 0 as long as there are no solids: the passes for solids are skipped. */
  readonly #withoutSolids: RowSums
  /** Advection by fluxes; undefined for semi-Lagrangian schemes. */
  readonly #transport: VelocityTransport | undefined

  constructor(
    layout: FluidLayout,
    walls: FluidWalls,
    scalars: FluidScalars,
    fluid: FluidScene,
    settings: StableFluidsSettings,
    limit: RowSums,
    arena: Arena,
  ) {
    this.#grid = layout.grid
    this.#axes = axesOf(layout.grid)
    this.#timeStep = layout.dt
    this.#unitPressure = (settings.density * layout.grid.cellSize) / layout.dt
    this.#fluid = fluid
    this.#settings = settings
    this.#layout = layout
    this.#walls = walls
    this.#scalars = scalars
    this.p = layout.plain({ name: 'p', unit: 'Pa', description: 'pressure' })
    this.#correction = layout.plain()
    this.#rhs = layout.plain()
    this.advected = layout.velocity.map(({ location }) => layout.scratch(location))
    this.#explicit = layout.scratch()
    const confined = settings.confinement > 0
    this.#forces = this.#axes.map((axis) =>
      confined || (axis === 1 && scalars.isBuoyant) ? layout.plain() : undefined,
    )
    // The components of the curl, one in 2-D, and its magnitude.
    this.#curl = confined ? Array.from({ length: layout.dimensions === 3 ? 4 : 2 }, () => layout.plain()) : []
    this.#extremes = new RowSums(arena, layout.lines(CENTER), FlowExtremes.doubles)
    this.#limit = limit
    this.#withoutSolids = new RowSums(arena, 1, 1)
    const { tolerance, iterations, pressure } = settings
    this.poisson = new Poisson(arena, walls.poissonAxes, {
      // Multigrid cycles alone may diverge in boxes a few cells wide, where coarse grids hardly represent the fine one.
      gradient: pressure === 'gradient' || this.#isNarrow,
      iterations,
      limit,
      // The other half of the tolerance is for the rounding of velocities.
      tolerance: tolerance / 2,
    })
    if (settings.advection !== 'quick') return
    const heldAlong = (axis: AxisNumber) => this.#heldAlong(axis)
    this.#transport = new VelocityTransport(layout, walls, this.advected, heldAlong, limit, tolerance, arena)
  }

  /** Everything that has to be bound to the memory besides the fields of the layout. */
  get resources() {
    const transport = this.#transport ? [this.#transport.substeps.record] : []
    return [this.#extremes, this.#limit, this.#withoutSolids, ...this.poisson.resources, ...transport]
  }

  start(): void {
    this.poisson.start()
    this.#transport?.substeps.start()
    this.#withoutSolids.data[0] = Number(!this.#walls.hasSolids)
  }

  /** The largest velocity of the last step, times half of the tolerance [m/s]: with the fields, the state of the flow. */
  get limit(): number {
    return this.#limit.data[0]!
  }

  set limit(limit: number) {
    this.#limit.data[0] = limit
  }

  /** Largest divergence of a cell, as the divergence pass has measured it [1/s]. */
  get divergence(): number {
    return this.#extremes.maximum(FlowExtremes.double.divergence) / this.#grid.cellSize
  }

  get #isNarrow(): boolean {
    const { nx, ny, nz } = this.#grid
    return Math.min(nx, ny, this.#layout.dimensions === 3 ? nz : ny) < NARROW
  }

  #heldAlong(component: AxisNumber): HeldOnEdge {
    return (axis, after) => this.#walls.heldAlong(component, axis, after)
  }

  /** Passes that compute the operator of the pressure equation. */
  operatorPasses(amongSolids: boolean): Instruction[] {
    return this.poisson.build(amongSolids ? { faces: this.#walls.openFaces } : undefined)
  }

  /** The velocity of a step. */
  stepPasses(): Instruction[] {
    return [
      this.#fadePass(),
      ...this.#transportPasses(),
      ...this.#forcePasses(),
      ...(this.#transport ? [] : this.#axes.flatMap((axis) => this.#advectPasses(axis))),
      ...this.#axes.map((axis) => this.#gradientPass('fluidForce', axis, this.p, 0.5 / this.#unitPressure)),
      ...(this.#settings.viscosity > 0 ? this.#extendPasses() : []),
      ...this.#axes.flatMap((axis) => this.#diffusePasses(axis)),
      ...this.#projectPasses(),
    ]
  }

  /** Leaves of the last pressure what tells that of this step. */
  #fadePass(): Pass {
    const tolerance = this.#settings.tolerance / 2
    return pass('fluidFade', this.#layout.lines(CENTER), {
      p: this.p,
      limit: this.#limit,
      tolerance,
      rate: this.#layout.rate,
    })
  }

  /** Advects the velocity by fluxes, where the settings ask for it. The limit gives the number of substeps. */
  #transportPasses(): Instruction[] {
    if (!this.#transport) return []
    return [
      this.divergencePass(),
      this.#limitPass(),
      ...this.#axes.flatMap((axis) => [
        this.#explicitHalfPass(axis, this.advected[axis]!),
        ...this.#enterPasses(axis, this.advected[axis]!),
      ]),
      ...this.#transport.program,
    ]
  }

  /** The start of a run: boundary conditions of the given flow, and its projection. The pressure is still 0. */
  startPasses(): Instruction[] {
    const conditions = this.#axes.map((axis) => {
      const one = this.#gradientPass('fluidForce', axis, this.p, 0)
      return { ...one, arguments: { ...one.arguments, forced: 0 } } as Pass
    })
    return [...conditions, ...this.#projectPasses()]
  }

  /** Fills the ghost cells of the velocity, and the last face along a periodic axis. */
  ghostPasses(): Pass[] {
    return this.#axes.map((axis) => this.#layout.ghosts(this.#layout.velocity[axis]!, axis, this.#heldAlong(axis)))
  }

  /** Advects one component, with the explicit half of pressure and viscosity, from its departure points. */
  #advectPasses(axis: AxisNumber): Pass[] {
    return [
      this.#layout.departurePass(axis),
      this.#explicitHalfPass(axis, this.#explicit),
      ...this.#enterPasses(axis, this.#explicit),
      this.#layout.ghosts(this.#explicit, axis, this.#heldAlong(axis)),
      ...this.#layout.advect(this.#explicit, this.advected[axis]!, axis, false, this.#heldAlong(axis)),
    ]
  }

  /** Adds the explicit half of pressure and viscosity to one component. */
  #explicitHalfPass(axis: AxisNumber, out: VolumeField): Pass {
    return this.#gradientPass('fluidAddExplicitHalf', axis, this.p, 0.5 / this.#unitPressure, out)
  }

  /** Slows the fluid of one component that enters through open edges, which comes from rest. */
  #enterPasses(at: AxisNumber, q: VolumeField): Pass[] {
    const { rate, cells, velocity } = this.#layout
    return this.#axes.flatMap((axis) => {
      const [before, after] = [this.#walls.edge(axis, false) === 'open', this.#walls.edge(axis, true) === 'open']
      if (!before && !after) return []
      return [
        pass('fluidEnter', this.#layout.lines(at), {
          q,
          at,
          faceFlag: this.#walls.faceFlag[at]!,
          normal: velocity[axis]!,
          axis,
          before: Number(before),
          after: Number(after),
          ...cells,
          wraps: this.#walls.wraps(at),
          rate,
        }),
      ]
    })
  }

  /** The implicit half of viscosity on one component. */
  #diffusePasses(axis: AxisNumber): Pass[] {
    const flags = this.#axes.map(() => this.#walls.faceFlag[axis]!)
    const velocity = this.#layout.velocity[axis]!
    return this.#layout.diffuse(velocity, flags, this.#settings.viscosity, axis, false, this.#heldAlong(axis))
  }

  /** Accelerations: buoyancy and vorticity confinement. */
  #forcePasses(): Pass[] {
    const lines = this.#layout.lines(CENTER)
    const [fx, fy, fz] = FluidLayout.three(this.#forces)
    const lifts = fy ? this.#scalars.buoyancyPasses(fy) : []
    if (this.#curl.length === 0) return lifts
    // Confinement adds to the upward force, which has to be cleared first.
    const clear =
      lifts.length > 0 ? [] : [pass('fluidLift', lines, { q: this.p, force: fy!, lift: 0, rest: 0, first: 1 })]
    const [cz, size, cx, cy] = [
      this.#curl[0]!,
      this.#curl[1]!,
      this.#curl[2] ?? this.#curl[0]!,
      this.#curl[3] ?? this.#curl[0]!,
    ]
    const { ny, nz } = this.#grid
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
      // An explicit force in proportion to the flow must not exceed it within a step.
      strength: Math.min(this.#settings.confinement, MOST_CONFINEMENT / this.#timeStep),
    }
    return [...lifts, ...clear, pass('fluidCurl', lines, args), pass('fluidConfine', lines, args)]
  }

  /** Applies a pressure gradient to one component. `factor`: change of velocity for a unit difference of `p`. */
  #gradientPass(
    kernel: 'fluidAddExplicitHalf' | 'fluidForce' | 'fluidSlope',
    axis: AxisNumber,
    p: VolumeField,
    factor: number,
    advected = this.advected[axis]!,
  ): Pass {
    const force = this.#forces[axis]
    return pass(kernel, this.#layout.lines(axis), {
      advected,
      q: this.#layout.velocity[axis]!,
      faceFlag: this.#walls.faceFlag[axis]!,
      faceVelocity: this.#walls.faceVelocity[axis]!,
      p,
      force: force ?? p,
      forced: Number(force !== undefined),
      axis,
      ...this.#layout.cells,
      ...this.#layout.wraps,
      dt: this.#timeStep,
      factor,
      spread: this.#layout.explicitFraction * this.#layout.spread,
    })
  }

  /** Divergence of each cell, and its extremes. */
  divergencePass(): Pass {
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
      sums: this.#extremes,
      solids: Number(this.#walls.hasSolids),
      ...this.#layout.cells,
      yWraps,
      zWraps,
    })
  }

  /** Finds the largest velocity, from which the limit of the divergence follows. */
  #limitPass(): Pass {
    const tolerance = this.#settings.tolerance / 2
    return pass('fluidLimit', 1, { sums: this.#extremes, limit: this.#limit, tolerance })
  }

  /** Postcondition: divergence is within the tolerance, ghosts are set. */
  #projectPasses(): Instruction[] {
    const lines = this.#layout.lines(CENTER)
    const ghosts = this.ghostPasses()
    const around = Object.values(this.#layout.wraps).some((wraps) => wraps !== 0)
    return [
      // Along a periodic axis the last face is the first.
      ...(around ? ghosts : []),
      this.divergencePass(),
      this.#limitPass(),
      ...this.poisson.passes(this.#rhs, this.#correction),
      ...this.#axes.map((axis) => this.#gradientPass('fluidSlope', axis, this.#correction, 1)),
      pass('fluidSum', lines, { q: this.p, change: this.#correction, factor: this.#unitPressure }),
      ...this.#extendPasses(),
      ...ghosts,
    ]
  }

  /** Extends the velocity into solids, for interpolation and viscosity: constant into free-slip ones, mirrored at no-slip ones. */
  #extendPasses(): Instruction[] {
    const kinds = new Set(this.#fluid.solids.map(({ slip }) => slip))
    const hasNoSlip = kinds.has('no-slip') || this.#walls.painted !== undefined
    const passes = this.#axes.flatMap((axis) => {
      const common = {
        q: this.#layout.velocity[axis]!,
        faceFlag: this.#walls.faceFlag[axis]!,
        faceVelocity: this.#walls.faceVelocity[axis]!,
        at: axis,
        ...this.#layout.cells,
      }
      const rows = this.#layout.lines(axis)
      return [
        ...(hasNoSlip ? [pass('fluidMirror', rows, { ...common, layer: 0 })] : []),
        ...(kinds.has('free-slip')
          ? SLIPPERY_LAYERS.map((layer) => pass('fluidExtend', rows, { ...common, layer }))
          : []),
      ]
    })
    return passes.length > 0 ? [skipIf(this.#withoutSolids, passes)] : []
  }

  /** Makes the passes of these lists account for solids. */
  meetSolids(lists: readonly PassList[]): void {
    if (this.#withoutSolids.data[0] === 0) return
    this.#withoutSolids.data[0] = 0
    for (const list of lists)
      for (const one of list.passes) if (one.kernel === 'fluidDivergence') list.parameter(one, 'solids').set(1)
  }
}
