// The waves solver: against the textbook, and against what theory says of its fields.

import {
  airyFrequency,
  airyGroupSpeed,
  airyOrbit,
  airyWavelength,
  airyWavenumber,
  type Sinusoid,
  sinusoidHeight,
  sinusoidNormal,
  sinusoidSlope,
} from '@seiche/textbook'
import {
  airy,
  createSimulation,
  parseScene,
  planSimulation,
  SceneError,
  type SceneInput,
  type SurfaceSimulation,
} from 'seiche'
import { describe, expect, it } from 'vitest'
import { simulate } from '../testing/running.js'

const DEGREES = Math.PI / 180

type WavesInput = Extract<SceneInput['solver'], { type: 'waves' }>

function sceneOf(solver: Omit<WavesInput, 'type'>, more: Partial<SceneInput> = {}): SceneInput {
  // A width that is no multiple of the kernel's block, an odd number of rows.
  return { seiche: 1, grid: { cells: [61, 37], cellSize: 0.5 }, solver: { type: 'waves', ...solver }, ...more }
}

/** Visits cells with the place of their centres. */
function eachCell({ grid }: SurfaceSimulation, visit: (i: number, j: number, x: number, z: number) => void): void {
  for (let j = 0; j < grid.nz; j++)
    for (let i = 0; i < grid.nx; i++)
      visit(i, j, (i + 0.5 - grid.nx / 2) * grid.cellSize, (j + 0.5 - grid.nz / 2) * grid.cellSize)
}

/** Largest distance of a field from a function of the place. */
function distance(sim: SurfaceSimulation, name: string, exact: (x: number, z: number) => number): number {
  const field = sim.field(name)
  let worst = 0
  eachCell(sim, (i, j, x, z) => {
    worst = Math.max(worst, Math.abs(field.at(i, j) - exact(x, z)))
  })
  return worst
}

const DEPTH = 3
const trains = [
  { wavelength: 7.3, height: 0.4, direction: 20, phase: 50 },
  { wavelength: 3.1, height: 0.1, direction: 140 },
  { period: 4, height: 0.3, direction: -75, phase: -30 },
  { period: 1.5, steepness: 0.04, direction: 200 },
  { wavelength: 12, steepness: 0.01, direction: 90, phase: 10 },
] satisfies WavesInput['trains']
const water = { depth: DEPTH }
const textbook: Sinusoid[] = trains.map(({ wavelength, period, height, steepness, direction, phase = 0 }: Train) => {
  const length = wavelength ?? airyWavelength(period!, water)
  return {
    amplitude: (height ?? steepness! * length) / 2,
    direction: direction * DEGREES,
    wavelength: length,
    period: period ?? (2 * Math.PI) / airyFrequency((2 * Math.PI) / length, water),
    phase: phase * DEGREES,
  }
})
type Train = { [Key in 'wavelength' | 'period' | 'height' | 'steepness' | 'phase']?: number } & { direction: number }
/** Sum of the heights [m]: the measure of accuracy. */
const HEIGHT = 2 * textbook.reduce((sum, { amplitude }) => sum + amplitude, 0)

