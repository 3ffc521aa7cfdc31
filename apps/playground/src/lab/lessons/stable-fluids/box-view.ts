// How the box is seen, by the worker that marches rays and by the page that draws the rest.

import { type Camera, cameraOf } from '../../figures/camera.js'

/** Half the side of the picture, and the angle from above, by dimension. */
export function cameraFor(dimension: 2 | 3, turn: number): Camera {
  return dimension === 3 ? cameraOf(turn, 18, 0.8) : cameraOf(0, 0, 0.52)
}

/** Extents of the box [m]; a flat one is a cell deep. */
export const boxOf = (dimension: 2 | 3, n: number): [number, number, number] => [1, 1, dimension === 3 ? 1 : 1 / n]
