import { DataTexture, RedFormat } from 'three/webgpu'
import { hashToUnit } from './hash.js'
import { repeated } from './texture-filters.js'

/** Texels along each side. */
const side = 128

/**
 * A periodic texture of the walls between bubbles of three sizes, bright where foam lasts longest. The wall between two cells of a
 * Voronoi diagram is where the distances to the two nearest points are equal (Worley 1996). Values are ranks from 0 to 1, so the
 * part of the texture above 1 - c is c.
 */
export function createFoamNoise(): DataTexture {
  const values = new Float32Array(side * side)
  for (const [bubbles, weight] of [
    [6, 0.5],
    [13, 0.32],
    [29, 0.18],
  ] as const)
    addWalls(values, bubbles, weight)
  const order = Uint32Array.from(values.keys()).sort((a, b) => values[a]! - values[b]!)
  const bytes = new Uint8Array(side * side)
  order.forEach((texel, rank) => {
    bytes[texel] = Math.floor((256 * rank) / order.length)
  })
  const noise = repeated(new DataTexture(bytes, side, side, RedFormat), 'foam noise')
  noise.needsUpdate = true
  return noise
}

function addWalls(values: Float32Array, bubbles: number, weight: number): void {
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const [x, y] = [((column + 0.5) / side) * bubbles, ((row + 0.5) / side) * bubbles]
      let [nearest, second] = [9, 9]
      for (let j = Math.floor(y) - 1; j <= Math.floor(y) + 1; j++)
        for (let i = Math.floor(x) - 1; i <= Math.floor(x) + 1; i++) {
          const [a, b] = [wrapped(i, bubbles), wrapped(j, bubbles)]
          const [dx, dy] = [i + hashToUnit(a, b, bubbles) - x, j + hashToUnit(b, a, bubbles + 57) - y]
          const distance = Math.sqrt(dx * dx + dy * dy)
          if (distance < nearest) [nearest, second] = [distance, nearest]
          else if (distance < second) second = distance
        }
      values[row * side + column]! += weight * (1 - Math.min(1, second - nearest))
    }
}

function wrapped(index: number, count: number): number {
  return (index + count) % count
}
