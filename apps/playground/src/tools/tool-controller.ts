// Turns pointer and key input into events of the chosen tool, and shows the brush.

import { batch } from '@preact/signals'
import { markShare } from '../session/instruments.js'
import type { Session } from '../session/session.js'
import type * as State from '../session/state.js'
import type { Drag, PointerActions, Stroke } from '../view/pointer.js'
import type { BodyPick, BrushCursor, VolumePick, WaterView } from '../view/view.js'
import type { Action } from './event-queue.js'
import { type FluidBrush, fluidPush, fluidStroke, inkColor } from './fluid-strokes.js'
import { launchEvent } from './launch.js'
import type { Measuring } from './measuring.js'
import { SourcePlacing } from './source-placing.js'
import { StrokePath, type StrokePoint } from './stroke-path.js'
import { Channel, strokeEvent } from './strokes.js'
import {
  actsOnFluid,
  type FluidTool,
  hasBrush,
  type MeasuringTool,
  measures,
  type PaintingTool,
  placesSource,
  type SourceTool,
  type Tool,
} from './tools.js'
import type { WaterPoint } from './water-point.js'

/** The part of the page's state that tools read and write. */
export type ToolState = Pick<
  typeof State,
  | 'bodies'
  | 'brush'
  | 'chosenBody'
  | 'chosenReading'
  | 'chosenTool'
  | 'extent'
  | 'info'
  | 'ink'
  | 'lasting'
  | 'launchDensity'
  | 'launchShape'
  | 'period'
  | 'pointed'
  | 'pulses'
  | 'readOnlyReason'
  | 'sources'
  | 'time'
  | 'tool'
>
export type ToolSession = Pick<Session, 'bodies' | 'events' | 'readChosenBody'>
export type ToolView = Pick<WaterView, 'highlight' | 'setCursor' | 'setSources' | 'surfaceSampler'>

/** Length of the pieces of a stroke, in radii of the brush: drops and bodies are apart, strokes as fine as the brush. */
const spacings: Partial<Record<PaintingTool, number>> = { drop: 1.6, launch: 3.2, stir: 0.3, ink: 0.3 }
const defaultSpacing = 0.15
/** Glow of bodies under the pointer, chosen, or dragged. */
const glow = { pointed: 0.5, chosen: 0.35, dragged: 0.8 } as const

const noDrag: Drag = { to: () => {}, end: () => {} }

type Paint<At> = (from: At, to: At, pressure: number) => void

export class ToolController implements PointerActions {
  readonly #state: ToolState
  readonly #session: ToolSession
  readonly #view: () => ToolView | undefined
  readonly #sources: SourcePlacing
  readonly #measuring: Measuring
  /** The keyboard's cursor, and the direction in which it last moved. */
  #cursor: WaterPoint | undefined
  #heading: WaterPoint = [1, 0]
  /** Indices of the body under the pointer and of the dragged one. */
  #pointed: number | undefined
  #dragged: number | undefined
  /** The change of a density in progress. */
  #weighing: Action | undefined

  constructor(state: ToolState, session: ToolSession, view: () => ToolView | undefined, measuring: Measuring) {
    this.#measuring = measuring
    this.#state = state
    this.#session = session
    this.#view = view
    this.#sources = new SourcePlacing(state, session.events)
  }

  tool(): Tool {
    return this.#state.tool.value
  }

  /** The hand that grabs bodies pushes the water beside them, where the water can be pushed. */
  paintingTool(): PaintingTool | undefined {
    const tool = this.tool()
    if (tool === 'grab') return this.#state.readOnlyReason.value === undefined ? 'push' : undefined
    return hasBrush(tool) ? tool : undefined
  }

  /** Resets the state of the last simulation. */
  reset(): void {
    this.#pointed = this.#dragged = this.#weighing = undefined
    this.hideCursor()
  }

  hideCursor(): void {
    this.#showCursor(undefined)
  }

  chooseTool(tool: Tool): void {
    this.#state.chosenTool.value = tool
    if (!hasBrush(tool)) this.hideCursor()
  }

