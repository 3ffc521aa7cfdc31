// A square of open sea: by transforms of the engine or by sinusoids of the textbook, with its spectrum asked for and measured.

import { airyWavelength, seaPeak } from '@seiche/textbook'
import type { FloatingBody, SurfaceSimulation } from 'seiche'
import { type Camera, type Picture, Raster } from '../../drawing/raster.js'
import { bodyMesh, type Patch, sideMesh, waterMesh } from '../../drawing/surface-mesh.js'
import type { LessonModel } from '../../worker/model.js'
import { askedDensity, askedVariance, depthOf, windOf } from './asked-sea.js'
import { type ComputedSea, engineSea, openEngine, shipLength, textbookSea, timeStep } from './computed-sea.js'
import { MeasuredSpectrum, meanPeriodOf } from './measured-spectrum.js'
import type { SeaValues } from './sea.settings.js'

/** Lengths of the highest waves across the square. */
const lengths = 7
/** Time between two measurements of the spectrum [s]. */
const between = 1

export interface SeaFrame {
  picture: Picture
  /** Side of the square [m]. */
  size: number
  /** Density S(ω) that was asked for [m² s], over frequency [rad/s]. */
  askedOmega: Float64Array
  asked: Float64Array
  /** Measured density, in bins. */
  omega: Float64Array
  measured: Float64Array
  /** Significant height [m] and mean period [s]: measured on the water, and asked for. */
  height: number
  heightAsked: number
  meanPeriod: number
  meanPeriodAsked: number
  /** Period of the greatest density that was asked for [s]. */
  peakPeriod: number
  /** Seas computed in a second on this device, on one thread. */
  framesPerSecond: number
  /** Number of waves that are added up. */
  waves: number
  /** Pose of the ship: length [m], heave [m], pitch and roll [°]. */
  ship: { length: number; heave: number; pitch: number; roll: number } | undefined
}

export async function openModel(values: SeaValues): Promise<LessonModel<SeaFrame>> {
  const size = sizeOf(values)
  if (values.by === 'textbook') return new SeaModel(values, size, textbookSea(values, size), undefined)
  const sim = await openEngine(values, size)
  // A ship costs more than its sea: the sea is timed without it.
  const milliseconds = values.ship ? await millisecondsOfSea(values, size) : undefined
  return new SeaModel(values, size, engineSea(sim, values), sim, milliseconds)
}

/** Time of one sea [ms]. */
async function millisecondsOfSea(values: SeaValues, size: number): Promise<number> {
  const sim = await openEngine({ ...values, ship: false }, size)
  const steps = 12
  for (let n = 0; n < 3; n++) sim.step()
  const start = performance.now()
  for (let n = 0; n < steps; n++) sim.step()
  sim.dispose()
  return (performance.now() - start) / steps
}

/** Side of the square [m]: some lengths of the highest waves, of wind sea or swell. */
function sizeOf(values: SeaValues): number {
  const water = { depth: depthOf(values) }
  const windWaves = airyWavelength((2 * Math.PI) / seaPeak(values.spectrum, windOf(values)), water)
  const swell = values.by === 'engine' && values.swell > 0 ? airyWavelength(values['swell-period'], water) : 0
  return lengths * Math.max(windWaves, 0.8 * swell)
}

class SeaModel implements LessonModel<SeaFrame> {
  private steps = 0
  private due = 0
  /** Time that the computation has taken [ms], and the steps it was for. */
  private spent = 0
  private timed = 0
  private readonly spectrum: MeasuredSpectrum
  private readonly askedOmega: Float64Array
  private readonly asked: Float64Array
  private variance = 0
  private measurements = 0
  private readonly raster = new Raster(760, 360)
  private readonly patch: Patch
  private readonly camera: Camera

