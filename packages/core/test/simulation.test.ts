import { planSimulation, SceneError, type SceneInput, type SimulationOptions } from 'seiche'
import { writeNpy } from 'seiche/npy'
import { describe, expect, it } from 'vitest'
import { createSurface } from '../testing/running.js'

const pool: SceneInput = {
  seiche: 1,
  grid: { cells: [40, 30], cellSize: 0.1 },
  timeStep: 1 / 60,
  solver: { type: 'columns', depth: 0.5 },
  initial: { eta: [{ shape: 'gaussian', center: [0.5, 0], radius: 0.4, height: 0.1 }] },
}

describe('time', () => {
  it('makes fixed steps and keeps count', async () => {
    const sim = await createSurface(pool)
    sim.step(3)
    expect(sim.stepCount).toBe(3)
    expect(sim.time).toBeCloseTo(3 / 60, 12)
  })

  it('turns real time into whole steps, whatever the frame rate', async () => {
    const [fast, slow] = [await createSurface(pool), await createSurface(pool)]
    for (let frame = 0; frame < 144; frame++) fast.advance(1 / 144)
    for (let frame = 0; frame < 20; frame++) slow.advance(1 / 20)
    expect(Math.abs(fast.stepCount - 60)).toBeLessThanOrEqual(1)
    expect(Math.abs(slow.stepCount - 60)).toBeLessThanOrEqual(1)
    if (fast.stepCount < slow.stepCount) fast.step(slow.stepCount - fast.stepCount)
    if (slow.stepCount < fast.stepCount) slow.step(fast.stepCount - slow.stepCount)
    expect(slow.hash()).toBe(fast.hash())
  })

  it('does not spiral after a long pause', async () => {
    const sim = await createSurface(pool)
    expect(sim.advance(3600)).toBe(6)
    expect(sim.advance(-5)).toBe(0)
    expect(sim.advance(0)).toBe(0)
    expect(() => sim.advance(Number.NaN)).toThrow('time passes in finite seconds, got NaN')
    expect(() => sim.step(1.5)).toThrow('steps are counted in whole numbers, got 1.5')
  })

  it('a pause does not starve steps longer than the catch-up', async () => {
    const sim = await createSurface({ ...pool, timeStep: 0.5 })
    expect(sim.advance(0.3) + sim.advance(0.3)).toBe(1)
  })

  it('takes the substeps that stability asks for', async () => {
    const sim = await createSurface({ ...pool, timeStep: 0.5 })
    expect(sim.substeps).toBeGreaterThan(15)
    expect(sim.diagnostics().courant).toBeLessThan(Math.SQRT1_2)
    sim.step(500)
    expect(sim.diagnostics().maximum).toBeLessThan(0.1)
  })
})

