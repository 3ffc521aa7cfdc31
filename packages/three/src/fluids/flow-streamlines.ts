import {
  attribute,
  cameraProjectionMatrix,
  Fn,
  float,
  fract,
  modelViewMatrix,
  positionGeometry,
  smoothstep,
  uniform,
  varying,
  vec4,
} from 'three/tsl'
import {
  BufferAttribute,
  BufferGeometry,
  Mesh,
  type MeshBasicNodeMaterial,
  type Node,
  Sphere,
  type UniformNode,
} from 'three/webgpu'
import { type ColorMap, type ColorMapName, colorMapOf } from '../shared/color-map.js'
import { pixelAt, towardsEye } from '../shared/towards-eye.js'
import { unlitMaterial } from '../shared/unlit-material.js'
import { uploadUsed } from '../shared/used-part.js'
import { ValueRange } from '../shared/value-range.js'

/** Streamlines as points; `Streamlines` of the package `seiche` fits. */
export interface StreamlinesLike {
  /** x, y, z of each point [m], line after line. */
  readonly positions: Float32Array
  /** Speed at each point [m/s]. */
  readonly speeds: Float32Array
  /** Index of the first point of each line, followed by the number of all points. */
  readonly starts: readonly number[]
}

/** Options of {@link FlowStreamlines}. */
export interface FlowStreamlinesOptions {
  /** Width of a line [m]. Default: 1/160 of the extent of the first lines. */
  width?: number
  /** Colour map of the speed. Default `lagoon`. */
  map?: ColorMap | ColorMapName
  /** Speeds of the first and the last colour [m/s]. Default: from 0 to the highest speed, which is followed over time. */
  range?: readonly [low: number, high: number]
  /** Distance between bright pulses on a line [m]. Default: 40 widths. */
  pulses?: number
  /** Frequency at which pulses advance by their distance [1/s]. Default 0.5; 0 is a still picture. */
  pace?: number
}

/** Extent of the lines, and distance between pulses, in line widths. */
const widthsInExtent = 160
const widthsInPulse = 40
/** Used part of the colour map begins here: the first colours are too dark for dark backgrounds. */
const dimmest = 0.22

/**
 * Streamlines as tubes with pulses that run along them.
 *
 * Call `update()` after the lines have changed. GPU buffers grow by doubling.
 *
 * @example
 * ```ts
 * const lines = new Streamlines().update(sim)
 * const tubes = new FlowStreamlines(lines, { pace: 1 })
 * scene.add(tubes)
 * tubes.update(1 / 60) // in each frame, with the time since the last one [s]
 * ```
 */
export class FlowStreamlines extends Mesh<BufferGeometry, MeshBasicNodeMaterial> {
  override readonly type: string = 'FlowStreamlines'
  /** Width of a line [m]. */
  readonly width: UniformNode<'float', number>
  /** Distance between pulses [m]. */
  readonly pulses: UniformNode<'float', number>
  /** Number of distances by which the pulses have advanced, modulo 1. */
  readonly phase: UniformNode<'float', number> = uniform(0)
  /** Speeds of the first and the last colour [m/s]. */
  readonly range: ValueRange
  /** Frequency at which pulses advance by their distance [1/s]. */
  pace: number
  readonly #map: { map: ColorMap; own: boolean }
  #lines: StreamlinesLike

  /**
   * @param lines Streamlines; their number may change.
   * @param options Width, colours and pulses.
   */
  constructor(lines: StreamlinesLike, options: FlowStreamlinesOptions = {}) {
    const material = unlitMaterial('streamlines')
    super(roomFor(Math.max(2, lines.speeds.length)), material)
    this.name = 'streamlines'
    this.#lines = lines
    this.#map = colorMapOf(options.map ?? 'lagoon')
    this.range = new ValueRange(options.range)
    this.pace = options.pace ?? 0.5
    this.width = uniform(1)
    this.pulses = uniform(1)
    this.#look()
    this.update()
    const extent = 2 * (this.geometry.boundingSphere?.radius ?? 1)
    this.width.value = options.width ?? extent / widthsInExtent
    this.pulses.value = options.pulses ?? widthsInPulse * this.width.value
  }

