// The ocean against sums over its waves, one by one and in doubles: slow, and with nothing of the kernels in it.

import fc from 'fast-check'
import { SceneError, type SceneInput, type SurfaceSimulation } from 'seiche'
import { afterEach, describe, expect, it } from 'vitest'
import type { OceanSettings } from '../src/scene/schema/solver.js'
import { Amplitudes, cascadesOf } from '../src/solvers/ocean/amplitudes.js'
import { seaOf } from '../src/solvers/ocean/ocean.js'
import { createSurface } from '../testing/running.js'

type OceanInput = Partial<Extract<SceneInput['solver'], { type: 'ocean' }>>

const running: SurfaceSimulation[] = []
afterEach(() => {
  for (const sim of running.splice(0)) sim.dispose()
})

const periodic = { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' } as const

function oceanScene(cells: [number, number], cellSize: number, solver: OceanInput = {}): SceneInput {
  return {
    seiche: 1,
    grid: { cells, cellSize },
    timeStep: 0.1,
    solver: { type: 'ocean', ...solver },
    boundaries: periodic,
  }
}

async function ocean(scene: SceneInput, threads = 1): Promise<SurfaceSimulation> {
  const sim = await createSurface(scene, { threads })
  running.push(sim)
  return sim
}

interface Wave {
  cascade: number
  kx: number
  kz: number
  omega: number
  /** cosh/sinh of depth times wavenumber. */
  reach: number
  re: number
  im: number
}

/** Every wave of a simulation's scene, with frequencies from the engine's own Math. */
function wavesOf({ scene, grid: { nx, nz } }: SurfaceSimulation): Wave[] {
  const settings = scene.solver as OceanSettings
  const sea = seaOf(settings)
  const { depth = Number.POSITIVE_INFINITY, gravity, surfaceTension } = settings
  const waves: Wave[] = []
  for (const cascade of cascadesOf(scene.grid.cellSize, settings.cascades, settings.ratio)) {
    const amplitudes = new Amplitudes(sea, cascade, nx, nz, settings.seed, settings.heightScale)
    amplitudes.each((mx, mz) => {
      const [re, im] = [amplitudes.re(mx, mz), amplitudes.im(mx, mz)]
      if (re === 0 && im === 0) return
      const [kx, kz] = [mx * amplitudes.dkx, mz * amplitudes.dkz]
      const k = Math.hypot(kx, kz)
      const omega = Math.sqrt((gravity + (surfaceTension / 1000) * k ** 2) * k * Math.tanh(k * depth))
      waves.push({ cascade: cascade.index, kx, kz, omega, reach: 1 / Math.tanh(k * depth), re, im })
    })
  }
  return waves
}

/** Elevation, displacement and velocity of the water at rest at a distance (x, z) from the first cell's centre. */
function waterAt(waves: readonly Wave[], x: number, z: number, t: number) {
  const sum = { eta: 0, dx: 0, dz: 0, u: 0, v: 0, w: 0 }
  for (const { kx, kz, omega, reach, re, im } of waves) {
    const phase = kx * x + kz * z - omega * t
    // Each h0(k) and its partner in h*(-k) make twice a real part.
    const [cosine, sine] = [
      2 * (re * Math.cos(phase) - im * Math.sin(phase)),
      2 * (re * Math.sin(phase) + im * Math.cos(phase)),
    ]
    const k = Math.hypot(kx, kz)
    sum.eta += cosine
    sum.dx -= (kx / k) * reach * sine
    sum.dz -= (kz / k) * reach * sine
    sum.u += (kx / k) * reach * omega * cosine
    sum.v += omega * sine
    sum.w += (kz / k) * reach * omega * cosine
  }
  return sum
}

const significantHeight = (values: Float32Array) =>
  4 * Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length)

/** Lengths with every radix, neither a multiple of four; depth, tension, swell and seed that matter. */
const mixed = oceanScene([60, 45], 1.5, {
  spectrum: 'tma',
  windSpeed: 9,
  windDirection: 130,
  fetch: 20_000,
  depth: 6,
  surfaceTension: 0.0728,
  swell: { height: 0.4, period: 4, direction: -40 },
  choppiness: 0.8,
  seed: 5,
})

