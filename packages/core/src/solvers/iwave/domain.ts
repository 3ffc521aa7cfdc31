// Where waves are computed: the scene's grid and, beyond each open edge, a sponge of more water in which they fade.
//
//   +-----------------------------+
//   |  sponge                     |        A sponge multiplies elevation and potential alike by exp(-rate dt) in every
//   |   +-----------------+       |        substep, the rate growing with the cube of the distance from the grid, so
//   |   |  scene's grid   |  open |  wall  that a wave meets it gently; what is left is thrown back by the wall behind it
//   |   |                 |  edge |        and crosses the sponge again.
//   |   +-----------------+       |
//   +-----------------------------+        Edges that are not open have none.

import type { Boundaries, EdgeKind } from '../../fields/boundaries.js'
import type { Field } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { exp } from '../../numerics/elementary.js'
import {
  isTransformLength,
  LONGEST_TRANSFORM,
  nextTransformLength,
  previousTransformLength,
} from '../../numerics/fourier.js'
import { SceneError } from '../../scene/parse/error.js'
import { groupSpeed, type Water } from '../../wave-theory/airy.js'

/** Least width of a sponge that is not asked for otherwise [cells]. */
const LEAST_SPONGE = 16
/** Share of the longer side that a sponge is wide. */
const SPONGE_SHARE = 1 / 8
/**
 * Crossing the sponge twice leaves e^-FADING of a wave that is as fast as the sponge is made for, 1 %. The integral of
 * the cube is a quarter, twice through makes half of the largest rate times the width over the speed.
 */
const FADING = 4.6

/** A grid with sponges around the scene's. */
export interface Domain {
  readonly grid: Grid
  /** Its cell under the scene's cell (0, 0): the widths of the sponges at x- and z-. */
  readonly i: number
  readonly j: number
  /** Edges behind the sponges. */
  readonly boundaries: Boundaries
  readonly hasSponge: boolean
  /** Width of the narrowest sponge [m]; Infinity without one. */
  readonly narrowest: number
}

/** Who needs both sides to be lengths that a transform can have. */
export type TransformUser = 'method' | 'ocean'

/** Plans it. `width`: of each sponge [m]. `transforms`: who needs them, if anybody does. */
export function domainOf(
  scene: Grid,
  boundaries: Boundaries,
  width: number | undefined,
  transforms: TransformUser | undefined,
): Domain {
  const cells =
    width === undefined
      ? Math.max(LEAST_SPONGE, Math.ceil(SPONGE_SHARE * Math.max(scene.nx, scene.nz)))
      : Math.max(1, Math.ceil(width / scene.cellSize))
  const x = side(scene.nx, boundaries['x-'], boundaries['x+'], cells, transforms, 0)
  const z = side(scene.nz, boundaries['z-'], boundaries['z+'], cells, transforms, 1)
  const closed = (edge: EdgeKind) => (edge === 'absorb' ? 'reflect' : edge)
  const widths = [x.before, x.after, z.before, z.after].filter((sponge) => sponge > 0)
  return {
    grid: { nx: x.length, nz: z.length, cellSize: scene.cellSize },
    i: x.before,
    j: z.before,
    boundaries: {
      'x-': closed(boundaries['x-']),
      'x+': closed(boundaries['x+']),
      'z-': closed(boundaries['z-']),
      'z+': closed(boundaries['z+']),
    },
    hasSponge: widths.length > 0,
    narrowest: Math.min(...widths) * scene.cellSize,
  }
}

/** One axis: sponges as wide as asked, or a little wider for a length that has a transform. */
function side(
  cells: number,
  before: EdgeKind,
  after: EdgeKind,
  sponge: number,
  transforms: TransformUser | undefined,
  axis: 0 | 1,
) {
  const open = [before, after].filter((edge) => edge === 'absorb').length
  let length = cells + open * sponge
  if (transforms && !isTransformLength(length)) {
    const longer = nextTransformLength(length)
    if (open === 0 || longer === undefined)
      throw SceneError.at(['grid', 'cells', axis], adviceOn(cells, open * sponge, transforms))
    length = longer
  }
  const extra = length - cells
  const first = before !== 'absorb' ? 0 : after !== 'absorb' ? extra : Math.floor(extra / 2)
  return { length, before: first, after: extra - first }
}

function adviceOn(cells: number, sponges: number, user: TransformUser): string {
  const [whose, other] =
    user === 'method' ? ['this method', 'method "window"'] : ['an ambient ocean', 'ambient waves of type "waves"']
  if (sponges > 0)
    return `${cells} cells and ${sponges} of the sponge at its open edges are more than the ${LONGEST_TRANSFORM} that the transforms of ${whose} can do: use fewer cells, a narrower "sponge", or ${other}`
  const near = [previousTransformLength(cells), nextTransformLength(cells)].filter((length) => length !== undefined)
  return `the transforms of ${whose} need a number of cells made of factors 2, 3 and 5, at most ${LONGEST_TRANSFORM}; nearest to ${cells}: ${near.join(' and ')}. Any number will do for ${other}`
}

/** Waves twice as long as the sponge is wide are the fastest that it is made for [m/s]. */
export function spongeSpeed({ narrowest }: Domain, water: Water): number {
  return groupSpeed(Math.PI / narrowest, water)
}

/** Fills a field of the domain with what the sponge leaves of a value in a substep `dt` [s], made for waves of a speed [m/s]. */
export function fillFade(fade: Field, scene: Grid, domain: Domain, speed: number, dt: number): void {
  const { grid, i, j } = domain
  const depthInSponge = (index: number, before: number, cells: number, length: number) => {
    if (index < before) return (before - index - 0.5) / before
    const after = length - before - cells
    return index >= before + cells ? (index - before - cells + 0.5) / after : 0
  }
  const rateOf = (depth: number) => depth * depth * depth
  for (let row = 0; row < grid.nz; row++)
    for (let column = 0; column < grid.nx; column++) {
      const along = rateOf(depthInSponge(column, i, scene.nx, grid.nx))
      const across = rateOf(depthInSponge(row, j, scene.nz, grid.nz))
      const rate = ((2 * FADING * speed) / domain.narrowest) * (along + across)
      fade.data[fade.offset + row * fade.stride + column] = along + across > 0 ? exp(-rate * dt) : 1
    }
}
