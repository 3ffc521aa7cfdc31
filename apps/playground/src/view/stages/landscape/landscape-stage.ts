// Water on terrain: a block of earth with lakes and rivers on it, like a model on a stone floor.

import { type CompactHeights, GroundSurface, SunShadow, WaterSurface } from '@seiche/three'
import { float, normalWorldGeometry, positionGeometry, positionWorld, varying, vec2 } from 'three/tsl'
import { type Mesh, type Node, type NodeMaterial, Ray, Vector3 } from 'three/webgpu'
import type { Marks } from '../../../session/instruments.js'
import type { WaterPoint } from '../../../tools/water-point.js'
import type { PlacedSource, SimulationInfo } from '../../../worker/protocol.js'
import {
  type BlockView,
  type CameraLimits,
  type CameraPose,
  type FreeAngles,
  poseOf,
  viewOf,
} from '../../camera-fit.js'
import { type BasinSize, basinSizeOf, isChannel, roundLength } from '../../shared/basin.js'
import { cellIndex } from '../../shared/cell-index.js'
import type { Lighting } from '../../shared/lighting.js'
import { Obstacles } from '../../shared/obstacles.js'
import { OpennessTexture } from '../../shared/openness-texture.js'
import { landPaletteFor } from '../../shared/palette.js'
import { makeFloor, slabs } from '../../shared/paving.js'
import { asShown } from '../../shared/scene-palette.js'
import { SourceMarks } from '../../shared/source-marks.js'
import { SurfaceCursor } from '../../shared/surface-cursor.js'
import { SurfaceLook } from '../../shared/surface-look.js'
import { WaterMarks } from '../../shared/water-marks.js'
import type { BrushCursor, ViewFrame } from '../../view.js'
import { hasBodyLayer, Stage } from '../stage.js'
import { stageKindOf } from '../stage-kind.js'

/** View of a landscape, and of a channel, which is seen from its side. */
const fromAbove: BlockView = { polar: 1.12, azimuth: 0.5, distance: 0.86 }
const fromTheSide: BlockView = { polar: 1.32, azimuth: 0.12, distance: 0.95 }
/** Height of solids above terrain and water, in parts of the extent. */
const wallHeight = 0.025
/** Thickness of the earth below the lowest point of the terrain, in parts of the extent. */
const thickness = 0.035

export class LandscapeStage extends Stage {
  readonly background: Node<'vec3'>
  readonly #terrain: GroundSurface
  readonly #water: WaterSurface
  readonly #cursor: SurfaceCursor
  readonly #sourceMarks: SourceMarks
  readonly #marks: WaterMarks
  readonly #size: BasinSize
  readonly #info: SimulationInfo
  readonly #lighting: Lighting
  readonly #input: CompactHeights & { bed: Float32Array; depth: Float32Array }
  readonly #obstacles: Obstacles
  readonly #openness: OpennessTexture
  readonly #floor: Mesh
  /** Whether the next frame is the first of a simulation. */
  #isFirst = true

