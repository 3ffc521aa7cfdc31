import { describe, expect, it } from 'vitest'
import { WavePatch } from './wave-patch.js'

describe('a patch of waves', () => {
  const [nx, nz, cellSize] = [16, 8, 0.5]
  const plane = (x: number, z: number) => 0.1 + 0.02 * x - 0.03 * z
  const data = Float32Array.from({ length: nx * nz }, (_, cell) =>
    plane(((cell % nx) + 0.5 - nx / 2) * cellSize, (Math.floor(cell / nx) + 0.5 - nz / 2) * cellSize),
  )
  const input = { nx, nz, cellSize, data }

  it('has the heights of the simulation inside of its rim, around its middle', () => {
    const patch = new WavePatch(input, { center: [3, -2], fade: 0.5 })
    for (const [x, z] of [
      [3, -2],
      [4.3, -1.2],
      [0.9, -2.9],
    ] as const)
      expect(patch.heightAt(x, z)).toBeCloseTo(plane(x - 3, z + 2), 6)
  })

  it('has none at its edge and beyond', () => {
    const patch = new WavePatch(input)
    for (const [x, z] of [
      [4, 0],
      [0, -2],
      [9, 1],
    ] as const)
      expect(patch.heightAt(x, z)).toBe(0)
  })

  it('fades out along its rim, without a step in its slope', () => {
    const patch = new WavePatch({ ...input, data: new Float32Array(nx * nz).fill(1) }, { fade: 1 })
    expect(patch.heightAt(3.5, 0)).toBeCloseTo(0.5, 6)
    const slope = (x: number) => (patch.heightAt(x + 1e-4, 0) - patch.heightAt(x - 1e-4, 0)) / 2e-4
    expect(slope(3.0005)).toBeCloseTo(0, 2)
    expect(slope(3.9995)).toBeCloseTo(0, 2)
  })

  it('follows the simulation when it is updated, and its middle at once', () => {
    const patch = new WavePatch(input, { fade: 0.5 })
    data.fill(0.25)
    patch.update()
    expect(patch.heightAt(0, 0)).toBe(0.25)
    patch.center.value.set(100, 0)
    expect(patch.heightAt(0, 0)).toBe(0)
  })

  it.each([0, -1, 2.1, Number.NaN])('refuses a rim of %s m around 8 m × 4 m', (fade) => {
    expect(() => new WavePatch(input, { fade })).toThrow(/rim of a patch must be wider than 0 m and at most 2 m/)
  })
})