describe('the fields of an ocean', () => {
  it('are sums over its waves, of all cascades, exactly at the cells', async () => {
    const sim = await ocean(mixed)
    sim.step(1234)
    const waves = wavesOf(sim)
    const lambda = (sim.scene.solver as OceanSettings).choppiness
    const height = significantHeight(sim.field('eta').read())
    for (const [i, j] of [
      [0, 0],
      [59, 44],
      [17, 3],
      [30, 41],
      [44, 22],
    ] as const) {
      const [x, z] = [i * 1.5, j * 1.5]
      const exact = waterAt(waves, x, z, sim.time)
      expect(Math.abs(sim.field('eta').at(i, j) - exact.eta)).toBeLessThan(1e-5 * height)
      expect(Math.abs(sim.field('dx').at(i, j) - lambda * exact.dx)).toBeLessThan(1e-5 * height)
      expect(Math.abs(sim.field('dz').at(i, j) - lambda * exact.dz)).toBeLessThan(1e-5 * height)
      // Derivatives of the sums by differences over a few micrometres.
      const e = 1e-5
      const slope = (axis: 'x' | 'z') => {
        const [ex, ez] = axis === 'x' ? [e, 0] : [0, e]
        const [plus, minus] = [waterAt(waves, x + ex, z + ez, sim.time), waterAt(waves, x - ex, z - ez, sim.time)]
        const by = (name: 'eta' | 'dx' | 'dz') => (plus[name] - minus[name]) / (2 * e)
        return { eta: by('eta'), dx: lambda * by('dx'), dz: lambda * by('dz') }
      }
      const [alongX, alongZ] = [slope('x'), slope('z')]
      const tangentX = [1 + alongX.dx, alongX.eta, alongX.dz] as const
      const tangentZ = [alongZ.dx, alongZ.eta, 1 + alongZ.dz] as const
      const normal = cross(tangentZ, tangentX)
      const length = Math.hypot(...normal)
      expect(sim.field('jacobian').at(i, j)).toBeCloseTo(normal[1], 5)
      for (const [n, name] of ['normalX', 'normalY', 'normalZ'].entries())
        expect(sim.field(name).at(i, j)).toBeCloseTo(normal[n]! / length, 5)
    }
  })

  it('have foam where the surface is squeezed, as a smooth step', async () => {
    const sim = await ocean(oceanScene([64, 64], 4, { windSpeed: 20, choppiness: 1.5 }))
    const [jacobian, foam] = [sim.field('jacobian').read(), sim.field('foam').read()]
    let foamy = 0
    jacobian.forEach((area, k) => {
      const t = Math.min(1, Math.max(0, (0.75 - area) / (0.75 - 0.35)))
      expect(foam[k]).toBeCloseTo(t * t * (3 - 2 * t), 5)
      if (t > 0) foamy++
    })
    expect(foamy).toBeGreaterThan(10)
    expect(foamy).toBeLessThan(foam.length / 2)
  })

  it('have the variance of their waves, cascade by cascade (Parseval)', async () => {
    const sim = await ocean(mixed)
    sim.step(77)
    const waves = wavesOf(sim)
    const byOpposite = new Map(waves.map((wave) => [`${wave.cascade} ${wave.kx} ${wave.kz}`, wave]))
    for (const cascade of [0, 1, 2]) {
      // h(k) = h0(k) e^(-iωt) + h0*(-k) e^(iωt); waves without an opposite count twice, for k and -k.
      let variance = 0
      for (const wave of waves.filter((one) => one.cascade === cascade)) {
        const opposite = byOpposite.get(`${cascade} ${-wave.kx || 0} ${-wave.kz || 0}`)
        const [c, s] = [Math.cos(wave.omega * sim.time), Math.sin(wave.omega * sim.time)]
        const [ore, oim] = [opposite?.re ?? 0, opposite?.im ?? 0]
        const re = wave.re * c + wave.im * s + ore * c + oim * s
        const im = wave.im * c - wave.re * s + ore * s - oim * c
        variance += (re * re + im * im) * (opposite ? 1 : 2)
      }
      const values = sim.field(`eta_${cascade}`).read()
      expect(significantHeight(values) / (4 * Math.sqrt(variance))).toBeCloseTo(1, 6)
    }
  })

  it('have the significant height of the spectrum, within the error of sampling', async () => {
    const seeds = Array.from({ length: 30 }, (_, k) => k + 1)
    const ratios: number[] = []
    let scatter = 0
    for (const seed of seeds) {
      const sim = await ocean(oceanScene([64, 64], 4, { windSpeed: 8, fetch: 30_000, seed }))
      sim.step(10 * seed)
      const [total] = [sim.diagnostics().potentialEnergy / (0.5 * 1000 * 9.81 * (64 * 4) ** 2)]
      const settings = sim.scene.solver as OceanSettings
      const [sea, cascades] = [seaOf(settings), cascadesOf(4, 3, 7)]
      const expected = sea.moment(0, { from: 1e-9, to: cascades[2]!.to })
      ratios.push(total / expected)
      if (seed === 1) {
        // |h|² of one pair of opposite waves is exponentially distributed: the variance of the sum is the sum of squares.
        const tile = 64 * 4
        const dk = (2 * Math.PI) / tile
        let squares = 0
        for (let mx = -31; mx <= 31; mx++)
          for (let mz = 0; mz <= 31; mz++) {
            if (mz === 0 && mx <= 0) continue
            const pair = (sea.densityAt(mx * dk, mz * dk) + sea.densityAt(-mx * dk, -mz * dk)) * dk * dk
            squares += pair * pair
          }
        scatter = Math.sqrt(squares) / expected
      }
    }
    expect(scatter).toBeGreaterThan(0.02)
    expect(scatter).toBeLessThan(0.3)
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
    expect(Math.abs(mean - 1)).toBeLessThan((3 * scatter) / Math.sqrt(ratios.length))
    const spread = Math.sqrt(ratios.reduce((sum, ratio) => sum + (ratio - 1) ** 2, 0) / ratios.length)
    // The scatter of 30 samples is known to 1/sqrt(60).
    expect(spread / scatter).toBeGreaterThan(0.6)
    expect(spread / scatter).toBeLessThan(1.4)
  })

  it('have sharp crests and flat troughs', async () => {
    const sim = await ocean(oceanScene([128, 128], 2, { windSpeed: 12 }))
    const [eta, jacobian] = [sim.field('eta').read(), sim.field('jacobian').read()]
    const deviation = significantHeight(eta) / 4
    const crests = jacobian.filter((_, k) => eta[k]! > 2 * deviation)
    const troughs = jacobian.filter((_, k) => eta[k]! < -2 * deviation)
    const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length
    expect(mean(crests)).toBeLessThan(0.95)
    expect(mean(troughs)).toBeGreaterThan(1.05)
    const heights = Float32Array.from({ length: 10_000 }, (_, k) =>
      sim.heightAt((k % 100) * 2.56, Math.floor(k / 100) * 2.56),
    )
    const level = mean(heights)
    const skewness = heights.reduce((sum, h) => sum + (h - level) ** 3, 0) / heights.length / deviation ** 3
    expect(skewness).toBeGreaterThan(0.05)
  })
})

