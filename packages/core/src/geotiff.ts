// The entry `seiche/geotiff`: elevation models. It is separate so that only its users need the library geotiff.

export type { Elevation, ReadElevation } from './files/elevation.js'
export { readGeotiff } from './files/geotiff.js'
