// Quantities of a surface that artists use, from the fields of a solver. Solvers have different fields: the ocean has displacements and
// normals, water over terrain has depths and discharges, the others a velocity potential.

import type { Frame } from '../frame.js'
import type { RunInfo } from '../run-info.js'
import { slopes } from './slopes.js'
import type { SurfaceLayout } from './surface-layout.js'
import { normalsFromHeights, normalsFromSlopes, type Triple } from './surface-normals.js'

/** Fields that give the quantities below, as far as a solver has them. */
export const SURFACE_FIELDS: readonly string[] = [
  'eta',
  'dx',
  'dz',
  'normalX',
  'normalY',
  'normalZ',
  'slopeX',
  'slopeZ',
  'foam',
  'phi',
  'bed',
  'depth',
  'qx',
  'qz',
  'openness',
]

/** Depth below which water counts as dry by default [cells]. */
const DRY_CELLS = 1e-4

/** The surface of a frame. */
export interface SurfaceState {
  /** Elevation [m]. */
  readonly height: Float32Array
  /** Horizontal displacement of the water from its cell, along x and z [m]; of an ocean. */
  readonly shift: readonly [Float32Array, Float32Array] | undefined
  readonly normals: Triple
  /** Velocity of the water [m/s]. The vertical one is undefined where no field gives it. */
  readonly velocity: readonly [Float32Array, Float32Array | undefined, Float32Array] | undefined
  /** Fraction of the surface that is covered by foam. */
  readonly foam: Float32Array | undefined
  /** Elevation of the ground [m]. */
  readonly bed: Float32Array | undefined
  /** Depth of the water [m]. */
  readonly depth: Float32Array | undefined
  /** Open fraction of each cell: 1 water, 0 solid. */
  readonly openness: Float32Array | undefined
}

/**
 * Reads the surface of a frame.
 *
 * @param run The run.
 * @param layout Where its values lie.
 * @param frame A frame with the fields of {@link SURFACE_FIELDS} that the solver has.
 * @returns The quantities that its fields give.
 */
export async function surfaceOf(run: RunInfo, layout: SurfaceLayout, frame: Frame): Promise<SurfaceState> {
  const read = async (name: string) => (name in run.fields ? await frame.values(name) : undefined)
  const height = await frame.values('eta')
  const [openness, bed, depth] = [await read('openness'), await read('bed'), await read('depth')]
  const [dx, dz] = [await read('dx'), await read('dz')]
  return {
    height,
    shift: dx && dz && [dx, dz],
    normals: await normalsOf(height, openness, layout, read),
    velocity: await velocityOf(run, layout, { openness, depth }, read),
    foam: await read('foam'),
    bed,
    depth,
    openness,
  }
}

/** Depth up to which a cell counts as dry [m]. */
export function dryDepth({ scene }: Pick<RunInfo, 'scene'>): number {
  return ('dryDepth' in scene.solver && scene.solver.dryDepth) || DRY_CELLS * scene.grid.cellSize
}

type Read = (name: string) => Promise<Float32Array | undefined>

/** The solver's own normals; otherwise from its slopes; otherwise from the elevations. */
async function normalsOf(
  height: Float32Array,
  openness: Float32Array | undefined,
  layout: SurfaceLayout,
  read: Read,
): Promise<Triple> {
  const [x, y, z] = [await read('normalX'), await read('normalY'), await read('normalZ')]
  if (x && y && z) return [x, y, z]
  const [alongX, alongZ] = [await read('slopeX'), await read('slopeZ')]
  return alongX && alongZ ? normalsFromSlopes(alongX, alongZ) : normalsFromHeights(height, layout, openness)
}

/** Discharge over depth, or the gradient of the potential. */
async function velocityOf(
  run: RunInfo,
  layout: SurfaceLayout,
  { openness, depth }: Pick<SurfaceState, 'openness' | 'depth'>,
  read: Read,
): Promise<SurfaceState['velocity']> {
  const [qx, qz] = [await read('qx'), await read('qz')]
  if (qx && qz && depth) return flowVelocity(run, layout, qx, qz, depth, openness)
  const phi = await read('phi')
  return phi && [slopes(phi, layout, 'x', openness), undefined, slopes(phi, layout, 'z', openness)]
}

function flowVelocity(
  run: RunInfo,
  layout: SurfaceLayout,
  qx: Float32Array,
  qz: Float32Array,
  depth: Float32Array,
  openness: Float32Array | undefined,
): SurfaceState['velocity'] {
  // Kass and Miller's discharges lie on the faces after each cell; with every nth cell recorded, the faces before the cells are missing.
  const onFaces = run.scene.solver.type === 'kass-miller'
  if (onFaces && layout.stride > 1) return undefined
  const [atX, outX] = onFaces ? fromFaces(qx, layout, 'x') : [qx, slopes(qx, layout, 'x', openness)]
  const [atZ, outZ] = onFaces ? fromFaces(qz, layout, 'z') : [qz, slopes(qz, layout, 'z', openness)]
  const dry = dryDepth(run)
  const over = (q: Float32Array) => q.map((value, cell) => (depth[cell]! > dry ? value / depth[cell]! : 0))
  const rise = depth.map((water, cell) => (water > dry ? -(outX[cell]! + outZ[cell]!) : 0))
  return [over(atX), rise, over(atZ)]
}

/** Mean and slope at the centres, of values on the faces after each cell. Before a wall nothing flows. */
function fromFaces(
  values: Float32Array,
  { x, z, cellSize }: SurfaceLayout,
  along: 'x' | 'z',
): [mean: Float32Array, slope: Float32Array] {
  const [axis, step] = along === 'x' ? [x, 1] : [z, x.count]
  const before = values.map((_, cell) => {
    const at = along === 'x' ? cell % x.count : Math.floor(cell / x.count)
    return at > 0 ? values[cell - step]! : axis.wraps ? values[cell + (axis.count - 1) * step]! : 0
  })
  return [
    values.map((after, cell) => (before[cell]! + after) / 2),
    values.map((after, cell) => (after - before[cell]!) / cellSize),
  ]
}
