// A whole state as bytes:
//
//   8 bytes    "SEICHE3\n"; the digit is the format
//   1 word     length of the header in bytes
//   4 words    checksum of all that follows, and of that length
//   header     JSON, padded with zeros to whole words
//   floats     of each state field with its halo, which holds the state of radiating edges
//   bodies     state of the rigid-body engine

import type { Field } from '../fields/field.js'
import type { RecordedEvent } from '../scene/schema/event.js'
import { CHECKSUM_WORDS, checksum } from './checksum.js'
import type { PlacedSource } from './placed-sources.js'
import { type SceneIdentity, sceneProblem } from './scene-identity.js'
import type { ExchangeState } from './water-exchange.js'

/** To be increased when the layout or the meaning of header or scalars changes. */
const FORMAT = 3
const MAGIC = /^SEICHE(\d)\n$/
const MAGIC_BYTES = 8
const CHECKSUM_AT = MAGIC_BYTES + 4
const HEADER_AT = CHECKSUM_AT + 4 * CHECKSUM_WORDS

export interface SnapshotHeader extends ExchangeState {
  readonly stepCount: number
  /** A `SceneIdentity` as JSON. It is constant: it is serialized once and compared as text. */
  readonly scene: string
  readonly scalars: readonly number[]
  readonly events: readonly RecordedEvent[]
  /** Sources that events have placed; absent without any. */
  readonly sources?: readonly PlacedSource[] | undefined
  /** Length of the state of the rigid-body engine. */
  readonly engineBytes?: number | undefined
  readonly fields: readonly { readonly name: string; readonly floats: number }[]
}

/** The parts of a snapshot, still in its bytes. */
export interface Snapshot {
  readonly header: SnapshotHeader
  readonly fields: readonly { readonly field: Field; readonly bytes: Uint8Array }[]
  /** State of the rigid-body engine. */
  readonly engineState: Uint8Array | undefined
}

/** The simulation that a snapshot is meant for. */
export interface SnapshotTarget {
  /** Its `SceneIdentity` as JSON. */
  readonly scene: string
  readonly fields: ReadonlyMap<string, Field>
}

/** Writes a snapshot. `engineState`: that of the rigid-body engine. */
export function packSnapshot(
  header: Omit<SnapshotHeader, 'fields' | 'engineBytes'>,
  state: readonly Field[],
  engineState: Uint8Array | undefined,
): Uint8Array {
  const fields = state.map((field) => ({ name: field.name, floats: field.data.length }))
  const text = new TextEncoder().encode(JSON.stringify({ ...header, fields, engineBytes: engineState?.length }))
  const start = dataStart(text.length)
  const bytes = new Uint8Array(start + fields.reduce((sum, { floats }) => sum + floats * 4, engineState?.length ?? 0))
  bytes.set(new TextEncoder().encode(`SEICHE${FORMAT}\n`))
  new DataView(bytes.buffer).setUint32(MAGIC_BYTES, text.length, true)
  bytes.set(text, HEADER_AT)
  let at = start
  for (const { data } of state) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at)
    at += data.byteLength
  }
  if (engineState) bytes.set(engineState, at)
  new Int32Array(bytes.buffer, CHECKSUM_AT, CHECKSUM_WORDS).set(checksum(bytes.subarray(HEADER_AT), text.length))
  return bytes
}

/** Reads a snapshot for a simulation, which it does not change. Throws for damaged bytes, and for a snapshot of another scene. */
export function readSnapshot(bytes: Uint8Array, target: SnapshotTarget): Snapshot {
  const header = readHeader(bytes)
  if (header.scene !== target.scene) {
    const [there, here] = [JSON.parse(header.scene), JSON.parse(target.scene)] as [SceneIdentity, SceneIdentity]
    const problem = sceneProblem(there, here)
    if (problem) throw new Error(problem)
  }
  let at = dataStart(headerLength(bytes))
  const fields = header.fields.map(({ name, floats }) => {
    const field = target.fields.get(name)
    if (!field) throw new Error(`this snapshot has a field "${name}", which the simulation does not have`)
    if (field.data.length !== floats)
      throw new Error(`this snapshot has ${floats} values of "${name}", the simulation has ${field.data.length}`)
    const start = at
    at += 4 * floats
    return { field, bytes: bytes.subarray(start, at) }
  })
  const { engineBytes = 0 } = header
  if (at + engineBytes !== bytes.length) throw damaged('its length does not match its header')
  return { header, fields, engineState: engineBytes > 0 ? bytes.slice(at) : undefined }
}

/** Copies the floats of a snapshot into the fields that it names. */
export function fillFields({ fields }: Snapshot): void {
  for (const { field, bytes } of fields) {
    const { buffer, byteOffset, byteLength } = field.data
    new Uint8Array(buffer, byteOffset, byteLength).set(bytes)
  }
}

function readHeader(bytes: Uint8Array): SnapshotHeader {
  const format = MAGIC.exec(new TextDecoder().decode(bytes.subarray(0, MAGIC_BYTES)))?.[1]
  if (format === undefined) throw new Error('these bytes are not a Seiche snapshot')
  if (Number(format) !== FORMAT)
    throw new Error(
      `this snapshot has format ${format}, this version of Seiche reads format ${FORMAT}: create the snapshot again`,
    )
  if (bytes.length < HEADER_AT || bytes.length < dataStart(headerLength(bytes))) throw damaged('bytes are missing')
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const found = checksum(bytes.subarray(HEADER_AT), headerLength(bytes))
  if (!found.every((word, index) => word === view.getInt32(CHECKSUM_AT + 4 * index, true)))
    throw damaged('its checksum does not match its bytes')
  return JSON.parse(new TextDecoder().decode(bytes.subarray(HEADER_AT, HEADER_AT + headerLength(bytes))))
}

function headerLength(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC_BYTES, true)
}

function dataStart(headerBytes: number): number {
  return HEADER_AT + Math.ceil(headerBytes / 4) * 4
}

function damaged(how: string): Error {
  return new Error(`this snapshot is damaged: ${how}`)
}
