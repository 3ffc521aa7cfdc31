// A volume and the memory layout of its values.

/** Values at the centres of cubic cells. */
export interface Volume {
  /**
   * nx ny nz numbers, x fastest, then y (up), then z; or a field of a simulation, whose ny nz rows of nx are `stride` apart.
   * NaN and infinities are rejected.
   */
  readonly values: Float32Array | Float64Array | ValueRows
  /** Cells along x, y and z. */
  readonly cells: readonly [number, number, number]
  /** Side of a cell [m]. */
  readonly cellSize: number
  /** Corner of the volume with the lowest x, y and z [m]. Default: the middle of the volume is at 0, 0, 0. */
  readonly origin?: readonly [number, number, number]
}

/** Rows of values, which may be padded; `Field` fits. */
export interface ValueRows {
  readonly data: Float32Array | Float64Array
  /** Index of the first value in `data`. */
  readonly offset: number
  /** Distance from one row to the next. */
  readonly stride: number
}

/** The values as rows. Throws a RangeError if they do not fit the cells. */
export function rowsOf({ values, cells, cellSize, origin }: Volume): ValueRows {
  const [nx, ny, nz] = cells
  if (cells.length !== 3 || !cells.every((n) => Number.isInteger(n) && n >= 1))
    throw new RangeError(`cells must be three whole numbers of at least 1, got ${cells.join(', ')}`)
  if (!(cellSize > 0 && Number.isFinite(cellSize)))
    throw new RangeError(`cellSize must be a positive number, got ${cellSize}`)
  if (origin && !origin.every((place) => Number.isFinite(place)))
    throw new RangeError(`origin must be three numbers, got ${origin.join(', ')}`)
  if (!ArrayBuffer.isView(values)) {
    const { data, offset, stride } = values
    if (offset < 0 || stride < nx || offset + (ny * nz - 1) * stride + nx > data.length)
      throw new RangeError(
        `${ny * nz} rows of ${nx}, ${stride} apart from ${offset} on, do not fit into ${data.length} values`,
      )
    return values
  }
  if (values.length !== nx * ny * nz)
    throw new RangeError(`${nx} × ${ny} × ${nz} cells need ${nx * ny * nz} values, got ${values.length}`)
  return { data: values, offset: 0, stride: nx }
}

/** Corner of the volume with the lowest coordinates [m]. */
export function cornerOf({ cells, cellSize, origin }: Volume): readonly [number, number, number] {
  return origin ?? [(-cells[0] * cellSize) / 2, (-cells[1] * cellSize) / 2, (-cells[2] * cellSize) / 2]
}