function cross(a: readonly [number, number, number], b: readonly [number, number, number]): [number, number, number] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

describe('an ocean in time', () => {
  it('is where it is, however it got there', async () => {
    const [walked, jumped] = [await ocean(mixed), await ocean(mixed, 3)]
    const start = walked.hash()
    for (let k = 0; k < 100; k++) walked.step()
    jumped.step(100)
    expect(jumped.hash()).toBe(walked.hash())
    expect(jumped.diagnostics()).toEqual(walked.diagnostics())
    const [bytes, hash, height] = [walked.snapshot(), walked.hash(), walked.heightAt(3, 4)]
    walked.step(50)
    expect(walked.hash()).not.toBe(hash)
    walked.restore(bytes)
    expect([walked.hash(), walked.heightAt(3, 4)]).toEqual([hash, height])
    expect(walked.velocityAt(3, 4)).toEqual(jumped.velocityAt(3, 4))
    expect((await ocean(mixed)).hash()).toBe(start)
  })

  it('has the same bits on one to four threads', async () => {
    const hashes = new Set<string>()
    for (const threads of [1, 2, 3, 4]) {
      const sim = await ocean(mixed, threads)
      sim.step(321)
      hashes.add(sim.hash() + JSON.stringify(sim.velocityAt(1, 2)))
    }
    expect(hashes.size).toBe(1)
  })

  it('has waves that still run at their frequency after a day', async () => {
    const sim = await ocean({ ...oceanScene([64, 64], 8, { windSpeed: 12, cascades: 1 }), timeStep: 60 })
    const waves = wavesOf(sim)
    const strongest = waves.reduce((best, wave) =>
      Math.hypot(wave.re, wave.im) > Math.hypot(best.re, best.im) ? wave : best,
    )
    const opposite = waves.find(({ kx, kz }) => kx === -strongest.kx && kz === -strongest.kz)
    const { kx, kz, omega, re, im } = strongest
    for (const minutes of [0, 60, 1440]) {
      sim.step(minutes - sim.stepCount)
      const eta = sim.field('eta')
      let [hr, hi] = [0, 0]
      for (let j = 0; j < 64; j++)
        for (let i = 0; i < 64; i++) {
          const phase = kx * i * 8 + kz * j * 8
          hr += (eta.at(i, j) * Math.cos(phase)) / 4096
          hi -= (eta.at(i, j) * Math.sin(phase)) / 4096
        }
      // Without the wave that runs the other way, what is left has turned by -ωt.
      const [c, s] = [Math.cos(omega * sim.time), Math.sin(omega * sim.time)]
      hr -= (opposite?.re ?? 0) * c + (opposite?.im ?? 0) * s
      hi -= (opposite?.re ?? 0) * s - (opposite?.im ?? 0) * c
      const error = Math.hypot(hr - (re * c + im * s), hi - (im * c - re * s)) / Math.hypot(re, im)
      expect(error).toBeLessThan(2e-6)
    }
  })

  it('moves its water as its surface moves', async () => {
    const scene = oceanScene([60, 45], 1.5, { windSpeed: 7, fetch: 10_000, depth: 5 })
    const sim = await ocean(scene)
    sim.step(400)
    const waves = wavesOf(sim)
    const speed = Math.sqrt(waves.reduce((sum, { omega, re, im }) => sum + 2 * omega ** 2 * (re * re + im * im), 0))
    for (const [i, j] of [
      [5, 7],
      [59, 0],
      [31, 40],
    ] as const) {
      const exact = waterAt(waves, i * 1.5, j * 1.5, sim.time)
      const x = (i + 0.5 - 30) * 1.5 + sim.field('dx').at(i, j)
      const z = (j + 0.5 - 22.5) * 1.5 + sim.field('dz').at(i, j)
      const [u, v, w] = sim.velocityAt(x, z)
      for (const [measured, expected] of [
        [u, exact.u],
        [v, exact.v],
        [w, exact.w],
      ] as const)
        expect(Math.abs(measured - expected)).toBeLessThan(1e-4 * speed)
    }
  })

  it('keeps its energy, half of it in motion on average, and carries momentum with the wind', async () => {
    const sim = await ocean(oceanScene([64, 64], 4, { windSpeed: 10, windDirection: 90 }))
    const { energy, momentum } = sim.diagnostics()
    let potential = 0
    for (let k = 0; k < 200; k++) {
      sim.step(7)
      const now = sim.diagnostics()
      expect(now.energy).toBe(energy)
      expect(now.kineticEnergy).toBeGreaterThan(0)
      expect(now.kineticEnergy + now.potentialEnergy).toBeCloseTo(energy, -3)
      potential += now.potentialEnergy / 200
    }
    expect(potential / energy).toBeCloseTo(0.5, 1)
    expect(momentum[1]).toBeGreaterThan(3 * Math.abs(momentum[0]))
  })
})

