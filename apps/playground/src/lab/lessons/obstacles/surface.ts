// Water with a matte, computed by the textbook or by the engine.

import {
  type IwaveParameters,
  iwaveStep,
  iwaveSymbol,
  iwaveWeights,
  laplaceWeights,
  verticalDerivative,
} from '@seiche/textbook'
import { createSimulation, type SceneInput, type SurfaceSimulation } from 'seiche'
import { writeNpy } from 'seiche/npy'
import type { ObstaclesValues } from './obstacles.settings.js'

/** Gravity [m/s²]. */
export const gravity = 9.81
/** Density that the engine's energies have [kg/m³]. */
const waterDensity = 1000
/** Depth of the water of the engine and of the Laplace window [m]. */
export const depth = 1
/** The textbook's windows [1/m]. The published one is divided by the factor that it is too strong: see lesson "A grid of springs". */
const windows = {
  laplace: laplaceWeights().map((weight) => -depth * weight),
  published: iwaveWeights(6).map((weight) => weight / (8 * Math.sqrt(Math.PI))),
}

/** A source of height that swings: its middle and radius [cells], rate [m/s] and period [s]. */
export interface Source {
  x: number
  z: number
  radius: number
  rate: number
  period: number
}

export interface Start {
  nx: number
  nz: number
  eta: Float64Array
  phi: Float64Array
  matte: Float64Array
  /** Channels are periodic, ponds closed. */
  isPeriodic: boolean
  source?: Source | undefined
}

export interface Surface {
  step(): void
  readonly eta: ArrayLike<number>
  readonly phi: ArrayLike<number>
  readonly matte: ArrayLike<number>
  /** Energy of the waves over the density of water [m⁵/s²]. */
  energy(): number
  addDrop(x: number, z: number, radius: number, height: number): void
  paint(tool: 'build' | 'erase', x: number, z: number, radius: number): void
  dispose(): void
}

export type SurfaceKind = Pick<ObstaclesValues, 'by' | 'solids' | 'window' | 'time-step'>

/** Frequency of a wave of the method that computes [rad/s]; k in rad/m. */
export function frequencyOf({ by, window }: Pick<SurfaceKind, 'by' | 'window'>, k: number): number {
  return Math.sqrt(gravity * (by === 'textbook' ? iwaveSymbol(windows[window], k, 0) : k * Math.tanh(k * depth)))
}

export async function openSurface(
  kind: SurfaceKind,
  start: Start,
  paint: (matte: Float64Array, tool: 'build' | 'erase', x: number, z: number, radius: number) => void,
): Promise<Surface> {
  return kind.by === 'textbook' ? new TextbookSurface(kind, start, paint) : EngineSurface.open(kind, start)
}

/** exp(-(r/radius)²) around a point [cells from the corner]. */
function hill({ nx, nz }: { nx: number; nz: number }, x: number, z: number, radius: number): Float64Array {
  return Float64Array.from({ length: nx * nz }, (_, cell) => {
    const [dx, dz] = [(cell % nx) + 0.5 - x, Math.floor(cell / nx) + 0.5 - z]
    return Math.exp(-(dx * dx + dz * dz) / (radius * radius))
  })
}

class TextbookSurface implements Surface {
  readonly eta: Float64Array
  readonly phi: Float64Array
  readonly matte: Float64Array
  private readonly parameters: IwaveParameters
  private readonly place: Float64Array | undefined
  private steps = 0

  constructor(
    private readonly kind: SurfaceKind,
    private readonly start: Start,
    private readonly paintMatte: (m: Float64Array, tool: 'build' | 'erase', x: number, z: number, r: number) => void,
  ) {
    this.eta = start.eta.slice()
    this.phi = start.phi.slice()
    this.matte = start.matte.slice()
    const edges = start.isPeriodic ? 'periodic' : 'clamped'
    this.parameters = { weights: windows[kind.window], g: gravity, dt: kind['time-step'], matte: this.matte, edges }
    this.place = start.source && hill(start, start.source.x, start.source.z, start.source.radius)
  }

