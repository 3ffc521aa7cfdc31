// The operator of each grid:
//
//   A p = Σ over the faces of a cell of a (p - p') + e p
//
// On the finest grid it comes from the openness of cells and faces. On a coarser one, a is the sum over the fine faces that make up a
// coarse face, over the distance of the coarse centres. The kernels are in kernels/poisson/build.ts.

import { type Pass, pass } from '../../backend/pass.js'
import type { Field } from '../../fields/field.js'
import { CellKind } from '../../generated/layouts/poisson/build.js'
import type { AlongAxes, PoissonAxis } from './axis.js'
import type { MultigridLevel, MultigridLevels } from './level.js'

/** Openness of cells and faces. All fields have one value for each cell. */
export interface PoissonOpenness {
  /** Openness of cells, 0 (solid) to 1. The openness of a face is the product of those of its two cells. */
  readonly solids?: Field
  /** p is unknown where this is > 0, and zero elsewhere. Excludes `solids`. */
  readonly mask?: Field
  /** Openness of the faces towards lower x, y (and z), an additional factor. */
  readonly faces?: readonly Field[]
}

/** Passes that compute the operators of all grids. */
export function operatorPasses(
  levels: MultigridLevels,
  axes: AlongAxes<PoissonAxis>,
  shift: number,
  openness: PoissonOpenness,
): Pass[] {
  const [finest, ...coarser] = levels
  const kind = cellKindOf(openness)
  return [
    ...finestFaces(finest, axes, openness),
    diagonal(finest, shift, kind),
    ...coarser.flatMap((coarse, finer) => [coarsen(levels[finer]!, coarse), diagonal(coarse, shift, kind)]),
  ]
}

function cellKindOf({ solids, mask }: PoissonOpenness): number {
  if (solids && mask) throw new RangeError('cells have solids or a mask, not both')
  if (solids) return CellKind.solids
  return mask ? CellKind.mask : CellKind.open
}

function finestFaces(finest: MultigridLevel, axes: AlongAxes<PoissonAxis>, openness: PoissonOpenness): Pass[] {
  const { solids, mask, faces } = openness
  const [x, y, z] = axes
  // Kernels need a valid field for each argument, but read only the given ones.
  const unused = finest.fraction
  const args = {
    ...finest.coefficientArguments,
    ...finest.lineArguments,
    cells: solids ?? mask ?? unused,
    kind: cellKindOf(openness),
    xFaces: faces?.[0] ?? unused,
    yFaces: faces?.[1] ?? unused,
    zFaces: faces?.[2] ?? unused,
    given: Number(faces !== undefined),
    xBefore: Number(x.before === 'fixed'),
    xAfter: Number(x.after === 'fixed'),
    yBefore: Number(y.before === 'fixed'),
    yAfter: Number(y.after === 'fixed'),
    zBefore: Number(z.before === 'fixed'),
    zAfter: Number(z.after === 'fixed'),
  }
  return [pass('poissonCells', finest.lines, args), pass('poissonFaces', finest.lines, args)]
}

function diagonal(level: MultigridLevel, shift: number, kind: number): Pass {
  const { ny, wraps, equations } = level
  return pass('poissonDiagonal', level.lines, {
    ...level.coefficientArguments,
    ...level.matrixArguments,
    ...level.tableArguments,
    sums: equations,
    shift,
    kind,
    ny,
    yWraps: wraps.yWraps,
    zWraps: wraps.zWraps,
  })
}

function coarsen(fine: MultigridLevel, coarse: MultigridLevel): Pass {
  const { v, ax, ay, az, bx, by, bz } = coarse.coefficientArguments
  const { ox, oy, oz } = coarse.opennessArguments
  return pass('poissonCoarsen', coarse.lines, {
    ...fine.coefficientArguments,
    ...fine.opennessArguments,
    ...fine.tableArguments,
    ny: fine.ny,
    xWraps: fine.wraps.xWraps,
    vCoarse: v,
    oxCoarse: ox,
    oyCoarse: oy,
    ozCoarse: oz,
    axCoarse: ax,
    ayCoarse: ay,
    azCoarse: az,
    bxCoarse: bx,
    byCoarse: by,
    bzCoarse: bz,
    nyCoarse: coarse.ny,
  })
}
