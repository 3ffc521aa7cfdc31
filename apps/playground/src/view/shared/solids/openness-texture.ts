import type { Grid } from 'seiche'
import { float, texture, uniform, vec2 } from 'three/tsl'
import { ClampToEdgeWrapping, DataTexture, LinearFilter, type Node, RedFormat, UnsignedByteType } from 'three/webgpu'

/** The openness of cells for shaders: 1 water, 0 solid, interpolated between the cells. */
export class OpennessTexture {
  /** 1 if any cell is solid, else 0. */
  readonly solids = uniform(0)
  readonly #texture: DataTexture
  readonly #bytes: Uint8Array
  readonly #extent: Node<'vec2'>

  /** `width` and `length`: extents of the drawn grid along x and z [m]. */
  constructor({ nx, nz }: Grid, width: number, length: number) {
    this.#bytes = new Uint8Array(nx * nz).fill(255)
    this.#texture = new DataTexture(this.#bytes, nx, nz, RedFormat, UnsignedByteType)
    this.#texture.minFilter = LinearFilter
    this.#texture.magFilter = LinearFilter
    this.#texture.wrapS = ClampToEdgeWrapping
    this.#texture.wrapT = ClampToEdgeWrapping
    this.#texture.unpackAlignment = 1
    this.#texture.needsUpdate = true
    this.#extent = vec2(width, length)
  }

  set(openness: Float32Array): void {
    let solids = 0
    for (let cell = 0; cell < openness.length; cell++) {
      const open = openness[cell]!
      if (open < 1) solids = 1
      this.#bytes[cell] = Math.round(open * 255)
    }
    this.solids.value = solids
    this.#texture.needsUpdate = true
  }

  /** Openness at a point (x, z) [m]. */
  at(place: Node<'vec2'>): Node<'float'> {
    return texture(this.#texture, place.div(this.#extent).add(0.5)).level(float(0)).x
  }

  dispose(): void {
    this.#texture.dispose()
  }
}
