import type { Mesh, Node } from 'three/webgpu'
import type { WaterSurface } from '../surface/water-surface.js'

/** Elevation of the water in the cell around a point, in the water's own units: without its factor on heights [m]. */
export function levelAt({ extent, heightTexture }: WaterSurface, x: number, z: number): number {
  const { width: nx, height: nz, data } = heightTexture.image as { width: number; height: number; data: Float32Array }
  return data[cellOf(z / extent[1], nz) * nx + cellOf(x / extent[0], nx)]!
}

/** The same in a shader, between cells. */
export function levelNode({ heightField }: WaterSurface, place: Node<'vec2'>): Node<'float'> {
  return heightField.height(place).div(heightField.heightScale)
}

function cellOf(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor((share + 0.5) * count)))
}

/** Puts a cloud where the water is; heights are drawn by the same factor. */
export function followWater(cloud: Mesh, { position, scale, heightScale }: WaterSurface): void {
  cloud.position.copy(position)
  cloud.scale.copy(scale)
  cloud.scale.y *= heightScale.value
}
