// Water for `WebGLRenderer` and for any other material: plain textures instead of nodes.

import { BufferAttribute, BufferGeometry, DataTexture, HalfFloatType, LinearFilter, RedFormat, RGBAFormat } from 'three'
import { copyCells } from '../ground/ground-source.js'
import { readSea } from '../ocean/sea-source.js'
import { replaceNonFinite } from '../shared/finite-values.js'
import { toHalf } from '../shared/half-float.js'
import { meshSegments } from '../shared/segments.js'
import { readHeightSource, type WaterInput } from './height-source.js'

/** Options of {@link WaterTextures}. */
export interface WaterTexturesOptions {
  /** Field of the simulation that is the height. Default `eta`. */
  field?: string
}

/**
 * Height, normal and foam of a water surface as plain textures, for three's `WebGLRenderer`, its standard materials and shaders of one's
 * own. They are half floats or bytes, which every device filters. Texture coordinates of the cell (i, j) are ((i + ½) / nx, (j + ½) / nz): u along x
 * and v along z, as in `geometry()`.
 *
 * @example
 * ```ts
 * import { WaterTextures } from '@seiche/three/textures'
 * import { Mesh, MeshStandardMaterial, ObjectSpaceNormalMap } from 'three'
 *
 * const textures = new WaterTextures(sim)
 * const material = new MeshStandardMaterial({ color: 0x1b6f8a, roughness: 0.1, displacementMap: textures.height, normalMap: textures.normal, normalMapType: ObjectSpaceNormalMap })
 * const water = new Mesh(textures.geometry(), material)
 * sim.step()
 * textures.update()
 * ```
 */
export class WaterTextures {
  /** Height above rest [m], in the red channel: a `displacementMap`. Half floats. */
  readonly height: DataTexture
  /**
   * Unit normal in the space of the surface, y up, from (-1, 1) to (0, 1): a `normalMap` with `ObjectSpaceNormalMap`. Of 8 bits; it is
   * computed from the full heights, so that calm water has no steps.
   */
  readonly normal: DataTexture
  /** Share of each cell under foam [1], in the red channel; undefined for water without foam. Bytes. */
  readonly foam: DataTexture | undefined
  /** Extent along x and z [m]. */
  readonly extent: readonly [number, number]
  readonly #input: WaterInput
  readonly #fieldName: string
  readonly #cellSize: number
  readonly #heights: Float32Array

