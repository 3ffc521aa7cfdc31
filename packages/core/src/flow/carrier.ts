// Carries particles by the kernel of kernels/particles, in one memory for all: the flow and the particles are copied there and back, which
// takes a small part of the time that looking up takes. Flows may lie in any memory, and the module is compiled at the first step.

import { ScratchModule } from '../backend/scratch-module.js'
import { particlesWasm } from '../generated/particles.js'
import type { Component, Periodic } from './component.js'
import type { FlowReader } from './flow-reader.js'

/** Particles as lists of x, y, z. */
export interface Carried {
  readonly count: number
  /** [m] */
  readonly positions: Float32Array
  /** [m/s] */
  readonly velocities: Float32Array
}

/** kernels/particles. */
const module = new ScratchModule<{
  /** Returns how many are lost. `pass`: address of the record. */
  carry(pass: number): number
}>(particlesWasm)
type Room = ReturnType<typeof module.room>

/** Words of the kernel's records: `Carried`, and `Values` with three `Axis` each. */
const CARRIED_WORDS = 22
const VALUES_WORDS = 3
const AXIS_WORDS = 6
/** Where the records begin [words]: no record is at 0, which stands for none. */
const CARRIED = 4
const COMPONENTS = CARRIED + CARRIED_WORDS
const PARTICLES = 128

/** Words from the first value of a component to behind the last. */
function spanOf({ layout: { extent, row, plane } }: Component): number {
  return (extent[2] - 1) * plane + (extent[1] - 1) * row + extent[0]
}

/** Copies a component to word `to` and writes its record at word `record`. */
function place({ floats, integers: words }: Room, component: Component, record: number, to: number): void {
  const { data, origin, extent, row, plane, place } = component.layout
  floats.set(data.subarray(origin, origin + spanOf(component)), to)
  words[record] = 4 * to
  words[record + 1] = Number(extent[2] > 1)
  words[record + 2] = 1
  for (let axis = 0, at = record + VALUES_WORDS; axis < 3; axis++, at += AXIS_WORDS) {
    const values = extent[axis]!
    const step = 4 * (axis === 0 ? 1 : axis === 1 ? row : plane)
    const onFaces = place === axis
    const wraps = component.periodic[axis]!
    floats[at] = onFaces ? 0 : 0.5
    // Around a periodic axis the last face is the first one; what is between faces begins again behind its last.
    floats[at + 1] = wraps && !onFaces ? values : values - 1
    floats[at + 2] = Math.max(0, wraps && !onFaces ? values - 1 : values - 2)
    const lastStep = wraps && !onFaces ? -(values - 1) * step : values > 1 ? step : 0
    words[at + 3] = step
    words[at + 4] = lastStep
    // A flow of one plane is looked up in that.
    if (lastStep !== step && (axis < 2 || extent[2] > 1)) words[record + 2] = 0
    words[at + 5] = Number(wraps)
  }
}

/** Carries all of them for dt [s]. Returns how many are lost; `lostAt` tells which. */
export function carry(
  { count, positions, velocities }: Carried,
  reader: FlowReader,
  periodic: Periodic,
  dt: number,
): number {
  const { cells, cellSize, u, v, w, open } = reader
  const rounded = 4 * Math.ceil(count / 4)
  const velocitiesAt = PARTICLES + 3 * rounded
  const lostAt = velocitiesAt + 3 * rounded
  const components = [u, v, w, open]
  const valuesAt = lostAt + rounded
  const room = components.reduce((end, component) => end + (component ? spanOf(component) : 0), valuesAt)
  const memory = module.room(4 * room)
  const { floats, integers: words } = memory
  let to = valuesAt
  components.forEach((component, index) => {
    const record = COMPONENTS + index * (VALUES_WORDS + 3 * AXIS_WORDS)
    words[CARRIED + 4 + index] = component ? 4 * record : 0
    if (!component) return
    place(memory, component, record, to)
    to += spanOf(component)
  })
  words.set([count, 4 * PARTICLES, 4 * velocitiesAt, 4 * lostAt], CARRIED)
  floats[CARRIED + 8] = 1 / cellSize
  floats[CARRIED + 9] = dt
  for (let axis = 0; axis < 3; axis++) {
    floats[CARRIED + 10 + axis] = 0.5 * cells[axis]! * cellSize
    floats[CARRIED + 13 + axis] = 0.5 * cells[axis]!
    words[CARRIED + 16 + axis] = Number(periodic[axis]!)
  }
  floats.set(positions, PARTICLES)
  const lost = module.kernels.carry(4 * CARRIED)
  positions.set(floats.subarray(PARTICLES, PARTICLES + 3 * count))
  velocities.set(floats.subarray(velocitiesAt, velocitiesAt + 3 * count))
  return lost
}

/** Number of the n-th particle that the last `carry`, of so many, has lost. */
export function lostAt(n: number, count: number): number {
  return module.room(0).integers[PARTICLES + 6 * 4 * Math.ceil(count / 4) + n]!
}
