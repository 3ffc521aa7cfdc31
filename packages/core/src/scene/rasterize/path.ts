// Positions on paths: keyframes in the order of their times, with straight lines between them. Positions use only basic arithmetic
// and have the same bits on every machine.

/** A keyframe gives a position (`at`) or a displacement (`by`) at a time [s]; a missing coordinate is 0. */
type Keyframe = { readonly time: number } & ({ readonly at: readonly number[] } | { readonly by: readonly number[] })

const coordinatesOf = (keyframe: Keyframe) => ('at' in keyframe ? keyframe.at : keyframe.by)

/**
 * Fills `position`, and `velocity` if given, with the values at a time [s]. Before the first keyframe the position is that of the
 * first and the velocity is 0, after the last likewise. A path that loops starts again at its first keyframe. At a keyframe the
 * velocity is that of the segment that begins there. Nothing is allocated.
 */
export function positionOnPath(
  path: readonly Keyframe[],
  time: number,
  loop: boolean,
  position: number[] | Float64Array,
  velocity?: number[] | Float64Array,
): void {
  const first = path[0]!.time
  const last = path[path.length - 1]!.time
  const laps = loop && time > first ? Math.floor((time - first) / (last - first)) : 0
  const now = time - laps * (last - first)
  let end = 1
  while (end < path.length - 1 && path[end]!.time <= now) end++
  const from = coordinatesOf(path[end - 1]!)
  const to = coordinatesOf(path[end]!)
  const start = path[end - 1]!.time
  const duration = path[end]!.time - start
  const fraction = Math.min(1, Math.max(0, (now - start) / duration))
  const isMoving = now >= first && now < last
  for (let axis = 0; axis < position.length; axis++) {
    const a = from[axis] ?? 0
    const b = to[axis] ?? 0
    position[axis] = a * (1 - fraction) + b * fraction
    if (velocity) velocity[axis] = isMoving ? (b - a) / duration : 0
  }
}
