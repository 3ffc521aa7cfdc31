// Advects particles with the kernel in kernels/particles, which has a memory of its own. The flow and the particles are copied there and
// back, which takes a small part of the time of the interpolation. Flows may be in any memory. The module is compiled at the first step.

import { ScratchModule } from '../backend/wasm/scratch-module.js'
import { Axis, Carried as CarriedRecord, Values } from '../generated/layouts/modules/particles.js'
import { particlesWasm } from '../generated/particles.js'
import type { Component } from './component.js'
import type { Periodic } from './flow.js'
import type { FlowReader } from './reader.js'

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
  /** Returns the number of lost particles. `pass`: address of the record. */
  carry(pass: number): number
}>(particlesWasm)
type Room = ReturnType<typeof module.room>

/** Size of the record of a component with its axes [words]. */
const COMPONENT_WORDS = Values.words + 3 * Axis.words
/** Address of the first record [words]; address 0 means no record. Four components follow, then the particles, padded to whole vectors. */
const CARRIED = 4
const COMPONENTS = CARRIED + CarriedRecord.words
const PARTICLES = 4 * Math.ceil((COMPONENTS + 4 * COMPONENT_WORDS) / 4)
/** Offsets in the kernel's record [words], by component and by axis. */
const { word } = CarriedRecord
const RECORD_OF = [word.u, word.v, word.w, word.open]
const HALF_SIDE = [word.x, word.y, word.z]
const HALF_CELLS = [word.i, word.j, word.k]
const WRAPS = [word.xWraps, word.yWraps, word.zWraps]

/** Number of particles padded to whole vectors of four. */
function roundedUp(count: number): number {
  return 4 * Math.ceil(count / 4)
}

/** Address of the indices of lost particles, after positions and velocities [words]. */
function lostFrom(count: number): number {
  return PARTICLES + 6 * roundedUp(count)
}

/** Distance from the first value of a component to the end of the last [words]. */
function spanOf({ layout: { extent, row, plane } }: Component): number {
  return (extent[2] - 1) * plane + (extent[1] - 1) * row + extent[0]
}

/** Copies a component to word `to` and writes its record at word `record`. */
function place({ floats, integers: words }: Room, component: Component, record: number, to: number): void {
  const { data, origin, extent, row, plane, place } = component.layout
  floats.set(data.subarray(origin, origin + spanOf(component)), to)
  words[record + Values.word.origin] = 4 * to
  words[record + Values.word.deep] = Number(extent[2] > 1)
  words[record + Values.word.regular] = 1
  for (let axis = 0, at = record + Values.words; axis < 3; axis++, at += Axis.words) {
    const values = extent[axis]!
    const step = 4 * (axis === 0 ? 1 : axis === 1 ? row : plane)
    const onFaces = place === axis
    const wraps = component.periodic[axis]!
    floats[at + Axis.word.first] = onFaces ? 0 : 0.5
    // Along a periodic axis the last face is the first one; values at centres repeat after the last.
    floats[at + Axis.word.last] = wraps && !onFaces ? values : values - 1
    floats[at + Axis.word.most] = Math.max(0, wraps && !onFaces ? values - 1 : values - 2)
    const lastStep = wraps && !onFaces ? -(values - 1) * step : values > 1 ? step : 0
    words[at + Axis.word.step] = step
    words[at + Axis.word.lastStep] = lastStep
    // A 2-D flow is interpolated in its only plane.
    if (lastStep !== step && (axis < 2 || extent[2] > 1)) words[record + Values.word.regular] = 0
    words[at + Axis.word.wraps] = Number(wraps)
  }
}

/**
 * Advects all particles for dt [s]. Returns the number of lost particles, which left the box or entered a solid; `lostParticle` gives
 * their indices.
 */
export function advectParticles(
  { count, positions, velocities }: Carried,
  reader: FlowReader,
  periodic: Periodic,
  dt: number,
): number {
  const { cells, cellSize, u, v, w, open } = reader
  const velocitiesAt = PARTICLES + 3 * roundedUp(count)
  const components = [u, v, w, open]
  const valuesAt = lostFrom(count) + roundedUp(count)
  const room = components.reduce((end, component) => end + (component ? spanOf(component) : 0), valuesAt)
  const memory = module.room(4 * room)
  const { floats, integers: words } = memory
  let to = valuesAt
  components.forEach((component, index) => {
    const record = COMPONENTS + index * COMPONENT_WORDS
    words[CARRIED + RECORD_OF[index]!] = component ? 4 * record : 0
    if (!component) return
    place(memory, component, record, to)
    to += spanOf(component)
  })
  words[CARRIED + word.count] = count
  words[CARRIED + word.positions] = 4 * PARTICLES
  words[CARRIED + word.velocities] = 4 * velocitiesAt
  words[CARRIED + word.lost] = 4 * lostFrom(count)
  floats[CARRIED + word.inverse] = 1 / cellSize
  floats[CARRIED + word.dt] = dt
  for (let axis = 0; axis < 3; axis++) {
    floats[CARRIED + HALF_SIDE[axis]!] = 0.5 * cells[axis]! * cellSize
    floats[CARRIED + HALF_CELLS[axis]!] = 0.5 * cells[axis]!
    words[CARRIED + WRAPS[axis]!] = Number(periodic[axis]!)
  }
  floats.set(positions, PARTICLES)
  const lost = module.kernels.carry(4 * CARRIED)
  positions.set(floats.subarray(PARTICLES, PARTICLES + 3 * count))
  velocities.set(floats.subarray(velocitiesAt, velocitiesAt + 3 * count))
  return lost
}

/** Index of the n-th particle lost in the last `advectParticles`, of `count` particles. */
export function lostParticle(n: number, count: number): number {
  return module.room(0).integers[lostFrom(count) + n]!
}
