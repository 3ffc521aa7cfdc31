// Dispersive shallow water: waves of every length over any terrain. The water of a column moves sideways at one velocity; accelerating
// its vertical motion takes a dynamic pressure, of which P is the integral over the depth, over the density:
//
//   d_t + ∇·(d u) = 0
//   D u/Dt = -g ∇eta - F/d                 F = ∇P + 3/2 P ∇bed / d
//   D w/Dt = 3 P/d²                        w = d W(u),   W(u) = -∇·u + 3/2 u·∇bed / d
//
// These are the equations of Green and Naghdi (J. Fluid Mech. 78, 1976), but for a term of the pressure on the bed with the bed's curvature.
// w is the vertical velocity of the surface plus half of that of the bed. A substep, after Stelling and Zijlema (Int. J. Numer. Meth. Fluids
// 43, 2003):
//
//   kick       q += dt/2 F of the last substep, so that the fluxes have the second order
//   flow       the hydrostatic substep (shallow-water.ts)
//   predict    the kick is taken back: u'. w' = w after advection
//   solve      3 P/d³ + α W(F/d) = (W(u') - w'/d)/dt
//   correct    u = u' - dt F/d,   w = d W(u)
//
// W is the transpose of F, also between columns and faces: the matrix is symmetric and positive definite. With α = 1 the third line says
// 3 P/d² = (w - w')/dt. α = 1.153 (Bonneton et al., J. Comput. Phys. 230, 2011) changes terms that are small for long waves:
//
//   ω² = g k² d (1 + (α - 1)(kd)²/3)/(1 + α (kd)²/3),     within 0.8 % of Airy's speed for kd <= 3
//
// Two layers. Each half of the column has a velocity of its own; both velocities differ by the gradient of the pressure between them. With
// that difference eliminated, P is a fraction of two polynomials of W(F/d) times the right-hand side, and in partial fractions the sum of
// two pressures (packages/textbook/src/dispersive-water.ts has the derivation). Each is found as that of one layer, with weights of its own:
//
//   solve      β P/d³ + α W(F/d) = (W(u') - w'/d)/dt                            one layer: β = 3
//   ω² = g k² d (1 - Σ (kd)²/(β + α (kd)²)),     within 0.34 % of Airy's frequency for kd <= 16
//
// All else is that of one layer with the sum of both pressures. Advection is by the mean velocity.
//
// P = 0 in columns that are thin, solid or breaking: where the surface rises faster than 0.6 sqrt(g d), or than 0.3 sqrt(g d) next to
// breaking columns (Smit, Zijlema and Stelling, Coast. Eng. 76, 2013). Bores are then those of shallow water. At edges P has no slope.
//
// Conserved: volume and a lake at rest, as without dispersion: in still water P is zero to the bit. Dispersive waves are slower than
// those without; the limit of the substep is the same.

import { type Pass, pass } from '../../backend/pass.js'
import { PassList } from '../../backend/pass-list.js'
import { type Instruction, repeatUntil, skipIf } from '../../backend/program.js'
import type { Arena } from '../../fields/arena.js'
import { Field, type FieldInfo, RowSums } from '../../fields/field.js'
import { DispersionState, DispersionSums } from '../../generated/layouts/dispersion/solve.js'
import { WATER_DENSITY } from '../../numerics/constants.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { ShallowWaterSettings } from '../../scene/schema/solver.js'
import type { MeasuredSurface } from '../diagnostics.js'
import type { Run } from '../solver.js'
import type { TerrainBasin } from './terrain-basin.js'

const FIELDS = {
  w: { name: 'w', unit: 'm/s', description: 'vertical velocity of the surface plus half of that of the bed' },
  pressure: {
    name: 'pressure',
    unit: 'm³/s²',
    description: 'integral of the dynamic pressure over the depth, over the density',
  },
  second: {
    name: 'secondPressure',
    unit: 'm³/s²',
    description: 'part of `pressure` that two layers have more than one; short waves on deep water have it',
  },
  breaking: { name: 'breaking', unit: '', description: '1 where a wave breaks and has no dynamic pressure, else 0' },
} satisfies Record<string, FieldInfo>

