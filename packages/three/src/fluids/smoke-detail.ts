// Detail of smoke finer than its cells: the place at which the density is looked up is displaced by a noise that moves with the flow.
//
// The displacement is the curl of a random potential, so it has no divergence: it folds the smoke without making more or less of it, even
// smoke stays even, and no density exceeds that of the cells. The noise is carried by the flow for some cells, then it begins anew;
// two copies in alternation, each faded out when it begins, hide that (F. Neyret, "Advected textures", SCA 2003).

import type { Flow } from 'seiche'
import { Fn, float, texture3D, uniform, vec3 } from 'three/tsl'
import {
  ClampToEdgeWrapping,
  Data3DTexture,
  type Node,
  RepeatWrapping,
  RGBAFormat,
  UnsignedByteType,
} from 'three/webgpu'
import { hashToUnit } from '../shared/hash.js'
import { interpolated } from '../shared/texture-filters.js'
import { type FluidBox, readValues } from './fluid-source.js'

/** Texels of the noise along each side, and of its coarsest lattice. */
const [side, lattice] = [32, 4]
/** Length of a period of the noise [cells of the flow]. */
const period = 11
/** Greatest displacement [cells of the flow]. */
const reach = 2
/** Cells that the fastest flow carries the noise before it begins anew. */
const carried = 5

/** The displacement of a volume of smoke, on the graphics device. */
export class SmokeDetail {
  /** Velocity relative to the fastest, in bytes about 128. */
  readonly velocityTexture: Data3DTexture
  readonly noiseTexture: Data3DTexture
  /** Strength, 0 to 1. */
  readonly strength
  readonly #box: FluidBox
  /** Time within a period of the alternation, 0 to 1. */
  readonly #phase = uniform(0)

  constructor(box: FluidBox, strength: number) {
    this.#box = box
    this.strength = uniform(strength)
    const [nx, ny, nz] = box.cells
    this.velocityTexture = volume(new Uint8Array(4 * nx * ny * nz).fill(128), box.cells, 'flow of smoke')
    this.noiseTexture = volume(curlNoise(), [side, side, side], 'detail of smoke')
    const { noiseTexture } = this
    noiseTexture.wrapS = noiseTexture.wrapT = noiseTexture.wrapR = RepeatWrapping
    noiseTexture.needsUpdate = true
  }

  /** Takes the present flow, `passed` seconds later. */
  update(flow: Flow, passed: number): void {
    const box = this.#box
    const [nx, ny, nz] = box.cells
    const bytes = this.velocityTexture.image.data as unknown as Uint8Array
    const [u, v, w] = [readValues(flow, 'u', box), readValues(flow, 'v', box), readValues(flow, 'w', box)]
    const at = ({ data, origin, steps, ahead }: typeof u, i: number, j: number, k: number): number => {
      const from = origin + i * steps[0] + j * steps[1] + k * steps[2]
      return ahead === 0 ? data[from]! : 0.5 * (data[from]! + data[from + ahead]!)
    }
    let fastest = 1e-9
    for (let k = 0; k < nz; k++)
      for (let j = 0; j < ny; j++)
        for (let i = 0; i < nx; i++)
          fastest = Math.max(fastest, Math.abs(at(u, i, j, k)), Math.abs(at(v, i, j, k)), Math.abs(at(w, i, j, k)))
    const scale = 127 / fastest
    for (let k = 0, to = 0; k < nz; k++)
      for (let j = 0; j < ny; j++)
        for (let i = 0; i < nx; i++, to += 4) {
          bytes[to] = 128.5 + scale * at(u, i, j, k)
          bytes[to + 1] = 128.5 + scale * at(v, i, j, k)
          bytes[to + 2] = 128.5 + scale * at(w, i, j, k)
        }
    this.velocityTexture.needsUpdate = true
    this.#phase.value = (this.#phase.value + (passed * fastest) / (carried * box.cellSize)) % 1
  }

