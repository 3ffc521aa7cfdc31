// Plays a run: chooses the frame for the present time, loads it and gives it to the view.

import { effect } from '@preact/signals'
import type { RunDescription } from '../../../../packages/cli/src/viewer/protocol.js'
import { RemoteBodies } from '../session/remote-bodies.js'
import { exaggeratedHeight, mostExaggeration } from '../session/scenes/setting.js'
import { fitHeightScale, fitReliefScale } from '../session/settings/settings.js'
import { isOpenSea } from '../session/settings/solvers.js'
import type { CameraPose } from '../view/camera-fit.js'
import { type CreatedView, createView } from '../view/create.js'
import { maintainView } from '../view/maintain-view.js'
import { loadBodyLayer } from '../view/shared/layers/load-body-layer.js'
import { loadStage } from '../view/stages/create-stage.js'
import { hasBodyLayer } from '../view/stages/stage.js'
import type { FreeArea, WaterView } from '../view/view.js'
import type { SimulationInfo } from '../worker/protocol.js'
import { FieldMap } from './field-map.js'
import type { FilmLook } from './film.js'
import { bodyInfosOf, displaysOf, fieldsToDraw, frameOf, infoOfRun, posesOf } from './recorded-frame.js'
import { RunSource } from './run-source.js'
import * as state from './state.js'

/** Frames that are loaded ahead while the run plays. */
const ahead = 8

export class Player {
  #view: WaterView | undefined
  #source: RunSource | undefined
  #bodies: RemoteBodies | undefined
  #map: FieldMap | undefined
  /** Simulated time of the clock [s]. */
  #clock = 0
  #lastTick = 0
  /** The frame that is shown, and the one that is being loaded. */
  #shown = -1
  #loading = -1
  #opened: SimulationInfo | undefined
  #drew = false
  #free: FreeArea = { left: 0, top: 0, right: 0, bottom: 0 }

