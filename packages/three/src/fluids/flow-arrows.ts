import type { Flow } from 'seiche'
import { attribute, Fn, modelViewMatrix, positionGeometry, uniform, varying, vec4 } from 'three/tsl'
import {
  BufferAttribute,
  type ColorRepresentation,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  type MeshBasicNodeMaterial,
  type Node,
  Sphere,
  type UniformNode,
  Vector3,
} from 'three/webgpu'
import { type ColorMap, type ColorMapName, colorMapOf } from '../shared/color-map.js'
import { projectedNearer, towardsEye } from '../shared/towards-eye.js'
import { unlitMaterial } from '../shared/unlit-material.js'
import { ValueRange } from '../shared/value-range.js'
import type { SliceAt } from './fluid-slice.js'
import { type CellValues, type FluidBox, hasField, readBox, readValues } from './fluid-source.js'

/** Options of {@link FlowArrows}. */
export interface FlowArrowsOptions {
  /** Cells between arrows, a whole number. Default: 24 arrows along the longest side, 12 in a volume. */
  spacing?: number
  /** Length of the longest arrows [m]. Default: 1.33 times their distance, since few arrows are that long. */
  length?: number
  /** Speeds of the shortest and the longest arrows, and of the first and the last colour [m/s]. Default: from 0 to the highest speed, which is followed over time. */
  range?: readonly [low: number, high: number]
  /** Colour map of the speed. Default `lagoon`. */
  map?: ColorMap | ColorMapName
  /** One colour for all, instead of `map`. */
  color?: ColorRepresentation
  /** One plane of a 3-D fluid. Default: the whole volume. */
  slice?: SliceAt
}

/** Outline of an arrow of length 1 from tail to tip: position along it, and half width. */
const outline = [
  [-0.5, 0.035],
  [0.16, 0.07],
  [0.08, 0.21],
  [0.5, 0],
] as const
/** Shortest arrow of moving fluid, in parts of the longest. */
const shortest = 0.08
const fill = 1.33

/**
 * Velocity arrows at the centres of cells, turned towards the camera.
 *
 * Call `update()` after the fluid has changed.
 *
 * @example
 * ```ts
 * const arrows = new FlowArrows(sim, { spacing: 4, color: 'white' })
 * scene.add(arrows)
 * arrows.update() // after each step
 * ```
 */
export class FlowArrows extends Mesh<InstancedBufferGeometry, MeshBasicNodeMaterial> {
  override readonly type: string = 'FlowArrows'
  /** Speeds of the shortest and the longest arrows [m/s]. */
  readonly range: ValueRange
  /** Length of the longest arrows [m]. */
  readonly length: UniformNode<'float', number>
  readonly #fluid: Flow
  readonly #box: FluidBox
  /** Cells with arrows: i, j, k of each. */
  readonly #cells: Uint32Array
  readonly #velocities: InstancedBufferAttribute
  readonly #map: { map: ColorMap; own: boolean } | undefined

  /**
   * @param fluid Simulation of a fluid, or arrays.
   * @param options Spacing, length and colours.
   * @throws RangeError if `spacing` is not a whole number of at least 1, or if the velocities do not fit the cells.
   */
  constructor(fluid: Flow, options: FlowArrowsOptions = {}) {
    const box = readBox(fluid)
    const sliced = options.slice !== undefined || box.cells[2] === 1
    const spacing = options.spacing ?? Math.max(1, Math.round(Math.max(...box.cells) / (sliced ? 24 : 12)))
    if (!(Number.isInteger(spacing) && spacing >= 1))
      throw new RangeError(`spacing must be a whole number of cells of at least 1, got ${spacing}`)
    const cells = cellsWithArrows(box, spacing, options.slice)
    const count = cells.length / 3
    const velocities = new InstancedBufferAttribute(new Float32Array(3 * count), 3)
    const material = unlitMaterial('arrows')
    super(arrows(box, cells, velocities, options.slice), material)
    this.name = 'flow arrows'
    this.count = count
    this.#fluid = fluid
    this.#box = box
    this.#cells = cells
    this.#velocities = velocities
    if (options.color === undefined) this.#map = colorMapOf(options.map ?? 'lagoon')
    else material.color.set(options.color)
    this.range = new ValueRange(options.range)
    this.length = uniform(options.length ?? fill * spacing * box.cellSize)
    this.#look()
    this.update()
  }

