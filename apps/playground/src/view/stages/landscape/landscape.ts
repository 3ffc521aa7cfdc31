// Water over ground: a block of earth with lakes and rivers on it, as a model stands on a floor of stone.

import { type CompactHeights, GroundSurface, type SunPrint, WaterSurface } from '@seiche/three'
import { float, positionGeometry, positionWorld, varying, vec2 } from 'three/tsl'
import {
  Group,
  MathUtils,
  type Mesh,
  type Node,
  type NodeMaterial,
  type Ray,
  Ray as Sight,
  Vector3,
} from 'three/webgpu'
import type { WaterPoint } from '../../../tools/water-point.js'
import type { SimulationInfo } from '../../../worker/protocol.js'
import { type BasinSize, roundLength } from '../../shared/basin.js'
import type { Lighting } from '../../shared/lighting.js'
import { Obstacles } from '../../shared/obstacles.js'
import { OpennessTexture } from '../../shared/openness-texture.js'
import { landPaletteFor } from '../../shared/palette.js'
import { makePaving } from '../../shared/paving.js'
import { SurfaceCursor } from '../../shared/surface-cursor.js'

/** How high solids rise over ground and water, in parts of the extent. */
const wallHeight = 0.025
/** Thickness of the earth below the lowest ground, in parts of the extent. */
const thickness = 0.035

/** Everything that shows a simulation with a bed. */
export class Landscape extends Group {
  readonly ground: GroundSurface
  readonly water: WaterSurface
  readonly cursor: SurfaceCursor
  readonly size: BasinSize
  readonly #info: SimulationInfo
  readonly #lighting: Lighting
  readonly #input: CompactHeights & { bed: Float32Array; depth: Float32Array }
  readonly #obstacles: Obstacles
  readonly #openness: OpennessTexture
  readonly #floor: Mesh
  #fresh = true

  /** `size`: what the grid is drawn over; a channel one cell wide is drawn wider. `print`: the shadow of what floats. */
  constructor(info: SimulationInfo, size: BasinSize, lighting: Lighting, print?: SunPrint) {
    super()
    this.name = 'landscape'
    const { nx, nz, cellSize } = info.grid
    const cells = (): Float32Array => new Float32Array(nx * nz)
    const reach = Math.max(size.width, size.length)
    this.size = size
    this.#info = info
    this.#lighting = lighting
    this.#input = { nx, nz, cellSize, data: cells(), bed: cells(), depth: cells() }
    for (const name of ['qx', 'qz', 'foam'] as const)
      if (info.surfaceFieldNames.includes(name)) this.#input[name] = cells()
    const { sky } = lighting
    this.ground = new GroundSurface(this.#input, {
      sky,
      light: (normal, sun, open) =>
        lighting.overland(normal, print ? sun.mul(print.light(positionWorld, float(0.0015 * reach))) : sun, open),
      thickness: thickness * reach,
    })
    this.water = new WaterSurface(this.#input, { sky, ground: this.ground })
    const scale = vec2(size.width / (nx * cellSize), size.length / (nz * cellSize))
    for (const part of [this.ground, this.water])
      part.scale.set(size.width / (nx * cellSize), 1, size.length / (nz * cellSize))
    this.#openness = new OpennessTexture(info.grid, size.width, size.length)
    // Inside solids there is no water to see.
    const open = this.#openness.at(varying(positionGeometry.xz).mul(scale)).greaterThan(0.3)
    const wet = this.water.material.maskNode as Node<'bool'>
    this.water.material.maskNode = wet.and(open)

    const bed = (place: Node<'vec2'>): Node<'float'> => this.ground.heightField.height(place.div(scale))
    const onTop = (place: Node<'vec2'>): Node<'float'> =>
      bed(place).add(this.water.grounded!.depthField.height(place.div(scale)).max(0))
    const top = (place: Node<'vec2'>): Node<'float'> => onTop(place).add(wallHeight * reach)
    const light = (_: Node<'vec3'>, normal: Node<'vec3'>): Node<'vec3'> => lighting.outdoors(normal)
    const walls: BasinSize = { ...size, depth: 0, rim: wallHeight * reach }
    this.#obstacles = new Obstacles(info.grid, walls, { light }, lighting, this.#openness, { bottom: bed, top })
    this.cursor = new SurfaceCursor(onTop, this.#openness, top)
    this.#floor = makePaving(lighting, {
      reach,
      level: 0,
      footprint: [size.width / 2, size.length / 2],
      slab: 8 * roundLength(reach / 26),
    })
    this.add(this.ground, this.water, this.#obstacles, this.cursor, this.#floor)
  }

