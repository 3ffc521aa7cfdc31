export { useWater, Water, type WaterHandle, type WaterProps } from './water.js'
export type { WaterScene } from './water-simulation.js'
