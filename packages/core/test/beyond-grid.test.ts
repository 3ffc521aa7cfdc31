// Kinematic bodies go where their path leads, also beyond the edges of the grid and back.

import type { SceneInput } from 'seiche'
import { describe, expect, it } from 'vitest'
import type { BodyInput } from '../src/scene/schema/body.js'
import { couplings } from '../testing/couplings.js'
import { simulate } from '../testing/running.js'

const cellSize = 0.125
const waters: [string, Pick<SceneInput, 'solver' | 'terrain'>][] = [
  ['columns', { solver: { type: 'columns', depth: 1 } }],
  ['iwave', { solver: { type: 'iwave', depth: 1 } }],
  ['iwave, window', { solver: { type: 'iwave', depth: 1, method: 'window' } }],
  ['kass-miller', { solver: { type: 'kass-miller' }, terrain: [{ shape: 'plane', height: -1 }] }],
  ['shallow-water', { solver: { type: 'shallow-water' }, terrain: [{ shape: 'plane', height: -1 }] }],
]

type Place = [number, number, number]
const ball: BodyInput = { shape: 'sphere', radius: 0.25 }
const box: BodyInput = { shape: 'box', size: [0.5, 0.5, 0.5] }

/** Where bodies go: from one place to the other and back, twice, a second each way. */
const ways: [string, [number, number], BodyInput, Place, Place][] = [
  ['a ball out through x+', [32, 24], ball, [1.5, 0, 0], [2.5, 0, 0]],
  ['a ball half out', [32, 24], ball, [1.5, 0, 0], [2, 0, 0]],
  ['a ball that ends at the edge', [32, 24], ball, [1.5, 0, 0], [2.25, 0, 0]],
  ['a box out through z-', [32, 24], box, [0, 0.1, -1], [0, 0.1, -2]],
  ['a box out at a corner', [24, 24], box, [-1, -0.1, 1], [-2, -0.1, 2]],
  ['a box far away, in a leap', [24, 24], box, [0, 0, 0], [200, 0, 0]],
  ['a ball out through the end of a row', [32, 1], ball, [1.5, 0, 0], [2.5, 0, 0]],
  ['a ball out through the side of a row', [32, 1], ball, [0, 0, 0], [0, 0, 1]],
  ['a box out of a column', [1, 32], box, [0, 0, -1.5], [0, 0, -2.5]],
  ['a ball out of a tiny grid', [3, 3], ball, [0, 0, 0], [1, 0, 0]],
  ['a ball out of a single cell', [1, 1], ball, [0, 0, 0], [1, 0, 0]],
  ['a ball that comes from beyond', [32, 24], ball, [3, 0, 0], [1, 0, 0]],
]

describe.each(couplings)('bodies beyond the grid, %s', (coupling) => {
  describe.each(waters)('on %s', (_, water) => {
    it.each(ways)('%s', async (_, cells, body, from, to) => {
      const path = [from, to, from, to, from].map((at, leg) => ({ time: leg, at }))
      const sim = await simulate({
        seiche: 1,
        grid: { cells, cellSize },
        ...water,
        coupling,
        bodies: [{ ...body, kind: 'kinematic', path }],
      })
      const start = sim.diagnostics()
      const speed = Math.hypot(...from.map((value, axis) => to[axis]! - value))
      // Its displaced mass, once for each leg, raised by the depth and as fast as the body. Waves that grow go far beyond.
      const most = 4 * 1000 * sim.bodies[0]!.solid.volume * (9.81 + speed * speed)
      for (let k = 0; k < 4 / sim.timeStep; k++) {
        sim.step()
        const { volume, addedVolume, airborneVolume, displacedVolume, energy, exchange } = sim.diagnostics()
        const when = `step ${sim.stepCount}`
        const lost = volume + airborneVolume! - addedVolume - start.volume
        expect(Math.abs(lost), `water lost, ${when}`).toBeLessThan(1e-6 * start.volume)
        expect(energy, `energy, ${when}`).toBeLessThan(most)
        expect(displacedVolume, when).toBeGreaterThan(-1e-6)
        expect(exchange!.water, `exchange, ${when}`).toBeCloseTo(exchange!.bodies, 3)
      }
    })
  })
})
