// The state between two steps. A frame of a video may lie between them: slow motion has several frames to a step.

import { type FluidFields, type Frame, poseLength, type Values } from '../worker/protocol.js'

/** Times that differ by less than this part of a step are those of the step: a product of decimal fractions is not exact. */
const negligible = 1e-6

/** The step at or before a time [s], and the part of a step between it and the time, 0 to 1. */
export function stepBefore(time: number, timeStep: number): { step: number; part: number } {
  const exact = time / timeStep
  const step = Math.floor(exact + negligible)
  const part = exact - step
  return { step, part: part < negligible ? 0 : part }
}

/**
 * The frame between two, by linear interpolation; rotations by that of their quaternions, normalized. Drops in the air come and go, and
 * are those of the first frame; so are fields that the second one lacks.
 *
 * @param part - 0 is the first frame, 1 the second
 */
export function frameBetween(first: Frame, second: Frame, part: number): Frame {
  return {
    ...first,
    time: first.time + part * (second.time - first.time),
    ...(first.heights && { heights: between(first.heights, second.heights, part) }),
    ...(first.surfaceFields && { surfaceFields: between(first.surfaceFields, second.surfaceFields, part) }),
    ...(first.fluid && { fluid: fieldsBetween(first.fluid, second.fluid, part) }),
    ...(first.fields && { fields: fieldsBetween(first.fields, second.fields, part) }),
    ...(first.poses && { poses: posesBetween(first.poses, second.poses, part) }),
  }
}

function between(first: Values, second: Values | undefined, part: number): Values {
  if (second?.length !== first.length) return first
  return first.map((value, index) => value + part * (second[index]! - value))
}

function fieldsBetween(first: FluidFields, second: FluidFields | undefined, part: number): FluidFields {
  return Object.fromEntries(
    Object.entries(first).map(([name, values]) => [name, between(values, second?.[name], part)]),
  )
}

/** A body that was added or removed between the frames has the pose of the second one, like the list of bodies. */
function posesBetween(first: Values, second: Values | undefined, part: number): Values {
  if (second?.length !== first.length) return second ?? first
  const poses = between(first, second, part)
  for (let at = 3; at < poses.length; at += poseLength) {
    const [from, to, turn] = [first, second, poses].map((values) => values.subarray(at, at + 4)) as [
      Values,
      Values,
      Values,
    ]
    // A quaternion and its negative are the same rotation; the shorter way leads to the nearer one.
    const sign = from.reduce((sum, value, k) => sum + value * to[k]!, 0) < 0 ? -1 : 1
    for (let k = 0; k < 4; k++) turn[k] = (1 - part) * from[k]! + part * sign * to[k]!
    const length = Math.hypot(...turn)
    for (let k = 0; k < 4; k++) turn[k] = turn[k]! / length
  }
  return poses
}