/** How a pressure is found. */
interface Weights {
  /** Weights in its equation. */
  readonly alpha: number
  readonly beta: number
  /** Residual at which the solve ends, relative to the right-hand side. */
  readonly tolerance: number
}
const ONE_LAYER: Weights = { alpha: 1.153, beta: 3, tolerance: 1e-2 }
/**
 * Σ 1/β = 1/3: long waves are those of Green and Naghdi. The other three numbers are those with the least error of the frequency up to
 * kd = 16. Two layers with a mean pressure each (Stelling and Zijlema) have α = 4 ± 2 √2, β = 3.216 and 636.8, and are
 * within 1 % up to kd = 7.7.
 *
 * The force of a short wave is a small difference, of the hydrostatic pressure and P: with a tolerance of 1e-2 a wave of kd = 7 loses 0.5 %
 * of its height in a period, with 3e-3 0.1 %. The second pressure is at most a sixth of the first, and its tolerance larger.
 */
const TWO_LAYERS = {
  first: { alpha: 1.1993, beta: 1 / (1 / 3 - 1 / 414), tolerance: 3e-3 },
  second: { alpha: 7.361, beta: 414, tolerance: 1e-2 },
} satisfies Record<string, Weights>
/** Depth below which there is no dynamic pressure [cells]: the shortest wave that the grid resolves well, of eight cells, has kd = 0.08. */
const THIN = 0.1
/** The same in dry depths. */
const THIN_DRY = 20
/** Most iterations of a solve; an even number. */
const ITERATIONS = 60

/** Pressures below this are zero, over that of the thinnest water: g thin². */
const LEAST = 1e-9

/** Names of the work fields. */
const WORK = [
  'wStar',
  'newBreaking',
  'faceX',
  'tiltX',
  'faceZ',
  'tiltZ',
  's',
  'offX',
  'offZ',
  'r',
  'y',
  'p',
  'nextP',
  'product',
] as const

/** The fields of a substep: before it, or after it. */
interface Flow {
  readonly depth: Field
  readonly qx: Field
  readonly qz: Field
}

export class Dispersion {
  readonly #basin: TerrainBasin
  readonly #scene: Scene
  readonly #gravity: number
  readonly #dry: number
  readonly #thin: number
  readonly #rows: RowSums
  readonly #w: Field
  readonly #pressure: Field
  /** Only with two layers: the part of the pressure that its second equation gives. */
  readonly #second: Field | undefined
  readonly #breaking: Field
  readonly #work: Readonly<Record<(typeof WORK)[number], Field>>
  readonly #scratch: Field
  readonly #sums: RowSums
  /** DispersionState of the solve for each pressure. */
  readonly #states: readonly RowSums[]
  readonly #vertical: RowSums
  readonly #measuring: PassList
  readonly #start: PassList

  /** `water`, `spare`: the two sets of fields of the substeps. `rows`: ShallowRow of each row. */
  constructor(
    scene: Scene,
    { gravity, dispersion }: ShallowWaterSettings,
    basin: TerrainBasin,
    dry: number,
    spare: Flow,
    rows: RowSums,
    arena: Arena,
    threads: number,
  ) {
    const { grid, depth, openness } = basin.water
    const { nx, nz, cellSize } = grid
    this.#basin = basin
    this.#scene = scene
    this.#gravity = gravity
    this.#dry = dry
    this.#thin = Math.max(THIN * cellSize, THIN_DRY * dry)
    this.#rows = rows
    const field = (info: FieldInfo) => new Field(arena, info, nx, nz)
    this.#w = field(FIELDS.w)
    this.#pressure = field(FIELDS.pressure)
    this.#second = dispersion === 'two-layers' ? field(FIELDS.second) : undefined
    this.#breaking = field(FIELDS.breaking)
    for (const one of this.state) one.fillGhosts = () => one.extend(this.#xJoined, this.#zJoined)
    this.#work = Object.fromEntries(
      WORK.map((name) => [name, field({ name, unit: '', description: 'work of the dynamic pressure' })]),
    ) as Record<(typeof WORK)[number], Field>
    this.#scratch = new Field(arena, { name: 'scratch', unit: '', description: 'rows of threads' }, nx, 2 * threads)
    this.#sums = new RowSums(arena, nz, DispersionSums.doubles)
    this.#states = (this.#second ? [0, 1] : [0]).map(() => new RowSums(arena, 1, DispersionState.doubles))
    this.#vertical = new RowSums(arena, nz, 1)
    this.#measuring = new PassList(arena, [
      pass('measureDispersion', nz, { depth, openness: openness.field, w: this.#w, sums: this.#vertical }),
    ])
    this.#start = new PassList(arena, [this.#predictPass(spare, basin.water), this.#correctPass(spare, basin.water)])
  }

