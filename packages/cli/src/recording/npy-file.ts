import { writeNpy } from 'seiche/npy'

/**
 * The bytes of a .npy file whose values are set anew for every frame. Two buffers take turns: one is filled while the other is being
 * written. Nothing is allocated for a frame, and fresh memory would cost more than the copy of the values.
 */
export class NpyFile {
  readonly #buffers: readonly { bytes: Uint8Array; values: Float32Array }[]
  #next = 0

  constructor(shape: readonly number[]) {
    const count = shape.reduce((product, extent) => product * extent, 1)
    this.#buffers = [0, 1].map(() => {
      const bytes = writeNpy(new Float32Array(count), shape)
      return { bytes, values: new Float32Array(bytes.buffer, bytes.length - 4 * count, count) }
    })
  }

  /** The file with the values that `fill` sets. It is valid until the call after the next. */
  with(fill: (values: Float32Array) => void): Uint8Array {
    const { bytes, values } = this.#buffers[this.#next]!
    this.#next = 1 - this.#next
    fill(values)
    return bytes
  }

  /** Length of a file [bytes]. */
  static bytesOf(shape: readonly number[]): number {
    const empty = writeNpy(new Float32Array(0), shape).length
    return empty + 4 * shape.reduce((product, extent) => product * extent, 1)
  }
}