  /** Whether it can show another simulation as it is; then it begins anew with the next frame. */
  takeOver({ grid, surfaceFieldNames, hasTerrain, hasBodies }: SimulationInfo): boolean {
    const own = this.#info
    const [asked, built] = [
      [grid, surfaceFieldNames, hasBodies],
      [own.grid, own.surfaceFieldNames, own.hasBodies],
    ]
    if (!hasTerrain || JSON.stringify(asked) !== JSON.stringify(built)) return false
    this.#fresh = true
    return true
  }

  setBed(bed: Float32Array): void {
    this.#input.bed.set(bed)
  }

  /** Takes over a frame; tells whether it is the first one of a simulation. */
  setFrame(fields: Float32Array | undefined, time = 0): boolean {
    const { grid, surfaceFieldNames } = this.#info
    const cells = grid.nx * grid.nz
    if (fields)
      for (const [at, name] of surfaceFieldNames.entries())
        if (name === 'depth' || name === 'qx' || name === 'qz' || name === 'foam')
          this.#input[name]?.set(fields.subarray(at * cells, (at + 1) * cells))
    this.#input.time = time
    const first = this.#fresh
    this.#fresh = false
    if (first) this.ground.reset()
    this.#update()
    return first
  }

  setOpenness(openness: Float32Array): void {
    this.#openness.set(openness)
    this.#obstacles.setOpenness(openness)
    this.water.setMatte(this.#openness.solids.value > 0 ? openness.slice() : undefined)
    this.#update()
  }

  setHeightScale(scale: number): void {
    this.ground.heightScale.value = scale
    this.#update()
  }

  followTheme(dark: boolean): void {
    const palette = landPaletteFor(dark)
    this.#lighting.setPalette(palette)
    this.water.material.waterColor.value.copy(palette.waterColor)
    this.water.material.crestColor.value.copy(palette.crestColor)
    // The sun stands elsewhere: so do the shadows.
    this.#update()
  }

  /** Lowest and highest place that is drawn [m]. */
  get range(): [low: number, high: number] {
    const { bed, depth, base, heightScale } = this.ground
    const highest = bed.reduce((most, height, cell) => Math.max(most, height + depth[cell]!), Number.NEGATIVE_INFINITY)
    return [base, highest * heightScale.value]
  }

  /** Where a line of sight meets ground or water; undefined where it passes by. */
  pick(sight: Ray): WaterPoint | undefined {
    this.ground.updateWorldMatrix(true, false)
    const local = new Sight().copy(sight).applyMatrix4(this.ground.matrixWorld.clone().invert())
    const hit = this.ground.meet(local, new Vector3())
    return hit ? [hit.x, hit.z] : undefined
  }

  /** Height of what is on top at this moment [m], at the cell of a point. */
  surfaceSampler(): (at: WaterPoint) => number {
    const { nx, nz, cellSize } = this.#info.grid
    const { bed, depth } = this.ground
    const top = bed.map((height, cell) => height + depth[cell]!)
    return ([x, z]) => {
      const i = MathUtils.clamp(Math.floor(x / cellSize + nx / 2), 0, nx - 1)
      const j = MathUtils.clamp(Math.floor(z / cellSize + nz / 2), 0, nz - 1)
      return top[j * nx + i]!
    }
  }

  override dispose(): void {
    super.dispose?.()
    for (const part of [this.ground, this.water, this.#obstacles, this.cursor, this.#openness]) part.dispose()
    this.#floor.geometry.dispose()
    ;(this.#floor.material as NodeMaterial).dispose()
  }

  #update(): void {
    this.ground.update()
    this.water.update()
    this.#floor.position.y = this.ground.base
  }
}