  /** Everything that has to be bound to the memory besides the state. */
  get resources() {
    return [
      ...Object.values(this.#work),
      this.#scratch,
      this.#sums,
      ...this.#states,
      this.#vertical,
      this.#measuring,
      this.#start,
    ]
  }

  /** The fields that belong to the state, which users can read. */
  get state(): readonly Field[] {
    return [this.#w, this.#pressure, ...(this.#second ? [this.#second] : []), this.#breaking]
  }

  get #xJoined(): boolean {
    return this.#scene.boundaries['x-'] === 'periodic'
  }

  get #zJoined(): boolean {
    return this.#scene.boundaries['z-'] === 'periodic'
  }

  /** A substep from one set of fields into the other, around the hydrostatic one. */
  around(flow: Pass, from: Flow, to: Flow): Instruction[] {
    return [
      this.#kickPass(from),
      flow,
      this.#predictPass(from, to),
      ...(this.#second ? this.#twoLayers(from, to, this.#second) : this.#oneLayer(from, to)),
      this.#correctPass(from, to),
    ]
  }

  #oneLayer(from: Flow, to: Flow): Instruction[] {
    return [...this.#solvePasses(from, to, this.#pressure, ONE_LAYER, this.#states[0]!), this.#pressPass()]
  }

  /** Both pressures one after the other: `pressure` holds the first of them until the second is added. */
  #twoLayers(from: Flow, to: Flow, second: Field): Instruction[] {
    const { s, y } = this.#work
    const { nz } = this.#basin.water.grid
    const both = { s, y, pressure: this.#pressure, second, least: this.#least, xJoined: Number(this.#xJoined) }
    return [
      pass('divideDispersion', nz, both),
      ...this.#solvePasses(from, to, this.#pressure, TWO_LAYERS.first, this.#states[0]!),
      this.#pressPass(),
      ...this.#solvePasses(from, to, second, TWO_LAYERS.second, this.#states[1]!),
      pass('addDispersion', nz, both),
    ]
  }

  /** Conjugate gradients for a pressure, from its last values. */
  #solvePasses(from: Flow, to: Flow, pressure: Field, weights: Weights, state: RowSums): Instruction[] {
    const { nz } = this.#basin.water.grid
    const first = this.#solveArguments(weights, state, 0, true)
    const iteration = (args: Pass<'directDispersion'>['arguments']) =>
      [pass('directDispersion', nz, args), pass('moveDispersion', nz, args)] as const
    const [directEven, moveEven] = iteration(this.#solveArguments(weights, state, 0, false))
    const [directOdd, moveOdd] = iteration(this.#solveArguments(weights, state, 1, false))
    // `direct` sets the condition, so that each repetition begins with the move of the iteration before.
    return [
      this.#assemblePass(from, to, pressure, weights),
      pass('scaleDispersion', nz, first),
      pass('startDispersion', nz, first),
      pass('directDispersion', nz, first),
      repeatUntil(state, ITERATIONS / 2 - 1, [moveEven, directOdd, skipIf(state, [moveOdd, directEven])]),
      skipIf(state, [moveEven, directOdd, skipIf(state, [moveOdd])]),
    ]
  }

  #kickPass({ depth, qx, qz }: Flow): Pass {
    const { grid, bed, openness } = this.#basin.water
    return pass('kickDispersion', grid.nz, {
      depth,
      qx,
      qz,
      bed: bed.field,
      openness: openness.field,
      pressure: this.#pressure,
      clock: this.#basin.clock,
      thin: this.#thin,
      cellSize: grid.cellSize,
      zJoined: Number(this.#zJoined),
    })
  }

  #predictPass(from: Flow, to: Flow): Pass {
    const { grid, bed, openness } = this.#basin.water
    const { wStar, newBreaking } = this.#work
    return pass('predictDispersion', grid.nz, {
      depth: from.depth,
      qx: from.qx,
      qz: from.qz,
      newDepth: to.depth,
      newQx: to.qx,
      newQz: to.qz,
      bed: bed.field,
      openness: openness.field,
      pressure: this.#pressure,
      w: this.#w,
      wStar,
      breaking: this.#breaking,
      newBreaking,
      ...this.#faces,
      ...this.#basin.boundaryData.arguments,
      clock: this.#basin.clock,
      gravity: this.#gravity,
      thin: this.#thin,
      cellSize: grid.cellSize,
    })
  }

  get #faces() {
    const { faceX, tiltX, faceZ, tiltZ } = this.#work
    return { faceX, tiltX, faceZ, tiltZ }
  }

