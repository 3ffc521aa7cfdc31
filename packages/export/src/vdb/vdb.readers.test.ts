import { createSimulation, type SceneInput } from 'seiche'
import { describe, expect, it } from 'vitest'
import { hasPythonModule } from '../../testing/external-tools.js'
import { runPython } from '../../testing/run-python.js'
import { written } from '../../testing/written.js'
import { vdb } from './vdb.js'

const hasReader = hasPythonModule('pyopenvdb', 'python3-openvdb')

/** Values of grids at points of the scene [m], by the transform of the grid. */
const PROBE = `
import sys, json, pyopenvdb
grids, metadata = pyopenvdb.readAll(sys.argv[1])
points = json.loads(sys.argv[2])
result = {}
for grid in grids:
  at = grid.getAccessor()
  index = lambda point: tuple(round(k) for k in grid.transform.worldToIndex(tuple(point)))
  result[grid.name] = [at.getValue(index(point)) for point in points]
print(json.dumps(result))
`

const smoke: SceneInput = {
  seiche: 1,
  grid: { cells: [16, 24, 12], cellSize: 0.1 },
  timeStep: 0.02,
  solver: { type: 'stable-fluids' },
  fluid: {
    dyes: { smoke: { initial: [{ shape: 'sphere', center: [0.3, -0.5, -0.2], radius: 0.2, soft: 0.1 }] } },
    temperature: { rest: 20, initial: [{ shape: 'sphere', center: [0.3, -0.5, -0.2], radius: 0.2, amount: 50 }] },
  },
}

describe.skipIf(!hasReader)('volumes in OpenVDB', () => {
  it('have smoke, temperature and velocity where the engine has them', async () => {
    const files = await written(vdb, smoke, { frames: 2, steps: 10, fields: ['smoke', 'temperature', 'v'] })
    expect(files.notes).toMatchObject({ grids: { density: 'smoke', temperature: 'temperature', velocity: 'u, v, w' } })
    using sim = await createSimulation(smoke, { threads: 1 })
    sim.step(10)
    // Centres of cells: inside of the smoke, at its rim, far away.
    const points = [
      [0.25, -0.45, -0.15],
      [0.35, -0.25, -0.15],
      [-0.65, 0.95, 0.45],
    ] as const
    const read = runPython(PROBE, files.path('volume_000001.vdb'), JSON.stringify(points)) as {
      density: number[]
      temperature: number[]
      velocity: number[][]
    }
    const { nx, ny = 1, nz, cellSize } = sim.grid
    for (const [k, [x, y, z]] of points.entries()) {
      const at = [x / cellSize + nx / 2 - 0.5, y / cellSize + ny / 2 - 0.5, z / cellSize + nz / 2 - 0.5].map(Math.round)
      const own = (name: string) => sim.field(name).at(at[0]!, at[1]!, at[2]!)
      expect(Math.abs(read.density[k]! - own('smoke'))).toBeLessThan(1e-6)
      expect(Math.abs(read.temperature[k]! - own('temperature'))).toBeLessThan(2e-3)
      for (const [axis, value] of sim.velocityAt(x, y, z).entries())
        expect(read.velocity[k]![axis]).toBeCloseTo(value, 5)
    }
    expect(read.density[0]).toBeGreaterThan(0.5)
    expect(read.density[2]).toBe(0)
    expect(read.velocity[0]![1]).toBeGreaterThan(0.01)
  })

  it('keep the names of dyes where there are several', async () => {
    const two: SceneInput = {
      ...smoke,
      fluid: { dyes: { milk: {}, ink: { initial: [{ shape: 'sphere', radius: 0.2 }] } } },
    }
    const files = await written(vdb, two, { frames: 1 })
    const read = runPython(PROBE, files.path('volume_000000.vdb'), JSON.stringify([[0.05, 0.05, 0.05]]))
    expect(read).toEqual({ milk: [0], ink: [1] })
  })
})
