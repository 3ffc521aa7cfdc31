// A body in a channel, with the water that is lost, the lift and the draught measured.

import type { LessonModel } from '../../worker/model.js'
import { EngineTank } from './engine-tank.js'
import type { PushingValues } from './pushing.settings.js'
import {
  archimedesDraught,
  areaBelow,
  type BodyShape,
  box,
  c,
  columns,
  dt,
  dx,
  g,
  lowerSide,
  rho,
  stillDepth,
  type Tank,
} from './tank.js'
import { DisplacementTank, PushDownTank, VirtualHeightTank } from './textbook-tanks.js'

/** The run stops when a column is higher than this [m]. */
const highest = 5
/** Longest history [steps]. */
const longestHistory = 1200
/** The loss is measured between these times after the body was placed [s]: the waves have not yet come back. */
const lossFrom = 0.5
const lossTo = 2.5

export interface PushingFrame {
  time: number
  /** Height, virtual height and cover of each column; see `Tank`. */
  heights: Float64Array
  heads: Float64Array
  covered: boolean[]
  body: BodyShape
  /** Time [s], change of the water [m² of the section] and lower side of the body under the still water [m], at each step. */
  times: Float64Array
  gained: Float64Array
  depths: Float64Array
  /** Change of the water in theory [m²]; undefined where there is none. */
  gainedInTheory: number | undefined
  /** Water lost a second, measured once [m²/s], and by theory; NaN before. */
  loss: number
  lossInTheory: number | undefined
  /** Lift of the last half second over the weight of the water that the body displaces in still water. */
  lift: number
  /** Draught by the level at the ends, in the mean of the last second, and by Archimedes [m]. */
  draught: number
  draughtInTheory: number
  /** Highest column over the still water after the first step [m], and in theory. */
  spike: number
  spikeInTheory: number | undefined
  residuals: Float64Array
}

export async function openModel(values: PushingValues): Promise<LessonModel<PushingFrame>> {
  return new PushingModel(values, await openTank(values))
}

async function openTank(values: PushingValues): Promise<Tank> {
  if (values.by === 'engine') return EngineTank.open(values)
  switch (values.coupling) {
    case 'push-down':
      return new PushDownTank(values)
    case 'displacement':
      return new DisplacementTank(values)
    case 'virtual-height':
      return new VirtualHeightTank(values)
  }
}

interface Measured {
  time: number
  gained: number
  depth: number
  lift: number
  draught: number
}

class PushingModel implements LessonModel<PushingFrame> {
  private readonly firstVolume: number
  private history: Measured[] = []
  private steps = 0
  private due = 0
  private spike = Number.NaN
  /** Step at which the body was placed, and the water at the beginning of the measurement of the loss. */
  private placed = 0
  private lossStart: Measured | undefined
  private loss = Number.NaN

  constructor(
    private values: PushingValues,
    private readonly tank: Tank,
  ) {
    this.firstVolume = tank.volume()
    this.history.push(this.measure())
  }

  advance(seconds: number): void {
    this.due += seconds
    for (; this.due >= dt; this.due -= dt) this.step()
  }

  step(): void {
    if (this.outOfBounds()) return
    this.tank.step()
    this.steps++
    const now = this.measure()
    this.history.push(now)
    if (this.history.length > longestHistory) this.history.shift()
    if (this.steps === 1) this.spike = Math.max(...this.tank.heights()) - stillDepth
    const since = (this.steps - this.placed) * dt
    if (this.lossStart === undefined && since >= lossFrom) this.lossStart = now
    if (this.lossStart && Number.isNaN(this.loss) && since >= lossTo)
      this.loss = (this.lossStart.gained - now.gained) / (now.time - this.lossStart.time)
  }

  /** A held body of the textbook follows the slider; everything else starts anew. */
  change(next: PushingValues): boolean {
    const others = Object.keys(next) as (keyof PushingValues)[]
    const isDepthAlone = others.every((name) => name === 'depth' || next[name] === this.values[name])
    if (!isDepthAlone || next.motion !== 'held' || !this.tank.hold?.(next.depth)) return false
    this.values = next
    this.placed = this.steps
    this.lossStart = undefined
    this.loss = Number.NaN
    return true
  }

  frame(): PushingFrame {
    const { values, tank } = this
    const body = tank.body()
    const isFirstTry = values.by === 'textbook' && values.coupling === 'push-down' && values.motion === 'held'
    const all = (read: (measured: Measured) => number) => Float64Array.from(this.history, read)
    const heights = tank.heights()
    const displaced = areaBelow(body, values.motion === 'held' ? values.depth : stillDepth - lowerSide(body))
    const recent = this.history.slice(1).slice(-50)
    return {
      time: this.steps * dt,
      heights,
      heads: tank.heads(),
      covered: tank.covered(),
      body,
      times: all(({ time }) => time),
      gained: all(({ gained }) => gained),
      depths: all(({ depth }) => depth),
      gainedInTheory: this.gainedInTheory,
      loss: isFirstTry ? this.loss : Number.NaN,
      lossInTheory: isFirstTry ? 2 * c * values.depth : undefined,
      lift: meanOf(recent, ({ lift }) => lift) / (rho * g * displaced),
      draught: meanOf(this.history.slice(-100), ({ draught }) => draught),
      draughtInTheory: archimedesDraught(body, values.density),
      spike: this.spike,
      spikeInTheory: this.spikeInTheory,
      residuals: Float64Array.from(tank.residuals()),
    }
  }

  outOfBounds(): string | undefined {
    const heights = this.tank.heights()
    if (heights.every((height) => Math.abs(height) < highest)) return undefined
    return `Stopped: after ${(this.steps * dt).toFixed(2)} s a column is more than ${highest} m high.`
  }

  dispose(): void {
    this.tank.dispose?.()
  }

  /** What the header of each textbook file derives. */
  private get gainedInTheory(): number | undefined {
    const { by, coupling, alpha, depth, motion } = this.values
    if (by === 'engine' || coupling === 'virtual-height') return 0
    if (motion !== 'held' || this.steps === 0) return undefined
    if (coupling === 'displacement') return (alpha - 1) * areaBelow(this.tank.body(), depth)
    const time = this.steps * dt
    const untilBack = (columns * dx - box.length) / c
    const isAsStarted = this.placed === 0 && time < untilBack
    return isAsStarted ? -(box.length * depth + 2 * c * depth * time) : undefined
  }

  /** Half of what n cells lose goes into each of the two cells beside the box. */
  private get spikeInTheory(): number | undefined {
    const { by, coupling, gamma, depth } = this.values
    if (by === 'engine' || coupling !== 'virtual-height' || this.placed > 0) return undefined
    return (gamma * (box.length / dx) * depth) / 2
  }

  private measure(): Measured {
    const lower = lowerSide(this.tank.body())
    const heights = this.tank.heights()
    return {
      time: this.steps * dt,
      gained: this.tank.volume() - this.firstVolume,
      depth: stillDepth - lower,
      lift: this.steps > 0 ? this.tank.lift() : 0,
      draught: (heights[0]! + heights[columns - 1]!) / 2 - lower,
    }
  }
}

function meanOf(history: readonly Measured[], read: (measured: Measured) => number): number {
  return history.reduce((total, measured) => total + read(measured), 0) / history.length
}
