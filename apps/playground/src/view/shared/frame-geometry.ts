import { BufferGeometry, Float32BufferAttribute } from 'three/webgpu'

/** Corners of a rectangle, counterclockwise as seen from above. */
const corners = [
  [-1, -1],
  [-1, 1],
  [1, 1],
  [1, -1],
] as const

/**
 * A level rectangle that faces upwards, with a rectangular hole in its middle. Sides along x and z [m]; without `hole` it has none.
 */
export function frameGeometry(
  outer: [x: number, z: number],
  height: number,
  hole?: [x: number, z: number],
): BufferGeometry {
  const around = ([x, z]: [x: number, z: number]) => corners.flatMap(([a, b]) => [(a * x) / 2, height, (b * z) / 2])
  // Without a hole its corners meet in the middle.
  const positions = [...around(outer), ...around(hole ?? [0, 0])]
  const sides = [0, 1, 2, 3].flatMap((corner) => {
    const next = (corner + 1) % 4
    return [corner, next, 4 + next, corner, 4 + next, 4 + corner]
  })
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3))
  geometry.setAttribute(
    'normal',
    new Float32BufferAttribute(
      corners.concat(corners).flatMap(() => [0, 1, 0]),
      3,
    ),
  )
  geometry.setIndex(sides)
  return geometry
}