describe('trains on a level bed', () => {
  for (const time of [0, 1.7, 3600])
    it(`are the textbook's sinusoids after ${time} s`, async () => {
      const sim = await simulate(sceneOf({ depth: DEPTH, trains }, time > 0 ? { timeStep: time / 4 } : {}))
      if (time > 0) sim.step(4)
      expect(sim.time).toBe(time)
      expect(distance(sim, 'eta', (x, z) => sinusoidHeight(textbook, x, z, time))).toBeLessThan(1e-6 * HEIGHT)
      // The steepest of the trains has k = 4.
      for (const [name, axis] of [
        ['slopeX', 'x'],
        ['slopeZ', 'z'],
      ] as const)
        expect(distance(sim, name, (x, z) => sinusoidSlope(textbook, x, z, time)[axis])).toBeLessThan(4e-6 * HEIGHT)
      const phi = (x: number, z: number) =>
        textbook.reduce((sum, wave) => {
          const omega = (2 * Math.PI) / wave.period!
          // A quarter of a turn later a cosine is a sine.
          const late = { ...wave, amplitude: (9.81 / omega) * wave.amplitude, phase: wave.phase! - Math.PI / 2 }
          return sum + sinusoidHeight([late], x, z, time)
        }, 0)
      // The longest wave has g/ω = 5.
      expect(distance(sim, 'phi', phi)).toBeLessThan(5e-6 * HEIGHT)
    })

  it('are summed at any point, not interpolated, and go on beyond the grid', async () => {
    const sim = await simulate(sceneOf({ depth: DEPTH, trains }, { timeStep: 0.37 }))
    sim.step(3)
    for (const [x, z] of [
      [0.123, -0.456],
      [7.77, 3.21],
      [-40, 25],
    ] as const) {
      expect(sim.heightAt(x, z)).toBeCloseTo(sinusoidHeight(textbook, x, z, sim.time), 12)
      const { x: nx, y: ny, z: nz } = sinusoidNormal(textbook, x, z, sim.time)
      const normal = sim.normalAt(x, z)
      for (const [k, part] of [nx, ny, nz].entries()) expect(normal[k]).toBeCloseTo(part, 12)
      const [u, v, w] = sim.velocityAt(x, z)
      let [uExact, vExact, wExact] = [0, 0, 0]
      for (const wave of textbook) {
        const k = (2 * Math.PI) / wave.wavelength
        const omega = (2 * Math.PI) / wave.period!
        const { horizontal, vertical } = airyOrbit(0, wave.amplitude, k, water)
        const along = sinusoidHeight([{ ...wave, amplitude: omega * horizontal }], x, z, sim.time)
        uExact += along * Math.cos(wave.direction)
        wExact += along * Math.sin(wave.direction)
        vExact += sinusoidHeight(
          [{ ...wave, amplitude: omega * vertical, phase: wave.phase! - Math.PI / 2 }],
          x,
          z,
          sim.time,
        )
      }
      expect(u).toBeCloseTo(uExact, 12)
      expect(v).toBeCloseTo(vExact, 12)
      expect(w).toBeCloseTo(wExact, 12)
    }
  })

  it('flow up the slope of phi, and rise as eta does', async () => {
    const solver = { trains: [{ wavelength: 8, height: 0.5, direction: 30 }] }
    const dt = 1e-3
    const sim = await simulate(sceneOf(solver, { timeStep: dt }))
    const [x, z] = [0.3, 0.2]
    const before = sim.heightAt(x, z)
    sim.step(1)
    const [u, v, w] = sim.velocityAt(x, z)
    sim.step(1)
    // Central differences: (ω dt)²/6 and (k dx)²/6 of error.
    expect((sim.heightAt(x, z) - before) / (2 * dt)).toBeCloseTo(v, 5)
    const fine = await simulate({ ...sceneOf(solver, { timeStep: dt }), grid: { cells: [256, 256], cellSize: 0.02 } })
    fine.step(1)
    const phi = fine.field('phi')
    const [i, j] = [142, 137]
    expect([fine.grid.nx, fine.grid.nz]).toEqual([256, 256])
    const [a, b] = [(i + 0.5 - 128) * 0.02, (j + 0.5 - 128) * 0.02]
    const [uCell, , wCell] = fine.velocityAt(a, b)
    expect((phi.at(i + 5, j) - phi.at(i - 5, j)) / 0.2).toBeCloseTo(uCell, 3)
    expect((phi.at(i, j + 5) - phi.at(i, j - 5)) / 0.2).toBeCloseTo(wCell, 3)
    expect(Math.hypot(u, w)).toBeGreaterThan(0.1)
  })

  it('have the energy of theory, half of it motion', async () => {
    const [amplitude, side] = [0.002, 0.64]
    for (const surfaceTension of [0, 0.0728]) {
      // Four wavelengths of 16 cm along x, three of 21 along z.
      const wavelength = side / 5
      const direction = (Math.atan2(3, 4) * 180) / Math.PI
      const sim = await simulate({
        ...sceneOf({ depth: 0.05, surfaceTension, trains: [{ wavelength, height: 2 * amplitude, direction }] }),
        grid: { cells: [64, 64], cellSize: side / 64 },
      })
      sim.step(7)
      const { energy, kineticEnergy, volume } = sim.diagnostics()
      const k = (2 * Math.PI) / wavelength
      const exact = 0.5 * (1000 * 9.81 + surfaceTension * k * k) * amplitude ** 2 * side ** 2
      expect(energy / exact).toBeCloseTo(1, 5)
      expect(kineticEnergy / energy).toBeCloseTo(0.5, 5)
      expect(volume).toBeCloseTo(0.05 * side ** 2, 6)
    }
  })

  it('are what the theory says that programs may ask', async () => {
    const train = airy.trainOf({ period: 3, height: 0.2, direction: 1 }, water)
    const sim = await simulate(
      sceneOf({ depth: DEPTH, trains: [{ period: 3, height: 0.2, direction: 180 / Math.PI }] }),
    )
    sim.step(9)
    expect(sim.heightAt(2, 1)).toBeCloseTo(airy.elevationAt(train, 2, 1, sim.time), 14)
    expect(sim.velocityAt(2, 1)[2]).toBeCloseTo(airy.velocityAt(train, water, 2, 0, 1, sim.time)[2], 14)
    expect(airy.wavelengthOf(3, water)).toBeCloseTo(airyWavelength(3, water), 12)
  })

  it('make a sea of the height that belongs to its wind, another for another seed', async () => {
    const sea = { windSpeed: 10, fetch: 1e5 }
    const scene = (seed: number): SceneInput => ({
      ...sceneOf({ sea: { ...sea, seed, count: 400 } }, { timeStep: 7 }),
      grid: { cells: [256, 256], cellSize: 4 },
    })
    const [first, second] = [await simulate(scene(1)), await simulate(scene(2))]
    expect(first.hash()).not.toBe(second.hash())
    let [sum, count] = [0, 0]
    for (let n = 0; n < 20; n++) {
      first.step(1)
      for (const eta of first.field('eta').read()) {
        sum += eta * eta
        count++
      }
    }
    // JONSWAP (Hasselmann et al. 1973), as far as waves of eight cells.
    const [g, { windSpeed, fetch }] = [9.81, sea]
    const alpha = 0.076 * ((g * fetch) / windSpeed ** 2) ** -0.22
    const peak = 22 * ((g * g) / (windSpeed * fetch)) ** (1 / 3)
    const shortest = airyFrequency((2 * Math.PI) / 32, { depth: Number.POSITIVE_INFINITY })
    let variance = 0
    const step = shortest / 10_000
    for (let omega = step / 2; omega < shortest; omega += step) {
      const width = omega < peak ? 0.07 : 0.09
      const gain = 3.3 ** Math.exp(-((omega / peak - 1) ** 2) / (2 * width * width))
      variance += ((alpha * g * g) / omega ** 5) * Math.exp(-1.25 * (peak / omega) ** 4) * gain * step
    }
    // Over a square of a kilometre and minutes 400 trains are nearly independent: 1/sqrt(400 pairs) of what they add up to.
    expect(sum / count / variance).toBeGreaterThan(0.95)
    expect(sum / count / variance).toBeLessThan(1.05)
  })

  it('break by the rule that is chosen', async () => {
    const [wavelength, height, depth] = [4, 0.3, 0.6]
    const crest = async (breaking: 'miche' | 'slides') => {
      const sim = await simulate({
        ...sceneOf({ depth, breaking, trains: [{ wavelength, height }] }),
        grid: { cells: [81, 1], cellSize: 0.1 },
      })
      return sim.field('breaking').at(40, 0)
    }
    const k = (2 * Math.PI) / wavelength
    expect(await crest('miche')).toBeCloseTo(height / wavelength / (0.142 * Math.tanh(k * depth)), 5)
    expect(await crest('slides')).toBeCloseTo(Math.PI * (height / wavelength), 5)
  })

  it('leave the surface flat where only normals are asked for', async () => {
    const sim = await simulate(sceneOf({ depth: DEPTH, trains, surface: 'normals' }, { timeStep: 0.7 }))
    sim.step(2)
    expect(distance(sim, 'eta', () => 0)).toBe(0)
    expect(sim.heightAt(1, 2)).toBe(0)
    expect(sim.velocityAt(1, 2)[1]).toBe(0)
    const { x } = sinusoidNormal(textbook, 1, 2, sim.time)
    expect(sim.normalAt(1, 2)[0]).toBeCloseTo(x, 12)
    expect(distance(sim, 'slopeX', (a, b) => sinusoidSlope(textbook, a, b, sim.time).x)).toBeLessThan(4e-6 * HEIGHT)
  })

  it('are the same bits on any number of threads, and after a snapshot', async () => {
    const scene = sceneOf({ depth: DEPTH, trains, sea: { windSpeed: 8, fetch: 3e4, count: 20 } })
    const first = await simulate(scene)
    const atStart = first.hash()
    first.step(40)
    for (const threads of [2, 3, 4]) {
      const other = await simulate(scene, threads)
      expect(other.hash()).toBe(atStart)
      other.step(17)
      const bytes = other.snapshot()
      const slope = other.field('slopeZ').read()
      other.step(23)
      expect(other.hash()).toBe(first.hash())
      other.restore(bytes)
      expect(other.field('slopeZ').read()).toEqual(slope)
      expect(other.heightAt(0.1, 0.2)).not.toBe(first.heightAt(0.1, 0.2))
      other.step(23)
      expect(other.hash()).toBe(first.hash())
      expect(other.heightAt(0.1, 0.2)).toBe(first.heightAt(0.1, 0.2))
      expect(other.diagnostics()).toEqual(first.diagnostics())
    }
  })
})