describe('queries of an ocean', () => {
  /** A point of the mesh: where the bilinear patch of four displaced cells puts (s, t), and how high. */
  function meshPoint(sim: SurfaceSimulation, i: number, j: number, s: number, t: number) {
    const { nx, nz, cellSize } = sim.grid
    const corner = (name: string, a: number, b: number) => sim.field(name).at((i + a) % nx, (j + b) % nz)
    const mix = (of: (a: number, b: number) => number) =>
      of(0, 0) * (1 - s) * (1 - t) + of(1, 0) * s * (1 - t) + of(0, 1) * (1 - s) * t + of(1, 1) * s * t
    return {
      x: mix((a, b) => (i + a + 0.5 - nx / 2) * cellSize + corner('dx', a, b)),
      z: mix((a, b) => (j + b + 0.5 - nz / 2) * cellSize + corner('dz', a, b)),
      height: mix((a, b) => corner('eta', a, b)),
    }
  }

  it.each([
    ['breeze', 5, 1],
    ['gale', 12, 2.5],
    ['storm', 22, 6],
  ] as const)('heightAt is the displaced mesh in a %s', async (_, windSpeed, cellSize) => {
    const sim = await ocean(oceanScene([128, 128], cellSize, { windSpeed, fetch: 300_000 }))
    sim.step(500)
    const height = significantHeight(sim.field('eta').read())
    let farthest = 0
    for (let k = 0; k < 3000; k++) {
      const [i, j] = [(k * 37) % 128, (k * 91) % 128]
      const point = meshPoint(sim, i, j, ((k * 17) % 101) / 101, ((k * 53) % 97) / 97)
      farthest = Math.max(farthest, Math.abs(sim.heightAt(point.x, point.z) - point.height))
      expect(sim.heightAt(point.x + 128 * cellSize, point.z - 256 * cellSize)).toBeCloseTo(point.height, 6)
    }
    expect(farthest).toBeLessThan(1e-6 * height)
  })

  it('find the mesh even where crests have folded over', async () => {
    const sim = await ocean(oceanScene([64, 64], 4, { windSpeed: 20, choppiness: 3 }))
    expect(Math.min(...sim.field('jacobian').read())).toBeLessThan(-0.2)
    const height = significantHeight(sim.field('eta').read())
    let found = 0
    for (let k = 0; k < 400; k++) {
      const { x, z } = meshPoint(sim, (k * 29) % 64, (k * 23) % 64, 0.4, 0.7)
      const answer = sim.heightAt(x, z)
      // Any sheet of the surface above the point will do: look through a fine subdivision of all patches near it.
      const column = x / 4 + 31.5
      const row = z / 4 + 31.5
      let nearest = Number.POSITIVE_INFINITY
      for (let j = Math.floor(row) - 6; j <= row + 6; j++)
        for (let i = Math.floor(column) - 6; i <= column + 6; i++)
          for (let cell = 0; cell < 16; cell++) {
            const [s, t] = [((cell % 4) + 0.5) / 4, (Math.floor(cell / 4) + 0.5) / 4]
            const point = meshPoint(sim, (i + 128) % 64, (j + 128) % 64, s, t)
            const away = (a: number, b: number) => Math.abs(a - b - 256 * Math.round((a - b) / 256))
            if (away(point.x, x) < 1.5 && away(point.z, z) < 1.5)
              nearest = Math.min(nearest, Math.abs(point.height - answer))
          }
      if (nearest < 0.1 * height) found++
    }
    expect(found).toBe(400)
  })

  it('normalAt and velocityAt look where heightAt does', async () => {
    const sim = await ocean(oceanScene([64, 64], 2, { windSpeed: 9 }))
    sim.step(30)
    const [x, z] = [(20.5 - 32) * 2 + sim.field('dx').at(20, 40), (40.5 - 32) * 2 + sim.field('dz').at(20, 40)]
    expect(sim.heightAt(x, z)).toBeCloseTo(sim.field('eta').at(20, 40), 6)
    const normal = sim.normalAt(x, z)
    expect(Math.hypot(...normal)).toBeCloseTo(1, 12)
    for (const [n, name] of ['normalX', 'normalY', 'normalZ'].entries())
      expect(normal[n]).toBeCloseTo(sim.field(name).at(20, 40), 5)
  })
})