  #look(): void {
    const along = attribute<'vec3'>('along', 'vec3')
    /** Edge of the ribbon, -1 or 1; speed [m/s]; distance from the start [m]; the same relative to the length of the line. */
    const ribbon = attribute<'vec4'>('ribbon', 'vec4')
    this.material.vertexNode = Fn(() => {
      const middle = modelViewMatrix.mul(vec4(positionGeometry, 1)).xyz.toVar()
      const direction = modelViewMatrix.mul(vec4(along, 0)).xyz.toVar()
      const scale = direction.length()
      const side = direction.cross(towardsEye(middle)).toVar()
      const ends = ribbon.w.mul(float(1).sub(ribbon.w)).mul(4).max(0).pow(0.35)
      const half = this.width.mul(0.5).mul(scale).mul(ends).max(pixelAt(middle).mul(0.6))
      const edge = middle.add(side.div(side.length().max(1e-12)).mul(ribbon.x).mul(half))
      return cameraProjectionMatrix.mul(vec4(edge, 1))
    })()
    const { low, high } = this.range
    const part = varying(ribbon.y.sub(low).div(high.sub(low)) as Node<'float'>)
    const across = varying(ribbon.x)
    const distance = varying(ribbon.z)
    this.material.colorNode = Fn(() => {
      const color = this.#map.map.color(part.mul(1 - dimmest).add(dimmest))
      // The brightness of a tube grows with the cosine between its normal and the direction to the camera.
      const round = float(1).sub(across.mul(across)).max(0).sqrt()
      const wave = fract(distance.div(this.pulses).sub(this.phase))
      // Pulses have a sharp front and a long tail behind it.
      const pulse = smoothstep(0.15, 0.97, wave).mul(smoothstep(1, 0.97, wave))
      return color.mul(round.mul(0.65).add(0.35)).mul(pulse.mul(0.75).add(0.55))
    })()
  }

  /**
   * Uploads the present lines and advances the pulses.
   * @param seconds Time since the last update [s].
   * @param lines Other lines to draw from now on.
   */
  update(seconds = 0, lines: StreamlinesLike = this.#lines): void {
    this.#lines = lines
    const points = lines.speeds.length
    const room = this.geometry.getAttribute('position').count / 2
    if (points > room) {
      // A new geometry: the renderer frees the old buffers when their geometry is disposed of.
      this.geometry.dispose()
      this.geometry = roomFor(Math.max(points, 2 * room))
    }
    const corners = this.#write(lines)
    this.geometry.setDrawRange(0, corners)
    // WebGPU warns of empty draw calls.
    this.count = corners > 0 ? 1 : 0
    let fastest = 0
    for (let p = 0; p < points; p++) fastest = Math.max(fastest, lines.speeds[p]!)
    this.range.include(0, fastest)
    this.phase.value = (this.phase.value + this.pace * seconds) % 1
  }

  #write({ positions, speeds, starts }: StreamlinesLike): number {
    const buffer = (name: string) => (this.geometry.getAttribute(name) as BufferAttribute).array as Float32Array
    const [position, along, ribbon] = [buffer('position'), buffer('along'), buffer('ribbon')]
    const index = this.geometry.index!.array as Uint32Array
    let corners = 0
    let farthest = 0
    for (let line = 0; line + 1 < starts.length; line++) {
      const [first, end] = [starts[line]!, starts[line + 1]!]
      let distance = 0
      for (let p = first; p < end; p++) {
        const [before, after] = [Math.max(first, p - 1), Math.min(end - 1, p + 1)]
        const dx = positions[3 * after]! - positions[3 * before]!
        const dy = positions[3 * after + 1]! - positions[3 * before + 1]!
        const dz = positions[3 * after + 2]! - positions[3 * before + 2]!
        const length = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1
        if (p > first) distance += length / (after - before)
        const [x, y, z] = [positions[3 * p]!, positions[3 * p + 1]!, positions[3 * p + 2]!]
        for (let vertex = 2 * p; vertex < 2 * p + 2; vertex++) {
          position[3 * vertex] = x
          position[3 * vertex + 1] = y
          position[3 * vertex + 2] = z
          along[3 * vertex] = dx / length
          along[3 * vertex + 1] = dy / length
          along[3 * vertex + 2] = dz / length
          ribbon[4 * vertex] = vertex === 2 * p ? -1 : 1
          ribbon[4 * vertex + 1] = speeds[p]!
          ribbon[4 * vertex + 2] = distance
          ribbon[4 * vertex + 3] = (p - first) / Math.max(1, end - 1 - first)
        }
        farthest = Math.max(farthest, x * x + y * y + z * z)
        if (p + 1 < end) {
          index.set([2 * p, 2 * p + 1, 2 * p + 2, 2 * p + 2, 2 * p + 1, 2 * p + 3], corners)
          corners += 6
        }
      }
    }
    for (const name of ['position', 'along', 'ribbon'])
      uploadUsed(this.geometry.getAttribute(name) as BufferAttribute, speeds.length * 2)
    uploadUsed(this.geometry.index!, corners)
    const sphere = (this.geometry.boundingSphere ??= new Sphere())
    sphere.center.set(0, 0, 0)
    sphere.radius = Math.sqrt(farthest)
    return corners
  }

  /** Frees geometry, material and textures on the graphics device. A {@link ColorMap} that was passed in stays. */
  override dispose(): void {
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
    if (this.#map.own) this.#map.map.dispose()
  }
}

function roomFor(points: number): BufferGeometry {
  const geometry = new BufferGeometry()
  const buffer = (array: Float32Array | Uint32Array, size: number) => new BufferAttribute(array, size)
  geometry.setAttribute('position', buffer(new Float32Array(6 * points), 3))
  geometry.setAttribute('along', buffer(new Float32Array(6 * points), 3))
  geometry.setAttribute('ribbon', buffer(new Float32Array(8 * points), 4))
  geometry.setIndex(buffer(new Uint32Array(6 * points), 1))
  return geometry
}
