import { describe, expect, it } from 'vitest'
import { WaterSurface } from '../surface/water-surface.js'
import { CrestSpray } from './crest-spray.js'

const [nx, nz] = [32, 32]

/** Waves along x whose crests, the cells of every eighth column, get foam as time passes. */
function sea(windSpeed: number) {
  const cells = () => new Float32Array(nx * nz)
  const input = { nx, nz, cellSize: 4, data: cells(), dx: cells(), dz: cells(), foam: cells(), time: 0 }
  for (let cell = 0; cell < nx * nz; cell++) input.data[cell] = Math.cos(((cell % nx) * 2 * Math.PI) / 8)
  const water = new WaterSurface(input)
  const spray = new CrestSpray(water, input, { windSpeed, windDirection: 90 })
  const pass = (time: number, foam: number): void => {
    input.time = time
    for (let cell = 0; cell < nx * nz; cell++) input.foam[cell] = foam
    water.update()
    spray.update()
  }
  return { spray, pass }
}

const values = (spray: CrestSpray, name: string): number[] => Array.from(spray.geometry.getAttribute(name).array)

describe('spray of crests', () => {
  it('flies where foam grows, from the crests alone, with the wind', () => {
    const { spray, pass } = sea(22)
    for (let frame = 0; frame <= 10; frame++) pass(frame / 20, frame / 10)
    expect(spray.airborne).toBeGreaterThan(20)
    for (let k = 0; k < spray.airborne; k++) {
      const origins = spray.geometry.getAttribute('origin')
      const velocities = spray.geometry.getAttribute('velocity')
      expect(origins.getY(k)).toBeGreaterThan(0.5)
      expect(velocities.getZ(k)).toBeGreaterThan(0.25 * 22)
      expect(Math.abs(velocities.getX(k))).toBeLessThan(0.1 * 22)
      expect(velocities.getY(k)).toBeGreaterThan(0)
    }
  })

  it('is the same for the same frames', () => {
    const [one, other] = [sea(22), sea(22)]
    for (let frame = 0; frame <= 10; frame++) for (const { pass } of [one, other]) pass(frame / 20, frame / 10)
    for (const name of ['origin', 'velocity', 'birth'])
      expect(values(one.spray, name)).toEqual(values(other.spray, name))
  })

  it('ends after two seconds, and at a jump in time', () => {
    const { spray, pass } = sea(22)
    for (let frame = 0; frame <= 10; frame++) pass(frame / 20, frame / 10)
    const before = spray.airborne
    for (let frame = 1; frame <= 40; frame++) pass(0.5 + frame / 20, 1)
    expect(before).toBeGreaterThan(0)
    expect(spray.airborne).toBe(0)
    for (let frame = 0; frame <= 10; frame++) pass(3 + frame / 20, frame / 10)
    expect(spray.airborne).toBeGreaterThan(0)
    pass(0, 1)
    expect(spray.airborne).toBe(0)
  })

  it('is not there in a breeze', () => {
    const { spray, pass } = sea(8)
    for (let frame = 0; frame <= 10; frame++) pass(frame / 20, frame / 10)
    expect(spray.visible).toBe(false)
    expect(spray.airborne).toBe(0)
  })
})
