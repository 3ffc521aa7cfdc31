/** An elevation model: a map of heights, from its top row (north) down. */
export interface Elevation {
  /** Pixels from west to east. */
  readonly width: number
  /** Pixels from north to south. */
  readonly height: number
  /** Heights [m], row by row. */
  readonly data: Float32Array | Float64Array
  /** Width of a pixel [m]: [west to east, north to south]. */
  readonly pixelSize: readonly [number, number]
  /** Marker for missing data; NaN always is one. */
  readonly noData?: number | undefined
  /** Whether the map is in degrees; `pixelSize` is then valid at its middle latitude only. */
  readonly geographic: boolean
  /** Coordinates of the outer corner of the first pixel, in the units of the map: [easting or longitude, northing or latitude]. */
  readonly corner: readonly [number, number]
  /** Latitude of the middle of a geographic map [degrees]. */
  readonly latitude?: number | undefined
}

/**
 * A function that decodes an elevation model, as {@link createSimulation} takes it. It throws an Error that describes what is wrong with
 * the file.
 */
export type ReadElevation = (bytes: Uint8Array) => Promise<Elevation>