  #assemblePass(from: Flow, to: Flow, pressure: Field, { alpha, beta }: Weights): Pass {
    const { grid, openness } = this.#basin.water
    const { wStar, newBreaking, s, r, y } = this.#work
    const { xBefore, zBefore } = this.#basin.boundaryData
    return pass('assembleDispersion', grid.nz, {
      depth: to.depth,
      qx: from.qx,
      qz: from.qz,
      openness: openness.field,
      wStar,
      newBreaking,
      pressure,
      ...this.#faces,
      s,
      r,
      y,
      xBefore,
      zBefore,
      clock: this.#basin.clock,
      alpha,
      beta,
      thin: this.#thin,
      cellSize: grid.cellSize,
    })
  }

  #solveArguments(
    { alpha, tolerance }: Weights,
    state: RowSums,
    isOdd: number,
    isFirst: boolean,
  ): Pass<'directDispersion'>['arguments'] {
    const { s, offX, offZ, r, y, p, nextP, product } = this.#work
    return {
      ...this.#faces,
      s,
      offX,
      offZ,
      r,
      y,
      pOld: isOdd ? p : nextP,
      p: isOdd ? nextP : p,
      product,
      scratch: this.#scratch,
      sums: this.#sums,
      state,
      alpha,
      tolerance,
      xJoined: Number(this.#xJoined),
      zJoined: Number(this.#zJoined),
      first: Number(isFirst),
      isOdd,
    }
  }

  /** Least pressure that is not zero [m³/s²]. */
  get #least(): number {
    return LEAST * this.#gravity * this.#thin * this.#thin
  }

  #pressPass(): Pass {
    const { s, y, newBreaking } = this.#work
    return pass('pressDispersion', this.#basin.water.grid.nz, {
      s,
      y,
      pressure: this.#pressure,
      breaking: this.#breaking,
      newBreaking,
      least: this.#least,
      xJoined: Number(this.#xJoined),
    })
  }

  #correctPass(from: Flow, to: Flow): Pass {
    const { grid, openness } = this.#basin.water
    const { nx, nz, cellSize } = grid
    const { xBefore, zBefore } = this.#basin.boundaryData
    return pass('correctDispersion', nz, {
      depth: to.depth,
      qx: from.qx,
      qz: from.qz,
      newQx: to.qx,
      newQz: to.qz,
      openness: openness.field,
      pressure: this.#pressure,
      breaking: this.#breaking,
      w: this.#w,
      ...this.#faces,
      xBefore,
      zBefore,
      rows: this.#rows,
      clock: this.#basin.clock,
      gravity: this.#gravity,
      dry: this.#dry,
      thin: this.#thin,
      cellSize,
      alongX: nx > 1 || nz === 1 ? 1 : 0,
      alongZ: nz > 1 ? 1 : 0,
    })
  }

  /** Sets the vertical velocity from the discharge of the start: a substep of no time, without pressure. */
  start(run: Run): void {
    this.#basin.clock.data[0] = 0
    this.#pressure.fill(0)
    this.#second?.fill(0)
    this.#breaking.fill(0)
    run(this.#start)
  }

  /** Adds the vertical kinetic energy and the figures of the last solves. */
  measure(run: Run, water: MeasuredSurface): MeasuredSurface {
    run(this.#measuring)
    const { cellSize } = this.#basin.water.grid
    const vertical = 0.5 * WATER_DENSITY * this.#vertical.sum(0) * cellSize * cellSize
    const { iterations, residual } = DispersionState.double
    const solves = this.#states.map(({ data }) => [data[iterations]!, data[residual]!] as const)
    return {
      ...water,
      kineticEnergy: water.kineticEnergy + vertical,
      energy: water.energy + vertical,
      pressureIterations: solves.reduce((sum, [count]) => sum + count, 0),
      pressureResidual: Math.max(...solves.map(([, rest]) => rest)),
    }
  }
}
