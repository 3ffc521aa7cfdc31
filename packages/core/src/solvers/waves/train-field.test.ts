import { expect, it } from 'vitest'
import { PassList } from '../../backend/pass-list.js'
import { WasmBackend } from '../../backend/wasm/wasm-backend.js'
import { Arena } from '../../fields/arena.js'
import { Field } from '../../fields/field.js'
import { elevationAt, trainOf } from '../../wave-theory/train.js'
import { QUANTITIES } from './quantity.js'
import { TrainField } from './train-field.js'

const water = { depth: 2, gravity: 9.81, surfaceTension: 0 }
const trains = [
  trainOf({ wavelength: 3, height: 0.2, direction: 0.4 }, water),
  trainOf({ period: 2, height: 0.1, direction: 2, phase: 1 }, water),
]

it('fills fields on a grid that lies anywhere, for any time, in any order', async () => {
  const grid = { nx: 35, nz: 9, cellSize: 0.25 }
  const corner = [-7.5, 3.25] as const
  const arena = new Arena()
  const eta = new Field(arena, QUANTITIES.eta, grid.nx, grid.nz)
  const rise = new Field(arena, QUANTITIES.rise, grid.nx, grid.nz)
  const waves = new TrainField(trains, water, grid, arena, { eta, rise }, { corner })
  const list = new PassList(arena, waves.passes())
  const backend = await WasmBackend.create(arena, [eta, rise, ...waves.resources, list], 1)
  waves.start()
  const surface = (i: number, j: number, t: number) =>
    trains.reduce((sum, train) => sum + elevationAt(train, corner[0] + i * 0.25, corner[1] + j * 0.25, t), 0)
  for (const time of [5, -2, 0]) {
    waves.setTime(Float64Array.of(time))
    backend.run(list)
    let [worst, worstRise] = [0, 0]
    for (let j = 0; j < grid.nz; j++)
      for (let i = 0; i < grid.nx; i++) {
        worst = Math.max(worst, Math.abs(eta.at(i, j) - surface(i, j, time)))
        const risen = (surface(i, j, time + 1e-4) - surface(i, j, time - 1e-4)) / 2e-4
        worstRise = Math.max(worstRise, Math.abs(rise.at(i, j) - risen))
      }
    expect(worst).toBeLessThan(1e-6 * 0.3)
    expect(worstRise).toBeLessThan(1e-6)
  }
  backend.dispose()
})

it('makes passes for the quantities that are named', () => {
  const grid = { nx: 8, nz: 8, cellSize: 1 }
  const arena = new Arena()
  const field = (name: 'eta' | 'phi') => new Field(arena, QUANTITIES[name], 8, 8)
  const waves = new TrainField(trains, water, grid, arena, { eta: field('eta'), phi: field('phi') })
  expect(waves.passes()).toHaveLength(2)
  expect(waves.passes('phi')).toEqual([waves.passes()[1]])
})