describe('queries', () => {
  it('heightAt interpolates between cells and agrees with the field', async () => {
    const sim = await createSurface({
      ...pool,
      initial: { eta: [{ shape: 'plane', height: 0.1, slope: [0.2, -0.3] }] },
    })
    expect(sim.heightAt(0.43, -0.61)).toBeCloseTo(0.1 + 0.2 * 0.43 + 0.3 * 0.61, 6)
    const eta = sim.field('eta')
    expect(sim.heightAt(0.05, 0.05)).toBeCloseTo(eta.data[eta.offset + 15 * eta.stride + 20]!, 6)
    expect(sim.heightAt(1e9, 0)).toBeCloseTo(sim.heightAt(1.95, 0), 9)
  })

  it('beside a solid only the water counts', async () => {
    const sim = await createSurface({
      ...pool,
      initial: { eta: [{ shape: 'plane', height: 0.2 }] },
      obstacles: [{ shape: 'box', center: [0, 0], size: [0.4, 10] }],
    })
    for (const x of [-0.35, -0.28, -0.26, 0.26, 0.3]) expect(sim.heightAt(x, 0.1)).toBeCloseTo(0.2, 6)
    expect(sim.normalAt(0.28, 0)).toEqual([0, 1, 0].map((part) => expect.closeTo(part, 5)))
    expect(sim.heightAt(0, 0)).toBe(0)
  })

  it('normalAt points up and against the slope', async () => {
    const sim = await createSurface({ ...pool, initial: { eta: [{ shape: 'plane', slope: [0.2, -0.3] }] } })
    const [x, y, z] = sim.normalAt(0.3, 0.2)
    expect(x / y).toBeCloseTo(-0.2, 5)
    expect(z / y).toBeCloseTo(0.3, 5)
    expect(x * x + y * y + z * z).toBeCloseTo(1, 12)
  })

  it('velocityAt is the flow of a travelling wave', async () => {
    // eta = a cos(k x - omega t), u = eta c/H, rise = a omega sin(k x - omega t): phi = (g/omega) a sin(k x).
    const [n, dx, depth, a] = [128, 0.05, 0.5, 0.01]
    const c = Math.sqrt(9.81 * depth)
    const k = (2 * Math.PI * 2) / (n * dx)
    const potential = (9.81 / (c * k)) * a
    const sim = await createSurface({
      seiche: 1,
      grid: { cells: [n, 1], cellSize: dx },
      timeStep: 0.01,
      solver: { type: 'columns', depth },
      initial: {
        eta: [{ shape: 'wave', wavelength: (2 * Math.PI) / k, height: a }],
        phi: [{ shape: 'wave', wavelength: (2 * Math.PI) / k, height: potential, phase: 90 }],
      },
      boundaries: { 'x-': 'periodic', 'x+': 'periodic' },
    })
    for (const steps of [0, 37]) {
      sim.step(steps)
      for (const x of [-1.1, 0.025, 0.9]) {
        const phase = k * x - c * k * sim.time
        const [u, v, w] = sim.velocityAt(x, 0)
        expect(sim.heightAt(x, 0) / a).toBeCloseTo(Math.cos(phase), 2)
        expect(u / ((a * c) / depth)).toBeCloseTo(Math.cos(phase), 2)
        expect(v / (a * c * k)).toBeCloseTo(Math.sin(phase), 1)
        expect(w).toBeCloseTo(0, 12)
      }
    }
  })

  it('reads probes by name', async () => {
    const sim = await createSurface({ ...pool, probes: [{ name: 'buoy', at: [0.5, 0] }] })
    expect(sim.probes()).toEqual([{ name: 'buoy', x: 0.5, z: 0, eta: sim.heightAt(0.5, 0) }])
  })

  it('names the fields there are when asked for another', async () => {
    const sim = await createSurface(pool)
    expect(() => sim.field('depth')).toThrow('there is no field "depth" here; there are eta, phi, openness')
  })

  it('field.data is live and stays where it is', async () => {
    const sim = await createSurface(pool)
    const { data, offset, stride } = sim.field('eta')
    sim.step(5)
    expect(data[offset + 7 * stride + 9]).toBe(sim.field('eta').read()[7 * 40 + 9])
  })
})

describe('events', () => {
  it('a drop adds its water at once, a stroke adds none, also beside walls and solids', async () => {
    const sim = await createSurface({ ...pool, obstacles: [{ shape: 'disc', center: [-1, 0], radius: 0.4 }] })
    const before = sim.diagnostics()
    sim.apply({ type: 'stroke', from: [-1.9, -1.4], to: [-0.7, 0.2], radius: 0.3, strength: 0.05 })
    const stroked = sim.diagnostics()
    expect(Math.abs(stroked.volume - before.volume)).toBeLessThan(1e-8)
    expect(stroked.energy).toBeGreaterThan(before.energy)
    sim.apply({ type: 'drop', x: 0, z: 0, radius: 0.5, height: 0.1 })
    // The bump (1 - r²)² has the volume of a third of its cylinder.
    expect(sim.diagnostics().volume - stroked.volume).toBeCloseTo((Math.PI * 0.25 * 0.1) / 3, 3)
    expect(sim.diagnostics().addedVolume).toBeCloseTo(sim.diagnostics().volume - before.volume, 7)
  })

  it('a drop smaller than a cell still makes a wave', async () => {
    const sim = await createSurface({ ...pool, initial: {} })
    sim.apply({ type: 'drop', x: 0.02, z: 0.01, radius: 0.001, height: 0.1 })
    expect(sim.diagnostics().maximum).toBeGreaterThan(0.05)
  })

  it('a drop outside the grid does nothing and is recorded', async () => {
    const sim = await createSurface(pool)
    const before = sim.hash()
    sim.apply({ type: 'drop', x: 50, z: 0, radius: 0.1, height: 0.1 })
    sim.apply({ type: 'stroke', from: [50, 0], to: [60, 0], radius: 0.1, strength: 0.1 })
    expect(sim.hash()).toBe(before)
    expect(sim.events).toHaveLength(2)
  })

  it('scene events happen at their step, in order', async () => {
    const drop = { type: 'drop', x: 0, z: 0, radius: 0.3, height: 0.1 } as const
    const sim = await createSurface({
      ...pool,
      initial: {},
      events: [
        { ...drop, time: 0.1 },
        { ...drop, step: 2 },
      ],
    })
    sim.step(2)
    expect(sim.diagnostics().maximum).toBe(0)
    sim.step(1)
    expect(sim.diagnostics().maximum).toBeGreaterThan(0)
    sim.step(7)
    expect(sim.events.map(({ step }) => step)).toEqual([2, 6])
  })
})