describe('trains on a slope', () => {
  const [offshore, slope, period, height] = [8, 0.05, 8, 0.3]
  const omega = (2 * Math.PI) / period
  const cellSize = 0.5
  const beach: SceneInput = {
    seiche: 1,
    grid: { cells: [400, 24], cellSize },
    timeStep: period / 4,
    solver: {
      type: 'waves',
      depth: offshore,
      trains: [{ period, height, direction: 30 }],
      slope: { toe: -80, slope },
    },
  }
  const depthAt = (x: number) => Math.min(offshore, offshore - slope * (x + 80))

  /** Amplitude and phase of the cells of a row, from the surface at two moments a quarter of a period apart. */
  async function rays() {
    const sim = await simulate(beach)
    const cosine = sim.field('eta').read()
    sim.step(1)
    const sine = sim.field('eta').read()
    const at = (i: number, j: number) => {
      const k = j * sim.grid.nx + i
      return { amplitude: Math.hypot(cosine[k]!, sine[k]!), phase: Math.atan2(sine[k]!, cosine[k]!) }
    }
    const turn = (a: number, b: number) => Math.atan2(Math.sin(a - b), Math.cos(a - b))
    const x = (i: number) => (i + 0.5 - sim.grid.nx / 2) * cellSize
    return { sim, at, turn, x }
  }

  it('shorten by the dispersion relation and turn by Snell', async () => {
    const { at, turn, x } = await rays()
    const kAlong = airyWavenumber(omega, { depth: offshore }) * Math.sin(30 * DEGREES)
    let deepest = 0
    let shallowest = offshore
    for (let i = 1; i < 399; i++) {
      const depth = depthAt(x(i))
      // From half a metre down a step of the difference is a tenth of what is left of the beach.
      if (depth < 0.5) break
      // At the toe k has a kink, which a difference must not straddle.
      if (Math.abs(x(i) + 80) < cellSize) continue
      const kx = turn(at(i + 1, 12).phase, at(i - 1, 12).phase) / (2 * cellSize)
      const kz = turn(at(i, 13).phase, at(i, 11).phase) / (2 * cellSize)
      const k = airyWavenumber(omega, { depth })
      // (dx²/6) k''/k is (dx slope/depth)²/8 on shallow water, 3e-4 at the end; rounding makes 1e-6/(k dx).
      const near = 1e-5 + (cellSize * slope) ** 2 / (8 * depth * depth)
      expect(Math.abs(Math.hypot(kx, kz) / k - 1), `depth ${depth}`).toBeLessThan(near)
      expect(Math.abs(kz / kAlong - 1), `depth ${depth}`).toBeLessThan(2e-5)
      deepest = Math.max(deepest, depth)
      shallowest = Math.min(shallowest, depth)
    }
    expect([deepest, shallowest]).toEqual([offshore, expect.closeTo(0.5, 1)])
  })

  it('keep their flux of energy until they break, at Miche’s limit', async () => {
    const { sim, at, x } = await rays()
    const kAlong = airyWavenumber(omega, { depth: offshore }) * Math.sin(30 * DEGREES)
    const fluxOf = (amplitude: number, depth: number) => {
      const k = airyWavenumber(omega, { depth })
      return amplitude ** 2 * airyGroupSpeed(k, { depth }) * Math.sqrt(1 - (kAlong / k) ** 2)
    }
    const flux = fluxOf(height / 2, offshore)
    const broken: number[] = []
    for (let i = 0; i < 400; i++) {
      const depth = depthAt(x(i))
      if (depth <= 0) break
      const { amplitude } = at(i, 12)
      const k = airyWavenumber(omega, { depth })
      const miche = (0.142 * Math.PI * Math.tanh(k * depth)) / k
      const unbroken = amplitude * Math.sqrt(flux / fluxOf(amplitude, depth))
      if (unbroken < miche) expect(fluxOf(amplitude, depth) / flux).toBeCloseTo(1, 5)
      else {
        broken.push(depth)
        expect(amplitude / miche).toBeCloseTo(1, 5)
      }
    }
    // The breaking index H/d on a beach is about .8, so waves of .4 to .5 m break on about half a metre.
    expect(Math.max(...broken)).toBeGreaterThan(0.4)
    expect(Math.max(...broken)).toBeLessThan(0.7)
    // The indicator says the same: its greatest over a period exceeds 1 just there.
    const first = sim.field('breaking').read()
    sim.step(1)
    const second = sim.field('breaking').read()
    for (let i = 0; i < 400; i++) {
      const depth = depthAt(x(i))
      if (depth <= 0) break
      const greatest = Math.hypot(first[12 * 400 + i]!, second[12 * 400 + i]!)
      expect(greatest >= 1, `depth ${depth}`).toBe(broken.includes(depth))
    }
  })

  it('show the slope of the surface they show, also where they grow and break', async () => {
    for (const direction of [0, 90, 215]) {
      const solver = { ...beach.solver, slope: { direction, toe: -12, slope: 0.2 }, depth: 4 } as WavesInput
      const { type: _, ...settings } = solver
      const sim = await simulate(sceneOf(settings, { timeStep: 1.3 }))
      sim.step(3)
      expect(distance(sim, 'eta', (x, z) => sim.heightAt(x, z))).toBeLessThan(1e-6 * height)
      const h = 1e-4
      let compared = 0
      eachCell(sim, (i, j, x, z) => {
        const bed = sim.field('bed').at(i, j)
        // On the last centimetres the difference itself is not good enough.
        if (bed > -0.05) return
        const [dx, dz] = [
          (sim.heightAt(x + h, z) - sim.heightAt(x - h, z)) / (2 * h),
          (sim.heightAt(x, z + h) - sim.heightAt(x, z - h)) / (2 * h),
        ]
        const across = Math.abs(Math.cos(direction * DEGREES) * x + Math.sin(direction * DEGREES) * z + 12)
        const atBreaker = Math.abs(sim.field('breaking').at(i, j)) > 0.9
        if (across < 0.05 || atBreaker) return // kinks of the amplitude
        compared++
        expect(Math.abs(sim.field('slopeX').at(i, j) - dx)).toBeLessThan(2e-5)
        expect(Math.abs(sim.field('slopeZ').at(i, j) - dz)).toBeLessThan(2e-5)
      })
      expect(compared).toBeGreaterThan(500)
    }
  })

  it('end at the shore: beyond it is land', async () => {
    const sim = await simulate(beach)
    sim.step(5)
    const [eta, bed, openness] = [sim.field('eta'), sim.field('bed'), sim.field('openness')]
    let land = 0
    eachCell(sim, (i, j, x) => {
      expect(bed.at(i, j)).toBeCloseTo(x < -80 ? -offshore : slope * (x + 80) - offshore, 5)
      expect(openness.at(i, j)).toBe(bed.at(i, j) < 0 ? 1 : 0)
      if (openness.at(i, j) > 0) return
      land++
      expect(eta.at(i, j)).toBe(0)
      expect(sim.field('breaking').at(i, j)).toBe(0)
    })
    expect(land).toBe(40 * 24)
    expect(sim.heightAt(95, 0)).toBe(0)
    expect(sim.velocityAt(95, 0)).toEqual([0, 0, 0])
    // A wedge of 160 m by 8 m, and 20 m before it, 12 m wide.
    expect(sim.diagnostics().volume / (12 * (20 * 8 + 160 * 4))).toBeCloseTo(1, 2)
  })

  it('are the same bits on any number of threads, two of one frequency together', async () => {
    const solver = {
      ...beach.solver,
      surfaceTension: 0.07,
      trains: [
        { period, height, direction: 30 },
        { period, height, direction: -20 },
        { period: 5, height: 0.1, direction: 10 },
      ],
    } as WavesInput
    const first = await simulate({ ...beach, solver })
    first.step(7)
    const second = await simulate({ ...beach, solver }, 3)
    second.step(7)
    expect(second.hash()).toBe(first.hash())
    expect(distance(first, 'eta', (x, z) => first.heightAt(x, z))).toBeLessThan(1e-6 * 0.7)
  })
})

