// Events of a scene on waves that are a given function of time, where steps without bodies are skipped over.

import type { BodyInput, SceneInput, SurfaceSimulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { describe, expect, it } from 'vitest'
import { createSurface, disposeLater } from '../testing/running.js'

const ball: BodyInput = { shape: 'sphere', radius: 0.4, density: 400, position: [0.3, 0.5, -0.2] }
const second: BodyInput = { ...ball, name: 'second', position: [-2, 0.5, 1] }
const grid = { cells: [16, 16] as [number, number], cellSize: 0.5 }
const waves: SceneInput = {
  seiche: 1,
  grid,
  solver: { type: 'waves', depth: 3, trains: [{ wavelength: 4, height: 0.2 }] },
}
const ocean: SceneInput = { seiche: 1, grid, solver: { type: 'ocean', cascades: 1, windSpeed: 6, depth: 3 } }

async function float(scene: SceneInput): Promise<SurfaceSimulation> {
  return disposeLater(await createSurface(scene, { rigidBodies: rapier, threads: 1 }))
}

describe.each([
  ['waves', waves],
  ['ocean', ocean],
])('on %s without bodies at the start', (_, sea) => {
  it('a scheduled launch happens at its time', async () => {
    const sim = await float({ ...sea, bodies: [], events: [{ type: 'addBody', body: ball, time: 1 }] })
    sim.step(60)
    expect(sim.bodies).toHaveLength(0)
    sim.step(1)
    expect(sim.bodies).toHaveLength(1)
    expect(sim.events.map(({ type, step }) => [type, step])).toEqual([['addBody', 60]])
    const [, height] = sim.bodies[0]!.position
    expect(height).toBeLessThan(0.5)
  })

  it('a run with live launches is replayed to the same hash, in any division of the steps', async () => {
    const live = await float(sea)
    live.step(30)
    live.apply({ type: 'addBody', body: ball })
    live.step(20)
    live.apply({ type: 'grab', body: 0, to: [0, 1, 0] })
    live.apply({ type: 'addBody', body: second })
    live.step(25)
    const replayed = { ...sea, bodies: [], events: live.events as SceneInput['events'] } as SceneInput
    for (const parts of [[75], [30, 45], [29, 1, 1, 44], Array<number>(75).fill(1)]) {
      const replay = await float(replayed)
      for (const count of parts) replay.step(count)
      expect(replay.hash(), `steps ${parts.join(', ').slice(0, 20)}`).toBe(live.hash())
      expect(replay.events).toEqual(live.events)
    }
  })

  it('a snapshot from before the launch leads to it again', async () => {
    const sim = await float({ ...sea, bodies: [], events: [{ type: 'addBody', body: ball, step: 20 }] })
    sim.step(10)
    const before = sim.snapshot()
    sim.step(30)
    const hash = sim.hash()
    sim.restore(before)
    expect(sim.bodies).toHaveLength(0)
    sim.step(30)
    expect(sim.hash()).toBe(hash)
    expect(sim.events).toHaveLength(1)
  })

  it('steps in one go or one by one reach the same moment', async () => {
    const [leap, walk] = [await float(sea), await float(sea)]
    leap.step(500)
    for (let k = 0; k < 500; k++) walk.step()
    expect(leap.hash()).toBe(walk.hash())
    expect(leap.time).toBe(walk.time)
  })
})
