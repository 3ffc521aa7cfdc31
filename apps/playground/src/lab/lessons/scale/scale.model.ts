// The same waves at full size and in a model: all lengths divided by the scale, gravity and surface tension those of water.

import { airyFrequency, airyProfile, type Sinusoid, sinusoidHeight } from '@seiche/textbook'
import { createSimulation, type SurfaceSimulation } from 'seiche'
import { type Camera, type Picture, Raster } from '../../drawing/raster.js'
import { type Patch, sideMesh, waterMesh } from '../../drawing/surface-mesh.js'
import type { LessonModel } from '../../worker/model.js'
import type { ScaleValues } from './scale.settings.js'

/** Side of the square at full size [m], and its cells. */
export const size = 16
const cells = 112
/** Longest wave at full size [m], and the number of waves down to the shortest. */
export const longest = 8
const count = 14
const timeStep = 1 / 30
/** Surface tension of clean water [N/m], and over its density [m³/s²]. */
const surfaceTension = 0.0728
const tensionOverDensity = surfaceTension / 1000
const deep = Number.POSITIVE_INFINITY

export interface ScaleFrame {
  full: Picture
  model: Picture
  /** Time on the film [s]. */
  time: number
  /** Oscillations on the film in the model over those at full size, for the longest and the shortest waves: measured, and by theory. */
  longRatio: number
  longInTheory: number
  shortRatio: number
  shortInTheory: number
  /** The shortest wave of the model [m]. */
  shortestOfModel: number
}

export async function openModel(values: ScaleValues): Promise<LessonModel<ScaleFrame>> {
  const { scale, slow } = values
  const filmSpeed = slow ? Math.sqrt(scale) : 1
  const ratioOf = async (length: number) =>
    (await measuredFrequency(values, length / scale)) / filmSpeed / (await measuredFrequency(values, length))
  return new ScaleModel(
    values,
    await openSea(values, 1, 1),
    await openSea(values, scale, filmSpeed),
    await ratioOf(longest),
    await ratioOf(values.shortest),
  )
}

/** Angular frequency of a wave [rad/s], from how far its profile turns in a twentieth of a period. */
async function measuredFrequency({ by, tension }: ScaleValues, length: number): Promise<number> {
  const n = 64
  const k = (2 * Math.PI) / length
  const step = (0.05 * 2 * Math.PI) / airyFrequency(k, waterOf(tension))
  const angleOf = (eta: ArrayLike<number>) => {
    let [cosine, sine] = [0, 0]
    for (let i = 0; i < n; i++) {
      const angle = (2 * Math.PI * (i + 0.5 - n / 2)) / n
      cosine += eta[i]! * Math.cos(angle)
      sine += eta[i]! * Math.sin(angle)
    }
    return Math.atan2(sine, cosine)
  }
  const profile = (t: number) =>
    Float64Array.from({ length: n }, (_, i) => airyProfile(((i + 0.5 - n / 2) * length) / n, t, k, waterOf(tension)))
  if (by === 'textbook') return (angleOf(profile(step)) - angleOf(profile(0))) / step
  const sim = await createSimulation(
    {
      seiche: 1,
      grid: { cells: [n, 1], cellSize: length / n },
      timeStep: step,
      solver: {
        type: 'waves',
        surfaceTension: tension ? surfaceTension : 0,
        trains: [{ wavelength: length, steepness: 0.01 }],
      },
    },
    { threads: 1 },
  )
  const before = angleOf(sim.field('eta').read())
  sim.step()
  const after = angleOf(sim.field('eta').read())
  sim.dispose()
  return (after - before) / step
}

function waterOf(tension: boolean) {
  return { depth: deep, tension: tension ? tensionOverDensity : 0 }
}

/** The waves at full size: lengths in equal ratios, all equally steep, around one direction. */
export function wavesOf(shortest: number): { length: number; height: number; direction: number; phase: number }[] {
  return Array.from({ length: count }, (_, n) => {
    const length = longest * (shortest / longest) ** (n / (count - 1))
    // Multiples of the golden ratio: no two waves begin alike.
    const share = (n * 0.6180339887) % 1
    return { length, height: 0.024 * length, direction: 140 * (share - 0.5), phase: 360 * ((n * 0.7548776662) % 1) }
  })
}