describe('circular waves', () => {
  const circular = [
    { at: [-4, 2] as [number, number], wavelength: 3, height: 0.2, phase: 40 },
    { at: [5, -1] as [number, number], period: 1.2, steepness: 0.02, radius: 0.8 },
    { at: [20, 0] as [number, number], wavelength: 3, height: 0.1 },
  ]
  const waves = circular.map(
    ({ at: [x, z], wavelength, period, height, steepness, radius, phase = 0 }: Circle) =>
      new airy.CircularWave(
        {
          x,
          z,
          height: height ?? steepness! * airy.wavelengthOf(period!, water),
          phase: phase * DEGREES,
          ...(radius && { radius }),
          ...(period ? { period } : { wavelength: wavelength! }),
        },
        water,
      ),
  )
  type Circle = { at: [number, number] } & {
    [Key in 'wavelength' | 'period' | 'height' | 'steepness' | 'radius' | 'phase']?: number
  }
  const sum = (of: (wave: airy.CircularWave) => number) => waves.reduce((total, wave) => total + of(wave), 0)

  it('fill the fields with the waves of theory, alone and with trains', async () => {
    for (const straight of [[], trains]) {
      const sim = await simulate(sceneOf({ depth: DEPTH, circular, trains: straight }, { timeStep: 0.37 }))
      sim.step(3)
      const t = sim.time
      const twins = straight.length > 0 ? textbook : []
      const height = (x: number, z: number) => sum((wave) => wave.elevationAt(x, z, t)) + sinusoidHeight(twins, x, z, t)
      expect(distance(sim, 'eta', height)).toBeLessThan(1e-6 * HEIGHT)
      expect(
        distance(sim, 'slopeX', (x, z) => sum((wave) => wave.slopeAt(x, z, t)[0]) + sinusoidSlope(twins, x, z, t).x),
      ).toBeLessThan(4e-6 * HEIGHT)
      expect(sim.heightAt(0.3, 0.4)).toBeCloseTo(height(0.3, 0.4), 12)
      const [u, v] = sim.velocityAt(-4, 4)
      if (straight.length === 0) {
        expect(u).toBeCloseTo(
          sum((wave) => wave.velocityAt(-4, 0, 4, t)[0]),
          12,
        )
        expect(v).toBeCloseTo(
          sum((wave) => wave.velocityAt(-4, 0, 4, t)[1]),
          12,
        )
      }
    }
  })

  it('have the potential whose gradient is the flow', async () => {
    const sim = await simulate(
      sceneOf({ depth: DEPTH, circular }, { timeStep: 0.21, grid: { cells: [61, 37], cellSize: 0.05 } }),
    )
    sim.step(2)
    const phi = sim.field('phi')
    const [u, , w] = sim.velocityAt(0, 0)
    expect((phi.at(31, 18) - phi.at(29, 18)) / 0.1).toBeCloseTo(u, 3)
    expect((phi.at(30, 19) - phi.at(30, 17)) / 0.1).toBeCloseTo(w, 3)
  })

  it('with normals alone leave the surface flat', async () => {
    const sim = await simulate(sceneOf({ depth: DEPTH, circular, surface: 'normals' }))
    expect(sim.heightAt(1, 1)).toBe(0)
    expect(distance(sim, 'eta', () => 0)).toBe(0)
    expect(distance(sim, 'slopeX', (x, z) => sum((wave) => wave.slopeAt(x, z, 0)[0]))).toBeLessThan(1e-6)
  })

  it('break at their rim if they are too high', async () => {
    const steep = { at: [0, 0] as [number, number], wavelength: 4, steepness: 0.2, radius: 1 }
    const sim = await simulate(sceneOf({ circular: [steep] }))
    // .2 over Miche's .142 at the rim, lower further out.
    const crest = Math.max(...sim.field('breaking').read())
    expect(crest).toBeGreaterThan(1)
    expect(sim.field('breaking').at(32, 18)).toBeCloseTo(0.2 / 0.142, 1)
  })
})

