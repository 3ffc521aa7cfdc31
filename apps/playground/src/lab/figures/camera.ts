// A camera without perspective around the middle of a box of one metre, y up.

/** x, y and z. */
export type Triple = readonly [number, number, number]

export interface Camera {
  /** Directions of the picture's x and y, and the one towards the eye; each of length 1. */
  right: Triple
  up: Triple
  toward: Triple
  /** Half the side of the picture [m]. */
  reach: number
}

/** A camera that is turned about the vertical and looks down by an angle, both in degrees. */
export function cameraOf(turn: number, down: number, reach: number): Camera {
  const [t, d] = [(turn * Math.PI) / 180, (down * Math.PI) / 180]
  const [ct, st, cd, sd] = [Math.cos(t), Math.sin(t), Math.cos(d), Math.sin(d)]
  return { right: [ct, 0, st], up: [sd * st, cd, -sd * ct], toward: [-st * cd, sd, ct * cd], reach }
}

export function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
