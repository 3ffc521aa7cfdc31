// Sends the surface, or the fluid, whenever the page has returned a buffer. A page that draws slowly does not slow the simulation, and
// no queue can build up.

import type { Simulation } from 'seiche'
import type { FluidFields, Frame, FrameBuffers, Port, SimulationInfo, Values } from '../protocol.js'
import { bodyInfoOf, copyPoses, copySpray } from './body-frames.js'
import { copyCells } from './copy-cells.js'
import { type FieldWatch, watchBed, watchSolids } from './field-watch.js'
import { FluidFrames } from './fluid-frames.js'
import { buffersOf } from './frame-buffers.js'
import { copySurfaceFields } from './surface-fields.js'

/** Most frames in flight: one being drawn, one waiting. */
const framesInFlight = 2

export class FrameSender {
  readonly #sim: Simulation
  readonly #info: SimulationInfo
  readonly #port: Port
  readonly #solids: FieldWatch
  readonly #bed: FieldWatch
  readonly #fluid: FluidFrames | undefined
  /** Arrays for the frames that may still be sent. Those of a fluid are kept by `#fluid`; here they are only counted. */
  readonly #spare: Pick<FrameBuffers, 'heights' | 'surfaceFields'>[]
  readonly #sparePoses: Values[] = []
  /** Fields of a surface that were asked for. */
  #asked: readonly string[] = []
  /** Whether anything has changed since the last frame. */
  #hasChanged = true
  /** Number of bodies sent to the page; undefined if they may be others than there are now. */
  #knownBodies: number | undefined = 0

  constructor(sim: Simulation, info: SimulationInfo, port: Port) {
    this.#sim = sim
    this.#info = info
    this.#port = port
    this.#solids = watchSolids(sim)
    this.#bed = watchBed(sim)
    this.#fluid = info.fluid && new FluidFrames(sim)
    const cells = info.grid.nx * info.grid.nz
    const fieldCount = info.surfaceFieldNames.length
    this.#spare = Array.from({ length: framesInFlight }, () => ({
      ...(!info.fluid && { heights: new Float32Array(cells) }),
      ...(fieldCount > 0 && { surfaceFields: new Float32Array(cells * fieldCount) }),
    }))
  }

  /** Marks the state as changed: a frame is to be sent. */
  markChanged(): void {
    this.#hasChanged = true
  }

  /** Makes the next frame contain everything, also solids, terrain and bodies: the run has gone back to a snapshot. */
  reset(): void {
    this.#solids.reset()
    this.#bed.reset()
    if (this.#info.hasBodies) this.#knownBodies = undefined
    this.#hasChanged = true
  }

  /** Chooses the fields that every frame contains from now on, besides those that it always has. */
  show(fields: readonly string[]): void {
    this.#fluid?.show(fields)
    if (!this.#fluid) this.#asked = fields.filter((name) => this.#sim.fieldNames.includes(name))
    this.#hasChanged = true
  }

  /** Takes the arrays of a frame back. */
  recycle({ heights, surfaceFields, fluid, openness, bed, poses }: FrameBuffers): void {
    this.#spare.push({ ...(heights && { heights }), ...(surfaceFields && { surfaceFields }) })
    if (fluid) this.#fluid?.recycle(fluid)
    if (openness) this.#solids.recycle(openness)
    if (bed) this.#bed.recycle(bed)
    if (poses) this.#sparePoses.push(poses)
  }

  /** Sends a frame if the state has changed and the page has returned a buffer. */
  sendIfPossible(): void {
    if (!this.#hasChanged) return
    const surface = this.#spare.pop()
    if (!surface) return
    this.#hasChanged = false
    this.#sendNewBodies()
    const frame = this.#fill(surface)
    this.#port.postMessage(frame, buffersOf(frame))
  }

  #fill(surface: Pick<FrameBuffers, 'heights' | 'surfaceFields'>): Frame {
    const { heights, surfaceFields } = surface
    if (heights) copyCells(this.#sim.field('eta'), heights)
    if (surfaceFields) copySurfaceFields(this.#sim, this.#info.surfaceFieldNames, surfaceFields)
    const fluid = this.#fluid?.copy()
    const fields = this.#asked.length > 0 ? this.#copyAsked() : undefined
    const openness = this.#solids.changed()
    const bed = this.#info.hasTerrain ? this.#bed.changed() : undefined
    const poses = this.#info.hasBodies ? copyPoses(this.#sim, this.#sparePoses.pop()) : undefined
    const spray = copySpray(this.#sim)
    return {
      type: 'frame',
      step: this.#sim.stepCount,
      time: this.#sim.time,
      ...surface,
      ...(fluid && { fluid }),
      ...(fields && { fields }),
      ...(openness && { openness }),
      ...(bed && { bed }),
      ...(poses && { poses }),
      ...(spray && { spray }),
    }
  }

  /** Copies of the fields of a surface that were asked for. They are few, and not recycled. */
  #copyAsked(): FluidFields {
    const { nx, nz } = this.#info.grid
    return Object.fromEntries(
      this.#asked.map((name) => {
        const values: Values = new Float32Array(nx * nz)
        copyCells(this.#sim.field(name), values)
        return [name, values]
      }),
    )
  }

  #sendNewBodies(): void {
    const { bodies } = this.#sim
    if (bodies.length === this.#knownBodies) return
    this.#knownBodies = bodies.length
    this.#port.postMessage({ type: 'bodies', bodies: bodies.map(bodyInfoOf) })
  }
}