describe('a scene of waves is refused', () => {
  const issuesOf = (act: () => unknown) => {
    try {
      act()
    } catch (error) {
      if (error instanceof SceneError) return error.issues.map(({ path, message }) => `${path}: ${message}`)
      throw error
    }
    return []
  }
  const train = { wavelength: 5, height: 0.1 }

  for (const [what, solver, issue] of [
    [
      'without any train',
      { trains: [] },
      /^solver.trains: no waves: give at least one train, a circular wave, or a "sea"$/,
    ],
    ['on no depth', { depth: 0, trains: [train] }, /^solver.depth: expected a number of more than 0, got 0$/],
    ['with wavelength and period', { trains: [{ ...train, period: 2 }] }, /^solver.trains\[0\]: .*either "wavelength"/],
    ['with neither', { trains: [{ height: 1 }] }, /^solver.trains\[0\]: .*either "wavelength" or "period"/],
    ['with height and steepness', { trains: [{ ...train, steepness: 0.1 }] }, /either "height" or "steepness"/],
    ['with a misspelt key', { trains: [{ ...train, wavelenght: 3 }] }, /did you mean "wavelength"/],
    ['of a source without a place', { circular: [train] }, /^solver.circular\[0\].at: /],
    [
      'of a source without a height',
      { circular: [{ at: [0, 0], period: 2 }] },
      /^solver.circular\[0\]: .*either "height"/,
    ],
    [
      'of a source without a size',
      { circular: [{ ...train, at: [0, 0], radius: 0 }] },
      /^solver.circular\[0\].radius: /,
    ],
    [
      'of a source over a slope',
      { depth: 2, slope: { slope: 0.1 }, trains: [train], circular: [{ ...train, at: [0, 0] }] },
      /^solver.circular: circular waves need a level bed: leave out the "slope", or use "trains"$/,
    ],
    ['on a slope without depth', { trains: [train], slope: { slope: 0.1 } }, /^solver.depth: a slope needs a "depth"/],
  ] as const)
    it(what, () => {
      const issues = issuesOf(() => parseScene(sceneOf(solver as unknown as Omit<WavesInput, 'type'>)))
      expect(issues).toHaveLength(1)
      expect(issues[0]).toMatch(issue)
    })

  it('whose sea is too fine for the grid', () => {
    const fine = sceneOf({ sea: { windSpeed: 3, fetch: 1000 } })
    expect(issuesOf(() => planSimulation(fine))).toEqual([
      expect.stringMatching(
        /^grid.cellSize: most waves of this sea are shorter than 8 cells; its highest are 1\.\d m long/,
      ),
    ])
    expect(issuesOf(() => planSimulation({ ...fine, grid: { cells: [8, 8], cellSize: 0.1 } }))).toEqual([])
  })

  it('that acts on the water, with advice', async () => {
    const acting = sceneOf(
      { trains: [train] },
      {
        initial: { eta: [{ shape: 'gaussian', radius: 1 }], phi: { npy: 'phi.npy' } },
        obstacles: [{ shape: 'disc', radius: 1 }],
        sources: [{ shape: { shape: 'disc', radius: 1 }, rate: 1 }],
        events: [{ time: 1, type: 'drop', x: 0, z: 0, radius: 1, height: 1 }],
      },
    )
    const failure = await createSimulation(acting).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SceneError)
    const { issues } = failure as SceneError
    expect(issues.map(({ path }) => path)).toEqual(['initial.eta', 'initial.phi', 'obstacles', 'sources', 'events'])
    for (const { message } of issues) expect(message).toMatch(/as a function of time.*"iwave".*"ambient"/)
  })

  it('and so is an event while it runs', async () => {
    const sim = await simulate(sceneOf({ trains: [train] }))
    const before = sim.hash()
    expect(() => sim.apply({ type: 'drop', x: 0, z: 0, radius: 1, height: 1 })).toThrow(/would have no effect/)
    expect(() => sim.apply({ type: 'build', from: [0, 0], to: [1, 1], radius: 1 })).toThrow(/would have no effect/)
    expect(sim.events).toEqual([])
    expect(sim.hash()).toBe(before)
  })
})
