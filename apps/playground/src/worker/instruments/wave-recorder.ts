// The surface along the longer side of the water over time, for its dispersion.
//
// Each value is the mean over a line across, from edge to edge. Along a single line of cells, a wave that crosses it at an angle would seem
// longer than it is, and lie above the curve of its theory; in the mean across, only waves along the axis remain. Between closed or periodic
// edges the plain mean is exact. Where waves leave through the edges across, Hann's window fades the mean out towards them.

import { hannWindow, type Simulation } from 'seiche'
import { type Dispersion, dispersionOf } from '../../instruments/dispersion/dispersion.js'
import { realWater, solverCurve } from '../../instruments/dispersion/theory.js'
import { depthOf } from '../../session/settings/solvers.js'

/** The dispersion of the running water, and the numbers that its theory needs. */
export interface MeasuredDispersion extends Dispersion {
  /** Time that the record covers [s]. */
  duration: number
  /** Depth of the water [m]: at rest, or the mean of the wet cells on terrain; Infinity where it is deep. */
  depth: number
  /** Length of a substep [s]. */
  substep: number
}

/** Rows of the record, and fewest that are transformed. */
const [mostRows, fewestRows] = [512, 48]
/** Most columns of the record. */
const mostColumns = 256
/** Frequencies are resolved up to this part beyond that of the shortest waves of the grid. */
const reach = 1.3

export class WaveRecorder {
  readonly #sim: Simulation
  /** Cells along the axis in a column of the record. */
  readonly #group: number
  readonly #columns: number
  readonly #heights: Float32Array
  /** Weights of the cells across; their sum is 1. */
  readonly #weights: Float64Array
  /** Steps between two rows. */
  readonly #every: number
  #rows = 0
  /** Rows since the last transform. */
  #fresh = 0

  constructor(sim: Simulation) {
    this.#sim = sim
    const { nx, nz } = sim.grid
    const cells = Math.max(nx, nz)
    this.#group = Math.ceil(cells / mostColumns)
    this.#columns = Math.floor(cells / this.#group)
    this.#heights = new Float32Array(mostRows * this.#columns)
    this.#weights = this.#weightsAcross()
    this.#every = Math.max(1, Math.floor(Math.PI / (reach * this.#highestFrequency() * sim.timeStep)))
  }

  /** Records the present step if it is due. Allocates nothing. */
  record(): void {
    if (this.#sim.stepCount % this.#every !== 0) return
    const { data, offset, stride, nx, nz } = this.#sim.field('eta')
    const isAlongX = nx >= nz
    const [step, across] = isAlongX ? [1, stride] : [stride, 1]
    const weights = this.#weights
    const row = (this.#rows % mostRows) * this.#columns
    for (let column = 0; column < this.#columns; column++) {
      let sum = 0
      for (let k = 0; k < this.#group; k++) {
        const start = offset + (column * this.#group + k) * step
        for (let m = 0; m < weights.length; m++) sum += weights[m]! * data[start + m * across]!
      }
      this.#heights[row + column] = sum / this.#group
    }
    this.#rows++
    this.#fresh++
  }

  /** The run has gone back to an earlier step: the record begins anew. */
  goBack(): void {
    this.#rows = this.#fresh = 0
  }

  /** The dispersion of the record; undefined if it is too short, or if nothing has been added since the last call. */
  take(): MeasuredDispersion | undefined {
    const rows = Math.min(this.#rows, mostRows)
    if (rows < fewestRows || this.#fresh === 0) return undefined
    this.#fresh = 0
    const interval = this.#every * this.#sim.timeStep
    const record = {
      heights: this.#inOrder(rows),
      rows,
      columns: this.#columns,
      spacing: this.#group * this.#sim.grid.cellSize,
      interval,
    }
    const substep = this.#sim.timeStep / this.#sim.substeps
    return { ...dispersionOf(record), duration: rows * interval, depth: this.#meanDepth(), substep }
  }

  /** The rows of the ring, the oldest first. */
  #inOrder(rows: number): Float32Array {
    const start = (this.#rows - rows) % mostRows
    const ordered = new Float32Array(rows * this.#columns)
    for (let row = 0; row < rows; row++) {
      const from = ((start + row) % mostRows) * this.#columns
      ordered.set(this.#heights.subarray(from, from + this.#columns), row * this.#columns)
    }
    return ordered
  }

  #weightsAcross(): Float64Array {
    const { grid, scene } = this.#sim
    const { nx, nz } = grid
    const [count, edges] = nx >= nz ? [nz, ['z-', 'z+'] as const] : [nx, ['x-', 'x+'] as const]
    const { type } = scene.solver
    // An ocean is periodic, and prescribed trains pass through all edges.
    const isOpen =
      type === 'waves' ||
      (type !== 'ocean' && edges.some((edge) => !['reflect', 'periodic'].includes(scene.boundaries[edge] as string)))
    const weights = isOpen ? hannWindow(count) : new Float64Array(count).fill(1)
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return weights.map((weight) => weight / sum)
  }

  /** The highest frequency of a wave that the record resolves [rad/s]: waves of theories without dispersion are faster than real ones. */
  #highestFrequency(): number {
    const { scene, grid, timeStep, substeps } = this.#sim
    const theory = { scene, depth: this.#meanDepth(), cellSize: grid.cellSize, substep: timeStep / substeps }
    const shortest = Math.PI / (grid.cellSize * this.#group)
    const frequencies = [solverCurve(theory), realWater(theory)].map((curve) => curve?.(shortest) ?? 0)
    return Math.max(...frequencies.filter(Number.isFinite))
  }

  #meanDepth(): number {
    if (!this.#sim.fieldNames.includes('depth')) return depthOf(this.#sim.scene) ?? Number.POSITIVE_INFINITY
    const wet = this.#sim
      .field('depth')
      .read()
      .filter((depth) => depth > 1e-3 * this.#sim.grid.cellSize)
    return wet.length > 0 ? wet.reduce((sum, depth) => sum + depth, 0) / wet.length : Number.POSITIVE_INFINITY
  }
}
