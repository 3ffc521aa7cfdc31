import { DataTexture, HalfFloatType, LinearFilter, RGBAFormat } from 'three/webgpu'
import { type FieldView, toHalf } from '../shared/half-float.js'
import { fieldOf } from './field-of.js'
import type { WaterInput } from './height-source.js'

/** Depth below which a discharge says nothing about the velocity, in parts of a cell [1]. */
const thinnest = 1e-3

/**
 * Velocity of the water at its surface, from the fields that the input has:
 * - over terrain, horizontally, the discharge over the depth: q / d;
 * - in a basin the gradient of the potential: ∂phi/∂x and ∂phi/∂z, central differences, one-sided at the edges. The potential of
 *   `columns` is half a step ahead of the height;
 * - of an ocean the rate of change of the displacement;
 * - vertically the rate of change of the height between two updates.
 * What the input does not have is 0.
 *
 * Half floats: unlike full floats every device filters them.
 */
export class SurfaceVelocity {
  /** Velocity along x, y and z [m/s]. */
  readonly texture: DataTexture
  readonly #input: WaterInput
  readonly #cellSize: number
  /** Height and displacement of the last update, three values for each cell. */
  readonly #before: Float32Array
  #time: number | undefined

  constructor(input: WaterInput, nx: number, nz: number, cellSize: number) {
    this.#input = input
    this.#cellSize = cellSize
    this.#before = new Float32Array(3 * nx * nz)
    this.texture = new DataTexture(new Uint16Array(4 * nx * nz), nx, nz, RGBAFormat, HalfFloatType)
    this.texture.name = 'water velocity'
    this.texture.magFilter = this.texture.minFilter = LinearFilter
    this.texture.needsUpdate = true
  }

  /** Uploads the present velocities. `heights`: the drawn heights [m], packed. */
  write(heights: Float32Array): void {
    const input = this.#input
    const time = input && 'time' in input ? input.time : undefined
    const passed = time !== undefined && this.#time !== undefined ? time - this.#time : 0
    // Without a step nothing moves on; a jump back in time has no velocity.
    if (passed === 0 && this.#time !== undefined) return
    this.#time = time
    const rate = passed > 0 ? 1 / passed : 0
    const { width: nx, height: nz, data } = this.texture.image
    const target = data as Uint16Array
    const [depth, qx, qz] = [fieldOf(input, 'depth'), fieldOf(input, 'qx'), fieldOf(input, 'qz')]
    const [dx, dz] = [fieldOf(input, 'dx'), fieldOf(input, 'dz')]
    const phi = depth ? undefined : fieldOf(input, 'phi')
    const before = this.#before
    for (let j = 0, cell = 0; j < nz; j++)
      for (let i = 0; i < nx; i++, cell++) {
        let [x, z] = [0, 0]
        if (depth && qx && qz) {
          const d = at(depth, i, j)
          const perDepth = d > thinnest * this.#cellSize ? 1 / d : 0
          x = at(qx, i, j) * perDepth
          z = at(qz, i, j) * perDepth
        } else if (dx && dz) {
          x = (at(dx, i, j) - before[3 * cell + 1]!) * rate
          z = (at(dz, i, j) - before[3 * cell + 2]!) * rate
          before[3 * cell + 1] = at(dx, i, j)
          before[3 * cell + 2] = at(dz, i, j)
        } else if (phi) {
          const [west, east] = [Math.max(i - 1, 0), Math.min(i + 1, nx - 1)]
          const [north, south] = [Math.max(j - 1, 0), Math.min(j + 1, nz - 1)]
          if (east > west) x = (at(phi, east, j) - at(phi, west, j)) / ((east - west) * this.#cellSize)
          if (south > north) z = (at(phi, i, south) - at(phi, i, north)) / ((south - north) * this.#cellSize)
        }
        target[4 * cell] = toHalf(x)
        target[4 * cell + 1] = toHalf((heights[cell]! - before[3 * cell]!) * rate)
        target[4 * cell + 2] = toHalf(z)
        before[3 * cell] = heights[cell]!
      }
    this.texture.needsUpdate = true
  }

  dispose(): void {
    this.texture.dispose()
  }
}

const at = ({ data, offset, stride }: FieldView, i: number, j: number): number => data[offset + j * stride + i]!