  /** Loads the run and shows its first frame inside `host`. */
  async start(host: HTMLElement): Promise<void> {
    this.#source = await RunSource.open()
    const run = this.#source.description
    const info = infoOfRun(run)
    state.display.value = info.fluid ? displaysOf(info)[0] : undefined
    state.speed.value = speedFor(run.frames)
    await Promise.all([loadStage(info), hasBodyLayer(info) && loadBodyLayer()])
    await maintainView(
      host,
      state.viewChoice,
      {
        created: (created, camera) => this.#adoptView(host, info, created, camera),
        lost: () => {
          this.#view = undefined
        },
      },
      createView,
    )
    state.fittingHeightScale.value = heightScaleOf(info, run, this.#source.start.get('bed'))
    state.run.value = run
    state.info.value = info
    document.title = `${run.scene.name || run.name} · Seiche viewer`
    if (state.isFilm) return
    this.#followState()
    requestAnimationFrame(this.#tick)
  }

  play(playing = !state.playing.value): void {
    // From the end it begins again.
    if (playing && state.frame.value === state.frameCount.value - 1) this.seek(0)
    this.#clock = state.time.value
    state.playing.value = playing
  }

  /** Goes to a frame. */
  seek(frame: number): void {
    state.frame.value = Math.min(state.frameCount.value - 1, Math.max(0, Math.round(frame)))
    this.#clock = state.time.value
    state.waiting.value = state.frame.value !== this.#shown
  }

  /** Goes to the frame nearest to a simulated time [s]. */
  seekTime(time: number): void {
    const frames = state.run.value?.frames ?? []
    const after = frames.findIndex((frame) => frame.time >= time)
    const [before, next] = [frames[after - 1], frames[after]]
    if (!next) this.seek(frames.length - 1)
    else this.seek(before && time - before.time < next.time - time ? after - 1 : after)
  }

  /** Pauses and goes some frames on, or back. */
  step(frames: number): void {
    state.playing.value = false
    this.seek(state.frame.value + frames)
  }

  /** Changes the speed to the next one of the list. */
  changeSpeed(by: 1 | -1): void {
    const at = state.speeds.findIndex((speed) => speed >= state.speed.value)
    state.speed.value = state.speeds[Math.min(state.speeds.length - 1, Math.max(0, at + by))]!
  }

  moveCamera(turn: number, tilt: number, distance: number): void {
    this.#view?.moveCamera(turn, tilt, distance)
  }

  setFreeArea(area: FreeArea): void {
    this.#free = area
    this.#view?.setFreeArea(area)
    this.#map?.setFreeArea(area)
  }

  /** Loads and draws a frame. On return, the canvas shows it. */
  async draw(index: number): Promise<void> {
    await this.#show(index)
    this.#view?.render()
  }

  /** Prepares for drawing single frames: sizes of shaders and textures are settled, and the camera is in place. */
  async prepareFilm({ camera, exaggeration }: FilmLook): Promise<void> {
    state.chosenHeightScale.value = exaggeration
    this.#view?.setHeightScale(state.heightScale.value)
    await this.draw(0)
    if (!camera) return
    const radians = Math.PI / 180
    this.#view?.placeCamera(camera.azimuth * radians, camera.polar * radians, camera.distance)
  }

  get canvas(): HTMLCanvasElement | undefined {
    return document.querySelector<HTMLCanvasElement>('.stage canvas') ?? undefined
  }

  #adoptView(
    host: HTMLElement,
    info: SimulationInfo,
    { view, notice }: CreatedView,
    camera: CameraPose | undefined,
  ): void {
    state.rendererName.value = view.renderer
    state.notices.value = [...(notice ? [notice] : []), ...this.#source!.description.notices]
    this.#map?.dispose()
    this.#map = new FieldMap(host)
    this.#map.setFreeArea(this.#free)
    view.open(info)
    this.#opened = info
    this.#bodies = info.hasBodies ? new RemoteBodies(info) : undefined
    this.#bodies?.set(bodyInfosOf(this.#source!.description))
    view.setBodies(this.#bodies)
    view.setCameraDrag(true)
    if (state.display.value) view.setDisplay(state.display.value)
    view.setHeightScale(state.heightScale.value)
    view.setFreeArea(this.#free)
    if (camera) view.setCamera(camera)
    this.#view = view
    this.#showAgain()
  }

  #followState(): void {
    effect(() => this.#view?.setHeightScale(state.heightScale.value))
    effect(() => {
      const display = state.display.value
      if (display) this.#view?.setDisplay(display)
      void state.mapped.value
      this.#showAgain()
    })
  }

  #showAgain(): void {
    this.#shown = -1
    state.waiting.value = true
  }

  readonly #tick = (now: number): void => {
    requestAnimationFrame(this.#tick)
    const elapsed = Math.min(0.25, (now - this.#lastTick) / 1000)
    const duration = now - this.#lastTick
    this.#lastTick = now
    if (state.playing.value && !state.waiting.value) this.#advance(elapsed * state.speed.value)
    const wanted = state.frame.value
    if (wanted !== this.#shown && wanted !== this.#loading) void this.#showNewest()
    if (this.#drew) this.#view?.noteFrame(duration)
    this.#drew = (state.mapped.value === undefined && this.#view?.render()) || false
  }

  #advance(seconds: number): void {
    const frames = this.#source!.description.frames
    const last = frames.length - 1
    this.#clock += seconds
    let frame = state.frame.peek()
    while (frame < last && frames[frame + 1]!.time <= this.#clock) frame++
    if (frame === last && this.#clock > frames[last]!.time) {
      if (state.loops.value && last > 0) {
        frame = 0
        this.#clock = frames[0]!.time
      } else state.playing.value = false
    }
    state.frame.value = frame
  }

  async #showNewest(): Promise<void> {
    const index = state.frame.peek()
    this.#loading = index
    state.waiting.value = true
    try {
      await this.#show(index)
    } catch (error) {
      state.playing.value = false
      state.problem.value = error instanceof Error ? error.message : String(error)
      this.#shown = index
    } finally {
      if (this.#loading === index) this.#loading = -1
      state.waiting.value = state.frame.peek() !== this.#shown
    }
  }

  async #show(index: number): Promise<void> {
    const [source, info] = [this.#source!, this.#opened!]
    const { description } = source
    const mapped = state.mapped.peek()
    const fields = mapped === undefined ? fieldsToDraw(description, info, state.display.peek()) : [mapped, 'openness']
    const existing = fields.filter((name) => name in description.fields || source.start.has(name))
    const values = await source.frame(index, existing)
    for (let next = 1; next <= ahead; next++) source.prefetch(index + next, existing)
    // Meanwhile another frame may have been asked for; in a film every frame is drawn.
    if (!state.isFilm && state.frame.peek() !== index && this.#loading !== index) return
    if (mapped === undefined) {
      this.#map?.hide()
      const frame = frameOf(info, description.frames[index]!.time, values)
      if (frame.openness) this.#view?.setOpenness(frame.openness)
      if (frame.bed) this.#view?.setBed(frame.bed)
      this.#view?.setFrame(frame)
      if (source.poses && this.#bodies) {
        this.#bodies.setPoses(posesOf(source.poses, index, description.bodies.length))
        this.#view?.moveBodies()
      }
    } else {
      const { shape } = description.fields[mapped]!
      state.mapRange.value = this.#map!.show(
        values.get(mapped)!,
        shape,
        values.get('openness'),
        info.fluid !== undefined,
      )
    }
    this.#shown = index
  }
}

/** A run plays in about ten seconds unless real time is not far from that. */
function speedFor(frames: readonly { time: number }[]): number {
  const duration = (frames.at(-1)?.time ?? 0) - (frames[0]?.time ?? 0)
  const wanted = duration / 10
  if (wanted > 0.3 && wanted < 4) return 1
  return [...state.speeds].reverse().find((speed) => speed <= wanted) ?? state.speeds[0]
}

/** The exaggeration of the playground, from the heights of the whole run. */
function heightScaleOf(
  info: SimulationInfo,
  { elevations, waveHeight = 0 }: RunDescription,
  bed: Float32Array | undefined,
): number {
  if (!elevations || info.hasBodies || isOpenSea(info)) return 1
  const { nx, nz, cellSize } = info.grid
  const extent = Math.max(nx, nz) * cellSize
  if (!info.hasTerrain) return fitHeightScale(waveHeight, extent, exaggeratedHeight(info.scene))
  const lowest = bed?.reduce((least, height) => Math.min(least, height), Number.POSITIVE_INFINITY) ?? elevations[0]
  return fitReliefScale(elevations[1] - lowest, extent, mostExaggeration(info.scene))
}
