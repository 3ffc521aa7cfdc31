import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, RGBAFormat } from 'three/webgpu'
import { chance } from './noise-texture.js'

/** Texels along each side, and pebbles. */
const [side, pebbles] = [512, 26]

let made: DataTexture | undefined

/**
 * A bed of pebbles as a periodic texture: their light from 0 in the gaps to 1 on top, and a random number for each, both as 0 to 255. A pebble
 * is the region that is nearer to its middle than to that of any other (Worley 1996).
 */
export function pebbleTexture(): DataTexture {
  made ??= makePebbles()
  return made
}

function makePebbles(): DataTexture {
  const bytes = new Uint8Array(4 * side * side)
  for (let j = 0; j < side; j++)
    for (let i = 0; i < side; i++) {
      const { edge, pebble } = nearestPebble((i / side) * pebbles, (j / side) * pebbles)
      // Round at the edges, and darker where mud has settled between the stones.
      const round = Math.min(1, edge / 0.3)
      const light = 0.4 + 0.6 * Math.sqrt(round * (2 - round))
      bytes.set([255 * light, 127.5 * (1 + chance(pebble)), 0, 255], 4 * (j * side + i))
    }
  const texture = new DataTexture(bytes, side, side, RGBAFormat)
  texture.name = 'pebbles'
  texture.wrapS = texture.wrapT = RepeatWrapping
  texture.magFilter = LinearFilter
  texture.minFilter = LinearMipmapLinearFilter
  texture.generateMipmaps = true
  texture.needsUpdate = true
  return texture
}

/** The pebble at a place, and the distance from its edge, both in pebbles along a side. */
function nearestPebble(x: number, y: number): { edge: number; pebble: number } {
  let [nearest, second, pebble] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]
  for (let row = Math.floor(y) - 1; row <= Math.floor(y) + 1; row++)
    for (let column = Math.floor(x) - 1; column <= Math.floor(x) + 1; column++) {
      const inside = (k: number): number => (k + pebbles) % pebbles
      const seed = 3 * (inside(column) + pebbles * inside(row))
      const distance = Math.hypot(column + 0.5 + 0.4 * chance(seed) - x, row + 0.5 + 0.4 * chance(seed + 1) - y)
      second = Math.min(second, Math.max(nearest, distance))
      if (distance >= nearest) continue
      nearest = distance
      pebble = seed + 2
    }
  return { edge: (second - nearest) / 2, pebble }
}