describe('an ocean that cannot be', () => {
  const refused = async (scene: SceneInput) => {
    const error = await ocean(scene).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(SceneError)
    return (error as SceneError).issues[0]!
  }
  const plain = oceanScene([64, 64], 1)

  it('is refused with its place and advice', async () => {
    expect(await refused(oceanScene([64, 67], 1))).toEqual({
      path: 'grid.cells[1]',
      message: expect.stringContaining('use 64 or 72'),
    })
    expect(await refused(oceanScene([5000, 64], 1))).toMatchObject({
      path: 'grid.cells[0]',
      message: expect.stringContaining('use 4096'),
    })
    expect(await refused(oceanScene([64, 8], 1))).toMatchObject({
      path: 'grid.cells[1]',
      message: expect.stringContaining('at least 16'),
    })
    expect(await refused(oceanScene([64, 64], 1, { ratio: 6 }))).toMatchObject({ path: 'solver.ratio' })
    expect(await refused(oceanScene([32, 32], 1))).toMatchObject({ path: 'solver.ratio' })
    expect(await refused(oceanScene([64, 64], 1, { windSpeed: 0 }))).toMatchObject({
      path: 'solver.windSpeed',
      message: expect.stringContaining('needs wind'),
    })
    expect(await refused(oceanScene([64, 64], 1, { spectrum: 'tma' }))).toMatchObject({ path: 'solver.depth' })
    expect(await refused(oceanScene([64, 64], 1, { foamFull: 0.8 }))).toMatchObject({ path: 'solver.foamFull' })
    expect(await refused({ ...plain, boundaries: { ...periodic, 'z-': 'reflect', 'z+': 'reflect' } })).toMatchObject({
      path: 'boundaries["z-"]',
    })
    expect(await refused({ ...plain, initial: { eta: [{ shape: 'plane' }] } })).toMatchObject({ path: 'initial.eta' })
    expect(await refused({ ...plain, obstacles: [{ shape: 'disc', radius: 2 }] })).toMatchObject({ path: 'obstacles' })
    expect(await refused({ ...plain, sources: [{ shape: { shape: 'disc', radius: 2 }, rate: 1 }] })).toMatchObject({
      path: 'sources',
    })
    expect(
      await refused({ ...plain, events: [{ type: 'drop', x: 0, z: 0, radius: 2, height: 1, time: 1 }] }),
    ).toMatchObject({ path: 'events' })
  })

  it('has joined edges where a scene says nothing of them', async () => {
    const sim = await createSurface({ seiche: 1, grid: { cells: [64, 64], cellSize: 2 }, solver: { type: 'ocean' } })
    running.push(sim)
    expect(new Set(Object.values(sim.scene.boundaries))).toEqual(new Set(['periodic']))
  })

  it('nor can anything be done to one', async () => {
    const sim = await ocean(plain)
    const hash = sim.hash()
    expect(() => sim.apply({ type: 'drop', x: 0, z: 0, radius: 2, height: 1 })).toThrow('function of time')
    expect([sim.events, sim.hash()]).toEqual([[], hash])
  })
})