  beginStroke(tool: PaintingTool, start: StrokePoint): Stroke {
    if (measures(tool)) return this.#measuring.begin(tool, start.at)
    if (placesSource(tool)) return this.#beginSource(tool, start)
    const paint = this.#painter(tool)
    paint(start.at, start.at, start.pressure)
    const path = new StrokePath(start.at, paint)
    const cellSize = this.#state.info.value?.grid.cellSize ?? 0
    const spacing = Math.max(cellSize / 2, (spacings[tool] ?? defaultSpacing) * this.#state.brush.value.radius)
    const isDotted = tool === 'drop' || tool === 'launch'
    return {
      to: (point) => path.to(point, spacing),
      end: () => {
        if (!isDotted) path.end()
      },
    }
  }

  /** A source under the pointer; it does not reach a simulation that is opened meanwhile. */
  #beginSource(tool: SourceTool, start: StrokePoint): Stroke {
    const isCurrent = this.#currentCheck()
    const stroke = this.#sources.begin(tool, start)
    return {
      to: (point) => {
        if (isCurrent()) stroke.to(point)
      },
      end: () => {
        if (isCurrent()) stroke.end()
      },
    }
  }

  beginBodyDrag({ body, at, dragTarget }: BodyPick, clientX: number, clientY: number): Drag {
    if (!this.#session.bodies?.bodies[body]?.info.isMovable) return noDrag
    const isCurrent = this.#currentCheck()
    const action = this.#session.events.begin()
    const to = (x: number, y: number): void => {
      if (isCurrent()) action.add({ type: 'grab', body, at, to: dragTarget(x, y) })
    }
    this.#dragged = body
    this.showGlow()
    to(clientX, clientY)
    return {
      to,
      end: () => {
        if (isCurrent()) action.add({ type: 'release', body })
        this.#dragged = undefined
        this.showGlow()
      },
    }
  }

  beginVolumeDrag(tool: PaintingTool, { at, dragTarget }: VolumePick): Drag {
    if (!actsOnFluid(tool)) return noDrag
    const isCurrent = this.#currentCheck()
    const action = this.#session.events.begin()
    const paint: Paint<readonly number[]> = (from, to, pressure) => {
      if (isCurrent()) action.add(...fluidStroke(tool, from, to, this.#fluidBrush(), pressure))
    }
    paint(at, at, 1)
    const path = new StrokePath<readonly number[]>(at, paint)
    const spacing = (spacings[tool] ?? defaultSpacing) * this.#state.brush.value.radius
    return {
      to: (clientX, clientY) => {
        const target = dragTarget(clientX, clientY)
        path.to({ at: target, pressure: 1 }, spacing)
        this.hoverVolume(tool, target)
      },
      end: () => path.end(),
    }
  }

  hover(tool: PaintingTool, at: WaterPoint | undefined): void {
    this.#cursor = undefined
    this.#view()?.setCursor(at && { at, tool, ...this.#brushLook(tool) })
  }

  hoverVolume(tool: PaintingTool, [x, y, depth]: readonly [number, number, number]): void {
    this.#cursor = undefined
    this.#view()?.setCursor({ at: [x, y], depth, tool, ...this.#brushLook(tool) })
  }

  pointAt(at: WaterPoint | undefined): void {
    this.#state.pointed.value = at
  }

  pointAtBody(body: number | undefined): void {
    if (this.#pointed === body) return
    this.#pointed = body
    this.showGlow()
  }

  chooseBody(body: number): void {
    batch(() => {
      this.#state.chosenBody.value = body
      this.#session.readChosenBody()
    })
  }

  /** Gives the chosen body another density [kg/m³]. All changes until `endDensity` are one action. */
  setDensity(density: number): void {
    const body = this.#state.chosenBody.value
    if (body === undefined) return
    this.#weighing ??= this.#session.events.begin()
    this.#weighing.add({ type: 'setDensity', body, density })
    const { chosenReading } = this.#state
    chosenReading.value = { submerged: chosenReading.value?.submerged ?? 0, density }
  }

  /** Ends a change of the density: the slider was released. */
  endDensity(): void {
    this.#weighing = undefined
  }

  /** Highlights the bodies that are chosen, under the pointer or dragged. */
  showGlow(): void {
    const glows = new Map<number, number>()
    const chosen = this.#state.chosenBody.value
    if (chosen !== undefined && this.#state.tool.value === 'grab') glows.set(chosen, glow.chosen)
    if (this.#pointed !== undefined) glows.set(this.#pointed, glow.pointed)
    if (this.#dragged !== undefined) glows.set(this.#dragged, glow.dragged)
    this.#view()?.highlight(glows)
  }

  /** Moves the keyboard's cursor by parts of the pool's sides. */
  moveCursor(dx: number, dz: number): void {
    const grid = this.#state.info.value?.grid
    if (!grid) return
    const [x, z] = this.#cursor ?? [0, 0]
    const halfX = (grid.nx * grid.cellSize) / 2
    const halfZ = ((grid.ny ?? grid.nz) * grid.cellSize) / 2
    // The second coordinate of a fluid points up.
    const down = grid.ny === undefined ? dz : -dz
    const length = Math.hypot(dx, down)
    if (length > 0) this.#heading = [dx / length, down / length]
    const clamp = (value: number, half: number): number => Math.min(half, Math.max(-half, value))
    this.#showCursor([clamp(x + dx * 2 * halfX, halfX), clamp(z + down * 2 * halfZ, halfZ)])
  }

  /** Uses the tool at the keyboard's cursor; the tool that grabs chooses the next body. */
  useAtCursor(): void {
    const tool = this.#state.tool.value
    if (tool === 'grab') this.#chooseNextBody()
    else if (!this.#cursor) this.moveCursor(0, 0)
    else if (measures(tool)) this.#measuring.use(tool, this.#cursor)
    else if (actsOnFluid(tool)) this.#touchFluid(tool, this.#cursor)
    else if (placesSource(tool)) this.#sources.toggle(tool, this.#cursor)
    else if (hasBrush(tool)) this.#painter(tool)(this.#cursor, this.#cursor, 1)
  }

  removeSources(): void {
    this.#sources.removeAll()
  }

  /** Marks the sources on the water. */
  showSources(): void {
    this.#view()?.setSources(this.#state.sources.value)
  }

  /** Shows the keyboard's cursor as the brush is now. */
  refreshCursor(): void {
    this.#showCursor(this.#cursor)
  }

  #showCursor(at: WaterPoint | undefined): void {
    this.#cursor = at
    const chosen = this.#state.tool.value
    const tool = hasBrush(chosen) ? chosen : 'push'
    this.#view()?.setCursor(at && { at, tool, ...this.#brushLook(tool) })
  }

  /** Returns a function that tells whether the present simulation is still running: a drag may outlast it. */
  #currentCheck(): () => boolean {
    const info = this.#state.info.value
    return () => info === this.#state.info.value
  }

  /** The function that turns the pieces of one stroke into events of one action. */
  #painter(tool: Exclude<PaintingTool, SourceTool | MeasuringTool>): Paint<WaterPoint> {
    const events = this.#session.events.begin()
    if (tool === 'launch') return (_, to) => this.#launch(to, events)
    if (actsOnFluid(tool))
      return (from, to, pressure) => events.add(...fluidStroke(tool, from, to, this.#fluidBrush(), pressure))
    if (tool !== 'dig')
      return (from, to, pressure) => events.add(strokeEvent(tool, from, to, this.#state.brush.value, pressure))
    const channel = new Channel(this.#view()?.surfaceSampler() ?? (() => 0), this.#state.brush.value)
    return (from, to, pressure) => events.add(channel.dig(from, to, pressure))
  }

  /** Adds a body above a point: above the water, and above other bodies there. */
  #launch(at: WaterPoint, events: Action): void {
    const { bodies } = this.#session
    const info = this.#state.info.value
    if (!bodies || !info) return
    const { radius } = this.#state.brush.value
    const launch = { shape: this.#state.launchShape.value, radius, density: this.#state.launchDensity.value }
    const top = Math.max(this.#view()?.surfaceSampler()(at) ?? 0, bodies.highestBodyOver(at, radius))
    events.add(launchEvent(launch, at, top, info))
  }

  /** Adds ink at the keyboard's cursor, or pushes the fluid in the cursor's direction; in the middle plane of a volume. */
  #touchFluid(tool: FluidTool, [x, y]: WaterPoint): void {
    const isVolume = (this.#state.info.value?.grid.nz ?? 1) > 1
    const at = isVolume ? [x, y, 0] : [x, y]
    const brush = this.#fluidBrush()
    this.#session.events.add(
      ...(tool === 'ink' ? fluidStroke('ink', at, at, brush) : [fluidPush(at, this.#heading, brush)]),
    )
  }

  #chooseNextBody(): void {
    const count = this.#state.bodies.value.length
    if (count > 0) this.chooseBody(((this.#state.chosenBody.value ?? -1) + 1) % count)
  }

  #fluidBrush(): FluidBrush {
    return { ...this.#state.brush.value, dye: this.#state.ink.value, extent: this.#state.extent.value }
  }

  #brushLook(tool: PaintingTool): Pick<BrushCursor, 'radius' | 'softness' | 'color'> {
    if (measures(tool)) return { radius: markShare * this.#state.extent.value, softness: 0 }
    const { radius, softness } = this.#state.brush.value
    const color = inkColor(this.#state.info.value?.scene, this.#state.ink.value)
    return { radius, softness, ...(color && { color }) }
  }
}
