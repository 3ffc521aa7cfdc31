/** Density of water [kg/m³]. */
export const RHO = 1000
