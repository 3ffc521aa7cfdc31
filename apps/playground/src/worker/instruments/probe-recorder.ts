// The water at the probes after each step: its elevation, or the vertical velocity of a flat fluid.

import type { FluidSimulation, Simulation, SurfaceSimulation } from 'seiche'
import type { Probe } from '../../instruments/probe.js'
import { Trace } from '../../instruments/trace.js'

/** The values of a probe that the page does not have yet: those after step `from` and the following ones. */
export interface TracePart {
  name: string
  from: number
  values: Float32Array<ArrayBuffer>
}

interface Recorded {
  probe: Probe
  trace: Trace
  read(): number
  /** The first step that the page does not have. */
  unsent: number
}

export class ProbeRecorder {
  readonly #sim: Simulation
  #probes: Recorded[] = []

  constructor(sim: Simulation) {
    this.#sim = sim
  }

  get isActive(): boolean {
    return this.#probes.length > 0
  }

  /** Chooses the probes. Those that stay where they are keep their traces, and the page gets them whole. */
  set(probes: readonly Probe[]): void {
    const before = this.#probes
    this.#probes = probes.map((probe) => {
      const kept = before.find((other) => other.probe.name === probe.name && isSamePlace(other.probe, probe))
      if (kept) return { ...kept, unsent: kept.trace.first }
      const [trace, read] = [new Trace(), this.#reader(probe)]
      trace.put(this.#sim.stepCount, read())
      return { probe, trace, read, unsent: trace.first }
    })
  }

  /** Records the present step. Allocates nothing. */
  record(): void {
    const { stepCount } = this.#sim
    for (let n = 0; n < this.#probes.length; n++) {
      const { trace, read } = this.#probes[n]!
      trace.put(stepCount, read())
    }
  }

  /** The run has gone back to the present step. */
  goBack(): void {
    const next = this.#sim.stepCount + 1
    for (const recorded of this.#probes) {
      recorded.trace.cut(next)
      recorded.unsent = Math.min(recorded.unsent, next)
    }
  }

  /** The values since the last call; undefined if there are none. */
  takeParts(): TracePart[] | undefined {
    if (this.#probes.every(({ trace, unsent }) => trace.end <= unsent)) return undefined
    return this.#probes.map((recorded) => {
      const from = Math.max(recorded.unsent, recorded.trace.first)
      recorded.unsent = recorded.trace.end
      return { name: recorded.probe.name, from, values: recorded.trace.from(from) }
    })
  }

  #reader({ at: [x, z] }: Probe): () => number {
    if (this.#sim.kind === 'fluid') return verticalVelocity(this.#sim as FluidSimulation, x, z)
    const water = this.#sim as SurfaceSimulation
    return () => water.heightAt(x, z)
  }
}

/** A function that gives the vertical velocity in the cell around a point of a flat fluid [m/s]: the mean of its lower and upper face. */
function verticalVelocity(sim: FluidSimulation, x: number, y: number): () => number {
  const { nx, ny = 1, cellSize } = sim.grid
  const cell = (at: number, cells: number): number =>
    Math.min(cells - 1, Math.max(0, Math.floor(at / cellSize + cells / 2)))
  const v = sim.field('v')
  const [lower, upper] = [0, 1].map((side) => v.index(cell(x, nx), cell(y, ny) + side, 0)) as [number, number]
  return () => (v.data[lower]! + v.data[upper]!) / 2
}

function isSamePlace(a: Probe, b: Probe): boolean {
  return a.at[0] === b.at[0] && a.at[1] === b.at[1]
}
