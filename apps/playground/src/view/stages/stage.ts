import type { QualitySettings, UnderwaterView, UnderwaterViewOptions, WaterSurface } from '@seiche/three'
import {
  type Camera,
  Group,
  NeutralToneMapping,
  type Node,
  type Object3D,
  type PerspectiveCamera,
  type Ray,
  type Renderer,
  type Scene,
  type ToneMapping,
  type Vector3,
} from 'three/webgpu'
import type { FluidDisplay } from '../../session/display/fluid-display.js'
import type { Marks } from '../../session/instruments.js'
import type { RemoteBodies } from '../../session/remote-bodies.js'
import type { WaterPoint } from '../../tools/water-point.js'
import type { PlacedSource, SimulationInfo } from '../../worker/protocol.js'
import type { CameraLimits, CameraPose, FreeAngles } from '../camera-fit.js'
import type { Background } from '../shared/background.js'
import type { BodyLayer, StageBodyLook } from '../shared/layers/body-layer.js'
import { loadBodyLayer, loadedBodyLayer } from '../shared/layers/load-body-layer.js'
import { loadedUnderwater, loadUnderwater } from '../shared/layers/load-underwater.js'
import type { SurfaceLook } from '../shared/surface/surface-look.js'
import type { BrushCursor, ViewFrame } from '../view.js'

/** Whether there are bodies or drops in the air to draw. */
export function hasBodyLayer({ hasBodies, scene }: SimulationInfo): boolean {
  return hasBodies || scene.splashes === true
}

/** What a camera under water sees. */
export interface UnderwaterLook extends UnderwaterViewOptions {
  surface: WaterSurface
  /** Whether water may be within a radius [m] of a point in the present frame. */
  isNear(point: Vector3, radius: number): boolean
  /** Objects that are in the way of a camera under water: they stand for the depth of water that is seen from above. */
  hidden?: readonly Object3D[]
}

/** Size of the lens, in distances of its near plane [1]: pixels at its edge may be under water before its center is. */
const lensSize = 1.2

/** The objects of one simulation in the 3-D view. Members that a kind of stage does not need do nothing. */
export abstract class Stage extends Group {
  /** Radiance behind everything. */
  abstract readonly background: Node<'vec3'>
  /** Fog of the air, for `Scene.fogNode`; undefined where the air is clear. */
  readonly air: Node<'vec4'> | undefined
  /** Whether it is a plane seen straight on: the camera moves along it and never turns. */
  readonly isFlat: boolean = false
  readonly toneMapping: ToneMapping = NeutralToneMapping
  /** Look of floating bodies and spray, where the simulation can have either. */
  protected bodyLook: StageBodyLook | undefined
  /** What a camera under water sees, where it can get there. */
  protected underwaterLook: UnderwaterLook | undefined
  #underwater: UnderwaterView | undefined
  /** The scene whose fog is that of the water, and its background, while the camera is near the surface. */
  #foggy: { scene: Scene; background: Background } | undefined
  #bodies: BodyLayer | undefined
  #source: RemoteBodies | undefined
  #hasSpray = false
  #heightScale = 1
  #particles = 1

  /** Whether it can show another simulation as it is, without building anything. */
  abstract canReuse(info: SimulationInfo): boolean
  /** Prepares for the first frame of another simulation that it can show. */
  restart(): void {}

  /** Shows a frame; returns whether the camera must be placed again. */
  abstract setFrame(frame: ViewFrame): boolean
  /** Sets the openness of each cell: 1 water or fluid, 0 solid. */
  abstract setOpenness(openness: Float32Array): void
  /** Sets the elevation of the terrain [m]. */
  setBed(_bed: Float32Array): void {}
  setDisplay(_display: FluidDisplay): void {}
  /** The look of the surface, where there is one. */
  look: SurfaceLook | undefined
  /** Factor on the drawn heights [1]. */
  setHeightScale(scale: number): void {
    this.#heightScale = scale
    this.#bodies?.scale.setY(scale)
  }

  /** Floating bodies and spray, once `addBodies` has added them. */
  get bodies(): BodyLayer | undefined {
    return this.#bodies
  }

  showBodies(source: RemoteBodies | undefined): void {
    this.#source = source
    this.#bodies?.show(source)
  }

  /** Shows drops in the air: position and radius [m] and velocity [m/s] of each. */
  setSpray(drops: Float32Array | undefined): void {
    this.#hasSpray = drops !== undefined && drops.length > 0
    this.#bodies?.setSpray(drops)
  }

