// The registry of formats: the one list that the command line, its help and programs read.

import { exr } from './exr/exr.js'
import type { Format } from './format.js'
import { gltf } from './gltf/gltf.js'
import { glb, obj, ply } from './meshes/sequences.js'
import { netcdf } from './netcdf/netcdf.js'
import { npy } from './npy.js'
import { parquet } from './parquet/parquet.js'
import { png16 } from './pictures/png16.js'
import { relief } from './pictures/relief.js'
import { vdb } from './vdb/vdb.js'
import { mp4, webm } from './video/video.js'
import { zarr } from './zarr.js'

/** All formats, in the order of the help. */
export const formats: readonly Format[] = [
  npy,
  zarr,
  netcdf,
  parquet,
  png16,
  relief,
  exr,
  gltf,
  glb,
  ply,
  obj,
  vdb,
  mp4,
  webm,
]

/**
 * Finds a format.
 *
 * @param name Its name, as in `seiche run --format`.
 * @returns The format.
 * @throws Error with the known names.
 * @example
 * ```ts
 * import { formatNamed } from '@seiche/export'
 *
 * console.log(formatNamed('relief').summary)
 * ```
 */
export function formatNamed(name: string): Format {
  const format = formats.find((known) => known.name === name)
  if (!format)
    throw new Error(`there is no format "${name}"; the formats are ${formats.map(({ name }) => name).join(', ')}`)
  return format
}
