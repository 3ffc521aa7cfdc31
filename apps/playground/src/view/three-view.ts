import {
  MathUtils,
  NeutralToneMapping,
  PerspectiveCamera,
  Plane,
  Raycaster,
  type Renderer,
  Scene,
  Vector2,
  Vector3,
} from 'three/webgpu'
import type { FluidDisplay } from '../session/fluid-display.js'
import type { Marks } from '../session/instruments.js'
import type { RemoteBodies } from '../session/remote-bodies.js'
import type { SurfaceDisplay } from '../session/surface-display.js'
import type { WaterPoint } from '../tools/water-point.js'
import type { PlacedSource, SimulationInfo } from '../worker/protocol.js'
import { CameraControls } from './camera-controls.js'
import { type CameraPose, freeAngles } from './camera-fit.js'
import { pngOf } from './picture.js'
import { createRenderer } from './renderer.js'
import { quadsFor, Resolution } from './resolution.js'
import { Lighting } from './shared/lighting.js'
import { createStage } from './stages/create-stage.js'
import type { Stage } from './stages/stage.js'
import type { BodyPick, BrushCursor, FreeArea, ViewFrame, VolumePick, WaterView } from './view.js'

/** A body that the camera follows, and its position in the last frame [m]. */
interface Followed {
  body: number
  position: Vector3
}

/** The 3-D view, by WebGPU or WebGL2: one stage, one camera, one renderer. */
export class ThreeView implements WaterView {
  readonly renderer: string
  readonly drawsFlow = true
  readonly #renderer: Renderer
  readonly #canvas: HTMLCanvasElement
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera()
  readonly #controls: CameraControls
  readonly #lighting = new Lighting()
  readonly #resolution: Resolution
  readonly #darkScheme = window.matchMedia('(prefers-color-scheme: dark)')
  readonly #raycaster = new Raycaster()
  readonly #resizeObserver: ResizeObserver
  #stage: Stage | undefined
  #followed: Followed | undefined
  #free: FreeArea = { left: 0, top: 0, right: 0, bottom: 0 }
  /** Whether the person has moved the camera: from then on it is not placed again. */
  #isCameraMoved = false
  /** Whether there is water to look at. */
  #hasFrame = false
  /** Whether the picture is out of date. */
  #isStale = true