  /** Adds the layer of bodies and spray when there are some and its code is loaded; tells whether it has. Called before each picture. */
  addBodies(): boolean {
    if (this.#bodies || !this.bodyLook || (!this.#source?.placed.length && !this.#hasSpray)) return false
    const Layer = loadedBodyLayer()
    if (!Layer) {
      void loadBodyLayer()
      return false
    }
    this.#bodies = new Layer(this.bodyLook)
    this.#bodies.scale.setY(this.#heightScale)
    this.#bodies.show(this.#source)
    this.add(this.#bodies)
    const { bubbles } = this.#bodies
    if (bubbles) {
      bubbles.share = this.#particles
      this.add(bubbles)
    }
    return true
  }

  /** Part of the particles that are drawn [1]. */
  protected get particles(): number {
    return this.#particles
  }

  /** Shows the particles of a frame, after the bodies and drops of it. */
  setTime(time: number): void {
    this.#bodies?.setTime(time)
  }

  /** Shows the picture under water while the camera is near the surface and its code is loaded; tells whether that has changed. */
  showUnderwater(camera: PerspectiveCamera, scene: Scene, background: Background): boolean {
    const look = this.underwaterLook
    if (!look) return false
    const isNear = look.isNear(camera.position, lensSize * camera.near)
    if (isNear === (this.#foggy !== undefined)) return false
    if (!isNear) {
      this.#leaveWater()
      return true
    }
    const View = loadedUnderwater()
    if (!View) {
      void loadUnderwater()
      return false
    }
    this.#underwater ??= new View(look.surface, look)
    this.add(this.#underwater)
    scene.fogNode = this.#underwater.fog
    background.radiance = this.#underwater.behind(this.background)
    for (const object of look.hidden ?? []) object.visible = false
    this.#foggy = { scene, background }
    return true
  }

  #leaveWater(): void {
    if (!this.#foggy) return
    this.#underwater?.removeFromParent()
    this.#foggy.scene.fogNode = this.air ?? null
    this.#foggy.background.radiance = this.background
    for (const object of this.underwaterLook?.hidden ?? []) object.visible = true
    this.#foggy = undefined
  }

  abstract setTheme(dark: boolean): void
  /** Shows a brush, or hides it; tells whether the picture changes. */
  setCursor(_cursor: BrushCursor | undefined): boolean {
    return false
  }

  /** Marks the sources that events have placed. */
  setSources(_sources: readonly PlacedSource[]): void {}

  /** Marks the probes and the section. */
  setMarks(_marks: Marks): void {}

  /** The point of the water, terrain or 2-D fluid that a ray meets. `onSolids`: the top of a solid that is in the way counts. */
  pick(_ray: Ray, _onSolids: boolean): WaterPoint | undefined {
    return undefined
  }

  /** The point of a volume of fluid that a ray meets [m]. */
  intersectVolume(_ray: Ray): Vector3 | undefined {
    return undefined
  }

  /** The nearest point inside the volume [m]. */
  clampToVolume(point: Vector3): Vector3 {
    return point
  }

  /** Whether some part of the stage hides a point from the ray that leads to it. */
  hides(_point: Vector3, _ray: Ray): boolean {
    return false
  }

  /** A function that gives the height of water or terrain, as it is now, at a point [m]. */
  surfaceSampler(): (at: WaterPoint) => number {
    return () => 0
  }

  abstract cameraLimits(aspect: number): CameraLimits
  /** Pose of the camera until the person moves it. */
  abstract cameraPose(angles: FreeAngles): CameraPose

  /** Whether a camera that was moved over the previous stage keeps its pose. */
  keepsCamera(_before: Stage): boolean {
    return false
  }

  /** Called before each picture: renders textures for it, and turns objects towards the camera. */
  beforeRender(renderer: Renderer, _camera: Camera): void {
    this.bodies?.renderShadow(renderer)
  }

  /** Draws the picture. Stages with effects on the whole picture draw it in several passes. */
  draw(renderer: Renderer, scene: Scene, camera: PerspectiveCamera): void {
    renderer.render(scene, camera)
  }

  /** Draws with these settings from the next picture on. Meshes keep the quads that they were built with. */
  setQuality({ particles }: QualitySettings): void {
    this.#particles = particles
    if (this.#bodies?.bubbles) this.#bodies.bubbles.share = particles
  }

  /** Receives the duration of the last frame [ms]. */
  noteFrame(_duration: number): void {}

  override dispose(): void {
    super.dispose()
    this.#leaveWater()
    this.#underwater?.dispose()
    this.#bodies?.dispose()
    this.bodyLook?.shadow?.dispose()
    this.look?.dispose()
  }
}
