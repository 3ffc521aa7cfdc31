// The three forms of the shallow wave equation, from the same hump at rest.

import {
  faceDepth1D,
  faceDepth2D,
  shallowWave1D,
  shallowWave2D,
  shallowWaveAlpha,
  volumeLosing1D,
  volumeLosing2D,
} from '@seiche/textbook'
import type { Form, VolumeValues } from './volume.settings.js'

/** Width of a cell [m], time step [s], gravity [m/s²], density [kg/m³] and depth of the still water [m]. */
export const dx = 0.1
export const dt = 0.01
export const g = 9.81
const rho = 1000
export const stillDepth = 1

export function cellsOf({ grid }: Pick<VolumeValues, 'grid'>): { nx: number; nz: number } {
  return grid === 'row' ? { nx: 200, nz: 1 } : { nx: 64, nz: 64 }
}

/** Radius of the hump [m]. */
export const humpRadius = 1.5

/** Water in one of the forms. */
export interface FormOfWater {
  /** Water column of each cell [m]. */
  readonly depth: Float64Array
  step(): void
}

export function openForms(values: VolumeValues): Record<Form, FormOfWater> {
  const { nx, nz } = cellsOf(values)
  const start = Float64Array.from({ length: nx * nz }, (_, cell) => {
    const x = ((cell % nx) + 0.5 - nx / 2) * dx
    const z = nz > 1 ? (Math.floor(cell / nx) + 0.5 - nz / 2) * dx : 0
    return stillDepth + values.height * Math.exp(-(x * x + z * z) / humpRadius ** 2)
  })
  const water = () => ({ nx, nz, depth: start.slice(), depthOld: start.slice(), depthNew: new Float64Array(nx * nz) })
  const [losing, face] = [water(), water()]
  const constant = { nx, nz, eta: start.slice(), etaOld: start.slice(), etaNew: new Float64Array(nx * nz) }
  const alpha = shallowWaveAlpha(stillDepth, dx, dt, g)
  const isRow = nz === 1
  const [stepLosing, stepFace, stepConstant] = isRow
    ? [volumeLosing1D, faceDepth1D, shallowWave1D]
    : [volumeLosing2D, faceDepth2D, shallowWave2D]
  return {
    losing: { depth: losing.depth, step: () => stepLosing(losing, { dx, dt, rho, g }) },
    face: { depth: face.depth, step: () => stepFace(face, { dx, dt, g }) },
    constant: {
      depth: constant.eta,
      step: () => stepConstant(constant, { alpha, beta: 1, edge: { type: 'closed' } }),
    },
  }
}

/** Volume over its first value that the losing form must have, by the squared slopes of its surface at each step. */
export class LossInTheory {
  private last: number
  private now: number
  private readonly first: number

  constructor(
    private readonly water: FormOfWater,
    private readonly nx: number,
    private readonly nz: number,
  ) {
    this.first = sum(water.depth)
    this.now = this.first
    this.last = this.first
  }

  /** Call before each step: V(n+1) = 2 V(n) - V(n-1) - g dt²/dx² Σ (differences between neighbours)². */
  beforeStep(): void {
    const { nx, nz } = this
    const { depth } = this.water
    let squares = 0
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++) {
        const cell = j * nx + i
        if (i < nx - 1) squares += (depth[cell + 1]! - depth[cell]!) ** 2
        if (j < nz - 1) squares += (depth[cell + nx]! - depth[cell]!) ** 2
      }
    const next = 2 * this.now - this.last - ((g * dt * dt) / (dx * dx)) * squares
    this.last = this.now
    this.now = next
  }

  get volume(): number {
    return this.now / this.first
  }
}

export function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
