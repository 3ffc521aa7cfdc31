// The common parts of the passes of a fluid: fields of velocity, scratch, arguments that describe the grid, advection and diffusion.

import { type Pass, pass } from '../../backend/pass.js'
import type { Arena } from '../../fields/arena.js'
import { type Field, type FieldInfo, RowSums } from '../../fields/field.js'
import { CENTER, type GridLocation, VolumeField, type VolumeGrid } from '../../fields/volume-field.js'
import { LANES, WIDE } from '../../generated/layouts/abi/simd.js'
import { ABREAST, LINE_PARTS, STATE_VECTORS } from '../../generated/layouts/fluids/diffuse.js'
import type { StableFluidsSettings } from '../../scene/schema/fluid.js'
import type { AxisNumber } from './axes.js'
import type { FluidWalls } from './walls/walls.js'

const VELOCITY: readonly FieldInfo[] = [
  { name: 'u', unit: 'm/s', description: 'velocity along x, on the faces between cells along x' },
  { name: 'v', unit: 'm/s', description: 'velocity along y, upwards, on the faces between cells along y' },
  { name: 'w', unit: 'm/s', description: 'velocity along z, on the faces between cells along z' },
]
const SCRATCH: FieldInfo = { name: 'scratch', unit: '', description: 'between two passes' }

/**
 * Largest a = dt κ/dx²: more makes a quantity uniform in one step. In single precision, 1 + 2 a would then lose the 1, and with it the
 * total amount.
 */
const MOST_SPREAD = 1e5

/** Prescribed value of a quantity at an edge of the box; undefined where none is prescribed. */
export type HeldOnEdge = (axis: AxisNumber, after: boolean) => number | undefined

export class FluidLayout {
  readonly grid: VolumeGrid
  readonly dimensions: 2 | 3
  readonly velocity: readonly VolumeField[]
  /** Departure points of the particles, relative to their arrival points [cells]. */
  readonly departure: readonly VolumeField[]
  /** Stages of advection; the second is only used by BFECC. */
  readonly predictor: VolumeField
  readonly extra: VolumeField
  /** Scratch of diffusion and fluxes, a row for each thread (kernels/fluids/diffuse.ts). */
  readonly lanes: RowSums
  readonly resources: { bind(memory: ArrayBufferLike): void }[] = []
  readonly #arena: Arena
  readonly #walls: FluidWalls
  readonly #settings: StableFluidsSettings
  /** The time step [s]. */
  readonly dt: number

  constructor(
    grid: VolumeGrid,
    walls: FluidWalls,
    settings: StableFluidsSettings,
    dt: number,
    arena: Arena,
    threads: number,
  ) {
    this.grid = grid
    this.dimensions = grid.nz > 1 ? 3 : 2
    this.#arena = arena
    this.#walls = walls
    this.#settings = settings
    this.dt = dt
    const { dimensions } = this
    this.velocity = VELOCITY.slice(0, dimensions).map((description, axis) =>
      this.padded(description, axis as GridLocation),
    )
    this.departure = Array.from({ length: dimensions }, () => this.scratch())
    this.predictor = this.scratch()
    this.extra = settings.advection === 'bfecc' ? this.scratch() : this.predictor
    const longest = Math.ceil((Math.max(grid.nx, grid.ny, grid.nz) + 1) / LANES) * LANES
    const vectors = ABREAST * (LINE_PARTS * longest + STATE_VECTORS)
    this.lanes = new RowSums(arena, threads, (vectors * WIDE) / 8)
    this.resources.push(this.lanes)
  }