  /**
   * @param input Simulation, or a grid of heights.
   * @param options Field of the heights.
   * @throws RangeError if the heights do not fit the grid.
   */
  constructor(input: WaterInput, options: WaterTexturesOptions = {}) {
    this.#input = input
    this.#fieldName = options.field ?? 'eta'
    const { nx, nz, cellSize } = readHeightSource(input, this.#fieldName)
    this.#cellSize = cellSize
    this.extent = [nx * cellSize, nz * cellSize]
    this.#heights = new Float32Array(nx * nz)
    const cells = nx * nz
    this.height = filtered(new DataTexture(new Uint16Array(cells), nx, nz, RedFormat, HalfFloatType), 'water height')
    this.normal = filtered(new DataTexture(new Uint8Array(4 * cells), nx, nz, RGBAFormat), 'water normal')
    if (readSea(input).foam)
      this.foam = filtered(new DataTexture(new Uint8Array(cells), nx, nz, RedFormat), 'water foam')
    this.#writeNormals()
    this.update()
  }

  /**
   * Uploads the present heights, normals and foam. Water that has not changed is not uploaded again.
   * @throws RangeError if the heights do not fit the grid.
   */
  update(): void {
    const { width: nx, height: nz } = this.height.image
    const source = readHeightSource(this.#input, this.#fieldName)
    if (source.nx !== nx || source.nz !== nz)
      throw new RangeError(`the textures were made for ${nx} x ${nz} cells and cannot show ${source.nx} x ${source.nz}`)
    if (copyCells(source, nx, this.#heights)) {
      replaceNonFinite(this.#heights, nx, 'the height of the water')
      const halves = this.height.image.data as Uint16Array
      for (let cell = 0; cell < halves.length; cell++) halves[cell] = toHalf(this.#heights[cell]!)
      this.height.needsUpdate = true
      this.#writeNormals()
    }
    if (this.foam) this.#writeFoam(this.foam)
  }

  /** Central differences, one-sided at the edges: slopes of the heights between neighbouring cells. */
  #writeNormals(): void {
    const { width: nx, height: nz, data } = this.normal.image
    const target = data as Uint8Array
    const heights = this.#heights
    for (let j = 0, cell = 0; j < nz; j++) {
      const [north, south] = [j > 0 ? -nx : 0, j < nz - 1 ? nx : 0]
      const acrossZ = this.#cellSize * Math.max(1, (south - north) / nx)
      for (let i = 0; i < nx; i++, cell++) {
        const [west, east] = [i > 0 ? -1 : 0, i < nx - 1 ? 1 : 0]
        const x = (heights[cell + west]! - heights[cell + east]!) / (this.#cellSize * Math.max(1, east - west))
        const z = (heights[cell + north]! - heights[cell + south]!) / acrossZ
        const half = 127.5 / Math.sqrt(x * x + 1 + z * z)
        target[4 * cell] = 128 + x * half
        target[4 * cell + 1] = 128 + half
        target[4 * cell + 2] = 128 + z * half
        target[4 * cell + 3] = 255
      }
    }
    this.normal.needsUpdate = true
  }

  #writeFoam(texture: DataTexture): void {
    const { foam } = readSea(this.#input)
    if (!foam) return
    const { width: nx, data } = texture.image
    const target = data as Uint8Array
    const steepness = 255 / (foam.covers - foam.begins)
    for (let cell = 0; cell < target.length; cell++) {
      const i = cell % nx
      const value = foam.data[foam.offset + ((cell - i) / nx) * foam.stride + i]! - foam.begins
      target[cell] = Math.min(255, Math.max(0, value * steepness + 0.5))
    }
    texture.needsUpdate = true
  }

  /**
   * A level mesh of the size of the water, in the xz plane, centred on the origin, with the texture coordinates of these textures.
   * @param segments Quads along x and z. Default: one per cell, at most 256 in each direction.
   * @returns The geometry, which the caller disposes of.
   */
  geometry(segments?: number | [number, number]): BufferGeometry {
    const { width: nx, height: nz } = this.height.image
    const [columns, rows] = meshSegments(nx, nz, segments)
    const [width, depth] = this.extent
    const count = (columns + 1) * (rows + 1)
    const [positions, normals, uvs] = [
      new Float32Array(3 * count),
      new Float32Array(3 * count),
      new Float32Array(2 * count),
    ]
    const corners: number[] = []
    for (let j = 0, vertex = 0; j <= rows; j++)
      for (let i = 0; i <= columns; i++, vertex++) {
        const [u, v] = [i / columns, j / rows]
        positions.set([(u - 0.5) * width, 0, (v - 0.5) * depth], 3 * vertex)
        normals[3 * vertex + 1] = 1
        uvs.set([u, v], 2 * vertex)
        if (i === columns || j === rows) continue
        const below = vertex + columns + 1
        corners.push(vertex, below, vertex + 1, below, below + 1, vertex + 1)
      }
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(positions, 3))
    geometry.setAttribute('normal', new BufferAttribute(normals, 3))
    geometry.setAttribute('uv', new BufferAttribute(uvs, 2))
    geometry.setIndex(corners)
    return geometry
  }

  /** Frees the textures on the graphics device. */
  dispose(): void {
    for (const texture of [this.height, this.normal, this.foam]) texture?.dispose()
  }
}

function filtered(texture: DataTexture, name: string): DataTexture {
  texture.name = name
  texture.magFilter = texture.minFilter = LinearFilter
  texture.generateMipmaps = false
  texture.unpackAlignment = 1
  texture.needsUpdate = true
  return texture
}