  step(): void {
    const { nx, nz, source } = this.start
    const rate = source
      ? source.rate * Math.sin((2 * Math.PI * (this.steps + 0.5) * this.kind['time-step']) / source.period)
      : 0
    const t = this.place?.map((weight) => rate * weight)
    iwaveStep({ nx, nz, eta: this.eta, phi: this.phi }, { ...this.parameters, ...(t && { t }) })
    this.steps++
  }

  energy(): number {
    const { nx, nz } = this.start
    const rise = verticalDerivative(nx, nz, this.phi, this.parameters.weights, this.parameters.edges)
    return this.eta.reduce((sum, eta, cell) => sum + (gravity * eta * eta + this.phi[cell]! * rise[cell]!) / 2, 0)
  }

  addDrop(x: number, z: number, radius: number, height: number): void {
    hill(this.start, x, z, radius / 2).forEach((weight, cell) => {
      this.eta[cell]! += height * weight
    })
  }

  paint(tool: 'build' | 'erase', x: number, z: number, radius: number): void {
    this.paintMatte(this.matte, tool, x, z, radius)
  }

  dispose(): void {}
}

class EngineSurface implements Surface {
  private constructor(
    private readonly simulation: SurfaceSimulation,
    private readonly start: Start,
  ) {}

  static async open(kind: SurfaceKind, start: Start): Promise<EngineSurface> {
    const { nx, nz } = start
    const files: Record<string, Float64Array> = {
      'eta.npy': start.eta,
      'phi.npy': start.phi,
      'solid.npy': start.matte.map((open) => 1 - open),
    }
    const simulation = await createSimulation(sceneOf(kind, start), {
      threads: 1,
      readFile: async (name) => writeNpy(files[name]!, [nz, nx]),
    })
    return new EngineSurface(simulation, start)
  }

  get eta(): Float32Array {
    return this.simulation.field('eta').read()
  }

  get phi(): Float32Array {
    return this.simulation.field('phi').read()
  }

  get matte(): Float32Array {
    return this.simulation.field('openness').read()
  }

  step(): void {
    this.simulation.step()
  }

  energy(): number {
    const { kineticEnergy, potentialEnergy } = this.simulation.diagnostics()
    return (kineticEnergy + potentialEnergy) / waterDensity
  }

  addDrop(x: number, z: number, radius: number, height: number): void {
    this.simulation.apply({ type: 'drop', ...this.place(x, z), radius, height })
  }

  paint(tool: 'build' | 'erase', x: number, z: number, radius: number): void {
    const { x: px, z: pz } = this.place(x, z)
    this.simulation.apply({ type: tool, from: [px, pz], to: [px, pz], radius })
  }

  /** From cells to metres around the middle. */
  private place(x: number, z: number): { x: number; z: number } {
    return { x: x - this.start.nx / 2, z: z - this.start.nz / 2 }
  }

  dispose(): void {
    this.simulation.dispose()
  }
}

function sceneOf({ solids, 'time-step': timeStep }: SurfaceKind, start: Start) {
  const { nx, nz, isPeriodic, source } = start
  const edge = isPeriodic ? 'periodic' : 'reflect'
  return {
    seiche: 1,
    grid: { cells: [nx, nz], cellSize: 1 },
    timeStep,
    solver:
      solids === 'matte'
        ? { type: 'iwave', method: 'exponential', depth, gravity }
        : { type: 'iwave', method: 'fft', depth, gravity, walls: solids },
    boundaries: { 'x-': edge, 'x+': edge, 'z-': 'reflect', 'z+': 'reflect' },
    initial: { eta: { npy: 'eta.npy' }, phi: { npy: 'phi.npy' } },
    obstacles: [{ npy: 'solid.npy' }],
    sources: source
      ? [
          {
            shape: { shape: 'gaussian', center: [source.x - nx / 2, source.z - nz / 2], radius: source.radius },
            rate: source.rate,
            period: source.period,
          },
        ]
      : [],
  } satisfies SceneInput
}
