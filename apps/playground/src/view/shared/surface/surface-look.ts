// The look of a surface in the 3-D view: its water, flat water with the same normals, or a quantity in colors; and arrows of the flow.

import { ColorMap, type WaterSurface } from '@seiche/three'
import { Fn, float, positionGeometry, texture, varying, vec2, vec3 } from 'three/tsl'
import {
  ClampToEdgeWrapping,
  DataTexture,
  Group,
  LinearFilter,
  MirroredRepeatWrapping,
  type Node,
  RedFormat,
  RepeatWrapping,
  UnsignedByteType,
} from 'three/webgpu'
import {
  initialSurfaceDisplay,
  isBright,
  isQuantity,
  mapOf,
  type SurfaceDisplay,
} from '../../../session/display/surface-display.js'
import type { WaterPoint } from '../../../tools/water-point.js'
import type { SimulationInfo } from '../../../worker/protocol.js'
import type { ViewFrame } from '../../view.js'
import { SurfaceArrows } from './surface-arrows.js'
import { SurfaceValues } from './surface-values.js'

/** Continuation of a quantity beyond the grid, as that of the surface. */
const wrappings = { continue: ClampToEdgeWrapping, repeat: RepeatWrapping, mirror: MirroredRepeatWrapping } as const
/** Direction of the light that models waves under the colors, and its strength. */
const [reliefLight, relief] = [vec3(-0.5, 0.75, -0.43), 0.5]

export class SurfaceLook extends Group {
  readonly values: SurfaceValues
  readonly #surface: WaterSurface
  readonly #info: SimulationInfo
  readonly #water: Pick<WaterSurface['material'], 'colorNode' | 'positionNode' | 'opacityNode'>
  readonly #texture: DataTexture
  readonly #bytes: Uint8Array
  #display: SurfaceDisplay = initialSurfaceDisplay
  #map: ColorMap | undefined
  #arrows: SurfaceArrows | undefined
  #frame: ViewFrame | undefined

  constructor(surface: WaterSurface, info: SimulationInfo, edges: keyof typeof wrappings = 'continue') {
    super()
    this.name = 'surface look'
    const { nx, nz } = info.grid
    this.values = new SurfaceValues(info)
    this.#surface = surface
    this.#info = info
    const { colorNode, positionNode, opacityNode } = surface.material
    this.#water = { colorNode, positionNode, opacityNode }
    this.#bytes = new Uint8Array(nx * nz)
    // The color map has 256 colors: a byte for each cell is enough, and every device interpolates bytes.
    this.#texture = new DataTexture(this.#bytes, nx, nz, RedFormat, UnsignedByteType)
    this.#texture.minFilter = this.#texture.magFilter = LinearFilter
    this.#texture.wrapS = this.#texture.wrapT = wrappings[edges]
    this.#texture.unpackAlignment = 1
    this.#texture.needsUpdate = true
  }

  /** Lowest and highest value in colors; undefined where there are no colors. */
  get range(): readonly [number, number] | undefined {
    return isQuantity(this.#display.look) ? this.values.range : undefined
  }

  /** The quantity in colors at a point; undefined where there are no colors. */
  valueAt(at: WaterPoint): number | undefined {
    return isQuantity(this.#display.look) ? this.values.valueAt(at) : undefined
  }

  setDisplay(display: SurfaceDisplay): void {
    const before = this.#display
    this.#display = display
    this.values.setDisplay(display)
    if (display.look !== before.look || mapOf(display) !== mapOf(before)) this.#dress(display)
    if (display.arrows && !this.#arrows) this.add((this.#arrows = new SurfaceArrows(this.#info.grid)))
    if (!this.#arrows) return
    this.#arrows.visible = display.arrows
    this.#arrows.material.color.set(isBright(display) ? 0x141a24 : 0xffffff)
  }

  /** Gives the material the nodes of a look. */
  #dress(display: SurfaceDisplay): void {
    const { material } = this.#surface
    this.#map?.dispose()
    this.#map = isQuantity(display.look) ? new ColorMap(mapOf(display)) : undefined
    material.colorNode = this.#map ? this.#colors(this.#map) : this.#water.colorNode
    material.opacityNode = this.#map ? float(1) : this.#water.opacityNode
    material.positionNode = display.look === 'normals' ? positionGeometry : this.#water.positionNode
    material.needsUpdate = true
  }

  #colors(map: ColorMap): Node<'vec3'> {
    const { nx, nz, cellSize } = this.#info.grid
    const { heightField } = this.#surface
    return Fn(() => {
      const place = varying(positionGeometry.xz)
      const uv = place.div(vec2(nx * cellSize, nz * cellSize)).add(0.5)
      const shade = heightField.normal(place).dot(reliefLight.normalize())
      // Level water keeps the colors of the map.
      const level = reliefLight.y.div(reliefLight.length())
      return map.color(texture(this.#texture, uv).level(float(0)).x).mul(shade.sub(level).mul(relief).add(1))
    })()
  }

  setOpenness(openness: Float32Array): void {
    this.values.setOpenness(openness)
  }

  setFrame(frame: ViewFrame): void {
    this.#frame = frame
    const isReady = this.values.update(frame)
    if (!isReady) return
    if (isQuantity(this.#display.look)) this.#write()
    if (this.#display.arrows) this.#turnArrows()
  }

  #write(): void {
    const [low, high] = this.values.range
    const factor = 255 / (high - low || 1)
    for (let cell = 0; cell < this.#bytes.length; cell++)
      this.#bytes[cell] = Math.min(255, Math.max(0, (this.values.values[cell]! - low) * factor))
    this.#texture.needsUpdate = true
  }

  #turnArrows(): void {
    const heights = this.#frame?.heights
    const scale = this.#surface.heightScale.value
    this.#arrows?.update(this.values, (cell) => scale * (heights?.[cell] ?? 0), this.#surface.scale)
  }

  override dispose(): void {
    super.dispose()
    this.#texture.dispose()
    this.#map?.dispose()
    this.#arrows?.dispose()
  }
}