  constructor(info: SimulationInfo, lighting: Lighting, quads: number) {
    super()
    this.name = 'landscape'
    const { nx, nz, cellSize } = info.grid
    const size = basinSizeOf(info)
    const cells = (): Float32Array => new Float32Array(nx * nz)
    const reach = Math.max(size.width, size.length)
    this.#size = size
    this.#info = info
    this.#lighting = lighting
    this.#input = { nx, nz, cellSize, data: cells(), bed: cells(), depth: cells() }
    for (const name of ['qx', 'qz', 'foam'] as const)
      if (info.surfaceFieldNames.includes(name)) this.#input[name] = cells()
    const { sky } = lighting
    const shadow = info.hasBodies ? new SunShadow({ extent: [size.width, size.length], sky }) : undefined
    this.background = sky.radiance(normalWorldGeometry)
    this.#terrain = new GroundSurface(this.#input, {
      sky,
      light: (normal, sun, open) =>
        lighting.overland(normal, shadow ? sun.mul(shadow.light(positionWorld, float(0.0015 * reach))) : sun, open),
      thickness: thickness * reach,
      segments: [Math.min(nx, quads), Math.min(nz, quads)],
    })
    this.#water = new WaterSurface(this.#input, { sky, ground: this.#terrain })
    const scale = vec2(size.width / (nx * cellSize), size.length / (nz * cellSize))
    for (const part of [this.#terrain, this.#water])
      part.scale.set(size.width / (nx * cellSize), 1, size.length / (nz * cellSize))
    this.#openness = new OpennessTexture(info.grid, size.width, size.length)
    // No water is drawn inside solids.
    const open = this.#openness.at(varying(positionGeometry.xz).mul(scale)).greaterThan(0.3)
    const wet = this.#water.material.maskNode as Node<'bool'>
    this.#water.material.maskNode = wet.and(open)

    const bed = (place: Node<'vec2'>): Node<'float'> => this.#terrain.heightField.height(place.div(scale))
    const onTop = (place: Node<'vec2'>): Node<'float'> =>
      bed(place).add(this.#water.grounded!.depthField.height(place.div(scale)).max(0))
    const top = (place: Node<'vec2'>): Node<'float'> => onTop(place).add(wallHeight * reach)
    const light = (_: Node<'vec3'>, normal: Node<'vec3'>): Node<'vec3'> => lighting.outdoors(normal)
    const walls: BasinSize = { ...size, depth: 0, rim: wallHeight * reach }
    this.#obstacles = new Obstacles(info.grid, walls, { light }, lighting, this.#openness, { bottom: bed, top })
    this.#cursor = new SurfaceCursor(onTop, this.#openness, top)
    const makeCursor = () => new SurfaceCursor(onTop, this.#openness, top)
    this.#sourceMarks = new SourceMarks(makeCursor)
    this.#marks = new WaterMarks(makeCursor, onTop, Math.max(size.width, size.length))
    this.#floor = makeFloor(lighting, {
      reach,
      level: 0,
      footprint: [size.width / 2, size.length / 2],
      color: (_, blur) => slabs(lighting, 8 * roundLength(reach / 26), blur),
    })
    this.add(this.#terrain, this.#water, this.#obstacles, this.#sourceMarks, this.#marks, this.#cursor, this.#floor)
    this.look = new SurfaceLook(this.#water, info)
    this.add(this.look)
    if (!hasBodyLayer(info)) return
    this.bodyLook = {
      sky,
      water: this.#water,
      light: (_, normal) => lighting.overland(normal, float(1), float(1)),
      shadow,
    }
  }

  canReuse(info: SimulationInfo): boolean {
    return stageKindOf(info) === 'landscape' && planOf(info) === planOf(this.#info)
  }

  override restart(): void {
    this.#isFirst = true
  }

  override setBed(bed: Float32Array): void {
    this.#input.bed.set(bed)
  }

  /** The camera is placed again after the first frame, which has the height of the terrain. */
  setFrame({ surfaceFields, time }: ViewFrame): boolean {
    const { grid, surfaceFieldNames } = this.#info
    const cells = grid.nx * grid.nz
    if (surfaceFields)
      for (const [at, name] of surfaceFieldNames.entries())
        if (name === 'depth' || name === 'qx' || name === 'qz' || name === 'foam')
          this.#input[name]?.set(surfaceFields.subarray(at * cells, (at + 1) * cells))
    this.#input.time = time
    const isFirst = this.#isFirst
    this.#isFirst = false
    if (isFirst) this.#terrain.reset()
    this.#update()
    return isFirst
  }

  setOpenness(openness: Float32Array): void {
    this.#openness.set(openness)
    this.#obstacles.setOpenness(openness)
    this.#water.setOpenness(this.#openness.solids.value > 0 ? openness.slice() : undefined)
    this.#update()
  }

  override setHeightScale(scale: number): void {
    super.setHeightScale(scale)
    this.#terrain.heightScale.value = scale
    this.#update()
  }

  setTheme(dark: boolean): void {
    const palette = asShown(landPaletteFor(dark), this.#info.scene.view, dark)
    this.#lighting.setPalette(palette)
    this.#water.material.waterColor.value.copy(palette.waterColor)
    this.#water.material.crestColor.value.copy(palette.crestColor)
    // The shadows move with the sun.
    this.#update()
  }

  override setSources(sources: readonly PlacedSource[]): void {
    this.#sourceMarks.show(sources, this.#water.scale)
  }

  override setMarks(marks: Marks): void {
    this.#marks.show(marks, this.#water.scale)
  }

  override setCursor(cursor: BrushCursor | undefined): boolean {
    return this.#cursor.show(cursor, this.#water.scale)
  }

  cameraLimits(): CameraLimits {
    const reach = Math.hypot(this.#size.width, this.#size.length) / 2
    return {
      fieldOfView: 32,
      near: 0.01 * reach,
      far: 80 * reach,
      minDistance: 0.1 * reach,
      maxDistance: 12 * reach,
      maxPolarAngle: 1.45,
    }
  }

  cameraPose(angles: FreeAngles): CameraPose {
    const { bed, depth, base, heightScale } = this.#terrain
    const highest = bed.reduce((most, height, cell) => Math.max(most, height + depth[cell]!), Number.NEGATIVE_INFINITY)
    const { width, length } = this.#size
    const block = { width, length, low: base, high: highest * heightScale.value }
    const { scene, grid } = this.#info
    const usual = isChannel(this.#info) ? fromTheSide : fromAbove
    const turned = grid.nx === 1 ? { ...usual, azimuth: usual.azimuth + Math.PI / 2 } : usual
    return poseOf(block, viewOf(scene, turned), angles, scene.view?.camera?.target)
  }

  override pick(ray: Ray): WaterPoint | undefined {
    this.#terrain.updateWorldMatrix(true, false)
    const local = new Ray().copy(ray).applyMatrix4(this.#terrain.matrixWorld.clone().invert())
    const hit = this.#terrain.intersect(local, new Vector3())
    return hit ? [hit.x, hit.z] : undefined
  }

  override surfaceSampler(): (at: WaterPoint) => number {
    const { bed, depth } = this.#terrain
    const top = bed.map((height, cell) => height + depth[cell]!)
    return (at) => top[cellIndex(this.#info.grid, at)]!
  }

  override dispose(): void {
    super.dispose()
    this.#sourceMarks.dispose()
    for (const part of [this.#terrain, this.#water, this.#obstacles, this.#cursor, this.#marks, this.#openness])
      part.dispose()
    this.#floor.geometry.dispose()
    ;(this.#floor.material as NodeMaterial).dispose()
  }

  #update(): void {
    this.#terrain.update()
    this.#water.update()
    this.#floor.position.y = this.#terrain.base
  }
}

/** Key of the properties that meshes and shaders depend on. */
function planOf(info: SimulationInfo): string {
  const { grid, surfaceFieldNames, hasBodies } = info
  return JSON.stringify([grid, surfaceFieldNames, hasBodies, hasBodyLayer(info), info.scene.view])
}
