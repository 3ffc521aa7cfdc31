import { float, texture, vec2 } from 'three/tsl'
import { ClampToEdgeWrapping, DataTexture, LinearFilter, type Node, RedFormat, UnsignedByteType } from 'three/webgpu'
import type { Opened } from '../worker/protocol.js'

/** Points at which a ray towards the sun is tested. */
const samples = 6

/** Which rays of the sun are stopped by the solid things in the water; they are taken to be as high as the rim. */
export class ObstacleShadow {
  readonly #openness: DataTexture
  readonly #extent: [number, number]

  constructor({ grid }: Opened, matte: Float32Array) {
    const bytes = Uint8Array.from(matte, (open) => Math.round(open * 255))
    this.#openness = new DataTexture(bytes, grid.nx, grid.nz, RedFormat, UnsignedByteType)
    this.#openness.minFilter = LinearFilter
    this.#openness.magFilter = LinearFilter
    this.#openness.wrapS = ClampToEdgeWrapping
    this.#openness.wrapT = ClampToEdgeWrapping
    this.#openness.unpackAlignment = 1
    this.#openness.needsUpdate = true
    this.#extent = [grid.nx * grid.cellSize, grid.nz * grid.cellSize]
  }

  /** Share of the light that passes along the line from `start` to `end`, both (x, z) [m]. */
  passing(start: Node<'vec2'>, end: Node<'vec2'>): Node<'float'> {
    const way = end.sub(start).toVar()
    let open: Node<'float'> = float(1)
    for (let k = 1; k <= samples; k++) {
      const place = start.add(way.mul(k / samples))
      const uv = place.div(this.#size()).add(0.5)
      open = open.min(texture(this.#openness, uv).level(float(0)).x)
    }
    return open
  }

  dispose(): void {
    this.#openness.dispose()
  }

  #size(): Node<'vec2'> {
    return vec2(...this.#extent)
  }
}
