/** Density of water [kg/m³]. */
export const WATER_DENSITY = 1000

/** Factor from degrees to radians. */
export const RADIANS_PER_DEGREE = Math.PI / 180
