// What the solvers of water over ground have in common: the ground and its edits, edges, springs and drains, solids, books.

import type { SceneInput, SimulationEventInput } from 'seiche'
import { describe, expect, it } from 'vitest'
import { disposeLater, simulate } from '../testing/running.js'

const SOLVERS = ['kass-miller', 'shallow-water'] as const

describe.each(SOLVERS)('%s', (type) => {
  /** A pool of 8 m × 6 m, 1 m deep, between walls. */
  const pool = (changes: Partial<SceneInput> = {}): SceneInput => ({
    seiche: 1,
    grid: { cells: [32, 24], cellSize: 0.25 },
    timeStep: 1 / 60,
    solver: { type },
    terrain: [{ shape: 'plane', height: -1 }],
    ...changes,
  })
  /** A channel along x, 20 m long and 1 m wide. */
  const channel = (changes: Partial<SceneInput> = {}): SceneInput =>
    pool({ grid: { cells: [80, 4], cellSize: 0.25 }, ...changes })
  const area = 48

  it('a lake with islands, solids and open edges is at rest to the bit', async () => {
    const sim = await simulate(
      pool({
        terrain: [
          { shape: 'plane', height: -0.7, slope: [0.11, -0.07] },
          { shape: 'noise', scale: 2, height: 0.9, seed: 4 },
        ],
        obstacles: [{ shape: 'disc', center: [1, 1], radius: 0.9 }],
        boundaries: { 'x-': 'absorb', 'x+': 'fixed', 'z-': 'reflect', 'z+': 'absorb' },
      }),
      2,
    )
    const eta = sim.field('eta').read()
    const bed = sim.field('bed').read()
    expect(eta.some((level, k) => level === bed[k])).toBe(true)
    expect(eta.some((level, k) => level > bed[k]!)).toBe(true)
    sim.step(500)
    expect(sim.field('eta').read()).toEqual(eta)
    expect(sim.diagnostics().kineticEnergy).toBe(0)
    expect(sim.diagnostics().addedVolume).toBe(0)
  })

  it('water runs downhill and comes to rest level in the hollow', async () => {
    const sim = await simulate(
      pool({
        terrain: [{ shape: 'paraboloid', radius: 4, height: 1 }],
        initial: { depth: [{ shape: 'disc', center: [1.5, 0], radius: 1, height: 0.3 }] },
        solver: type === 'shallow-water' ? { type, manning: 0.1 } : { type },
      }),
    )
    const before = sim.diagnostics().volume
    sim.step(3000)
    expect(sim.diagnostics().volume).toBeCloseTo(before, 7)
    for (const [x, z] of [
      [-0.5, 0],
      [0.5, 0],
      [0, 0.5],
    ] as const)
      expect(sim.heightAt(x, z)).toBeCloseTo(sim.heightAt(0, 0), 2)
    expect(sim.heightAt(0, 0)).toBeGreaterThan(0.1)
    expect(sim.field('depth').at(28, 12)).toBeLessThan(1e-3)
  })

  describe('the ground', () => {
    const stroke: Pick<Extract<SimulationEventInput, { type: 'raise' }>, 'from' | 'to' | 'radius' | 'softness'> = {
      from: [-1, 0],
      to: [1, 0],
      radius: 1,
      softness: 0,
    }

    it('is raised and lowered with the water on it', async () => {
      const sim = await simulate(pool())
      sim.apply({ type: 'raise', ...stroke, height: 0.3 })
      expect(sim.field('bed').at(16, 12)).toBeCloseTo(-0.7, 6)
      expect(sim.field('depth').at(16, 12)).toBe(1)
      expect(sim.heightAt(0, 0)).toBeCloseTo(0.3, 6)
      sim.apply({ type: 'lower', ...stroke, height: 0.5 })
      expect(sim.field('bed').at(16, 12)).toBeCloseTo(-1.2, 6)
      expect(sim.field('bed').at(1, 1)).toBe(-1)
      sim.step(200)
      expect(sim.diagnostics().volume).toBeCloseTo(area, 4)
      expect(sim.diagnostics().addedVolume).toBe(0)
    })

    it('is smoothed towards the mean around it', async () => {
      const sim = await simulate(pool({ terrain: [{ shape: 'noise', scale: 0.6, height: 1 }] }))
      const roughness = () => {
        const bed = sim.field('bed')
        let sum = 0
        for (let i = 14; i < 18; i++) sum += (bed.at(i + 1, 12) - bed.at(i, 12)) ** 2
        return sum
      }
      const before = roughness()
      const outside = sim.field('bed').at(2, 2)
      for (let k = 0; k < 4; k++) sim.apply({ type: 'smooth', ...stroke, strength: 1 })
      expect(roughness()).toBeLessThan(before / 4)
      expect(sim.field('bed').at(2, 2)).toBe(outside)
    })

    it('a channel falls evenly from one end of the line to the other and fills nothing in', async () => {
      const terrain: SceneInput['terrain'] = [
        {
          shape: 'profile',
          points: [
            [-4, 1],
            [4, 0],
          ],
        },
        { shape: 'box', size: [1, 12], height: 2 },
        { shape: 'box', center: [2, 0], size: [0.5, 0.5], height: -3 },
      ]
      const sim = await simulate(pool({ terrain }))
      const before = sim.field('bed').read()
      sim.apply({ type: 'dig', from: [-3, 0], to: [3, 0], radius: 0.5, softness: 0 })
      const after = sim.field('bed').read()
      const at = (i: number) => after[12 * 32 + i]!
      const ends = [before[12 * 32 + 4]!, before[12 * 32 + 28]!] as const
      for (let i = 5; i < 23; i++) expect(at(i)).toBeCloseTo(ends[0] + ((i - 3.5) / 24) * (ends[1] - ends[0]), 5)
      for (const [k, height] of after.entries()) expect(height).toBeLessThanOrEqual(before[k]!)
      sim.apply({ type: 'dig', from: [-3, 0], to: [3, 0], radius: 0.5, level: -2 })
      expect(at(10)).toBe(after[12 * 32 + 10])
      expect(sim.field('bed').at(10, 12)).toBe(-2)
    })

    it('breaking a dam empties the lake behind it, and the run replays to the same hash', async () => {
      const scene = channel({
        terrain: [
          { shape: 'plane', height: 1 },
          { shape: 'box', size: [1, 4], height: 1 },
        ],
        initial: { eta: [{ shape: 'box', center: [-5.25, 0], size: [9.5, 4], height: 1.8 }] },
        boundaries: { 'x+': 'absorb' },
      })
      const sim = await simulate(scene)
      sim.step(60)
      const lake = sim.diagnostics().volume
      expect(sim.diagnostics().kineticEnergy).toBe(0)
      sim.apply({ type: 'dig', from: [-1, 0], to: [1, 0], radius: 2 })
      sim.step(1200)
      const { volume, addedVolume } = sim.diagnostics()
      expect(volume).toBeLessThan(0.5 * lake)
      expect(volume - addedVolume).toBeCloseTo(lake, 5)
      expect(sim.events).toHaveLength(1)
      const again = await simulate({ ...scene, events: sim.events as SceneInput['events'] }, 2)
      again.step(1260)
      expect(again.hash()).toBe(sim.hash())
    })

    it('a snapshot keeps it, and one from before brings the old ground back', async () => {
      const sim = await simulate(pool())
      const [before, hash] = [sim.snapshot(), sim.hash()]
      sim.apply({ type: 'lower', ...stroke, height: 0.5 })
      sim.step(20)
      const [after, later] = [sim.snapshot(), sim.hash()]
      sim.restore(before)
      expect(sim.hash()).toBe(hash)
      expect(sim.field('bed').at(16, 12)).toBe(-1)
      sim.restore(after)
      expect(sim.hash()).toBe(later)
      expect(sim.field('bed').at(16, 12)).toBeCloseTo(-1.5, 6)
    })
  })

  describe('edges', () => {
    it('a discharge brings what it says, spread over its part by depth', async () => {
      const sim = await simulate(pool({ inflows: [{ edge: 'x-', from: -1, to: 1, discharge: 0.6 }] }))
      sim.step(300)
      const { volume, addedVolume } = sim.diagnostics()
      expect(addedVolume).toBeCloseTo(3, 5)
      expect(volume).toBeCloseTo(area + 3, 4)
      expect(sim.field('qx').at(0, 12)).toBeGreaterThan(0.1)
    })

    it('a series of discharge is followed', async () => {
      const sim = await simulate(
        pool({
          inflows: [
            {
              edge: 'z+',
              discharge: [
                [0, 0],
                [2, 1],
                [4, 0],
              ],
            },
          ],
        }),
      )
      sim.step(300)
      expect(sim.diagnostics().addedVolume).toBeCloseTo(2, 3)
    })

    it('a river can enter a dry valley', async () => {
      const sim = await simulate(
        channel({
          terrain: [{ shape: 'plane', height: 1, slope: [-0.01, 0] }],
          inflows: [{ edge: 'x-', discharge: 0.2 }],
          boundaries: { 'x+': 'absorb' },
        }),
      )
      sim.step(600)
      expect(sim.diagnostics().addedVolume).toBeGreaterThan(0.5)
      expect(sim.field('depth').at(40, 2)).toBeGreaterThan(0.02)
    })

    it('draws out no more than is there', async () => {
      const sim = await simulate(channel({ inflows: [{ edge: 'x+', discharge: -50 }] }))
      sim.step(6000)
      const { volume, addedVolume } = sim.diagnostics()
      expect(volume).toBeGreaterThanOrEqual(0)
      expect(volume).toBeLessThan(1)
      expect(volume - addedVolume).toBeCloseTo(20, 5)
    })

    it('a stage fills the pool to its level', async () => {
      const sim = await simulate(
        channel({
          // About what damps a channel of this length critically: τ/dt = 2 ω, ω = π c/(2 · 20 m).
          solver: type === 'shallow-water' ? { type, manning: 1 } : { type, tau: 0.008 },
          inflows: [{ edge: 'x-', stage: 0.2 }],
        }),
      )
      sim.step(3600)
      expect(sim.heightAt(5, 0)).toBeCloseTo(0.2, 2)
    })

    it('a wave that is sent in arrives with its height and leaves through the other edge', async () => {
      const sim = await simulate(
        channel({
          grid: { cells: [240, 1], cellSize: 0.25 },
          timeStep: 1 / 120,
          inflows: [{ edge: 'x-', wave: { solitary: 0.02 } }],
          boundaries: { 'x-': 'absorb', 'x+': 'absorb' },
        }),
      )
      let highest = 0
      for (let k = 0; k < 6000; k++) {
        sim.step()
        highest = Math.max(highest, sim.heightAt(0, 0))
      }
      expect(highest).toBeGreaterThan(0.018)
      expect(highest).toBeLessThan(0.022)
      expect(sim.diagnostics().maximum).toBeLessThan(0.001)
    })

    it('the tide outside brings the level inside along', async () => {
      const sim = await simulate(
        channel({
          inflows: [
            {
              edge: 'x+',
              level: [
                [0, 0],
                [5, 0.3],
              ],
            },
          ],
        }),
      )
      sim.step(2400)
      expect(sim.heightAt(0, 0)).toBeCloseTo(0.3, 2)
    })
  })

  describe('springs and drains', () => {
    const over = (rate: number): SceneInput['sources'] => [{ shape: { shape: 'box', size: [20, 20] }, rate }]

    it('rain falls on water and on land', async () => {
      const sim = await simulate(pool({ terrain: [{ shape: 'plane', slope: [0.2, 0] }], sources: over(0.01) }))
      const before = sim.diagnostics().volume
      sim.step(120)
      const { volume, addedVolume } = sim.diagnostics()
      expect(addedVolume).toBeCloseTo(0.02 * area, 5)
      expect(volume - before).toBeCloseTo(0.02 * area, 4)
    })

    it('a drain takes what there is and no more', async () => {
      const sim = await simulate(pool({ sources: over(-1) }))
      sim.step(600)
      const { volume, addedVolume } = sim.diagnostics()
      expect(volume).toBeCloseTo(0, 6)
      expect(addedVolume).toBeCloseTo(-area, 4)
      for (const depth of sim.field('depth').read()) expect(depth).toBeGreaterThanOrEqual(0)
    })

    it('slow filling of deep water is not rounded away', async () => {
      const sim = await simulate(pool({ terrain: [{ shape: 'plane', height: -1000 }], sources: over(1e-5) }))
      const before = sim.diagnostics().volume
      sim.step(600)
      // 1.7e-7 m a step; floats of 1000 m are 6e-5 m apart.
      expect(sim.diagnostics().volume - before).toBeCloseTo(1e-4 * area, 6)
    })

    it('a hole that is taken out of the water is as large as the water lets it', async () => {
      const sim = await simulate(pool())
      sim.apply({ type: 'drop', x: 0, z: 0, radius: 1, height: -5 })
      const { volume, addedVolume } = sim.diagnostics()
      expect(sim.field('depth').at(16, 12)).toBe(0)
      expect(addedVolume).toBeLessThan(-1)
      expect(volume).toBeCloseTo(area + addedVolume, 5)
    })
  })

  describe('solids', () => {
    it('walls hold water back at two levels', async () => {
      const sim = await simulate(
        pool({
          obstacles: [{ shape: 'box', size: [0.5, 8] }],
          initial: { eta: [{ shape: 'box', center: [-2.25, 0], size: [4, 8], height: 0.5 }] },
        }),
      )
      sim.step(300)
      expect(sim.heightAt(-2, 0)).toBeCloseTo(0.5, 5)
      expect(sim.heightAt(2, 0)).toBeCloseTo(0, 5)
    })

    it('what is built takes its water away, what is erased begins dry, and both are booked', async () => {
      const sim = await simulate(pool())
      sim.apply({ type: 'build', from: [0, -4], to: [0, 4], radius: 0.5 })
      const built = sim.diagnostics()
      expect(built.addedVolume).toBeLessThan(-4)
      expect(built.volume).toBeCloseTo(area + built.addedVolume, 5)
      sim.step(50)
      sim.apply({ type: 'erase', from: [0, -4], to: [0, 4], radius: 0.6 })
      expect(sim.diagnostics().volume).toBeCloseTo(built.volume, 4)
      sim.step(600)
      const { volume, addedVolume } = sim.diagnostics()
      expect(volume - addedVolume).toBeCloseTo(area, 4)
      expect(sim.field('depth').at(16, 12)).toBeGreaterThan(0.7)
    })

    it('a moving solid pushes its water away and loses none', async () => {
      const sim = await simulate(
        pool({ obstacles: [{ shape: 'disc', center: [-2, 0], radius: 0.7, motion: { velocity: [0.8, 0] } }] }),
      )
      const before = sim.diagnostics().volume
      sim.step(240)
      const { volume, addedVolume, kineticEnergy, maximum } = sim.diagnostics()
      expect(volume - addedVolume).toBeCloseTo(before, 5)
      expect(Math.abs(addedVolume)).toBeLessThan(1e-3 * area)
      expect(kineticEnergy).toBeGreaterThan(1)
      expect(maximum).toBeLessThan(0.5)
    })
  })

  describe('refuses', () => {
    const refused = async (changes: Partial<SceneInput>, message: RegExp) =>
      expect(simulate({ ...pool(), ...changes } as SceneInput)).rejects.toThrow(message)

    it('a scene without ground', () =>
      refused(
        { terrain: undefined as never },
        /terrain: missing: solver ".*" needs terrain under its water, for instance/,
      ))
    it('pressure', () =>
      refused(
        { sources: [{ shape: { shape: 'disc', radius: 1 }, rate: 1, quantity: 'pressure' }] },
        /sources\[0\]\.quantity: .* supports sources of water only/,
      ))
    it('an inflow beside its edge', () =>
      refused(
        { inflows: [{ edge: 'x-', from: 10, to: 12, discharge: 1 }] },
        /inflows\[0\]\.from: no cell of edge x- lies between 10 and 12: the edge is 6 m long/,
      ))
    it('an inflow through a joined edge', () =>
      refused(
        { inflows: [{ edge: 'x-', stage: 1 }], boundaries: { 'x-': 'periodic', 'x+': 'periodic' } },
        /inflows\[0\]\.edge: x- is periodic/,
      ))
    it('a series whose times do not increase', () =>
      refused(
        {
          inflows: [
            {
              edge: 'x-',
              stage: [
                [0, 1],
                [0, 2],
              ],
            },
          ],
        },
        /inflows\[0\]\.stage\[1\]\[0\]: the times of a series must increase: 0 s comes after 0 s/,
      ))
    it('an inflow that is two things', () =>
      refused(
        { inflows: [{ edge: 'x-', stage: 1, discharge: 2 } as never] },
        /inflows\[0\]\.stage: does not go with "discharge"/,
      ))
  })

  it('says when there is no water, and when what is given lies below the ground', async () => {
    const dry = await simulate(pool({ terrain: [{ shape: 'plane', height: 2 }] }))
    expect(dry.warnings).toEqual(['there is no water at the start: the ground is above the surface everywhere'])
    expect(dry.diagnostics()).toMatchObject({ volume: 0, minimum: 0, maximum: 0, energy: 0 })
    dry.step(10)
    const buried = await simulate(
      pool({
        terrain: [{ shape: 'plane', slope: [1, 0] }],
        initial: { eta: [{ shape: 'box', center: [3, 0], size: [1, 1], height: 1 }] },
      }),
    )
    expect(buried.warnings).toEqual([
      'initial.eta: the surface lies below the ground wherever it is given; it adds no water',
    ])
    expect((await simulate(pool())).warnings).toEqual([])
  })

  it('answers queries over water and land', async () => {
    const sim = await simulate(
      channel({
        terrain: [
          {
            shape: 'profile',
            points: [
              [-10, -1],
              [0, -1],
              [10, 2],
            ],
          },
        ],
        inflows: [{ edge: 'x-', discharge: 0.3 }],
      }),
    )
    sim.step(30)
    expect(sim.heightAt(9, 0)).toBeCloseTo(1.7, 2)
    expect(sim.normalAt(9, 0)[0]).toBeCloseTo(-0.287, 2)
    expect(sim.velocityAt(9, 0)).toEqual([0, 0, 0])
    expect(sim.velocityAt(-9.8, 0)[0]).toBeGreaterThan(0.1)
  })
})

