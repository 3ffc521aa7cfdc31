// A whole state as bytes: "SEICHE1\n", the length of a JSON header, the header, then the floats of each state field with
// their halo (radiating edges remember there), then the state of the engine that moves bodies.

import type { FleetBooks } from '../bodies/fleet.js'
import type { SprayBooks } from '../bodies/spray.js'
import type { Field } from '../fields/field.js'
import type { RecordedEvent } from '../scene/event-schema.js'

const MAGIC = 'SEICHE1\n'

export interface SnapshotHeader {
  readonly stepCount: number
  readonly cells: readonly number[]
  readonly solver: string
  readonly scalars: readonly number[]
  readonly events: readonly RecordedEvent[]
  /** Bodies beside the state of their engine, whose bytes come last. */
  readonly fleet?: FleetBooks | undefined
  /** Whether the ground was changed after the last step, and bodies do not know yet. */
  readonly groundChanged?: boolean | undefined
  readonly splashes?: { readonly turn: number; readonly spray: SprayBooks } | undefined
  readonly bodyBytes?: number | undefined
  readonly fields: readonly { readonly name: string; readonly floats: number }[]
}

/** `bodies`: state of the engine that moves them. */
export function packSnapshot(
  header: Omit<SnapshotHeader, 'fields' | 'bodyBytes'>,
  state: readonly Field[],
  bodies: Uint8Array | undefined,
): Uint8Array {
  const fields = state.map((field) => ({ name: field.name, floats: field.data.length }))
  const text = new TextEncoder().encode(JSON.stringify({ ...header, fields, bodyBytes: bodies?.length }))
  const start = Math.ceil((MAGIC.length + 4 + text.length) / 4) * 4
  const bytes = new Uint8Array(start + fields.reduce((sum, { floats }) => sum + floats * 4, bodies?.length ?? 0))
  bytes.set(new TextEncoder().encode(MAGIC))
  new DataView(bytes.buffer).setUint32(MAGIC.length, text.length, true)
  bytes.set(text, MAGIC.length + 4)
  let at = start
  for (const { data } of state) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at)
    at += data.byteLength
  }
  if (bodies) bytes.set(bodies, at)
  return bytes
}

/** Checks a snapshot against the simulation it is meant for and copies its floats into the fields it names. Throws before it changes anything. */
export function unpackSnapshot(
  bytes: Uint8Array,
  expected: Pick<SnapshotHeader, 'cells' | 'solver'> & { readonly hasBodies: boolean },
  fields: ReadonlyMap<string, Field>,
): { header: SnapshotHeader; bodies: Uint8Array | undefined } {
  const header = readHeader(bytes)
  const shape = ({ solver, cells }: Pick<SnapshotHeader, 'cells' | 'solver'>) =>
    `${solver} on ${cells.join(' × ')} cells`
  if (shape(header) !== shape(expected))
    throw new Error(`this snapshot is of ${shape(header)}, the simulation is ${shape(expected)}`)
  if (header.fleet && !expected.hasBodies)
    throw new Error('this snapshot has bodies: give createSimulation the engine that moves them')
  if (!Array.isArray(header.fields)) throw new Error('this snapshot is damaged: its header names no fields')
  const state = header.fields.map(({ name }) => {
    const field = fields.get(name)
    if (!field) throw new Error(`this snapshot has a field "${name}", which the simulation has not`)
    return field
  })
  const sizes = state.reduce((sum, field) => sum + field.data.byteLength, 0)
  const { bodyBytes = 0 } = header
  let at = bytes.length - sizes - bodyBytes
  if (at !== dataStart(bytes)) throw new Error('this snapshot is damaged: its length does not fit its header')
  for (const field of state) {
    const { data } = field
    new Uint8Array(data.buffer, data.byteOffset, data.byteLength).set(bytes.subarray(at, at + data.byteLength))
    at += data.byteLength
  }
  return { header, bodies: bodyBytes > 0 ? bytes.slice(at) : undefined }
}

function headerLength(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length, true)
}

function dataStart(bytes: Uint8Array): number {
  return Math.ceil((MAGIC.length + 4 + headerLength(bytes)) / 4) * 4
}

function readHeader(bytes: Uint8Array): SnapshotHeader {
  const magic = new TextDecoder().decode(bytes.subarray(0, MAGIC.length))
  if (magic !== MAGIC || bytes.length < MAGIC.length + 4) throw new Error('these bytes are not a Seiche snapshot')
  try {
    return JSON.parse(
      new TextDecoder().decode(bytes.subarray(MAGIC.length + 4, MAGIC.length + 4 + headerLength(bytes))),
    ) as SnapshotHeader
  } catch {
    throw new Error('this snapshot is damaged: its header cannot be read')
  }
}
