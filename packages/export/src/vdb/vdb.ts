// One OpenVDB file for each frame of a fluid in a volume: a grid for each dye, for the temperature and for other fields at the centres of cells,
// and one of vectors for the velocity. Values next to the background are not stored: air without smoke takes no space.

import type { Format } from '../format.js'
import type { Frame } from '../frame.js'
import { frameFile } from '../frame-file.js'
import type { FieldInfo, RunInfo } from '../run-info.js'
import { type VdbGrid, writeVdb } from './open-vdb.js'

/** Name under which programs look for smoke by themselves: that of the only dye of a scene. */
const DENSITY = 'density'
/** Amount of dye that nobody sees. */
const LEAST_DYE = 1e-6
/** Difference from the rest temperature that counts as none [K]. */
const LEAST_HEAT = 1e-3

const VELOCITY = ['u', 'v', 'w']

/** OpenVDB volumes of a fluid, a file for each frame. */
export const vdb: Format = {
  name: 'vdb',
  summary: 'OpenVDB volumes of smoke, dyes, temperature and velocity, a file for each frame',
  fieldsFor({ scene, kind, grid }, available, asked) {
    if (kind === 'surface')
      throw new Error(
        'OpenVDB holds a fluid in a volume, and this is a surface; write it as exr, gltf, glb, ply or obj',
      )
    if (grid.nz === 1) throw new Error('OpenVDB holds a fluid in a volume, and this one is in 2-D; write it as exr')
    const dyes = available.filter((name) => name in (scene.fluid?.dyes ?? {}))
    const chosen = asked.length > 0 ? [...asked] : dyes.length > 0 ? dyes : VELOCITY
    // The velocity is a vector: with one component come the others.
    return [...new Set(chosen.flatMap((name) => (VELOCITY.includes(name) ? VELOCITY : [name])))]
  },
  filesOf: (frame) => [frameFile('volume', frame, 'vdb')],
  async open(run, fields, output) {
    const names = gridNames(run, fields)
    return {
      async add(frame) {
        await output.write(frameFile('volume', frame.frame, 'vdb'), writeVdb(await gridsOf(run, names, frame)))
      },
      async finish() {
        return { grids: Object.fromEntries(names), up: 'y', unit: 'm' }
      },
    }
  },
}

/** The field of each grid, by the grid's name. */
function gridNames({ scene }: RunInfo, fields: readonly string[]): Map<string, string> {
  const dyes = Object.keys(scene.fluid?.dyes ?? {})
  const names = new Map<string, string>()
  for (const field of fields)
    if (!VELOCITY.includes(field)) names.set(dyes.length === 1 && field === dyes[0] ? DENSITY : field, field)
  if (fields.includes('u')) names.set('velocity', 'u, v, w')
  return names
}

async function gridsOf(run: RunInfo, names: ReadonlyMap<string, string>, frame: Frame): Promise<VdbGrid[]> {
  const grids: VdbGrid[] = []
  for (const [name, field] of names)
    grids.push(name === 'velocity' ? await velocityGrid(run, frame) : await fieldGrid(run, name, field, frame))
  return grids
}

async function fieldGrid(run: RunInfo, name: string, field: string, frame: Frame): Promise<VdbGrid> {
  const info = run.fields[field]!
  const { fluid } = run.scene
  const heat = fluid?.temperature
  return {
    name,
    ...placeOf(info, [0, 0, 0]),
    values: [await frame.values(field)],
    ...(fluid?.dyes && field in fluid.dyes && { tolerance: LEAST_DYE }),
    ...(field === 'temperature' && heat && { background: heat.rest, tolerance: LEAST_HEAT }),
    metadata: { field, unit: info.unit || '1', meaning: info.meaning, time: String(frame.time) },
  }
}

/** The mean of the velocities through opposite faces, at the centres of the cells. */
async function velocityGrid(run: RunInfo, frame: Frame): Promise<VdbGrid> {
  const infos = VELOCITY.map((name) => run.fields[name]!)
  const place = placeOf(infos[0]!, [1, 0, 0])
  const [nx, ny, nz] = place.cells
  const components: Float32Array[] = []
  for (const [axis, name] of VELOCITY.entries()) {
    const [columns, rows, planes] = placeOf(infos[axis]!, [0, 0, 0]).cells
    if ([columns - nx, rows - ny, planes - nz].some((more, k) => more !== (k === axis ? 1 : 0)))
      throw new Error('OpenVDB needs the velocity on all faces: record it without --region and --stride')
    const values = await frame.values(name)
    const step = [1, columns, columns * rows][axis]!
    const centered = new Float32Array(nx * ny * nz)
    for (let k = 0, to = 0; k < nz; k++)
      for (let j = 0; j < ny; j++)
        for (let i = 0; i < nx; i++, to++) {
          const from = (k * rows + j) * columns + i
          centered[to] = (values[from]! + values[from + step]!) / 2
        }
    components.push(centered)
  }
  return {
    name: 'velocity',
    ...place,
    values: components as [Float32Array, Float32Array, Float32Array],
    metadata: { field: 'u, v, w', unit: 'm/s', meaning: 'velocity', time: String(frame.time) },
  }
}

/** Cells and position of a field; `extra`: values beyond the number of cells along each axis. */
function placeOf(
  { shape, origin, cellSize }: FieldInfo,
  extra: readonly [number, number, number],
): Pick<VdbGrid, 'cells' | 'cellSize' | 'origin'> {
  return {
    cells: [shape[2]! - extra[0], shape[1]! - extra[1], shape[0]! - extra[2]],
    cellSize,
    origin: [
      origin.x + (extra[0] * cellSize) / 2,
      (origin.y ?? 0) + (extra[1] * cellSize) / 2,
      (origin.z ?? 0) + (extra[2] * cellSize) / 2,
    ],
  }
}
