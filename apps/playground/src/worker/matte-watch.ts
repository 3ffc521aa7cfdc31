import type { Field, Simulation } from 'seiche'
import type { Values } from './protocol.js'

/** Notices when the solids of a simulation have changed: by being painted, or by moving. */
export class MatteWatch {
  readonly #sim: Simulation
  readonly #moves: boolean
  /** Spare buffers. */
  readonly #spare: Values[] = []
  #eventsSeen = 0
  #stepSeen = -1

  constructor(sim: Simulation) {
    this.#sim = sim
    this.#moves = sim.scene.obstacles.some((obstacle) => 'motion' in obstacle && obstacle.motion !== undefined)
  }

  /** A copy of the openness of every cell if it has changed since the last call, or if this is the first one. */
  changed(): Values | undefined {
    const { events, stepCount, grid, fieldNames } = this.#sim
    const first = this.#stepSeen < 0
    const moved = this.#moves && stepCount !== this.#stepSeen
    const painted = events.slice(this.#eventsSeen).some(({ type }) => type === 'build' || type === 'erase')
    this.#eventsSeen = events.length
    this.#stepSeen = stepCount
    if (!(first || moved || painted) || !fieldNames.includes('matte')) return undefined
    const matte = this.#spare.pop() ?? new Float32Array(grid.nx * grid.nz)
    copyPacked(this.#sim.field('matte'), matte)
    return matte
  }

  /** Takes a buffer back. */
  recycle(matte: Values): void {
    this.#spare.push(matte)
  }
}

/** Copies the cells of a field without what pads its rows. */
export function copyPacked({ nx, nz, stride, offset, data }: Field, target: Values): void {
  for (let j = 0; j < nz; j++) {
    const start = offset + j * stride
    target.set(data.subarray(start, start + nx), j * nx)
  }
}