  constructor(
    private readonly values: SeaValues,
    private readonly size: number,
    private readonly sea: ComputedSea,
    private readonly sim: SurfaceSimulation | undefined,
    /** Time of one sea [ms], if it was measured apart. */
    private readonly milliseconds?: number,
  ) {
    this.patch = { nx: sea.cells, nz: sea.cells, cellSize: size / sea.cells }
    this.camera = {
      target: [0, 0, 0.04 * size],
      distance: 0.85 * size,
      azimuth: 0.42,
      elevation: 0.25,
      width: 0.66 * size,
    }
    const peak = seaPeak(values.spectrum, windOf(values))
    const swell = values.by === 'engine' && values.swell > 0 ? (2 * Math.PI) / values['swell-period'] : peak
    this.spectrum = new MeasuredSpectrum(0.5 * Math.min(peak, 1.2 * swell), 6 * peak, 30)
    const { omega } = this.spectrum
    const [first, last] = [omega[0]!, omega.at(-1)!]
    this.askedOmega = Float64Array.from({ length: 300 }, (_, n) => first * (last / first) ** (n / 299))
    this.asked = this.askedOmega.map((at) => askedDensity(values, at))
    this.measure()
  }

  advance(seconds: number): void {
    this.due = Math.min(this.due + seconds, 2 * timeStep)
    for (; this.due >= timeStep; this.due -= timeStep) this.step()
  }

  step(): void {
    const start = performance.now()
    this.steps++
    this.sea.step(this.steps * timeStep)
    // The first steps warm up the code.
    if (this.steps > 3) {
      this.spent += performance.now() - start
      this.timed++
    }
    if ((this.steps * timeStep) % between < timeStep) this.measure()
  }

  private measure(): void {
    const { eta } = this.sea.water()
    let sum = 0
    for (let cell = 0; cell < eta.length; cell++) sum += eta[cell]! ** 2
    this.variance += sum / eta.length
    this.measurements++
    this.spectrum.add(this.sea.tiles(), depthOf(this.values), this.sea.periodic)
  }

  frame(): SeaFrame {
    const { omega, density } = this.spectrum
    return {
      picture: this.draw(),
      size: this.size,
      askedOmega: this.askedOmega,
      asked: this.asked,
      omega,
      measured: density,
      height: 4 * Math.sqrt(this.variance / this.measurements),
      heightAsked: 4 * Math.sqrt(askedVariance(this.values)),
      meanPeriod: meanPeriodOf(omega, density),
      meanPeriodAsked: meanPeriodOf(this.askedOmega, this.asked),
      peakPeriod: (2 * Math.PI) / this.askedOmega[this.asked.indexOf(Math.max(...this.asked))]!,
      framesPerSecond: 1000 / (this.milliseconds ?? this.spent / this.timed),
      waves: this.sea.waves,
      ship: this.ship && shipPose(this.ship, this.size),
    }
  }

  dispose(): void {
    this.sim?.dispose()
  }

  private get ship(): FloatingBody | undefined {
    return this.sim?.bodies[0]
  }

  private draw(): Picture {
    const { raster, camera, patch } = this
    const water = waterMesh(patch, this.sea.water(), camera)
    raster.clear()
    raster.draw(water, camera)
    raster.draw(sideMesh(patch, water, -0.05 * this.size), camera)
    const { ship } = this
    if (ship)
      for (const { shape } of ship.solid.pieces)
        if ('polyhedron' in shape) {
          const { vertices, triangles } = shape.polyhedron
          raster.draw(bodyMesh(vertices, triangles, ship.position, ship.rotation, [196, 66, 48]), camera)
        }
    return raster.picture
  }
}

function shipPose({ position, rotation }: FloatingBody, size: number): NonNullable<SeaFrame['ship']> {
  const [x, y, z, w] = rotation as unknown as [number, number, number, number]
  return {
    length: shipLength(size),
    heave: position[1]!,
    pitch: (Math.asin(2 * (w * z + x * y)) * 180) / Math.PI,
    roll: (Math.atan2(2 * (w * x - y * z), 1 - 2 * (x * x + z * z)) * 180) / Math.PI,
  }
}