it('shallow-water refuses a step that would take for ever, and nothing has changed', async () => {
  const sim = await simulate({
    seiche: 1,
    grid: { cells: [8, 8], cellSize: 0.01 },
    timeStep: 1000,
    solver: { type: 'shallow-water' },
    terrain: [{ shape: 'plane', height: -5 }],
  })
  const hash = sim.hash()
  expect(() => sim.step()).toThrow(
    /a step of 1000 s would need more than 100000 substeps: waves travel at 14\.\d m\/s on cells of 0\.01 m; make timeStep smaller/,
  )
  expect(sim.hash()).toBe(hash)
})

describe('solvers without ground', () => {
  const scene: SceneInput = { seiche: 1, grid: { cells: [8, 8], cellSize: 1 }, solver: { type: 'columns' } }
  it('refuse ground and all that goes with it', async () => {
    const attempt = simulate({
      ...scene,
      terrain: [{ shape: 'plane' }],
      initial: { depth: [{ shape: 'plane', height: 1 }] },
      inflows: [{ edge: 'x-', stage: 1 }],
      events: [{ step: 1, type: 'raise', from: [0, 0], to: [1, 1], radius: 1, height: 1 }],
    })
    for (const path of ['terrain', 'initial.depth', 'inflows', 'events[0].type'])
      await expect(attempt).rejects.toThrow(
        `${path}: solver "columns" has no terrain; use "shallow-water" or "kass-miller"`,
      )
  })

  it('refuse digging while they run', async () => {
    const sim = await simulate(scene)
    const dig: SimulationEventInput = { type: 'dig', from: [0, 0], to: [1, 1], radius: 1 }
    expect(() => sim.apply(dig)).toThrow(/solver "columns" has no terrain/)
    expect(sim.events).toEqual([])
    disposeLater(sim)
  })
})
