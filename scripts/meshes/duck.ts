// A rubber duck, 28 cm from tail to beak: body, wings, tail, head and beak melted into one.

import { contour } from './contour.js'
import { ball, blend, ellipsoid, flattened, mirrored, taper } from './distance.js'
import { simplify } from './simplify.js'
import type { TriangleMesh } from './triangle-mesh.js'
import type { Color } from './write-glb.js'

/** Few, because the water has to cut all of them along its grid in every step, of fifty ducks. */
const TRIANGLES = 340
/** Width of the cubes in which its surface is looked for [m]. */
const PITCH = 0.0065

const YELLOW: Color = [255, 176, 8]
const ORANGE: Color = [240, 70, 4]
const BLACK: Color = [6, 6, 8]

const body = ellipsoid([-0.008, 0.02, 0], [0.118, 0.07, 0.09])
const tail = taper([-0.075, 0.045, 0], [-0.14, 0.1, 0], 0.042, 0.009)
const wing = mirrored(ellipsoid([-0.03, 0.045, 0.08], [0.062, 0.036, 0.02], -0.25))
const head = ball([0.045, 0.13, 0], 0.062)
const beak = ellipsoid([0.11, 0.118, 0], [0.036, 0.012, 0.03], 0.2)
const eye = mirrored(ball([0.085, 0.15, 0.036], 0.0095))

const feathers = blend(blend(blend(flattened(body, -0.042, 0.03), tail, 0.04), wing, 0.012), head, 0.045)
/** Eyes are small, and noticed first. */
const importance = (x: number, y: number, z: number) => (Math.abs(eye(x, y, z)) < 0.004 ? 60 : 1)
const solid = blend(blend(feathers, beak, 0.008), eye, 0.002)

export function duck(): { mesh: TriangleMesh; colors: Color[] } {
  const mesh = simplify(contour(solid, [-0.17, -0.07, -0.12], [0.17, 0.21, 0.12], PITCH), TRIANGLES, importance)
  const { vertices, triangles } = mesh
  const colors: Color[] = []
  for (let k = 0; k < triangles.length; k += 3) {
    const middle = [0, 1, 2].map(
      (axis) => [0, 1, 2].reduce((sum, c) => sum + vertices[3 * triangles[k + c]! + axis]!, 0) / 3,
    ) as [number, number, number]
    const skin = feathers(...middle)
    colors.push(eye(...middle) < skin ? BLACK : beak(...middle) < skin ? ORANGE : YELLOW)
  }
  return { mesh, colors }
}
