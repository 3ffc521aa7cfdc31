import { planSimulation, type SceneInput } from 'seiche'
import { describe, expect, it } from 'vitest'
import { box, leftover } from '../testing/fluid-box.js'
import { simulateFluid } from '../testing/running.js'

describe('what cannot be is refused', () => {
  const refused: [string, SceneInput, RegExp][] = [
    ['zero cells', box([4, 0], {}), /grid\.cells\[1\]: expected a .*at least 1, got 0/],
    ['four extents', box([4, 4, 4, 4], {}), /grid\.cells: a grid has two extents, or three in a volume/],
    [
      'an emitter outside',
      box([8, 8], { emitters: [{ shape: 'sphere', center: [3, 0], radius: 0.1 }] }),
      /fluid\.emitters\[0\]: this emitter lies outside the box, which reaches 0\.5, 0\.5 m/,
    ],
    [
      'an emitter in a solid',
      box([16, 16], { emitters: [{ shape: 'sphere', radius: 0.1 }], solids: [{ shape: 'sphere', radius: 0.3 }] }),
      /emitters\[0\]: this emitter lies within solids/,
    ],
    [
      'solids that fill the box',
      box([8, 8], { solids: [{ shape: 'box', size: [3, 3] }] }),
      /fluid\.solids: the solids fill the whole box/,
    ],
    [
      'more in than out',
      box([8, 8], { boundaries: { 'x-': { inflow: [0.5, 0] } } }),
      /fluid\.boundaries: 0\.5 m²\/s comes in through x- and nothing can leave: .*make an edge "open"/,
    ],
    [
      'an outflow cut off',
      box([16, 16], {
        boundaries: { 'x-': { inflow: [0.5, 0] }, 'x+': 'open' },
        solids: [{ shape: 'box', size: [0.2, 3] }],
      }),
      /comes in through x- and nothing can leave/,
    ],
    [
      'one periodic side',
      box([8, 8], { boundaries: { 'y-': 'periodic' } }),
      /boundaries\["y\+"\]: "periodic" joins two sides/,
    ],
    [
      'edges along z of a plane',
      box([8, 8], { boundaries: { 'z-': 'periodic', 'z+': 'periodic' } }),
      /boundaries\["z-"\]: a fluid one cell deep has no edges along z: leave them out, or give "grid\.cells" a third number/,
    ],
    [
      'a dye nobody knows',
      box([8, 8], { emitters: [{ shape: 'sphere', radius: 0.2, dyes: { ink: 1 } }] }),
      /emitters\[0\]\.dyes\.ink: there is no dye/,
    ],
    [
      'terrain',
      { ...box([8, 8], {}), terrain: [{ shape: 'plane' }] },
      /^scene: terrain: solver "stable-fluids" does not support this/,
    ],
    [
      'obstacles',
      { ...box([8, 8], {}), obstacles: [{ shape: 'disc', radius: 1 }] },
      /its solids are in "fluid\.solids"/,
    ],
    [
      'a volume of columns',
      { ...box([8, 8, 8], {}), solver: { type: 'columns' } },
      /solver "columns" needs two numbers/,
    ],
    [
      'a fluid of columns',
      { ...box([8, 8], {}), solver: { type: 'columns' } },
      /^scene: fluid: this is for solver "stable-fluids"/,
    ],
    [
      'more memory than there is',
      box([2000, 2000, 2000], {}),
      /2000 × 2000 × 2000 cells need \d+\.\d GiB; one simulation can have 4\.0 GiB/,
    ],
  ]
  for (const [name, scene, message] of refused)
    it(name, async () => {
      await expect(simulateFluid(scene)).rejects.toThrow(message)
    })

  it('says what it needs before it takes it', () => {
    const { bytes, cells } = planSimulation(box([128, 128, 128], {}))
    expect(cells).toBe(128 ** 3)
    expect(bytes / cells).toBeGreaterThan(100)
    expect(bytes / cells).toBeLessThan(250)
  })

  it('inflows that balance are not', async () => {
    const sim = await simulateFluid(
      box([8, 8], { boundaries: { 'x-': { inflow: [0.5, 0], profile: 'parabolic' }, 'x+': { inflow: [0.5, 0] } } }),
    )
    sim.step(3)
    expect(leftover(sim)).toBeLessThan(1e-4)
  })

  it('a surface of a fluid', async () => {
    const sim = await simulateFluid(box([8, 8], {}))
    expect('heightAt' in sim).toBe(false)
    expect(() => sim.apply({ type: 'drop', x: 0, z: 0, radius: 0.1, height: 0.1 })).toThrow(/has no surface/)
  })
})
