import type { FrameBuffers, Values } from '../protocol.js'

/** The buffers of a frame, to transfer with it. */
export function buffersOf(frame: FrameBuffers & { spray?: Values }): ArrayBuffer[] {
  const { heights, surfaceFields, fluid, fields, openness, bed, poses, spray } = frame
  const arrays = [
    heights,
    surfaceFields,
    openness,
    bed,
    poses,
    spray,
    ...Object.values(fluid ?? {}),
    ...Object.values(fields ?? {}),
  ]
  return arrays.flatMap((values) => values?.buffer ?? [])
}
