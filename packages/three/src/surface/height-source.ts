import type { CascadeTile } from '../ocean/sea-source.js'

/** Heights on a regular grid, as an engine keeps them: rows along x, padded if it likes. Structural, so no engine is imported. */
export interface HeightSource {
  /** Cells along x. */
  readonly nx: number
  /** Cells along z. */
  readonly nz: number
  /** Side of a cell [m]. */
  readonly cellSize: number
  /** Elements from one row to the next; `nx` when rows are packed. */
  readonly stride: number
  /** Index of the first cell in `data`. */
  readonly offset: number
  /** Heights above rest [m]; cell (i, j) is `data[offset + j * stride + i]`. */
  readonly data: Float32Array
}

/** What `WaterSurface` needs of a simulation; `Simulation` of the package `seiche` fits. */
export interface SimulationLike {
  readonly grid: { readonly nx: number; readonly nz: number; readonly cellSize: number }
  /**
   * Names of the fields there are. `openness` among them tells where solid ground is; `dx` and `dz` how far the water has moved
   * sideways; `foam` or `breaking` where it is white; `slopeX_0` and so on are the tiles of an ocean; `bed`, `depth`, `qx` and
   * `qz` are those of water over ground.
   */
  readonly fieldNames?: readonly string[]
  /** Simulated time [s]. */
  readonly time?: number
  /** Settings of the solver tell the ratio of an ocean's tiles and where its foam begins. */
  readonly scene?: { readonly solver: object }
  field(name: string): { readonly stride: number; readonly offset: number; readonly data: Float32Array }
}

/** Heights packed without gaps, e.g. received from a worker. `data` may be replaced between updates. */
export interface CompactHeights {
  nx: number
  nz: number
  /** Side of a cell [m]. */
  cellSize: number
  /** Heights above rest [m], row-major, `nz` rows of `nx`. */
  data: Float32Array
  /** How open each cell is, 1 water, 0 solid; packed like `data`. Absent: water everywhere. */
  openness?: Float32Array
  /** How far the water of each cell has moved along x and z [m]; packed like `data`. With them the grid repeats. */
  dx?: Float32Array
  dz?: Float32Array
  /** Share of each cell under foam [1]; packed like `data`. */
  foam?: Float32Array
  /** Instead of `foam`: height of crests over the greatest that stands [1]. */
  breaking?: Float32Array
  /** Elevation of the ground [m], and depth of the water on it [m], 0 on dry land; packed like `data`. */
  bed?: Float32Array
  depth?: Float32Array
  /** Discharge along x and z per width [m²/s]; packed like `data`. */
  qx?: Float32Array
  qz?: Float32Array
  /** Tiles of an ocean, from the largest on; packed like `data`. */
  cascades?: readonly CascadeTile[]
  /** Simulated time [s], for foam that lasts. */
  time?: number
}

/** Anything a surface can show. */
export type WaterInput = SimulationLike | HeightSource | CompactHeights

function isSimulation(input: WaterInput): input is SimulationLike {
  return 'grid' in input && typeof input.field === 'function'
}

function requireWhole(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1)
    throw new RangeError(`${name} must be a whole number of at least 1, got ${value}`)
}

/**
 * The heights of `input` as they are now. Call it again for each use: an engine may move its memory when it grows, which
 * leaves views taken earlier empty.
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

/** How open each cell of `input` is, packed; undefined when it is water everywhere. */
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
