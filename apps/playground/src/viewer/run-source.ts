// Loads a run from the server: its description, and its frames when they are needed. Frames stay in memory as long as there is room.

import { readNpy } from 'seiche/npy'
import type { RunDescription } from '../../../../packages/cli/src/viewer/protocol.js'

/** Most bytes of frames in memory. */
const memory = 384 * 2 ** 20

/** The values of a frame, by field. */
export type FrameValues = ReadonlyMap<string, Float32Array<ArrayBuffer>>

export class RunSource {
  readonly description: RunDescription
  /** Fields at the start that frames do not have. */
  readonly start: FrameValues
  /** Frames × bodies × 8 numbers; undefined without bodies. */
  readonly poses: Float32Array | undefined
  /** In the order of their last use. */
  readonly #values = new Map<string, Promise<Float32Array<ArrayBuffer>>>()
  #bytes = 0

  private constructor(description: RunDescription, start: FrameValues, poses: Float32Array | undefined) {
    this.description = description
    this.start = start
    this.poses = poses
  }

  static async open(): Promise<RunSource> {
    const response = await fetch('run.json')
    if (!response.ok) throw new Error(await response.text())
    const description = (await response.json()) as RunDescription
    const start = new Map<string, Float32Array<ArrayBuffer>>()
    for (const name of description.startFields) start.set(name, await load(`run/start/${name}.npy`))
    const poses = description.bodies.length > 0 ? await load('run/poses.npy') : undefined
    return new RunSource(description, start, poses)
  }

  /** Values of fields in a frame; fields of the start where frames do not have them. */
  async frame(index: number, fields: readonly string[]): Promise<FrameValues> {
    const loaded = await Promise.all(
      fields.map(async (name) => [name, this.start.get(name) ?? (await this.#field(index, name))] as const),
    )
    return new Map(loaded)
  }

  /** Begins to load a frame. Failures show when it is asked for. */
  prefetch(index: number, fields: readonly string[]): void {
    if (index >= this.description.frames.length) return
    for (const name of fields) if (!this.start.has(name)) this.#field(index, name).catch(() => {})
  }

  #field(index: number, name: string): Promise<Float32Array<ArrayBuffer>> {
    const key = `run/frames/${index}/${name}.npy`
    const known = this.#values.get(key)
    if (known) {
      // The last used is the last one to be dropped.
      this.#values.delete(key)
      this.#values.set(key, known)
      return known
    }
    const loading = load(key)
    this.#values.set(key, loading)
    loading.then(
      (values) => {
        this.#bytes += values.byteLength
        void this.#drop()
      },
      () => this.#values.delete(key),
    )
    return loading
  }

  async #drop(): Promise<void> {
    for (const [key, loading] of this.#values) {
      if (this.#bytes <= memory || this.#values.size < 16) return
      this.#values.delete(key)
      this.#bytes -= (await loading).byteLength
    }
  }
}

async function load(path: string): Promise<Float32Array<ArrayBuffer>> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${(await response.text()).trim()}`)
  const { data } = readNpy(new Uint8Array(await response.arrayBuffer()))
  return data instanceof Float32Array ? (data as Float32Array<ArrayBuffer>) : Float32Array.from(data, Number)
}
