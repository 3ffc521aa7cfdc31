/** Density of water [kg/m³]. */
export const WATER_DENSITY = 1000