  padded(description: FieldInfo, location: GridLocation): VolumeField {
    const field = new VolumeField(this.#arena, description, this.grid, location, true)
    this.resources.push(field)
    return field
  }

  scratch(location: GridLocation = CENTER): VolumeField {
    return this.padded(SCRATCH, location)
  }

  plain(description: FieldInfo = SCRATCH): VolumeField {
    const field = new VolumeField(this.#arena, description, this.grid, CENTER, false)
    this.resources.push(field)
    return field
  }

  /** Number of lines of values at a grid location. */
  lines(at: GridLocation): number {
    return (this.grid.ny + Number(at === 1)) * (this.grid.nz + Number(at === 2))
  }

  get cells() {
    const { nx, ny, nz } = this.grid
    return { nx, ny, nz }
  }

  get wraps() {
    const [xWraps, yWraps, zWraps] = ([0, 1, 2] as const).map((axis) => this.#walls.wraps(axis)) as [
      number,
      number,
      number,
    ]
    return { xWraps, yWraps, zWraps }
  }

  /** dt/dx [s/m]. */
  get rate(): number {
    return this.dt / this.grid.cellSize
  }

  /**
   * Fraction 1 - θ of viscosity that acts at the departure point; the rest acts at the arrival point. 1/2, the mean along the path, is
   * second order and the fraction of pressure. With D axes, modes change their sign if (1 - θ) 4 D a > 1: the fraction is then smaller.
   */
  get explicitFraction(): number {
    return Math.min(0.5, 1 / (4 * this.dimensions * this.spread))
  }

  /** dt ν/dx². */
  get spread(): number {
    return (this.dt * this.#settings.viscosity) / (this.grid.cellSize * this.grid.cellSize)
  }

  /** Three fields for the arguments of a kernel. In 2-D the first one is a placeholder for the third, which kernels do not read. */
  static three<T>(fields: readonly T[]): [T, T, T] {
    return [fields[0]!, fields[1]!, fields[2] ?? fields[0]!]
  }

  get flow() {
    const [u, v, w] = FluidLayout.three(this.velocity)
    return { u, v, w }
  }

  get back() {
    const [bx, by, bz] = FluidLayout.three(this.departure)
    return { bx, by, bz }
  }

  departurePass(at: GridLocation): Pass {
    return pass('fluidDeparture', this.lines(at), {
      ...this.flow,
      ...this.back,
      at,
      ...this.cells,
      ...this.wraps,
      rate: this.rate,
    })
  }

  /** The pass that fills the ghosts of a padded field. `held`: prescribed values at the edges. */
  ghosts(q: VolumeField, at: GridLocation, held: HeldOnEdge): Pass {
    const sign = (axis: AxisNumber, after: boolean) => (held(axis, after) === undefined ? 1 : -1)
    const value = (axis: AxisNumber, after: boolean) => 2 * (held(axis, after) ?? 0)
    return pass('fluidGhosts', this.lines(at), {
      q,
      at,
      ...this.cells,
      ...this.wraps,
      xBeforeSign: sign(0, false),
      xAfterSign: sign(0, true),
      yBeforeSign: sign(1, false),
      yAfterSign: sign(1, true),
      zBeforeSign: sign(2, false),
      zAfterSign: sign(2, true),
      xBeforeValue: value(0, false),
      xAfterValue: value(0, true),
      yBeforeValue: value(1, false),
      yAfterValue: value(1, true),
      zBeforeValue: value(2, false),
      zAfterValue: value(2, true),
    })
  }

  /** The passes that advect q, a padded field with filled ghosts, from the departure points of its grid location. */
  advect(q: VolumeField, out: VolumeField, at: GridLocation, plain: boolean, held: HeldOnEdge): Pass[] {
    const common = { ...this.flow, ...this.back, at, ...this.cells, ...this.wraps, rate: this.rate }
    const rows = this.lines(at)
    const { predictor, extra } = this
    const predict = pass('fluidAdvect', rows, { q, predictor, out: predictor, ...common, plain: 0 })
    switch (this.#settings.advection) {
      case 'semi-lagrangian':
        return [pass('fluidAdvect', rows, { q, predictor, out, ...common, plain: Number(plain) })]
      case 'maccormack':
      case 'quick':
        return [
          predict,
          this.ghosts(predictor, at, held),
          pass('fluidCorrect', rows, { q, predictor, out, ...common, plain: Number(plain) }),
        ]
      case 'bfecc':
        return [
          predict,
          this.ghosts(predictor, at, held),
          pass('fluidCompensate', rows, { q, predictor, out: extra, ...common, plain: 0 }),
          this.ghosts(extra, at, held),
          pass('fluidAdvectCorrected', rows, { q, predictor: extra, out, ...common, plain: Number(plain) }),
        ]
    }
  }

  /**
   * Diffusion with diffusivity κ [m²/s], one axis after the other, from axis `first` on. θ is 1/2, second order, if no mode then changes
   * its sign: (1 - θ) 4 a <= 1, a = dt κ/dx². `held`: prescribed values at edges half a cell from the values of the quantity.
   */
  diffuse(
    x: VolumeField,
    gates: readonly Field[],
    kappa: number,
    first: number,
    scalar: boolean,
    held: HeldOnEdge,
  ): Pass[] {
    if (kappa === 0) return []
    const { cellSize, ny } = this.grid
    const spread = (this.dt * kappa) / (cellSize * cellSize)
    const theta = scalar ? Math.max(0.5, 1 - 1 / (4 * spread)) : 1 - this.explicitFraction
    const [columns, rows, planes] = x.extent
    const order = Array.from({ length: this.dimensions }, (_, k) => ((first + k) % this.dimensions) as AxisNumber)
    return order.flatMap((axis): Pass[] => {
      const wraps = this.#walls.wraps(axis)
      // Around a periodic axis the last face is the first.
      const count = (own: AxisNumber, values: number) => values - Number(wraps && own === axis && x.location === axis)
      const [xs, ys, zs] = [count(0, columns), count(1, rows), count(2, planes)]
      if ([xs, ys, zs][axis] === 1) return []
      const onFaces = x.location === axis
      const a = Math.min(spread, MOST_SPREAD)
      const end = (after: boolean) => (onFaces ? undefined : held(axis, after))
      const args = {
        x,
        gate: gates[axis]!,
        scratch: this.lanes,
        scalar: Number(scalar),
        axis,
        xs,
        ys,
        zs,
        ny,
        deep: Number(this.dimensions === 3),
        wraps,
        implicit: theta * a,
        explicit: scalar ? (1 - theta) * a : 0,
        wBefore: end(false) === undefined ? 0 : 2,
        wAfter: end(true) === undefined ? 0 : 2,
        before: end(false) ?? 0,
        after: end(true) ?? 0,
      }
      if (axis === 0) return [pass('fluidDiffuseAlong', Math.ceil((ys * zs) / LANES), args)]
      return [pass('fluidDiffuseAcross', Math.ceil(xs / (LANES * ABREAST)) * (axis === 1 ? zs : ys), args)]
    })
  }
}
