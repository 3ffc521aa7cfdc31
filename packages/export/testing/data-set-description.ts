// Data sets as the Python programs of this folder describe them, and the checksums that they should find.

import { createHash } from 'node:crypto'
import type { RecordedRun } from './recorded-run.js'

/** An array as a Python reader describes it. */
export interface ArrayDescription {
  readonly dimensions: readonly string[]
  readonly shape: readonly number[]
  readonly attributes: Readonly<Record<string, unknown>>
  readonly sha256: string
}

/** A data set as a Python reader describes it. */
export interface DataSetDescription {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly arrays: Readonly<Record<string, ArrayDescription>>
  /** Names of the coordinates, from xarray. */
  readonly coordinates?: readonly string[]
}

/** Checksum of all frames of a field, one after the other. */
export async function checksumOfField({ frames }: RecordedRun, field: string): Promise<string> {
  const hash = createHash('sha256')
  for (const frame of frames) hash.update(new Uint8Array((await frame.values(field)).buffer))
  return hash.digest('hex')
}

/** Checksum of coordinates. */
export function checksumOf(values: readonly number[]): string {
  return createHash('sha256')
    .update(new Uint8Array(Float64Array.from(values).buffer))
    .digest('hex')
}
