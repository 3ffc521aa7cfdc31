import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasPythonModule } from '../../testing/external-tools.js'
import { runPython } from '../../testing/run-python.js'
import { type VdbGrid, writeVdb } from './open-vdb.js'

const hasReader = hasPythonModule('pyopenvdb', 'python3-openvdb')

/** Grids as the library reads them: values as planes along z of rows along y. */
const READ = `
import sys, json, numpy, pyopenvdb
grids, metadata = pyopenvdb.readAll(sys.argv[1])
cells = json.loads(sys.argv[2])
result = []
for grid in grids:
  vector = grid.valueTypeName == 'vec3s'
  values = numpy.full(cells + ([3] if vector else []), 99, dtype='f')
  grid.copyToArray(values)
  order = (3, 2, 1, 0) if vector else (2, 1, 0)
  result.append({'name': grid.name, 'type': grid.valueTypeName, 'active': grid.activeVoxelCount(),
    'bounds': grid.evalActiveVoxelBoundingBox(), 'voxel': grid.transform.voxelSize(), 'first': grid.transform.indexToWorld((0, 0, 0)),
    'metadata': {key: str(value) for key, value in grid.metadata.items()},
    'values': numpy.ascontiguousarray(values.transpose(order)).ravel().tolist()})
print(json.dumps(result))
`
interface Read {
  name: string
  type: string
  active: number
  bounds: number[][]
  voxel: number[]
  first: number[]
  metadata: Record<string, string>
  values: number[]
}

async function read(grids: readonly VdbGrid[]): Promise<Read[]> {
  const folder = await mkdtemp(join(tmpdir(), 'seiche-vdb-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'volume.vdb')
  await writeFile(path, writeVdb(grids))
  return runPython(READ, path, JSON.stringify(grids[0]!.cells)) as Read[]
}

/** Values of which some are the background. */
function speckled(cells: readonly [number, number, number], every: number, background = 0): Float32Array {
  return Float32Array.from({ length: cells[0] * cells[1] * cells[2] }, (_, k) =>
    Math.floor(k / 5) % every === 0 ? Math.sin(k) * 10 : background,
  )
}

describe.skipIf(!hasReader)('an OpenVDB file', () => {
  // A part of a leaf, several leaves, more than one lower node along each axis in turn.
  for (const cells of [
    [1, 1, 1],
    [8, 8, 8],
    [9, 17, 3],
    [150, 9, 10],
    [5, 280, 12],
    [7, 11, 130],
  ] as const)
    it(`of ${cells.join(' × ')} cells has the same values in the library`, async () => {
      const values = speckled(cells, 3)
      const [grid] = await read([{ name: 'density', cells, values: [values], cellSize: 0.25, origin: [-1, 2, 0.5] }])
      expect(grid).toMatchObject({ name: 'density', type: 'float', voxel: [0.25, 0.25, 0.25], first: [-1, 2, 0.5] })
      expect(grid!.values).toEqual([...values])
      expect(grid!.active).toBe(values.filter((value) => value !== 0).length)
    })

  it('has vectors, and several grids with their metadata', async () => {
    const cells = [10, 6, 9] as const
    const place = { cells, cellSize: 0.1, origin: [0, 0, 0] } as const
    const parts = [speckled(cells, 2), speckled(cells, 3), speckled(cells, 4)] as const
    const grids = await read([
      { ...place, name: 'density', values: [parts[0]], metadata: { unit: '1' } },
      { ...place, name: 'velocity', values: parts, metadata: { unit: 'm/s' } },
    ])
    expect(grids.map(({ name, type }) => [name, type])).toEqual([
      ['density', 'float'],
      ['velocity', 'vec3s'],
    ])
    const vectors = parts[0].length
    expect(grids[1]!.values).toEqual([...parts[0], ...parts[1], ...parts[2]])
    expect(grids[1]!.values.length).toBe(3 * vectors)
    expect(grids[1]!.metadata).toMatchObject({ unit: 'm/s', name: 'velocity' })
  })

  it('does not store values near the background, which the reader fills in', async () => {
    const cells = [16, 8, 8] as const
    const values = speckled(cells, 4, 20)
    values[100] = 20.0005
    const [grid] = await read([
      { name: 'temperature', cells, values: [values], cellSize: 1, origin: [0, 0, 0], background: 20, tolerance: 1e-3 },
    ])
    values[100] = 20
    expect(grid!.values).toEqual([...values])
    expect(grid!.active).toBe(values.filter((value) => value !== 20).length)
  })

  it('without active values is empty', async () => {
    const cells = [9, 9, 9] as const
    const [grid] = await read([
      { name: 'density', cells, values: [new Float32Array(729)], cellSize: 1, origin: [0, 0, 0] },
    ])
    expect(grid).toMatchObject({ name: 'density', active: 0 })
  })

  it('names the box of its active voxels', async () => {
    const cells = [20, 20, 20] as const
    const values = new Float32Array(8000)
    values[(11 * 20 + 7) * 20 + 3] = 1
    values[(13 * 20 + 9) * 20 + 15] = 1
    const [grid] = await read([{ name: 'density', cells, values: [values], cellSize: 1, origin: [0, 0, 0] }])
    expect(grid!.bounds).toEqual([
      [3, 7, 11],
      [15, 9, 13],
    ])
    expect(grid!.metadata).toMatchObject({ file_bbox_min: '(3, 7, 11)', file_bbox_max: '(15, 9, 13)' })
  })
})
