// Ambient waves: an iwave region in a sea that comes from far away.

import { airyFrequency } from '@seiche/textbook'
import type { SceneInput } from 'seiche'
import { describe, expect, it } from 'vitest'
import { allEdges, type IwaveInput, METHODS } from '../testing/iwave-pool.js'
import { simulate } from '../testing/running.js'

const G = 9.81
const DEPTH = 0.8

const trains = [
  { wavelength: 1.6, height: 0.04, direction: 20, phase: 40 },
  { wavelength: 1, height: 0.02, direction: -60 },
]

function region(solver: IwaveInput, more: Partial<SceneInput> = {}): SceneInput {
  return {
    seiche: 1,
    grid: { cells: [48, 36], cellSize: 0.1 },
    timeStep: 1 / 60,
    solver: { type: 'iwave', depth: DEPTH, ambient: { type: 'waves', trains }, ...solver },
    boundaries: allEdges('absorb'),
    ...more,
  }
}

/** The trains' elevation and potential at a point. */
function trainsAt(x: number, z: number, t: number): { eta: number; phi: number } {
  const sum = { eta: 0, phi: 0 }
  for (const { wavelength, height, direction, phase = 0 } of trains) {
    const k = (2 * Math.PI) / wavelength
    const omega = airyFrequency(k, { depth: DEPTH })
    const [c, s] = [Math.cos((direction * Math.PI) / 180), Math.sin((direction * Math.PI) / 180)]
    const theta = k * (x * c + z * s) - omega * t + (phase * Math.PI) / 180
    sum.eta += (height / 2) * Math.cos(theta)
    sum.phi += (height / 2) * (G / omega) * Math.sin(theta)
  }
  return sum
}

const disc: SceneInput['obstacles'] = [{ shape: 'disc', center: [-0.2, 0.1], radius: 0.5 }]

describe('without solids', () => {
  for (const method of METHODS)
    for (const edge of ['absorb', 'reflect', 'periodic', 'fixed'] as const)
      it(`${method}, ${edge}: the water is the sum of the trains and nothing else`, async () => {
        const sim = await simulate(region({ method }, { boundaries: allEdges(edge) }))
        for (const steps of [0, 1, 100]) {
          sim.step(steps)
          const [eta, phi] = [sim.field('eta'), sim.field('phi')]
          for (let j = 0; j < 36; j += 5)
            for (let i = 0; i < 48; i += 3) {
              const exact = trainsAt((i + 0.5 - 24) * 0.1, (j + 0.5 - 18) * 0.1, sim.time)
              expect(Math.abs(eta.at(i, j) - exact.eta)).toBeLessThan(1e-6)
              expect(Math.abs(phi.at(i, j) - exact.phi)).toBeLessThan(3e-6)
            }
          expect(Math.max(...sim.field('scatteredEta').read().map(Math.abs))).toBe(0)
        }
      })

  for (const method of METHODS)
    it(`${method}: an ocean obeys deta/dt = Λphi, dphi/dt = -g eta`, async () => {
      const dt = 1e-3
      const sim = await simulate(
        region(
          { method, ambient: { type: 'ocean', windSpeed: 3, fetch: 300, seed: 3 } },
          { timeStep: dt, boundaries: allEdges('periodic') },
        ),
      )
      const at = () => ({ eta: sim.field('eta').read(), phi: sim.field('phi').read() })
      const before = at()
      sim.step()
      const now = at()
      const rise = (i: number, j: number) => sim.velocityAt((i + 0.5 - 24) * 0.1, (j + 0.5 - 18) * 0.1)[1]
      const rises = new Map<number, number>()
      for (let j = 0; j < 36; j += 5) for (let i = 0; i < 48; i += 3) rises.set(j * 48 + i, rise(i, j))
      sim.step()
      const after = at()
      let [high, fast, kickError, riseError] = [0, 0, 0, 0]
      for (const [cell, w] of rises) {
        high = Math.max(high, G * Math.abs(now.eta[cell]!))
        fast = Math.max(fast, Math.abs(w))
        kickError = Math.max(
          kickError,
          Math.abs((after.phi[cell]! - before.phi[cell]!) / (2 * dt) + G * now.eta[cell]!),
        )
        riseError = Math.max(riseError, Math.abs((after.eta[cell]! - before.eta[cell]!) / (2 * dt) - w))
      }
      expect(fast).toBeGreaterThan(0.01)
      // Floats of 1e-9 over 2 ms; the window's Λ is a few per cent off for each wave.
      expect(kickError / high).toBeLessThan(1e-3)
      expect(riseError / fast).toBeLessThan(method === 'window' ? 0.06 : 1e-3)
    })

  it('queries see the waves, also their flow', async () => {
    for (const method of METHODS) {
      const sim = await simulate(region({ method }))
      sim.step(50)
      const [x, z, h] = [0.33, -0.41, 1e-4]
      const [u, , w] = sim.velocityAt(x, z)
      const slope = (dx: number, dz: number) =>
        (trainsAt(x + dx * h, z + dz * h, sim.time).phi - trainsAt(x - dx * h, z - dz * h, sim.time).phi) / (2 * h)
      // Bilinear between cells, 10 and more to a wave.
      expect(Math.abs(sim.heightAt(x, z) - trainsAt(x, z, sim.time).eta)).toBeLessThan(0.002)
      expect(Math.abs(u - slope(1, 0))).toBeLessThan(0.01)
      expect(Math.abs(w - slope(0, 1))).toBeLessThan(0.01)
    }
  })
})

