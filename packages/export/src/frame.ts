// A frame of a run: the values of its fields, and the poses of its bodies, at one time.

import type { FloatingBody, ProbeReading } from 'seiche'
import type { FrameTime, RecordedSimulation } from './run-info.js'

/** Pose of a body. */
export interface BodyPose {
  readonly index: number
  readonly name: string | undefined
  /** x, y, z of its origin [m]. */
  readonly position: readonly [number, number, number]
  /** Unit quaternion x, y, z, w. */
  readonly rotation: readonly [number, number, number, number]
  /** Velocity of its centre of mass [m/s]. */
  readonly velocity: readonly [number, number, number]
  /** Fraction of its volume that is under water. */
  readonly submerged: number
}

/** A frame. Its values are copies: they stay as they are when the simulation goes on. */
export interface Frame extends FrameTime {
  /** Values of a field, row by row. */
  values(field: string): Promise<Float32Array>
  readonly bodies: readonly BodyPose[]
  /** Readings of the probes. In a recording, none at steps at which its diagnostics have no line. */
  readonly probes: readonly ProbeReading[]
}

/**
 * The present state of a simulation as a frame.
 *
 * @param simulation A running simulation.
 * @param frame Number of the frame.
 * @param fields Fields to copy.
 * @returns The frame.
 * @example
 * ```ts
 * import { frameOf } from '@seiche/export'
 *
 * const frame = frameOf(sim, 0, ['eta'])
 * ```
 */
export function frameOf(simulation: RecordedSimulation, frame: number, fields: readonly string[]): Frame {
  const copies = new Map(fields.map((name) => [name, simulation.field(name).read()]))
  return {
    frame,
    step: simulation.stepCount,
    time: simulation.time,
    bodies: simulation.bodies.map(poseOf),
    probes: simulation.probes(),
    values: async (field) => {
      const values = copies.get(field)
      if (!values)
        throw new Error(`the field "${field}" is not part of this frame; its fields are ${fields.join(', ')}`)
      return values
    },
  }
}

function poseOf({ index, name, position, rotation, velocity, submerged }: FloatingBody): BodyPose {
  const [x, y, z] = position as unknown as [number, number, number]
  const [qx, qy, qz, qw] = rotation as unknown as [number, number, number, number]
  const [vx, vy, vz] = velocity as unknown as [number, number, number]
  return { index, name, position: [x, y, z], rotation: [qx, qy, qz, qw], velocity: [vx, vy, vz], submerged }
}
