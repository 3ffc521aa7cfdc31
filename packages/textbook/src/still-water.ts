/**
 * Still water: blue below a depth.
 *
 * Source: He Wang (王鹤), lecture "Animation & Simulation", slide "Still water and small-amplitude waves", the first of three
 * ways to make a picture of water without simulating it. Each point of the ground that lies below the level of the water
 * is painted blue; every other one keeps its own color:
 *
 *     for all points:  color = ground < level ? blue : land
 *
 * The second way perturbs the normals of a flat surface, the third moves the heights: sinusoids.ts.
 *
 * Known defects, kept as they are on the slide:
 *
 * 1. One blue at every depth: 1 cm of water looks like 100 m. Light in water fades as e^(-depth/d), for red with d about
 *    3 m, for blue more than ten times as far.
 * 2. The test is for each point alone. A hollow below the level is painted blue, though no water can reach it.
 * 3. There is no surface: no reflection, no highlight, no waves.
 */

/** The color of a point: that of water or its own. */
export type StillWaterPixel = 'blue' | 'land'

/** Paints ground of the given elevations [m] that lies below the level of the water [m]. */
export function stillWater(ground: ArrayLike<number>, level: number): StillWaterPixel[] {
  const pixels: StillWaterPixel[] = []
  for (let i = 0; i < ground.length; i++) pixels.push(ground[i]! < level ? 'blue' : 'land')
  return pixels
}
