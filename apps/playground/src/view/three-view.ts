import { AdaptiveQuality, type QualityLevel } from '@seiche/three'
import { NeutralToneMapping, type Renderer, Scene, type Vector3 } from 'three/webgpu'
import type { FluidDisplay } from '../session/display/fluid-display.js'
import type { SurfaceDisplay } from '../session/display/surface-display.js'
import type { Marks } from '../session/instruments.js'
import type { RemoteBodies } from '../session/remote-bodies.js'
import type { WaterPoint } from '../tools/water-point.js'
import type { PlacedSource, SimulationInfo } from '../worker/protocol.js'
import type { CameraPose } from './camera-fit.js'
import { pngOf } from './picture.js'
import { PointerRay } from './pointer-ray.js'
import { createRenderer } from './renderer.js'
import { quadsFor } from './resolution.js'
import { Background } from './shared/background.js'
import { Lighting } from './shared/lighting.js'
import { StageCamera } from './stage-camera.js'
import { createStage } from './stages/create-stage.js'
import type { Stage } from './stages/stage.js'
import type { BodyPick, BrushCursor, FreeArea, QualityChoice, ViewFrame, VolumePick, WaterView } from './view.js'

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
  readonly #background = new Background()
  readonly #camera: StageCamera
  readonly #ray: PointerRay
  readonly #lighting = new Lighting()
  readonly #quality: AdaptiveQuality
  readonly #darkScheme = window.matchMedia('(prefers-color-scheme: dark)')
  readonly #resizeObserver: ResizeObserver
  #stage: Stage | undefined
  #followed: Followed | undefined
  /** Whether there is water to look at. */
  #hasFrame = false
  /** Whether the picture is out of date. */
  #isStale = true
  /** Time of the last frame [s]. */
  #time = 0

  private constructor(renderer: Renderer, canvas: HTMLCanvasElement, quality: AdaptiveQuality) {
    this.#renderer = renderer
    this.#quality = quality
    this.#canvas = canvas
    this.renderer = 'isWebGPUBackend' in renderer.backend ? 'WebGPU' : 'WebGL 2'
    renderer.toneMapping = NeutralToneMapping
    this.#scene.add(this.#background)
    this.#camera = new StageCamera(canvas)
    this.#ray = new PointerRay(this.#camera.camera, canvas)
    this.#darkScheme.addEventListener('change', this.#applyTheme)
    this.#resizeObserver = new ResizeObserver(() => this.#layOut())
    this.#resizeObserver.observe(canvas)
    this.#layOut()
  }

  /**
   * Rejects when the graphics device cannot be used. `lost` is called when it is lost later. `pixelRatio`: most pixels of the picture in a
   * CSS pixel. `choice`: level of quality at first, which decides about anti-aliasing for good.
   */
  static async create(
    canvas: HTMLCanvasElement,
    forceWebGL: boolean,
    lost: () => void,
    pixelRatio: number,
    choice: QualityChoice = 'auto',
  ): Promise<ThreeView> {
    const quality = new AdaptiveQuality({ quality: choice, devicePixelRatio: pixelRatio })
    const renderer = await createRenderer(canvas, forceWebGL, quality.settings.antialias)
    renderer.onDeviceLost = lost
    return new ThreeView(renderer, canvas, quality)
  }

  open(info: SimulationInfo): void {
    if (this.#stage?.canReuse(info)) {
      this.#stage.restart()
      this.#isStale = true
      return
    }
    const before = this.#stage
    this.#removeStage()
    const { quads } = this.#quality.settings
    const stage = createStage(
      info,
      this.#lighting,
      Math.min(quads, quadsFor(Math.max(this.#canvas.width, this.#canvas.height))),
    )
    this.#stage = stage
    stage.setQuality(this.#quality.settings)
    this.#scene.add(stage)
    this.#background.radiance = stage.background
    this.#scene.fogNode = stage.air ?? null
    this.#renderer.toneMapping = stage.toneMapping
    this.#camera.setStage(stage, before !== undefined && stage.keepsCamera(before))
    this.#applyTheme()
    this.#layOut()
  }

  setFrame(frame: ViewFrame): void {
    if (this.#stage?.setFrame(frame)) this.#placeCamera()
    this.#stage?.look?.setFrame(frame)
    this.#hasFrame = true
    this.#time = frame.time
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
    return this.#stage?.pick(this.#ray.through(clientX, clientY), onSolids)
  }

  pickVolume(clientX: number, clientY: number): VolumePick | undefined {
    const stage = this.#stage
    const point = stage?.intersectVolume(this.#ray.through(clientX, clientY))
    if (!stage || !point) return undefined
    const onPlane = this.#ray.ontoFacingPlane(point)
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
    this.#stage?.setTime(this.#time)
  }

  highlight(glows: ReadonlyMap<number, number>): void {
    this.#stage?.bodies?.highlight(glows)
    this.#isStale = true
  }

  pickBody(clientX: number, clientY: number): BodyPick | undefined {
    const bodies = this.#stage?.bodies
    const ray = this.#ray.through(clientX, clientY)
    const hit = bodies?.intersect(ray)
    if (!bodies || !hit || this.#stage?.hides(hit.point, ray)) return undefined
    const onPlane = this.#ray.ontoFacingPlane(hit.point)
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
    if (position) this.#pan(position.clone().sub(this.#camera.controls.target))
  }

  setFreeArea(area: FreeArea): void {
    this.#camera.setFreeArea(area)
    this.#layOut()
  }

  moveCamera(turn: number, tilt: number, distance: number): void {
    this.#camera.move(turn, tilt, distance)
    this.#isStale = true
  }

  get camera(): CameraPose | undefined {
    return this.#camera.movedPose
  }

  get pose(): CameraPose {
    return this.#camera.controls.pose
  }

  get fittingPose(): CameraPose | undefined {
    return this.#camera.fittingPose
  }

  get focalLength(): number {
    return this.#camera.focalLength
  }

  setFocalLength(length: number): void {
    this.#camera.focalLength = length
    this.#isStale = true
  }

  setCamera(pose: CameraPose): void {
    this.#camera.setPose(pose)
    this.#isStale = true
  }

  placeCamera(azimuth: number, polar: number, distance: number): void {
    this.#camera.orbit(azimuth, polar, distance)
    this.#isStale = true
  }

  setCameraDrag(enabled: boolean): void {
    this.#camera.controls.setDrag(enabled)
  }

  render(): boolean {
    const { camera, controls } = this.#camera
    const stage = this.#stage
    // Each of these is to be asked in each frame: bodies are added while the camera moves, too.
    const changes = [
      controls.update(),
      stage?.addBodies(),
      stage?.showUnderwater(camera, this.#scene, this.#background),
    ]
    if (changes.includes(true)) this.#isStale = true
    if (!this.#isStale) return false
    this.#isStale = false
    stage?.beforeRender(this.#renderer, camera)
    if (stage) stage.draw(this.#renderer, this.#scene, camera)
    else this.#renderer.render(this.#scene, camera)
    if (this.#hasFrame) controls.load()
    return true
  }

  picture(): Promise<Blob> {
    // The drawn frame is only kept until the browser has shown it.
    this.#isStale = true
    this.render()
    return pngOf(this.#canvas)
  }

  get quality(): QualityLevel {
    return this.#quality.settings.level
  }

  setQuality(choice: QualityChoice): void {
    this.#quality.choose(choice)
    this.#applyQuality()
  }

  noteFrame(duration: number): void {
    if (this.#quality.observe(duration)) this.#applyQuality()
    this.#stage?.noteFrame(duration)
  }

  dispose(): void {
    this.#removeStage()
    this.#darkScheme.removeEventListener('change', this.#applyTheme)
    this.#resizeObserver.disconnect()
    this.#camera.dispose()
    this.#background.dispose()
    this.#renderer.dispose()
    // The browser keeps a context, and its memory, until its canvas is collected.
    const context = this.#canvas.getContext('webgl2')
    if (context && !context.isContextLost()) context.getExtension('WEBGL_lose_context')?.loseContext()
  }

  #applyQuality(): void {
    this.#stage?.setQuality(this.#quality.settings)
    this.#resize()
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

  #pan(by: Vector3): void {
    this.#camera.pan(by)
    this.#isStale = true
  }

  /** Follows the sizes of window and free area. */
  #layOut(): void {
    this.#resize()
    this.#placeCamera()
  }

  #resize(): void {
    if (!this.#camera.resize()) return
    this.#renderer.setPixelRatio(this.#quality.settings.pixelRatio)
    this.#renderer.setSize(this.#canvas.clientWidth, this.#canvas.clientHeight, false)
    this.#isStale = true
  }

  #placeCamera(): void {
    if (this.#camera.fit()) this.#isStale = true
  }
}
