import type { BufferAttribute } from 'three/webgpu'

/**
 * Marks the used part of a buffer for upload. Buffers that change have no `DynamicDrawUsage`: the renderer would upload the whole of them for
 * each picture that it draws, and for one of a mirror again.
 * @param items Number of items from the beginning of the buffer.
 */
export function uploadUsed(buffer: BufferAttribute, items: number): void {
  buffer.clearUpdateRanges()
  if (items === 0) return
  buffer.addUpdateRange(0, items * buffer.itemSize)
  buffer.needsUpdate = true
}