  /** Displacement of a place, both in parts of the box, 0 to 1. */
  displacement(place: Node<'vec3'>): Node<'vec3'> {
    const [nx, ny, nz] = this.#box.cells
    const cells = vec3(nx, ny, nz)
    return Fn(() => {
      const inPeriods = place.mul(cells).div(period).toVar()
      const flow = texture3D(this.velocityTexture)
        .sample(place)
        .level(float(0))
        .xyz.mul(255)
        .sub(128)
        .div(127)
        .mul(carried / period)
        .toVar()
      const copy = (offset: number): Node<'vec3'> => {
        const age = this.#phase.add(offset).fract().toVar()
        const noise = texture3D(this.noiseTexture)
          .sample(inPeriods.sub(flow.mul(age.sub(0.5))).add(0.37 * offset))
          .level(float(0))
          .xyz.mul(2)
          .sub(1)
        return noise.mul(age.mul(2).sub(1).abs().oneMinus())
      }
      return copy(0).add(copy(0.5)).mul(this.strength.mul(reach)).div(cells)
    })()
  }

  dispose(): void {
    this.velocityTexture.dispose()
    this.noiseTexture.dispose()
  }
}

/** Curl of a periodic random potential of two octaves, in bytes about 128; its greatest component has the length 1. */
function curlNoise(): Uint8Array {
  const count = side ** 3
  const potential = [0, 1, 2].map((axis) => {
    const values = new Float32Array(count)
    for (const [cells, weight] of [
      [lattice, 1],
      [2 * lattice, 0.55],
    ] as const)
      addValueNoise(values, cells, weight, 7 * axis + cells)
    return values
  })
  const at = (axis: number, i: number, j: number, k: number): number =>
    potential[axis]![((k & (side - 1)) * side + (j & (side - 1))) * side + (i & (side - 1))]!
  const curl = new Float32Array(3 * count)
  let most = 0
  for (let k = 0, to = 0; k < side; k++)
    for (let j = 0; j < side; j++)
      for (let i = 0; i < side; i++, to += 3) {
        const ddx = (axis: number) => at(axis, i + 1, j, k) - at(axis, i - 1, j, k)
        const ddy = (axis: number) => at(axis, i, j + 1, k) - at(axis, i, j - 1, k)
        const ddz = (axis: number) => at(axis, i, j, k + 1) - at(axis, i, j, k - 1)
        curl[to] = ddy(2) - ddz(1)
        curl[to + 1] = ddz(0) - ddx(2)
        curl[to + 2] = ddx(1) - ddy(0)
        most = Math.max(most, Math.abs(curl[to]!), Math.abs(curl[to + 1]!), Math.abs(curl[to + 2]!))
      }
  const bytes = new Uint8Array(4 * count)
  for (let texel = 0; texel < count; texel++)
    for (let axis = 0; axis < 3; axis++) bytes[4 * texel + axis] = 128 + (127 * curl[3 * texel + axis]!) / most
  return bytes
}

/** Adds random values on a periodic lattice, with smooth transitions between them. */
function addValueNoise(values: Float32Array, cells: number, weight: number, salt: number): void {
  const smooth = (t: number): number => t * t * t * (t * (6 * t - 15) + 10)
  const value = (i: number, j: number, k: number): number =>
    hashToUnit((i % cells) + cells * (j % cells), k % cells, salt)
  const mixed = (a: number, b: number, t: number): number => a + t * (b - a)
  for (let k = 0, to = 0; k < side; k++)
    for (let j = 0; j < side; j++)
      for (let i = 0; i < side; i++, to++) {
        const [x, y, z] = [(i * cells) / side, (j * cells) / side, (k * cells) / side]
        const [a, b, c] = [Math.floor(x), Math.floor(y), Math.floor(z)]
        const [r, s, t] = [smooth(x - a), smooth(y - b), smooth(z - c)]
        const row = (dj: number, dk: number) => mixed(value(a, b + dj, c + dk), value(a + 1, b + dj, c + dk), r)
        values[to]! += weight * mixed(mixed(row(0, 0), row(1, 0), s), mixed(row(0, 1), row(1, 1), s), t)
      }
}

function volume(data: Uint8Array, cells: FluidBox['cells'], name: string): Data3DTexture {
  const made = interpolated(new Data3DTexture(data, ...cells), name)
  made.format = RGBAFormat
  made.type = UnsignedByteType
  made.wrapS = made.wrapT = made.wrapR = ClampToEdgeWrapping
  return made
}
