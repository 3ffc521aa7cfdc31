/** A point on the water at rest: (x, z) [m], origin in the middle of the pool. */
export type WaterPoint = [x: number, z: number]