it('any legal ocean is finite, and the same on several threads', async () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
  const settings = fc.record({
    cells: fc.tuple(fc.constantFrom(48, 50, 64, 81), fc.constantFrom(48, 54, 75)),
    cellSize: number(0.001, 1000),
    windSpeed: number(1e-6, 100),
    fetch: number(1, 1e8),
    spectrum: fc.constantFrom('phillips', 'jonswap', 'tma'),
    spreading: fc.constantFrom('hasselmann', 'mitsuyasu'),
    depth: number(0.01, 10_000),
    surfaceTension: number(0, 1),
    alignment: number(0, 1),
    choppiness: number(0, 10),
    heightScale: number(0, 100),
    cascades: fc.integer({ min: 1, max: 4 }),
    seed: fc.integer(),
    steps: fc.integer({ min: 0, max: 1_000_000_000 }),
  })
  await fc.assert(
    fc.asyncProperty(settings, async ({ cells, cellSize, steps, ...solver }) => {
      const scene = oceanScene(cells as [number, number], cellSize, solver as OceanInput)
      const [one, three] = [await ocean(scene), await ocean(scene, 3)]
      for (const sim of [one, three]) sim.step(steps)
      expect(three.hash()).toBe(one.hash())
      for (const name of one.fieldNames)
        expect(one.field(name).read().every(Number.isFinite), `${name} is finite`).toBe(true)
      expect(
        one
          .field('foam')
          .read()
          .every((foam) => foam >= 0 && foam <= 1),
      ).toBe(true)
      for (const value of [one.heightAt(1, 2), ...one.normalAt(1, 2), ...one.velocityAt(1, 2)])
        expect(Number.isFinite(value)).toBe(true)
      const { energy, kineticEnergy, volume } = one.diagnostics()
      for (const value of [energy, kineticEnergy, volume]) expect(Number.isFinite(value)).toBe(true)
      for (const sim of running.splice(0)) sim.dispose()
    }),
    { numRuns: 30, seed: Number(process.env.SEICHE_SEED ?? 1) },
  )
})