  #look(): void {
    const place = attribute<'vec3'>('place', 'vec3')
    const velocity = attribute<'vec3'>('velocity', 'vec3')
    const { low, high } = this.range
    const part = velocity.length().sub(low).div(high.sub(low)) as Node<'float'>
    this.material.vertexNode = Fn(() => {
      const middle = modelViewMatrix.mul(vec4(place, 1)).xyz.toVar()
      // The object may be rotated and scaled; arrows rotate and scale with it.
      const shown = modelViewMatrix.mul(vec4(velocity, 0)).xyz.toVar()
      const along = shown.div(shown.length().max(1e-20)).toVar()
      const side = along.cross(towardsEye(middle)).toVar()
      const across = side.div(side.length().max(1e-12))
      const scale = modelViewMatrix.mul(vec4(1, 0, 0, 0)).xyz.length()
      const size = part.clamp(shortest, 1).mul(this.length).mul(scale)
      const corner = along.mul(positionGeometry.x).add(across.mul(positionGeometry.y)).mul(size)
      return projectedNearer(middle.add(corner))
    })()
    if (this.#map) this.material.colorNode = this.#map.map.color(varying(part))
  }

  /** Uploads the present velocities. */
  update(): void {
    const velocities = this.#velocities.array as Float32Array
    const components = ['u', 'v', 'w'].map((name) =>
      name === 'w' && this.#box.cells[2] === 1 ? undefined : readValues(this.#fluid, name, this.#box),
    )
    const open = hasField(this.#fluid, 'open') ? readValues(this.#fluid, 'open', this.#box) : undefined
    let fastest = 0
    for (let arrow = 0; arrow < this.count; arrow++) {
      const at = 3 * arrow
      const [i, j, k] = [this.#cells[at]!, this.#cells[at + 1]!, this.#cells[at + 2]!]
      const free = open === undefined || valueAt(open, i, j, k) > 0.5
      let squares = 0
      for (let axis = 0; axis < 3; axis++) {
        const component = components[axis]
        const value = component && free ? valueAt(component, i, j, k) : 0
        velocities[at + axis] = value
        squares += value * value
      }
      fastest = Math.max(fastest, squares)
    }
    this.#velocities.needsUpdate = true
    this.range.include(0, Math.sqrt(fastest))
  }

  /** Frees geometry, material and textures on the graphics device. A {@link ColorMap} that was passed in stays. */
  override dispose(): void {
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
    if (this.#map?.own) this.#map.map.dispose()
  }
}

function valueAt({ data, origin, steps, ahead }: CellValues, i: number, j: number, k: number): number {
  const at = origin + i * steps[0] + j * steps[1] + k * steps[2]
  return ahead === 0 ? data[at]! : 0.5 * (data[at]! + data[at + ahead]!)
}

/** Cells at the given spacing along each axis, with equal margins at both ends. */
function cellsWithArrows({ cells, cellSize }: FluidBox, spacing: number, slice: SliceAt | undefined): Uint32Array {
  const sliced = slice ? 'xyz'.indexOf(slice.axis) : -1
  const lines = cells.map((count, axis) => {
    if (axis === sliced) return [Math.min(count - 1, Math.max(0, Math.floor(slice!.at / cellSize + count / 2)))]
    const along = Math.max(1, Math.floor(count / spacing))
    const first = Math.floor((count - (along - 1) * spacing - 1) / 2)
    return Array.from({ length: along }, (_, n) => first + n * spacing)
  }) as [number[], number[], number[]]
  return Uint32Array.from(lines[2].flatMap((k) => lines[1].flatMap((j) => lines[0].flatMap((i) => [i, j, k]))))
}

function arrows(
  { cells, cellSize, size }: FluidBox,
  chosen: Uint32Array,
  velocities: InstancedBufferAttribute,
  slice: SliceAt | undefined,
): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry()
  const corners = outline.flatMap(([along, half]) => [along, half, 0, along, -half, 0])
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(corners), 3))
  // The shaft, and the head as one triangle.
  geometry.setIndex([0, 1, 2, 2, 1, 3, 4, 5, 6])
  const places = Float32Array.from(chosen, (cell, at) => (cell + 0.5 - cells[at % 3]! / 2) * cellSize)
  if (slice) {
    const axis = 'xyz'.indexOf(slice.axis)
    for (let at = axis; at < places.length; at += 3) places[at] = slice.at
  }
  geometry.setAttribute('place', new InstancedBufferAttribute(places, 3))
  geometry.setAttribute('velocity', velocities)
  geometry.instanceCount = chosen.length / 3
  geometry.boundingSphere = new Sphere(new Vector3(), Math.hypot(...size))
  return geometry
}