describe('with solids', () => {
  for (const method of METHODS)
    it(`${method}: what a disc scatters leaves: a small region sees what one of twice its size does`, async () => {
      const [small, large] = [
        await simulate(region({ method, sponge: 1.6 }, { obstacles: disc })),
        await simulate(region({ method, sponge: 1.6 }, { obstacles: disc, grid: { cells: [96, 72], cellSize: 0.1 } })),
      ]
      let [worst, scattered] = [0, 0]
      for (let block = 0; block < 6; block++) {
        for (const sim of [small, large]) sim.step(150)
        const [near, far, out] = [small.field('eta'), large.field('eta'), small.field('scatteredEta')]
        for (let j = 0; j < 36; j++)
          for (let i = 0; i < 48; i++) {
            worst = Math.max(worst, Math.abs(near.at(i, j) - far.at(i + 24, j + 18)))
            scattered = Math.max(scattered, Math.abs(out.at(i, j)))
          }
      }
      // The highest crests are .03 m. Measured: 2.7%, 3.1%, 5.2%; the two windows are fitted to domains of other sizes.
      expect(worst / 0.03).toBeLessThan(method === 'window' ? 0.07 : 0.04)
      expect(scattered).toBeGreaterThan(0.005)
      expect(scattered).toBeLessThan(0.09)
    })

  for (const method of METHODS)
    it(`${method}: what is scattered does not grow`, async () => {
      const sim = await simulate(region({ method }, { obstacles: disc }))
      const energyOver = (steps: number) => {
        let sum = 0
        for (let step = 0; step < steps; step += 20) {
          sim.step(20)
          for (const value of sim.field('scatteredEta').read()) sum += value * value
        }
        return sum
      }
      sim.step(600)
      const first = energyOver(600)
      sim.step(2400)
      const later = energyOver(600)
      expect(first).toBeGreaterThan(0)
      expect(later / first).toBeGreaterThan(0.8)
      expect(later / first).toBeLessThan(1.25)
    })

  // Everything is thrown back, at any depth. On shallow water the crest stands at the wall's face; on deep water, where cells
  // far apart are joined as well, a tenth of a wave behind it.
  for (const [depth, behind] of [
    [0.1, 0],
    [0.8, 0.1],
  ] as const)
    it(`fft: waves before a thick wall stand, ${depth} m deep`, async () => {
      const [wavelength, height, cells, cell, face] = [2, 0.02, 160, 0.05, 1]
      const k = (2 * Math.PI) / wavelength
      const period = (2 * Math.PI) / airyFrequency(k, { depth })
      const sim = await simulate({
        ...region({ method: 'fft', depth, sponge: 4, ambient: { type: 'waves', trains: [{ wavelength, height }] } }),
        grid: { cells: [cells, 1], cellSize: cell },
        timeStep: period / 64,
        boundaries: { 'x-': 'absorb', 'x+': 'absorb' },
        obstacles: [{ shape: 'box', center: [face + 2, 0], size: [4, 9] }],
      })
      sim.step(64 * 20)
      // Waves that go to the wall and come from it, over one period and one wavelength, a wavelength before the wall.
      const [there, back] = [
        [0, 0],
        [0, 0],
      ]
      for (let step = 0; step < 64; step++) {
        sim.step()
        for (let i = 40; i < 80; i++) {
          const x = (i + 0.5 - cells / 2) * cell - face
          const eta = (2 * sim.field('eta').at(i, 0)) / (64 * 40)
          const turn = (2 * Math.PI * sim.time) / period
          there[0]! += eta * Math.cos(k * x - turn)
          there[1]! += eta * Math.sin(k * x - turn)
          back[0]! += eta * Math.cos(-k * x - turn)
          back[1]! += eta * Math.sin(-k * x - turn)
        }
      }
      expect(Math.hypot(...there) / (height / 2)).toBeCloseTo(1, 1)
      expect(Math.hypot(...back) / Math.hypot(...there)).toBeCloseTo(1, 2)
      const crest = (Math.atan2(there[1]!, there[0]!) - Math.atan2(back[1]!, back[0]!)) / (2 * k) / wavelength
      expect(Math.abs(crest - behind)).toBeLessThan(0.02)
    })
})
