// A view of its own for a video: the same kind as that of the page, out of sight, with exactly as many pixels as the video.

import { type FluidDisplay, fieldsFor } from '../session/display/fluid-display.js'
import { type SurfaceDisplay, surfaceFieldsFor } from '../session/display/surface-display.js'
import type { Marks } from '../session/instruments.js'
import type { CameraPose } from '../view/camera-fit.js'
import { createView, type ViewChoice } from '../view/create.js'
import type { WaterView } from '../view/view.js'
import type { Frame } from '../worker/protocol.js'
import type { FilmedRun } from './filmed-run.js'
import type { PictureSize } from './video-settings.js'

/** The look of the page, which the video has, too. */
export interface Look {
  kind: ViewChoice
  display: FluidDisplay | undefined
  surface: SurfaceDisplay | undefined
  /** Factor on the drawn heights [1]. */
  heightScale: number
  marks: Marks
  /** Where the person has moved the camera, and where it would be otherwise; undefined if nobody has moved it. */
  camera: { pose: CameraPose; fitting: CameraPose } | undefined
  /** The body that the camera follows. */
  followed: number | undefined
  /** Color around water that is drawn from above. */
  background: string
}

export class FilmView {
  /** The pictures, one after the other. */
  readonly canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #run: FilmedRun
  readonly #view: WaterView
  readonly #drawn: HTMLCanvasElement
  readonly #host: HTMLElement
  readonly #look: Look
  #isLost = false
  #sources: FilmedRun['sources'] = []
  #isFirst = true

  private constructor(run: FilmedRun, look: Look, view: WaterView, drawn: HTMLCanvasElement, host: HTMLElement) {
    this.#run = run
    this.#look = look
    this.#view = view
    this.#drawn = drawn
    this.#host = host
    this.canvas = document.createElement('canvas')
    const context = this.canvas.getContext('2d', { alpha: false })
    if (!context) throw new Error('This browser has no memory for pictures of this size. Choose a smaller one.')
    this.#context = context
    this.canvas.width = host.clientWidth
    this.canvas.height = host.clientHeight
  }

  /** Creates the view, and asks the run for the fields that it needs. Rejects if this kind of view cannot be created again. */
  static async create(run: FilmedRun, look: Look, { width, height }: PictureSize): Promise<FilmView> {
    const host = document.createElement('div')
    host.className = 'film-stage'
    host.inert = true
    host.style.width = `${width}px`
    host.style.height = `${height}px`
    document.body.append(host)
    let film: FilmView | undefined
    try {
      const { view, canvas, notice } = await createView(
        host,
        look.kind,
        () => {
          if (film) film.#isLost = true
        },
        1,
      )
      film = new FilmView(run, look, view, canvas, host)
      if (look.kind !== 'canvas' && notice !== undefined) throw new Error(notice)
      film.#prepare()
      return film
    } catch (error) {
      if (film) film.dispose()
      else host.remove()
      throw error
    }
  }

  /** Draws a frame. `shownAt`: its time in the video [s]. `turn`: of the camera since the last frame [rad]. */
  draw(frame: Frame, shownAt: number, turn: number): void {
    const [run, view] = [this.#run, this.#view]
    if (frame.openness) view.setOpenness(frame.openness)
    if (frame.bed) view.setBed(frame.bed)
    view.setFrame({ ...frame, shownAt: 1000 * shownAt })
    if (frame.poses) run.bodies?.setPoses(frame.poses)
    if (run.bodies) view.moveBodies()
    view.setSpray(frame.spray)
    if (run.sources !== this.#sources) view.setSources(run.sources)
    this.#sources = run.sources
    if (this.#isFirst) this.#begin()
    else if (turn !== 0) view.moveCamera(turn, 0, 1)
    view.render()
    if (this.#isLost) throw new Error('The graphics device was lost. Make the video again, or choose a smaller size.')
    const { width, height } = this.canvas
    this.#context.fillStyle = this.#look.background
    this.#context.fillRect(0, 0, width, height)
    // In the same task as the drawing: a canvas of a graphics device is empty after it was shown.
    this.#context.drawImage(this.#drawn, 0, 0, width, height)
  }

  /** Removes the view and its graphics device. */
  dispose(): void {
    this.#view.dispose()
    this.#host.remove()
  }

  #prepare(): void {
    const { info } = this.#run
    const { display, surface, heightScale } = this.#look
    const view = this.#view
    view.open(info)
    view.setBodies(this.#run.bodies)
    if (display) view.setDisplay(display)
    if (surface) view.setSurfaceDisplay(surface)
    view.setHeightScale(heightScale)
    const fields = display ? fieldsFor(info, display) : surface ? surfaceFieldsFor(info, surface) : []
    this.#run.show([...new Set(fields)])
  }

  /** Places the camera when the first state is known, and draws once: graphics programs and textures are then there. */
  #begin(): void {
    this.#isFirst = false
    this.#placeCamera()
    this.#view.follow(this.#look.followed)
    this.#view.render()
    this.#view.setMarks(this.#look.marks)
  }

  /** A picture of other proportions shows as much of the water as the page: the camera is nearer, or further away. */
  #placeCamera(): void {
    const [camera, here] = [this.#look.camera, this.#view.fittingPose]
    if (!camera || !here) return
    const { pose, fitting } = camera
    const factor = here.position.distanceTo(here.target) / fitting.position.distanceTo(fitting.target)
    const position = pose.position.clone().sub(pose.target).multiplyScalar(factor).add(pose.target)
    this.#view.setCamera({ position, target: pose.target })
  }
}
