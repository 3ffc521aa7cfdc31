// The domain of the waves: the grid of the scene and, beyond each open edge, a sponge layer: additional water in which waves decay.
//
//   +-----------------------------+
//   |  sponge layer               |        A sponge layer multiplies elevation and potential by the damping factor
//   |   +-----------------+       |        exp(-rate dt) in every substep. The rate grows with the cube of the distance
//   |   |  scene's grid   |  open |  wall  from the grid, so that the layer itself reflects little. The wall behind it
//   |   |                 |  edge |        reflects the rest of a wave, which crosses the layer again.
//   |   +-----------------+       |
//   +-----------------------------+        Edges that are not open have no sponge layer.

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

/** Least default width of a sponge layer [cells]. */
const LEAST_SPONGE = 16
/** Default width of a sponge layer, relative to the longer side of the grid. */
const SPONGE_SHARE = 1 / 8
/**
 * Exponent of the decay of a wave that crosses the sponge layer twice, at the design speed of the layer: e^-4.6 is 1 %. The integral
 * of the cube is a quarter; two crossings make half of the largest rate times the width over the speed.
 */
const FADING = 4.6

/** A grid with sponge layers around that of the scene. */
export interface Domain {
  readonly grid: Grid
  /** Its cell at the scene's cell (0, 0): the widths of the sponge layers at x- and z-. */
  readonly i: number
  readonly j: number
  /** Edges behind the sponge layers. */
  readonly boundaries: Boundaries
  readonly hasSponge: boolean
  /** Width of the narrowest sponge layer [m]; Infinity without one. */
  readonly narrowest: number
}

/** The part of the solver that uses transforms, so that both sides need a length that a transform supports. */
export type TransformUser = 'method' | 'nonlinearity' | 'ocean'

/** Plans the domain. `width`: of each sponge layer [m]. `transforms`: the part of the solver that uses them, if any. */
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

/** Length of one axis and widths of its sponge layers: the given width, or wider for a length that a transform supports. */
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
      throw SceneError.at(['grid', 'cells', axis], transformLengthMessage(cells, open * sponge, transforms))
    length = longer
  }
  const extra = length - cells
  const first = before !== 'absorb' ? 0 : after !== 'absorb' ? extra : Math.floor(extra / 2)
  return { length, before: first, after: extra - first }
}

function transformLengthMessage(cells: number, sponges: number, user: TransformUser): string {
  const [owner, other] = {
    method: ['this method', 'method "window"'],
    nonlinearity: ['non-linear waves', 'linear waves with method "window"'],
    ocean: ['an ambient ocean', 'ambient waves of type "waves"'],
  }[user] as [string, string]
  if (sponges > 0)
    return `${cells} cells and ${sponges} of the sponge at its open edges are more than the ${LONGEST_TRANSFORM} that the transforms of ${owner} support: use fewer cells, a narrower "sponge", or ${other}`
  const near = [previousTransformLength(cells), nextTransformLength(cells)].filter((length) => length !== undefined)
  return `the transforms of ${owner} need a number of cells whose only prime factors are 2, 3 and 5, at most ${LONGEST_TRANSFORM}; nearest to ${cells}: ${near.join(' and ')}. To use any number, choose ${other}`
}

/** Design speed of a sponge layer [m/s]: the group speed of waves twice as long as the layer is wide. */
export function spongeSpeed({ narrowest }: Domain, water: Water): number {
  return groupSpeed(Math.PI / narrowest, water)
}

/** Fills a field of the domain with the damping factors of a substep `dt` [s], for a design speed [m/s]. */
export function fillDampingFactors(fade: Field, scene: Grid, domain: Domain, speed: number, dt: number): void {
  const { grid, i, j } = domain
  // Relative distance from the grid: 0 at its edge, 1 at the wall.
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
