// A pond in which a person builds, and a channel in which a packet meets a wall of the same rim.

import type { Values } from '../../settings.js'
import { largestOf } from '../../worker/largest.js'
import type { Action, LessonModel } from '../../worker/model.js'
import { Channel, type Reflection } from './channel.js'
import { paintMatte, pondMatte } from './obstacles.matte.js'
import { type ObstaclesValues, pondCells } from './obstacles.settings.js'
import { openSurface, type Source, type Start, type Surface } from './surface.js'

/** Seconds of the water that pass in a second of the page, in the pond and in the channel. */
const speed = { pond: 4, channel: 12 }
/** Most steps for one picture; a shorter time step then runs slower. */
const mostSteps = { pond: 8, channel: 30 }
/** The run stops when the water is this high [m]. */
const highest = 10
const source: Source = { x: 12, z: pondCells.nz / 2, radius: 3, rate: 0.2, period: 3.6 }
/** A drop of the hand: its radius [m] and height [m]. */
const drop = { radius: 4, height: 0.4 }

export interface ObstaclesFrame {
  /** Heights in the pond [m] and their largest, in size. */
  pond: Float32Array
  size: number
  /** Openness of each cell of the pond: 1 water, 0 solid. */
  matte: Float32Array
  /** Area that the matte covers [m²]. */
  covered: number
  /** Cells whose openness is neither 0 nor 1. */
  rimCells: number
  /** Heights in the channel [m], those without the wall, and its openness. */
  channel: Float32Array
  channelFree: Float32Array
  channelMatte: Float32Array
  /** The packet after its return; NaN if the published window spoils it. */
  reflection: Reflection
  /** Energy of the waves that is left then, over that of the start. */
  energyLeft: number
  theory: ObstaclesTheory
}

/** Values that theory has for the present settings; undefined where it has none. */
export interface ObstaclesTheory {
  reflection: number | undefined
  /** [degrees] */
  phase: number | undefined
  energy: number | undefined
  /** Area of the shape before any stroke [m²]. */
  area: number | undefined
}

/** A sharp matte holds the water at rest from the middle of its first cell on; walls return everything upright. */
function theoryOf({ by, solids, shape, size, rim, wavelength }: ObstaclesValues): ObstaclesTheory {
  const isWall = by === 'engine' && solids !== 'matte'
  const isSharpMatte = by === 'textbook' && rim === 0
  const isSharpWall = isWall && rim === 0
  const areas: Partial<Record<ObstaclesValues['shape'], number>> = {
    circle: (Math.PI * size * size) / 4,
    box: size * size,
    wedge: (size * size) / 2,
  }
  return {
    reflection: isSharpMatte || isSharpWall ? 1 : undefined,
    phase: isSharpMatte ? 180 - 360 / wavelength : isSharpWall ? 0 : undefined,
    energy: isWall ? 1 : undefined,
    // A blurred outline covers more than the shape.
    area: rim <= 1 ? areas[shape] : undefined,
  }
}

export async function openModel(values: ObstaclesValues): Promise<LessonModel<ObstaclesFrame>> {
  const [pond, channel, result] = await Promise.all([openPond(values), Channel.open(values), measure(values)])
  return new ObstaclesModel(values, pond, channel, result)
}

function openPond(values: ObstaclesValues): Promise<Surface> {
  const count = pondCells.nx * pondCells.nz
  const start: Start = {
    ...pondCells,
    eta: new Float64Array(count),
    phi: new Float64Array(count),
    matte: pondMatte(values),
    isPeriodic: false,
    ...(values.source && { source }),
  }
  return openSurface(values, start, paintMatte)
}

interface Result {
  reflection: Reflection
  energyLeft: number
}

/** Runs a channel to its end at once. The published window takes long and explodes on the way. */
async function measure(values: ObstaclesValues): Promise<Result> {
  if (values.by === 'textbook' && values.window === 'published')
    return { reflection: { size: Number.NaN, phase: Number.NaN }, energyLeft: Number.NaN }
  const channel = await Channel.open(values)
  while (!channel.isOver) channel.step()
  const result = { reflection: channel.reflection(), energyLeft: channel.energy() }
  channel.dispose()
  return result
}

class ObstaclesModel implements LessonModel<ObstaclesFrame> {
  private due = { pond: 0, channel: 0 }
  private steps = 0
  private readonly theory: ObstaclesTheory

  constructor(
    private values: ObstaclesValues,
    private readonly pond: Surface,
    private readonly channel: Channel,
    private readonly result: Result,
  ) {
    this.theory = theoryOf(values)
  }

  advance(seconds: number): void {
    const dt = this.values['time-step']
    for (const part of ['pond', 'channel'] as const) {
      this.due[part] = Math.min(this.due[part] + speed[part] * seconds, mostSteps[part] * dt)
      for (; this.due[part] >= dt; this.due[part] -= dt) this.stepOf(part)
    }
  }

  step(): void {
    this.stepOf('pond')
    this.stepOf('channel')
  }

  private stepOf(part: 'pond' | 'channel'): void {
    if (part === 'channel') {
      if (!this.channel.isOver) this.channel.step()
    } else if (!this.outOfBounds()) {
      this.pond.step()
      this.steps++
    }
  }

  /** Tool and brush are taken without a new start. */
  change(values: Values): boolean {
    const next = values as ObstaclesValues
    const isHand = (name: string) => name === 'tool' || name === 'brush'
    if (Object.keys(next).some((name) => !isHand(name) && next[name as never] !== this.values[name as never]))
      return false
    this.values = next
    return true
  }

  act({ name, x, z }: Action): void {
    if (name !== 'hand') return
    const { tool, brush } = this.values
    if (tool === 'drop') this.pond.addDrop(Number(x), Number(z), drop.radius, drop.height)
    else this.pond.paint(tool, Number(x), Number(z), brush)
  }

  frame(): ObstaclesFrame {
    const pond = Float32Array.from(this.pond.eta)
    const matte = Float32Array.from(this.pond.matte)
    return {
      pond,
      size: largestOf(pond),
      matte,
      covered: matte.reduce((sum, open) => sum + 1 - open, 0),
      rimCells: matte.reduce((count, open) => count + (open > 0 && open < 1 ? 1 : 0), 0),
      channel: Float32Array.from(this.channel.eta),
      channelFree: Float32Array.from(this.channel.etaFree),
      channelMatte: Float32Array.from(this.channel.matte),
      ...this.result,
      theory: this.theory,
    }
  }

  outOfBounds(): string | undefined {
    if (largestOf(this.pond.eta) < highest) return undefined
    return `Stopped: after ${this.steps} steps the water of the pond is more than ${highest} m high.`
  }

  dispose(): void {
    this.pond.dispose()
    this.channel.dispose()
  }
}
