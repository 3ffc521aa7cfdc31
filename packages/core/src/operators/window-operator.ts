// Λ by windows on a pyramid of grids: lambdaPhi = Λ phi with the symbol k tanh(k d), in passes for the backend.
//
//   down   restrict phi to grids of half, a quarter, … the cells
//   up     from the coarsest to the finest: the level's own window, plus the interpolated result of the coarser level
//
// The operator is symmetric and positive semidefinite for any boundaries, and zero on constants between walls. The windows are
// fitted in src/numerics/window-fit.ts; pyramid-axis.ts is the transfer between two grids. Edges: `reflect` and `absorb`
// mirror, `fixed` mirrors with the opposite sign, `periodic` wraps.

import { type Pass, pass } from '../backend/pass.js'
import type { Arena } from '../fields/arena.js'
import { type Boundaries, edgeArguments } from '../fields/boundaries.js'
import { Field, type FieldInfo } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import { LANES } from '../generated/layouts/abi/simd.js'
import { MARGIN } from '../generated/layouts/window/pyramid.js'
import { WIDEST_WINDOW } from '../generated/layouts/window/window.js'
import { TAP_H, TAP_V, TAP_VECTORS, UNROLLED } from '../generated/layouts/window/window-mix.js'
import { fitWindow, type WindowFit, type WindowLevel } from '../numerics/window-fit.js'
import { PyramidAxis } from './pyramid-axis.js'

/** If the depth is at most this many cells of a level, its long waves are nearly shallow-water waves and need no coarser level. */
const SHALLOW = 2
/** The coarsest level represents waves of up to this many of its cells; see the reach of the fit. */
const LONGEST_WAVE = 8

const inner = (name: string): FieldInfo => ({ name, unit: '', description: 'inner field of the wave operator' })

interface Level {
  readonly phi: Field
  readonly lambdaPhi: Field
  readonly taps: Field
  /** Transfer to the next coarser level. */
  readonly x?: PyramidAxis
  readonly z?: PyramidAxis
}

export interface WindowOperatorSettings {
  readonly grid: Grid
  readonly boundaries: Boundaries
  readonly arena: Arena
  /** The operand of Λ, and the result [unit of phi / m]. */
  readonly phi: Field
  readonly lambdaPhi: Field
  /** P: the window has (2P + 1)² cells. A larger P is more accurate and slower. */
  readonly halfWidth: number
  /** Depth of the water [m]; may be infinite. */
  readonly depth: number
  /** Grids of the pyramid, the finest included. 1 is a single window, in which waves longer than 2.7 P cells travel too slowly. */
  readonly levels: number
  /** Threads that will execute the passes: each needs scratch of its own. */
  readonly threads: number
}

export class WindowOperator {
  /** Largest eigenvalue λ of the operator [1/m]: leapfrog needs g λ dt² <= 4. */
  readonly spectralRadius: number
  readonly fit: WindowFit
  readonly passes: readonly Pass[]
  /** Resources to bind to the memory, without phi and lambdaPhi, which belong to the caller. */
  readonly resources: readonly Field[]
  readonly #levels: readonly Level[]
  readonly #cellSize: number

  /** `fit`: the fit of an operator with the same settings, so that it is not computed twice. */
  constructor(
    { grid, boundaries, arena, phi, lambdaPhi, halfWidth, depth, levels, threads }: WindowOperatorSettings,
    fit?: WindowFit,
  ) {
    if (!Number.isInteger(halfWidth) || halfWidth < 1 || halfWidth > WIDEST_WINDOW)
      throw new RangeError(`the half width of a window is a whole number from 1 to ${WIDEST_WINDOW}, got ${halfWidth}`)
    this.#cellSize = grid.cellSize
    const taps = () => new Field(arena, inner('taps'), TAP_VECTORS * LANES * reachOf(halfWidth), 1)
    const pyramid: Level[] = []
    for (let here = { phi, lambdaPhi }; ; ) {
      if (pyramid.length === levels - 1 || (here.phi.nx === 1 && here.phi.nz === 1)) {
        pyramid.push({ ...here, taps: taps() })
        break
      }
      const nx = coarseCells(grid.nx, pyramid.length + 1)
      const nz = coarseCells(grid.nz, pyramid.length + 1)
      const x = new PyramidAxis(arena, here.phi.nx, nx, boundaries['x-'], boundaries['x+'])
      const z = new PyramidAxis(arena, here.phi.nz, nz, boundaries['z-'], boundaries['z+'])
      pyramid.push({ ...here, taps: taps(), x, z })
      here = {
        phi: new Field(arena, inner('phi'), nx, nz),
        lambdaPhi: new Field(arena, inner('lambdaPhi'), nx, nz),
      }
    }
    this.#levels = pyramid
    const width = grid.nx + 3 * MARGIN
    const scratch = new Field(arena, inner('scratch'), width, threads * linesOf(halfWidth))

    this.fit =
      fit ??
      fitWindow(
        halfWidth,
        depth / grid.cellSize,
        pyramid.map((level) => spacingOf(grid, level.phi)),
      )
    this.spectralRadius = this.fit.spectralRadius / grid.cellSize
    this.passes = [
      ...downPasses(pyramid, scratch, boundaries, halfWidth),
      ...upPasses(pyramid, scratch, boundaries, halfWidth),
    ]
    this.resources = [
      scratch,
      ...pyramid.slice(1).flatMap((level) => [level.phi, level.lambdaPhi]),
      ...pyramid.flatMap(({ taps, x, z }) => [taps, ...(x && z ? [x.down, x.up, z.down, z.up] : [])]),
    ]
  }

