import { positionGeometry } from 'three/tsl'
import { BufferAttribute, BufferGeometry, type Node } from 'three/webgpu'

/**
 * The four sides of a block under a grid, as a band around it: positions (x, 0 or 1, z) [m, 1 at the upper edge], normals outwards.
 * The segments are those of the surface on top: both meet without gaps.
 */
export function sidesOfBlock(width: number, length: number, alongX: number, alongZ: number): BufferGeometry {
  const positions: number[] = []
  const normals: number[] = []
  const indices: number[] = []
  const side = (
    segments: number,
    from: readonly [number, number],
    to: readonly [number, number],
    normal: readonly [number, number],
  ): void => {
    const first = positions.length / 3
    for (let k = 0; k <= segments; k++) {
      const [x, z] = [from[0] + ((to[0] - from[0]) * k) / segments, from[1] + ((to[1] - from[1]) * k) / segments]
      positions.push(x, 0, z, x, 1, z)
      normals.push(normal[0], 0, normal[1], normal[0], 0, normal[1])
      if (k === segments) continue
      const at = first + 2 * k
      indices.push(at, at + 2, at + 1, at + 1, at + 2, at + 3)
    }
  }
  const [x, z] = [width / 2, length / 2]
  side(alongX, [-x, z], [x, z], [0, 1])
  side(alongZ, [x, z], [x, -z], [1, 0])
  side(alongX, [x, -z], [-x, -z], [0, -1])
  side(alongZ, [-x, -z], [-x, z], [-1, 0])
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3))
  geometry.setAttribute('normal', new BufferAttribute(Float32Array.from(normals), 3))
  geometry.setIndex(indices)
  return geometry
}

/** 0 at the lower edge of a side, 1 at its upper edge. */
export const upwards: Node<'float'> = positionGeometry.y
