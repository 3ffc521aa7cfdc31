import { createSimulation, type SceneInput } from 'seiche'
import { expect, it } from 'vitest'
import type { FromWorker } from '../protocol.js'
import { SimulationHost } from '../simulation-host.js'
import { infoOf } from '../simulation-info.js'

const pool: SceneInput = {
  seiche: 1,
  grid: { cells: [48, 16], cellSize: 0.1 },
  timeStep: 0.02,
  solver: { type: 'columns', depth: 0.5 },
  initial: { eta: [{ shape: 'plane', slope: [0.02, 0] }] },
  probes: [{ name: 'west', at: [-2.3, 0] }],
}

async function setUp(scene: SceneInput = pool) {
  const sim = await createSimulation(scene, { threads: 1 })
  const messages: FromWorker[] = []
  const host = new SimulationHost(sim, infoOf(sim, false), false, { postMessage: (message) => messages.push(message) })
  /** The values that the page has of each probe, by step. */
  const known = () => {
    const values = new Map<string, Map<number, number>>()
    for (const message of messages)
      if (message.type === 'traces')
        for (const { name, from, values: part } of message.traces) {
          const trace = values.get(name) ?? new Map<number, number>()
          values.set(name, trace)
          for (const step of trace.keys()) if (step >= from) trace.delete(step)
          for (const [k, value] of part.entries()) trace.set(from + k, value)
        }
    return values
  }
  return { sim, host, known }
}

it('samples the probes of the scene after every step, however many steps are made at once', async () => {
  const { sim, host, known } = await setUp()
  host.step(25)
  const west = known().get('west')!
  expect([...west.keys()]).toEqual(Array.from({ length: 26 }, (_, step) => step))
  const alone = await createSimulation(pool, { threads: 1 })
  for (let step = 0; step <= 25; step++) {
    expect(west.get(step)).toBe(
      Math.fround((alone as unknown as { heightAt(x: number, z: number): number }).heightAt(-2.3, 0)),
    )
    alone.step()
  }
  sim.dispose()
  alone.dispose()
})

it('leaves the hash of a run as it is, whatever is measured', async () => {
  const hashes: string[] = []
  for (const count of [0, 1, 8]) {
    const { sim, host } = await setUp()
    host.setInstruments({
      probes: Array.from({ length: count }, (_, n) => ({ name: `p${n}`, at: [n / 10, 0.2] })),
      dispersion: count > 1,
      passes: count > 1,
    })
    host.apply([{ type: 'drop', x: 0, z: 0, radius: 0.3, height: 0.1, softness: 1 }], 1)
    host.step(40)
    expect(sim.events.length).toBe(1)
    hashes.push(sim.hash())
    sim.dispose()
  }
  expect(new Set(hashes).size).toBe(1)
})

it('a probe that is added later begins with the present step, and others keep their values', async () => {
  const { sim, host, known } = await setUp()
  host.step(10)
  host.setInstruments({
    probes: [
      { name: 'west', at: [-2.3, 0] },
      { name: 'new', at: [1, 0] },
    ],
    dispersion: false,
    passes: false,
  })
  host.step(5)
  expect([...known().get('west')!.keys()].length).toBe(16)
  expect([...known().get('new')!.keys()]).toEqual([10, 11, 12, 13, 14, 15])
  sim.dispose()
})

it('traces after an undo are those of a run without the action', async () => {
  const { sim, host, known } = await setUp()
  host.step(8)
  host.apply([{ type: 'drop', x: -2, z: 0, radius: 0.4, height: 0.2, softness: 1 }], 1)
  host.step(12)
  host.undo('undo')
  while (host.isReplaying) host.tick()
  const other = await setUp()
  other.host.step(20)
  expect([...known().get('west')!]).toEqual([...other.known().get('west')!])
  sim.dispose()
  other.sim.dispose()
})

it('measures the vertical velocity of a flat fluid', async () => {
  const { sim, host, known } = await setUp({
    seiche: 1,
    grid: { cells: [32, 16], cellSize: 0.1 },
    solver: { type: 'stable-fluids' },
  })
  host.setInstruments({ probes: [{ name: 'jet', at: [0.05, 0.05] }], dispersion: false, passes: false })
  host.apply([{ type: 'stir', at: [0, 0], radius: 0.3, velocity: [0, 2] }], 1)
  host.step(3)
  const values = [...known().get('jet')!.values()]
  expect(values[0]).toBe(0)
  expect(values[3]).toBeGreaterThan(0.1)
  sim.dispose()
})
