// A square of open sea: by transforms of the engine or by sinusoids of the textbook, with its spectrum asked for and measured.

import { airyWavelength, type Sinusoid, seaDensity, seaPeak, seaSinusoids, sinusoidHeight } from '@seiche/textbook'
import { createSimulation, type FloatingBody, type SurfaceSimulation } from 'seiche'
import { type Camera, type Picture, Raster } from '../../drawing/raster.js'
import { bodyMesh, type Patch, sideMesh, waterMesh } from '../../drawing/surface-mesh.js'
import type { LessonModel } from '../../worker/model.js'
import { MeasuredSpectrum, peakOf, type Tile } from './measured-spectrum.js'
import type { SeaValues } from './sea.settings.js'

const cells = 128
/** Cells of the textbook's sea, whose every wave costs a cosine a cell. */
const textbookCells = 64
const timeStep = 1 / 30
/** Lengths of the highest waves across the square. */
const lengths = 7
/** Each tile has cells smaller by this factor. */
const ratio = 7
/** Time between two measurements of the spectrum [s]. */
const between = 1
/** Length of the boat of the scenes [m]; it is made larger. */
const boatLength = 7

export interface SeaFrame {
  picture: Picture
  /** Side of the square [m]. */
  size: number
  /** Densities S(ω) [m² s] over frequency [rad/s]. */
  omega: Float64Array
  asked: Float64Array
  measured: Float64Array
  /** Significant height [m] and period of the peak [s]: measured on the water, and asked for. */
  height: number
  heightAsked: number
  peakPeriod: number
  peakAsked: number
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

function depthOf({ spectrum, depth }: SeaValues): number {
  return spectrum === 'tma' ? depth : Number.POSITIVE_INFINITY
}

function windOf(values: SeaValues) {
  return { windSpeed: values.wind, fetch: 1000 * values.fetch, depth: depthOf(values) }
}

/** Water of one time. */
interface Water {
  eta: ArrayLike<number>
  dx?: ArrayLike<number>
  dz?: ArrayLike<number>
  foam?: ArrayLike<number>
}

/** A sea that can be computed for the next time. */
interface ComputedSea {
  cells: number
  waves: number
  periodic: boolean
  step(t: number): void
  water(): Water
  tiles(): Tile[]
}

async function openEngine(values: SeaValues, size: number): Promise<SurfaceSimulation> {
  const bodies = values.ship ? { bodies: [shipOf(size)] } : {}
  const options = values.ship ? { rigidBodies: (await import('seiche/bodies')).rapier, readFile: readBoat } : {}
  return (await createSimulation(
    {
      seiche: 1,
      grid: { cells: [cells, cells], cellSize: size / cells },
      timeStep,
      solver: {
        type: 'ocean',
        spectrum: values.spectrum,
        windSpeed: values.wind,
        windDirection: 25,
        ...(values.spectrum !== 'phillips' && { fetch: 1000 * values.fetch }),
        ...(values.spectrum === 'tma' && { depth: values.depth }),
        ...(values.swell > 0 && {
          swell: { height: values.swell, period: values['swell-period'], direction: -35 },
        }),
        choppiness: values.choppiness,
        cascades: values.cascades,
        ratio,
      },
      ...bodies,
    },
    { threads: 1, ...options },
  )) as SurfaceSimulation
}

/** The boat of the scenes, as long as a twelfth of the square, but not shorter than a trawler. */
function shipOf(size: number) {
  const scale = Math.max(28, size / 12) / boatLength
  return { name: 'ship', shape: 'mesh' as const, file: 'boat.glb', scale, density: 330, drag: 1 }
}

async function readBoat(): Promise<Uint8Array> {
  const response = await fetch(new URL('../../../../../../scenes/boat.glb', import.meta.url))
  if (!response.ok) throw new Error('The ship could not be loaded. Switch it off, or reload the page.')
  return new Uint8Array(await response.arrayBuffer())
}

function engineSea(sim: SurfaceSimulation, { cascades }: SeaValues): ComputedSea {
  const read = (name: string) => sim.field(name as 'eta').read()
  const { cellSize } = sim.grid
  return {
    cells,
    waves: cascades * cells * cells,
    periodic: true,
    step: () => sim.step(),
    water: () => ({ eta: read('eta'), dx: read('dx'), dz: read('dz'), foam: read('foam') }),
    tiles: () =>
      Array.from({ length: cascades }, (_, n) => ({
        eta: read(`eta_${n}`),
        n: cells,
        cellSize: cellSize / ratio ** n,
      })),
  }
}

function textbookSea(values: SeaValues, size: number): ComputedSea {
  const n = textbookCells
  const cellSize = size / n
  let state = 1
  const random = () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
  const waves: Sinusoid[] = seaSinusoids(values.spectrum, windOf(values), values.waves, 4 * cellSize, random)
  const eta = new Float64Array(n * n)
  const compute = (t: number) => {
    for (let j = 0; j < n; j++)
      for (let i = 0; i < n; i++)
        eta[j * n + i] = sinusoidHeight(waves, (i + 0.5 - n / 2) * cellSize, (j + 0.5 - n / 2) * cellSize, t)
  }
  compute(0)
  return {
    cells: n,
    waves: waves.length,
    periodic: false,
    step: compute,
    water: () => ({ eta }),
    tiles: () => [{ eta, n, cellSize }],
  }
}

class SeaModel implements LessonModel<SeaFrame> {
  private steps = 0
  private due = 0
  /** Time that the computation has taken [ms], and the steps it was for. */
  private spent = 0
  private timed = 0
  private readonly spectrum: MeasuredSpectrum
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
      target: [0, 0, 0.1 * size],
      distance: 0.85 * size,
      azimuth: 0.5,
      elevation: 0.24,
      width: 0.72 * size,
    }
    const peak = seaPeak(values.spectrum, windOf(values))
    const swell = values.by === 'engine' && values.swell > 0 ? (2 * Math.PI) / values['swell-period'] : peak
    this.spectrum = new MeasuredSpectrum(0.5 * Math.min(peak, 1.2 * swell), 6 * peak, 30)
    this.asked = this.spectrum.omega.map((omega) => askedDensity(values, omega))
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
    const { omega, width, density } = this.spectrum
    return {
      picture: this.draw(),
      size: this.size,
      omega,
      asked: this.asked,
      measured: density,
      height: 4 * Math.sqrt(this.variance / this.measurements),
      heightAsked: 4 * Math.sqrt(askedVariance(this.values)),
      peakPeriod: (2 * Math.PI) / peakOf(omega, density, width),
      peakAsked: (2 * Math.PI) / peakOf(omega, this.asked, width),
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

/** S(ω) of wind sea and swell [m² s]; the swell is a normal distribution of 7 % width around its frequency. */
export function askedDensity(values: SeaValues, omega: number): number {
  const windSea = seaDensity(values.spectrum, windOf(values), omega)
  if (values.by === 'textbook' || values.swell === 0) return windSea
  const peak = (2 * Math.PI) / values['swell-period']
  const off = (omega - peak) / (0.07 * peak)
  return windSea + ((values.swell / 4) ** 2 * Math.exp(-0.5 * off * off)) / (Math.sqrt(2 * Math.PI) * 0.07 * peak)
}

/** ∫ S dω [m²] over all waves that the spectrum holds. */
function askedVariance(values: SeaValues): number {
  const panels = 3000
  let sum = 0
  for (let n = 0; n < panels; n++) {
    const omega = 0.05 * 400 ** ((n + 0.5) / panels)
    sum += (askedDensity(values, omega) * omega * Math.log(400)) / panels
  }
  return sum
}

function shipPose({ position, rotation }: FloatingBody, size: number): NonNullable<SeaFrame['ship']> {
  const [x, y, z, w] = rotation as unknown as [number, number, number, number]
  return {
    length: Math.max(28, size / 12),
    heave: position[1]!,
    pitch: (Math.asin(2 * (w * z + x * y)) * 180) / Math.PI,
    roll: (Math.atan2(2 * (w * x - y * z), 1 - 2 * (x * x + z * z)) * 180) / Math.PI,
  }
}