/** A sea that shrank by a scale, filmed `filmSpeed` times slower. */
interface ShrunkSea {
  patch: Patch
  /** The water at a time on the film [s]. */
  at(t: number): ArrayLike<number>
  dispose(): void
}

async function openSea(values: ScaleValues, scale: number, filmSpeed: number): Promise<ShrunkSea> {
  const patch = { nx: cells, nz: cells, cellSize: size / scale / cells }
  const waves = wavesOf(values.shortest)
  if (values.by === 'textbook') {
    const sinusoids: Sinusoid[] = waves.map(({ length, height, direction, phase }) => ({
      amplitude: height / scale / 2,
      direction: (direction * Math.PI) / 180,
      wavelength: length / scale,
      period: (2 * Math.PI) / airyFrequency((2 * Math.PI * scale) / length, waterOf(values.tension)),
      phase: (phase * Math.PI) / 180,
    }))
    return {
      patch,
      at: (t) =>
        Float32Array.from({ length: cells * cells }, (_, cell) => {
          const [i, j] = [cell % cells, Math.floor(cell / cells)]
          const place = (n: number) => (n + 0.5 - cells / 2) * patch.cellSize
          return sinusoidHeight(sinusoids, place(i), place(j), t / filmSpeed)
        }),
      dispose: () => undefined,
    }
  }
  const sim: SurfaceSimulation = await createSimulation(
    {
      seiche: 1,
      grid: { cells: [cells, cells], cellSize: patch.cellSize },
      timeStep: timeStep / filmSpeed,
      solver: {
        type: 'waves',
        surfaceTension: values.tension ? surfaceTension : 0,
        trains: waves.map(({ length, height, direction, phase }) => ({
          wavelength: length / scale,
          height: height / scale,
          direction,
          phase,
        })),
      },
    },
    { threads: 1 },
  )
  return {
    patch,
    at: (t) => {
      const steps = Math.round(t / timeStep) - sim.stepCount
      if (steps > 0) sim.step(steps)
      return sim.field('eta').read()
    },
    dispose: () => sim.dispose(),
  }
}

class ScaleModel implements LessonModel<ScaleFrame> {
  private steps = 0
  private due = 0
  private readonly rasters = [new Raster(440, 230), new Raster(440, 230)] as const

  constructor(
    private readonly values: ScaleValues,
    private readonly fullSea: ShrunkSea,
    private readonly modelSea: ShrunkSea,
    private readonly longRatio: number,
    private readonly shortRatio: number,
  ) {}

  advance(seconds: number): void {
    this.due = Math.min(this.due + seconds, 3 * timeStep)
    for (; this.due >= timeStep; this.due -= timeStep) this.step()
  }

  step(): void {
    this.steps++
  }

  frame(): ScaleFrame {
    const { scale, slow, shortest, tension } = this.values
    const time = this.steps * timeStep
    const inTheory = (length: number) => {
      const frequency = (by: number) => airyFrequency((2 * Math.PI * by) / length, waterOf(tension))
      return frequency(scale) / frequency(1) / (slow ? Math.sqrt(scale) : 1)
    }
    return {
      full: this.draw(this.rasters[0], this.fullSea, time),
      model: this.draw(this.rasters[1], this.modelSea, time),
      time,
      longRatio: this.longRatio,
      longInTheory: inTheory(longest),
      shortRatio: this.shortRatio,
      shortInTheory: inTheory(shortest),
      shortestOfModel: shortest / scale,
    }
  }

  dispose(): void {
    this.fullSea.dispose()
    this.modelSea.dispose()
  }

  private draw(raster: Raster, sea: ShrunkSea, time: number): Picture {
    const { patch } = sea
    const side = patch.nx * patch.cellSize
    const camera: Camera = {
      target: [0, 0, -0.02 * side],
      distance: 1.5 * side,
      azimuth: 0.5,
      elevation: 0.45,
      width: 1.72 * side,
    }
    const water = waterMesh(patch, { eta: sea.at(time) }, camera)
    raster.clear()
    raster.draw(water, camera)
    raster.draw(sideMesh(patch, water, -0.06 * side), camera)
    return raster.picture
  }
}