  /** Fills the tables. To be called once the resources are bound to the memory. */
  start(): void {
    this.#levels.forEach(({ taps, x, z }, l) => {
      const level = this.fit.levels[l]!
      taps.write(tapsOf(level, 1 / (level.spacing * this.#cellSize)))
      x?.start()
      z?.start()
    })
  }
}

/**
 * Number of levels for the waves of a basin: on the coarsest grid the longest wave is short, or a shallow-water wave. `depth` in
 * m.
 */
export function windowLevels({ nx, nz, cellSize }: Grid, depth: number): number {
  let levels = 1
  for (let spacing = 1; spacing * LONGEST_WAVE < 2 * Math.max(nx, nz); spacing *= 2) {
    if (depth <= SHALLOW * spacing * cellSize) break
    levels++
  }
  return levels
}

/** Restriction, from the finest grid to the coarsest. */
function downPasses(pyramid: readonly Level[], scratch: Field, boundaries: Boundaries, halfWidth: number): Pass[] {
  const { xBefore, zBefore } = edgeArguments(boundaries)
  return pyramid.flatMap(({ phi, x, z }, l) => {
    if (!x || !z) return []
    const coarse = pyramid[l + 1]!.phi
    return pass('restrict', coarse.nz, {
      fine: phi,
      coarse,
      xDown: x.down,
      zDown: z.down,
      scratch,
      lines: linesOf(halfWidth),
      xRegular: Number(x.isRegular),
      zRegular: Number(z.isRegular),
      xBefore,
      zBefore,
    })
  })
}

/** From the coarsest grid to the finest: each level adds its window to the result of the coarser one. */
function upPasses(pyramid: readonly Level[], scratch: Field, boundaries: Boundaries, halfWidth: number): Pass[] {
  return pyramid
    .map(({ phi, lambdaPhi, taps, x, z }, l) =>
      pass('windowSum', phi.nz, {
        phi,
        lambdaPhi,
        taps,
        scratch,
        coarse: pyramid[l + 1]?.lambdaPhi ?? phi,
        xUp: x?.up ?? phi,
        zUp: z?.up ?? phi,
        coarser: Number(x !== undefined),
        xRegular: Number(x?.isRegular ?? false),
        halfWidth,
        ...edgeArguments(boundaries),
      }),
    )
    .reverse()
}

/** Cells of a level along an axis of n cells: n / 2^level, rounded, at least 1. */
function coarseCells(n: number, level: number): number {
  let cells = n
  for (let l = 0; l < level; l++) cells /= 2
  return Math.max(1, Math.round(cells))
}

/**
 * Width of a level's cells in cells of the finest level. If the axes have different ratios, the ratio of the axis with more cells,
 * along which the longer waves travel.
 */
function spacingOf(grid: Grid, { nx, nz }: Field): number {
  return nx >= nz ? grid.nx / nx : grid.nz / nz
}

/** Distances for which there are taps: `reachOf` of kernels/window/window.ts. */
function reachOf(halfWidth: number): number {
  return Math.max(UNROLLED, 2 * Math.ceil(halfWidth / 2))
}

/** Scratch lines of a thread: `linesOf` of kernels/window/window.ts. */
function linesOf(halfWidth: number): number {
  return 6 * reachOf(halfWidth) + 5
}

/** The table of taps (kernels/window/window.ts), scaled to 1/m. A second difference is -2 b_m. */
function tapsOf({ axis, terms }: WindowLevel, scale: number): Float64Array {
  const width = TAP_VECTORS * LANES
  const table = new Float64Array(reachOf(axis.length) * width)
  const set = (vector: number, factors: Float64Array, factor: number) => {
    ofNeighbours(factors).forEach((value, k) => {
      const start = k * width + vector * LANES
      table.fill(factor * value, start, start + LANES)
    })
  }
  set(0, axis, -0.5 * scale)
  terms.forEach(({ weight, factors }, t) => {
    set(TAP_V + t, factors, -0.5)
    set(TAP_H + t, factors, -0.5 * scale * weight)
  })
  return table
}

/** The weights A_k of second differences of neighbours that replace weights a_m of differences over m cells: A_k = sum of (m - k) a_m over m > k. */
function ofNeighbours(weights: Float64Array): Float64Array {
  return weights.map((_, k) => weights.reduce((sum, a, index) => sum + Math.max(0, index + 1 - k) * a, 0))
}