describe('water and solids', () => {
  it('a source adds rate times area times time', async () => {
    const sim = await createSurface({
      ...pool,
      initial: {},
      sources: [{ shape: { shape: 'box', size: [1, 1] }, rate: 0.02, start: 0.5, end: 1.5 }],
    })
    const before = sim.diagnostics().volume
    sim.step(120)
    const { volume, addedVolume } = sim.diagnostics()
    expect(volume - before).toBeCloseTo(0.02, 6)
    expect(addedVolume).toBeCloseTo(0.02, 6)
  })

  it('waves do not pass a wall', async () => {
    const sim = await createSurface({
      ...pool,
      initial: { eta: [{ shape: 'gaussian', center: [-1, 0], radius: 0.3, height: 0.1 }] },
      obstacles: [{ shape: 'box', center: [0, 0], size: [0.3, 10] }],
    })
    // The hill's tail behind the wall is below 1e-6 m at the start.
    const behind = () => Math.max(...[0.4, 0.9, 1.4, 1.9].map((x) => Math.abs(sim.heightAt(x, 0))))
    const { volume } = sim.diagnostics()
    sim.step(600)
    expect(behind()).toBeLessThan(1e-5)
    expect(sim.heightAt(-1, 0)).not.toBe(0)
    expect(Math.abs(sim.diagnostics().volume / volume - 1)).toBeLessThan(1e-7)
  })

  it('a pool filled above its rest level stays exactly still', async () => {
    const sim = await createSurface({ ...pool, initial: { eta: [{ shape: 'plane', height: 0.25 }] } })
    sim.step(2000)
    const { minimum, maximum, kineticEnergy } = sim.diagnostics()
    expect([minimum, maximum, kineticEnergy]).toEqual([0.25, 0.25, 0])
  })

  it('an open pool runs out to its rest level', async () => {
    const sim = await createSurface({
      ...pool,
      initial: { eta: [{ shape: 'plane', height: 0.1 }] },
      boundaries: { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' },
    })
    const { volume } = sim.diagnostics()
    sim.step(1200)
    // 4 m by 3 m of water 0.5 m deep are 6 m³.
    expect(Math.abs(sim.diagnostics().volume - 6)).toBeLessThan(1e-3 * (volume - 6))
  })

  it('a mirrored scene gives the mirrored water, to the bit', async () => {
    const hill = (x: number): SceneInput => ({
      ...pool,
      initial: { eta: [{ shape: 'gaussian', center: [x, 0.3], radius: 0.3, height: 0.1 }] },
    })
    const [left, right] = [await createSurface(hill(-0.7)), await createSurface(hill(0.7))]
    left.step(200)
    right.step(200)
    const mirrored = right.field('eta').read()
    for (let row = 0; row < 30; row++) mirrored.subarray(row * 40, row * 40 + 40).reverse()
    expect(left.field('eta').read()).toEqual(mirrored)
  })
})

describe('files', () => {
  const files = (data: Float32Array, shape: number[]) => async (path: string) => {
    if (path !== 'eta0.npy') throw new Error(`no file ${path}`)
    return writeNpy(data, shape)
  }
  const scene: SceneInput = { ...pool, initial: { eta: { npy: 'eta0.npy' } } }

  it('starts from a .npy file, rows along z', async () => {
    const values = Float32Array.from({ length: 1200 }, (_, k) => k / 1000)
    const sim = await createSurface(scene, { readFile: files(values, [30, 40]) })
    expect(sim.field('eta').read()).toEqual(values)
  })

  it('refuses missing, misshapen and unfinished files, with the place in the scene', async () => {
    const text = JSON.stringify(scene, null, 2)
    const fail = (options: SimulationOptions) => createSurface(text, { source: 'pond.json', ...options })
    await expect(fail({})).rejects.toThrow(
      /^pond\.json:\d+:\d+: initial\.eta\.npy: cannot read eta0\.npy: pass createSimulation a "readFile" option/,
    )
    await expect(fail({ readFile: files(new Float32Array(12), [3, 4]) })).rejects.toThrow(
      /eta0\.npy has shape \(3, 4\), the grid needs \(30, 40\)/,
    )
    await expect(fail({ readFile: async () => new Uint8Array(5) })).rejects.toThrow(
      /cannot read eta0\.npy: not a \.npy file/,
    )
    const holes = new Float32Array(1200)
    holes[41] = Number.NaN
    await expect(fail({ readFile: files(holes, [30, 40]) })).rejects.toThrow(
      /has the value NaN at row 1, column 1; every value must be finite/,
    )
  })
})

describe('limits', () => {
  it('says how much memory a grid needs before it is allocated', async () => {
    const huge: SceneInput = { ...pool, grid: { cells: [32768, 32768], cellSize: 1 } }
    expect(() => planSimulation(huge)).toThrow(SceneError)
    await expect(createSurface(huge)).rejects.toThrow(
      /^scene: grid\.cells: 32768 × 32768 cells need 16\.0 GiB; one simulation can have 4\.0 GiB/,
    )
    const plan = planSimulation(pool)
    expect(plan).toMatchObject({ cells: 1200, substeps: 1, fields: ['eta', 'phi', 'openness'] })
    expect(plan.bytes).toBeGreaterThan(3 * 4 * 1200)
  })

  it('refuses a step that would need endless substeps', async () => {
    await expect(createSurface({ ...pool, timeStep: 1e6 })).rejects.toThrow(
      /timeStep: a step of 1000000 s would need more than/,
    )
  })

  it('refuses a source outside the grid and a strange number of threads', async () => {
    const far: SceneInput = { ...pool, sources: [{ shape: { shape: 'disc', center: [99, 0], radius: 0.1 }, rate: 1 }] }
    await expect(createSurface(far)).rejects.toThrow(/sources\[0\]\.shape\.center: this source lies outside the grid/)
    for (const threads of [0, 1.5, 1000])
      await expect(createSurface(pool, { threads })).rejects.toThrow(/threads must be a whole number from 1 to 64/)
  })

  it('has the same bits whichever threads it chooses by itself', async () => {
    // Two threads by default, on 81,920 cells, and enough steps for trials of one and of two.
    const wide = { ...pool, grid: { cells: [320, 256], cellSize: 0.05 } } satisfies SceneInput
    const hashes: string[] = []
    for (const options of [
      { threads: 'auto' },
      {},
      { threads: 1 },
      { threads: 2 },
      { threads: 2, keepThreadsAwake: true },
      { threads: 'auto', keepThreadsAwake: true },
    ] as const) {
      using sim = await createSurface(wide, options)
      sim.apply({ type: 'drop', x: 0, z: 0, radius: 0.5, height: 0.1 })
      sim.step(60)
      hashes.push(sim.hash())
    }
    expect(new Set(hashes)).toHaveLength(1)
  })

  it('cannot be used after dispose', async () => {
    const sim = await createSurface(pool, { threads: 2 })
    sim.dispose()
    sim.dispose()
    expect(() => sim.step()).toThrow('this simulation has been disposed')
  })

  it('refuses snapshots of other scenes and damaged ones, and stays as it was', async () => {
    const sim = await createSurface(pool)
    const other = await createSurface({ ...pool, grid: { cells: [10, 10], cellSize: 0.1 } })
    sim.step(5)
    const [hash, bytes] = [sim.hash(), sim.snapshot()]
    expect(() => sim.restore(other.snapshot())).toThrow(
      'this snapshot is of columns on 10 × 10 cells, the simulation is columns on 40 × 30 cells',
    )
    expect(() => sim.restore(bytes.subarray(0, bytes.length - 8))).toThrow(/damaged/)
    expect(() => sim.restore(new Uint8Array(64))).toThrow('these bytes are not a Seiche snapshot')
    expect(sim.hash()).toBe(hash)
  })
})