  private constructor(renderer: Renderer, canvas: HTMLCanvasElement, pixelRatio: number) {
    this.#renderer = renderer
    this.#resolution = new Resolution(pixelRatio)
    this.#canvas = canvas
    this.renderer = 'isWebGPUBackend' in renderer.backend ? 'WebGPU' : 'WebGL 2'
    renderer.toneMapping = NeutralToneMapping
    this.#controls = new CameraControls(this.#camera, canvas, () => {
      this.#isCameraMoved = true
    })
    this.#darkScheme.addEventListener('change', this.#applyTheme)
    this.#resizeObserver = new ResizeObserver(() => this.#layOut())
    this.#resizeObserver.observe(canvas)
    this.#layOut()
  }

  /**
   * Rejects when the graphics device cannot be used. `lost` is called when it is lost later. `pixelRatio`: most pixels of the picture in a
   * CSS pixel.
   */
  static async create(
    canvas: HTMLCanvasElement,
    forceWebGL: boolean,
    lost: () => void,
    pixelRatio: number,
  ): Promise<ThreeView> {
    const renderer = await createRenderer(canvas, forceWebGL)
    renderer.onDeviceLost = lost
    return new ThreeView(renderer, canvas, pixelRatio)
  }

  open(info: SimulationInfo): void {
    if (this.#stage?.canReuse(info)) {
      this.#stage.restart()
      this.#isStale = true
      return
    }
    const before = this.#stage
    this.#removeStage()
    const stage = createStage(info, this.#lighting, quadsFor(this.#canvas.width))
    this.#stage = stage
    this.#scene.add(stage)
    this.#scene.backgroundNode = stage.background
    this.#renderer.toneMapping = stage.toneMapping
    this.#controls.setFlat(stage.isFlat)
    if (!before || !stage.keepsCamera(before)) this.#isCameraMoved = false
    this.#applyTheme()
    this.#layOut()
  }

  setFrame(frame: ViewFrame): void {
    if (this.#stage?.setFrame(frame)) this.#placeCamera()
    this.#stage?.look?.setFrame(frame)
    this.#hasFrame = true
    this.#isStale = true
  }

  setDisplay(display: FluidDisplay): void {
    this.#stage?.setDisplay(display)
    this.#isStale = true
  }

  setSurfaceDisplay(display: SurfaceDisplay): void {
    this.#stage?.look?.setDisplay(display)
    this.#isStale = true
  }

  get surfaceRange(): readonly [number, number] | undefined {
    return this.#stage?.look?.range
  }

  surfaceValue(at: WaterPoint): number | undefined {
    return this.#stage?.look?.valueAt(at)
  }

  setOpenness(openness: Float32Array): void {
    this.#stage?.setOpenness(openness)
    this.#stage?.look?.setOpenness(openness)
    this.#isStale = true
  }

  setBed(bed: Float32Array): void {
    this.#stage?.setBed(bed)
  }

  setHeightScale(scale: number): void {
    this.#stage?.setHeightScale(scale)
    this.#placeCamera()
    this.#isStale = true
  }

  setCursor(cursor: BrushCursor | undefined): void {
    if (this.#stage?.setCursor(cursor)) this.#isStale = true
  }

  setSources(sources: readonly PlacedSource[]): void {
    this.#stage?.setSources(sources)
    this.#isStale = true
  }

  setMarks(marks: Marks): void {
    this.#stage?.setMarks(marks)
    this.#isStale = true
  }

  surfaceSampler(): (at: WaterPoint) => number {
    return this.#stage?.surfaceSampler() ?? (() => 0)
  }

  pick(clientX: number, clientY: number, onSolids: boolean): WaterPoint | undefined {
    this.#aim(clientX, clientY)
    return this.#stage?.pick(this.#raycaster.ray, onSolids)
  }

  pickVolume(clientX: number, clientY: number): VolumePick | undefined {
    const stage = this.#stage
    this.#aim(clientX, clientY)
    const point = stage?.intersectVolume(this.#raycaster.ray)
    if (!stage || !point) return undefined
    const onPlane = this.#facingPlane(point)
    return { at: point.toArray(), dragTarget: (x, y) => stage.clampToVolume(onPlane(x, y)).toArray() }
  }

  setBodies(bodies: RemoteBodies | undefined): void {
    this.#stage?.showBodies(bodies)
    this.#isStale = true
  }

  moveBodies(): void {
    this.#stage?.bodies?.update()
    const position = this.#followed && this.#stage?.bodies?.positionOf(this.#followed.body)
    if (this.#followed && position) {
      this.#pan(position.clone().sub(this.#followed.position))
      this.#followed.position = position
    }
    this.#isStale = true
  }

  setSpray(drops: Float32Array | undefined): void {
    this.#stage?.setSpray(drops)
  }

  highlight(glows: ReadonlyMap<number, number>): void {
    this.#stage?.bodies?.highlight(glows)
    this.#isStale = true
  }

  pickBody(clientX: number, clientY: number): BodyPick | undefined {
    const bodies = this.#stage?.bodies
    this.#aim(clientX, clientY)
    const hit = bodies?.intersect(this.#raycaster.ray)
    if (!bodies || !hit || this.#stage?.hides(hit.point, this.#raycaster.ray)) return undefined
    const onPlane = this.#facingPlane(hit.point)
    return {
      body: hit.body,
      at: hit.at.toArray(),
      height: hit.point.y / bodies.scale.y,
      dragTarget: (clientX, clientY) => {
        const { x, y, z } = onPlane(clientX, clientY)
        return [x, y / bodies.scale.y, z]
      },
    }
  }

  follow(body: number | undefined): void {
    const position = body === undefined ? undefined : this.#stage?.bodies?.positionOf(body)
    this.#followed = body !== undefined && position ? { body, position } : undefined
    if (position) this.#pan(position.clone().sub(this.#controls.target))
  }

  setFreeArea(area: FreeArea): void {
    this.#free = area
    this.#layOut()
  }

  moveCamera(turn: number, tilt: number, distance: number): void {
    this.#controls.move(turn, tilt, distance)
    this.#isCameraMoved = true
    this.#isStale = true
  }

  get camera(): CameraPose | undefined {
    if (!this.#isCameraMoved) return undefined
    return this.pose
  }

  get pose(): CameraPose {
    return this.#controls.pose
  }

  get fittingPose(): CameraPose | undefined {
    const { clientWidth, clientHeight } = this.#canvas
    return this.#stage?.cameraPose(freeAngles(clientWidth, clientHeight, this.#free, this.#camera.fov))
  }

  get focalLength(): number {
    return this.#ownFocalLength * this.#camera.zoom
  }

  setFocalLength(length: number): void {
    this.#camera.zoom = length / this.#ownFocalLength
    this.#camera.updateProjectionMatrix()
    this.#isStale = true
  }

  get #ownFocalLength(): number {
    return this.#canvas.clientHeight / (2 * Math.tan(MathUtils.degToRad(this.#camera.fov) / 2))
  }

  setCamera(pose: CameraPose): void {
    this.#controls.pose = pose
    this.#isCameraMoved = true
    this.#isStale = true
  }

  placeCamera(azimuth: number, polar: number, distance: number): void {
    this.#isCameraMoved = false
    this.#placeCamera()
    this.#controls.orbit(azimuth, polar, distance)
    this.#isCameraMoved = true
    this.#isStale = true
  }

  setCameraDrag(enabled: boolean): void {
    this.#controls.setDrag(enabled)
  }

  render(): boolean {
    if (this.#controls.update() || this.#stage?.addBodies()) this.#isStale = true
    if (this.#stage?.showUnderwater(this.#camera, this.#scene)) this.#isStale = true
    if (!this.#isStale) return false
    this.#isStale = false
    this.#stage?.beforeRender(this.#renderer, this.#camera)
    if (this.#stage) this.#stage.draw(this.#renderer, this.#scene, this.#camera)
    else this.#renderer.render(this.#scene, this.#camera)
    if (this.#hasFrame) this.#controls.load()
    return true
  }

  picture(): Promise<Blob> {
    // The drawn frame is only kept until the browser has shown it.
    this.#isStale = true
    this.render()
    return pngOf(this.#canvas)
  }

  noteFrame(duration: number): void {
    if (this.#resolution.observe(duration)) this.#resize()
    this.#stage?.noteFrame(duration)
  }

  dispose(): void {
    this.#removeStage()
    this.#darkScheme.removeEventListener('change', this.#applyTheme)
    this.#resizeObserver.disconnect()
    this.#controls.dispose()
    this.#renderer.dispose()
    // The browser keeps a context, and its memory, until its canvas is collected.
    const context = this.#canvas.getContext('webgl2')
    if (context && !context.isContextLost()) context.getExtension('WEBGL_lose_context')?.loseContext()
  }

  #removeStage(): void {
    this.#stage?.removeFromParent()
    this.#stage?.dispose()
    this.#stage = undefined
  }

  readonly #applyTheme = (): void => {
    this.#stage?.setTheme(this.#darkScheme.matches)
    this.#isStale = true
  }

  /** Moves the camera and its target horizontally. */
  #pan(by: Vector3): void {
    by.y = 0
    this.#camera.position.add(by)
    this.#controls.target.add(by)
    this.#isCameraMoved = true
    this.#isStale = true
  }

  /** Aims the ray at a point of the window [CSS px]. */
  #aim(clientX: number, clientY: number): void {
    const area = this.#canvas.getBoundingClientRect()
    const x = ((clientX - area.left) / area.width) * 2 - 1
    const y = 1 - ((clientY - area.top) / area.height) * 2
    // The camera may have been placed since the last picture, or before the first.
    this.#camera.updateMatrixWorld()
    this.#raycaster.setFromCamera(new Vector2(x, y), this.#camera)
  }

  /** Maps a point of the window to the plane through a point that faces the viewer. */
  #facingPlane(point: Vector3): (clientX: number, clientY: number) => Vector3 {
    const facing = this.#camera.getWorldDirection(new Vector3())
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, point)
    return (clientX, clientY) => {
      this.#aim(clientX, clientY)
      return this.#raycaster.ray.intersectPlane(plane, new Vector3()) ?? point.clone()
    }
  }

  /** Follows the sizes of window and free area. */
  #layOut(): void {
    this.#resize()
    this.#placeCamera()
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas
    if (width === 0 || height === 0) return
    const { left, top, right, bottom } = this.#free
    this.#camera.aspect = width / height
    this.#applyLimits()
    // Shifts the picture: the camera's target is in the middle of the free area.
    this.#camera.setViewOffset(width, height, (right - left) / 2, (bottom - top) / 2, width, height)
    this.#camera.updateProjectionMatrix()
    this.#renderer.setPixelRatio(this.#resolution.ratio)
    this.#renderer.setSize(width, height, false)
    this.#isStale = true
  }

  #applyLimits(): void {
    if (!this.#stage) return
    const { fieldOfView, near, far, ...orbit } = this.#stage.cameraLimits(this.#camera.aspect)
    Object.assign(this.#camera, { fov: fieldOfView, near, far })
    this.#controls.setLimits(orbit)
  }

  /** Places the camera to show the whole stage, unless the person has moved it. */
  #placeCamera(): void {
    const fitting = this.#isCameraMoved ? undefined : this.fittingPose
    if (!fitting) return
    this.#controls.pose = fitting
    this.#isStale = true
  }
}
