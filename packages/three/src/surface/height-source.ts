import type { CascadeTile } from '../ocean/sea-source.js'

/** Heights on a regular grid whose rows, along x, may be padded. */
export interface HeightSource {
  /** Cells along x. */
  readonly nx: number
  /** Cells along z. */
  readonly nz: number
  /** Side of a cell [m]. */
  readonly cellSize: number
  /** Distance between rows in `data`; `nx` if they are packed. */
  readonly stride: number
  /** Index of the first cell in `data`. */
  readonly offset: number
  /** Heights above rest [m]; cell (i, j) is `data[offset + j * stride + i]`. */
  readonly data: Float32Array
}

/** The part of a simulation that surfaces read; `Simulation` of the package `seiche` fits. */
export interface SimulationLike {
  /** Cells and their size [m]. */
  readonly grid: { readonly nx: number; readonly nz: number; readonly cellSize: number }
  /**
   * Names of the fields. Used are `openness` (solids), `dx` and `dz` (horizontal displacement), `foam` or `breaking`, `slopeX_0` and
   * so on (tiles of an ocean), and `bed`, `depth`, `qx` and `qz` (water over ground).
   */
  readonly fieldNames?: readonly string[]
  /** Simulated time [s]. */
  readonly time?: number
  /** Settings of the solver, for the ratio of the tiles and the foam thresholds of an ocean. */
  readonly scene?: { readonly solver: object }
  /** A field by name, with the layout of {@link HeightSource}. */
  field(name: string): { readonly stride: number; readonly offset: number; readonly data: Float32Array }
}

/** Heights in packed arrays, for example those that a worker has sent. Arrays may be replaced between updates. */
export interface CompactHeights {
  /** Cells along x. */
  nx: number
  /** Cells along z. */
  nz: number
  /** Side of a cell [m]. */
  cellSize: number
  /** Heights above rest [m], row-major, `nz` rows of `nx`. */
  data: Float32Array
  /**
   * Slopes along x and z [1] for shading, in place of those of the heights: flat water with the normals of waves (bump mapping). Packed
   * like `data`.
   */
  slopeX?: Float32Array
  slopeZ?: Float32Array
  /** Openness of each cell, 1 water, 0 solid; packed like `data`. Absent: water everywhere. */
  openness?: Float32Array
  /** Horizontal displacement along x [m]; packed like `data`. With `dx` and `dz` the grid is periodic. */
  dx?: Float32Array
  /** Horizontal displacement along z [m]. */
  dz?: Float32Array
  /** Part of each cell that is covered by foam [1]; packed like `data`. */
  foam?: Float32Array
  /** Instead of `foam`: height of crests relative to the breaking limit [1]. */
  breaking?: Float32Array
  /** Elevation of the ground [m]; packed like `data`. */
  bed?: Float32Array
  /** Depth of the water on the ground [m], 0 on dry land; packed like `data`. */
  depth?: Float32Array
  /** Discharge per width along x [m²/s]; packed like `data`. */
  qx?: Float32Array
  /** Discharge per width along z [m²/s]. */
  qz?: Float32Array
  /** Tiles of an ocean, largest first; packed like `data`. */
  cascades?: readonly CascadeTile[]
  /** Simulated time [s], by which foam fades and ripples move. */
  time?: number
}

/** Input of `WaterSurface` and `GroundSurface`: a simulation, or heights in arrays. */
export type WaterInput = SimulationLike | HeightSource | CompactHeights

function isSimulation(input: WaterInput): input is SimulationLike {
  return 'grid' in input && typeof input.field === 'function'
}

function requireWhole(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1)
    throw new RangeError(`${name} must be a whole number of at least 1, got ${value}`)
}

/**
 * The present heights of `input`. Call it again for each use: WebAssembly memory that grows detaches earlier views.
 * @throws RangeError if the heights do not fit the grid.
 */
export function readHeightSource(input: WaterInput, fieldName = 'eta'): HeightSource {
  const source: HeightSource = isSimulation(input) ? fromSimulation(input, fieldName) : fromArray(input)
  requireWhole('nx', source.nx)
  requireWhole('nz', source.nz)
  if (!(source.cellSize > 0)) throw new RangeError(`cellSize must be positive, got ${source.cellSize}`)
  const needed = source.offset + (source.nz - 1) * source.stride + source.nx
  if (source.stride < source.nx || source.offset < 0 || source.data.length < needed) {
    throw new RangeError(
      `heights of ${source.nx} x ${source.nz} cells (stride ${source.stride}, offset ${source.offset}) ` +
        `do not fit into ${source.data.length} values`,
    )
  }
  return source
}

/** Slopes for shading, along x and z, where they are not those of the heights: water of solver `waves` with surface "normals". */
export function readSlopes(input: WaterInput): readonly [HeightSource, HeightSource] | undefined {
  if (isSimulation(input)) {
    const solver: { readonly surface?: unknown } = { ...input.scene?.solver }
    return solver.surface === 'normals' ? [fromSimulation(input, 'slopeX'), fromSimulation(input, 'slopeZ')] : undefined
  }
  if (!('slopeX' in input) || !input.slopeX || !input.slopeZ) return undefined
  return [fromArray({ ...input, data: input.slopeX }), fromArray({ ...input, data: input.slopeZ })]
}

/** Openness of each cell of `input`, packed; undefined for water everywhere. */
export function readOpenness(input: WaterInput): Float32Array | undefined {
  if (!isSimulation(input)) return 'openness' in input ? input.openness : undefined
  if (!input.fieldNames?.includes('openness')) return undefined
  const { nx, nz, stride, offset, data } = fromSimulation(input, 'openness')
  const openness = Float32Array.from(
    { length: nx * nz },
    (_, cell) => data[offset + Math.floor(cell / nx) * stride + (cell % nx)]!,
  )
  return openness.some((open) => open < 1) ? openness : undefined
}

function fromSimulation(simulation: SimulationLike, fieldName: string): HeightSource {
  const { nx, nz, cellSize } = simulation.grid
  const { stride, offset, data } = simulation.field(fieldName)
  return { nx, nz, cellSize, stride, offset, data }
}

function fromArray(input: HeightSource | CompactHeights): HeightSource {
  const { nx, nz, cellSize, data } = input
  const padded = 'stride' in input ? input : { stride: nx, offset: 0 }
  return { nx, nz, cellSize, stride: padded.stride, offset: padded.offset, data }
}
