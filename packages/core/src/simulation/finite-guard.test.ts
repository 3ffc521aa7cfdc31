import { createSimulation, NonFiniteError, type SceneInput, type Simulation } from 'seiche'
import { expect, it } from 'vitest'
import { Arena } from '../fields/arena.js'
import { Field } from '../fields/field.js'
import { CENTER, VolumeField } from '../fields/volume-field.js'
import { FiniteGuard } from './finite-guard.js'

const description = (name: string) => ({ name, unit: '', description: '' })

function attached<Fields extends Field[]>(make: (arena: Arena) => Fields): Fields {
  const arena = new Arena()
  const fields = make(arena)
  const memory = new ArrayBuffer(arena.pages * 65536)
  for (const field of fields) field.bind(memory)
  return fields
}

function thrownBy(act: () => void): NonFiniteError | undefined {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(NonFiniteError)
    return error as NonFiniteError
  }
  return undefined
}

it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  'finds %d in any cell of any field within a rotation, and names it',
  (value) => {
    const [eta, phi] = attached((arena) => [
      new Field(arena, description('eta'), 301, 517),
      new Field(arena, description('phi'), 301, 517),
    ])
    const guard = new FiniteGuard([eta!, phi!])
    expect(guard.rotation).toBeGreaterThan(1)
    for (const field of [eta!, phi!])
      for (const [i, j] of [
        [0, 0],
        [300, 516],
        [297, 100],
        [150, 259],
      ] as const) {
        field.data[field.offset + j * field.stride + i] = value
        const errors = Array.from({ length: guard.rotation }, (_, k) => thrownBy(() => guard.check(1000 + k)))
        field.data[field.offset + j * field.stride + i] = 0
        expect(errors.filter(Boolean)).toHaveLength(1)
        expect(errors.find(Boolean)).toMatchObject({ field: field.name, cell: [i, j] })
      }
  },
)

it('the largest numbers that fields hold are finite, and halo and padding do not count', () => {
  const [eta] = attached((arena) => [new Field(arena, description('eta'), 7, 5)])
  eta!.data.fill(Number.NaN)
  eta!.fill(-3.4e38)
  const guard = new FiniteGuard([eta!])
  expect(guard.rotation).toBe(1)
  guard.check(3)
  guard.checkAll(3)
})

it('every cell is searched within 256 steps, however large the grid', () => {
  const [eta] = attached((arena) => [new Field(arena, description('eta'), 4, 40_000)])
  expect(new FiniteGuard([eta!]).rotation).toBeLessThanOrEqual(256)
})

it('names the cell of a volume, on faces too', () => {
  const grid = { nx: 6, ny: 5, nz: 4, cellSize: 1 }
  const [u, dye] = attached((arena) => [
    new VolumeField(arena, description('u'), grid, 0, true),
    new VolumeField(arena, description('dye'), grid, CENTER, false),
  ])
  const guard = new FiniteGuard([u!, dye!])
  dye!.data[dye!.index(5, 4, 3)] = Number.NaN
  expect(thrownBy(() => guard.checkAll(7))).toMatchObject({ step: 7, field: 'dye', cell: [5, 4, 3] })
  u!.data[u!.index(6, 0, 3)] = Number.NaN
  expect(thrownBy(() => guard.checkAll(7))).toMatchObject({ field: 'u', cell: [6, 0, 3] })
})

const scene: SceneInput = {
  seiche: 1,
  grid: { cells: [128, 128], cellSize: 0.1 },
  solver: { type: 'columns' },
  initial: { eta: [{ shape: 'gaussian', radius: 1, height: 0.1 }] },
}

/** Steps until a run stops in which a value has been lost. */
function lose(sim: Simulation): NonFiniteError | undefined {
  sim.step(10)
  const eta = sim.field('eta')
  eta.data[eta.offset + 100 * eta.stride + 77] = Number.NaN
  return thrownBy(() => sim.step(300))
}

it('a run stops at the same step and names the same cell for any number of threads', async () => {
  const stops = []
  for (const threads of [1, 2, 3]) {
    const sim = await createSimulation(scene, { threads })
    const error = lose(sim)
    expect(error!.message).toBe(
      `after step ${sim.stepCount} the run is no longer finite: field "eta" is NaN in cell [${error!.cell.join(', ')}]`,
    )
    stops.push([sim.stepCount, error!.step, error!.field, ...error!.cell])
    sim.dispose()
  }
  expect(stops[0]![0]).toBeLessThan(10 + 256)
  expect(stops[1]).toEqual(stops[0])
  expect(stops[2]).toEqual(stops[0])
})

it('a stopped run goes on from a snapshot, and not before', async () => {
  const sim = await createSimulation(scene, { threads: 1 })
  sim.step(5)
  const good = sim.snapshot()
  const error = lose(sim)!
  expect(thrownBy(() => sim.step())).toBe(error)
  expect(sim.stepCount).toBe(error.step)
  sim.restore(good)
  sim.step(300)
  expect(sim.stepCount).toBe(305)
  sim.dispose()
})

it('diagnostics of fields that are no longer finite name the cell', async () => {
  const sim = await createSimulation(scene, { threads: 1 })
  const phi = sim.field('phi')
  phi.data[phi.offset + 3 * phi.stride + 9] = Number.NEGATIVE_INFINITY
  expect(thrownBy(() => sim.diagnostics())).toMatchObject({ step: 0, field: 'phi', cell: [9, 3] })
  sim.dispose()
})
