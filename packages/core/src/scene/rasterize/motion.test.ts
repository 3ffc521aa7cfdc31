import { describe, expect, it } from 'vitest'
import type { Motion } from '../schema/motion.js'
import { MovingShape } from './motion.js'

const grid = { nx: 40, nz: 30, cellSize: 0.1 }
const disc = { shape: 'disc' as const, center: [0.5, 0] as [number, number], radius: 0.3, height: 1 }

/** Where the disc is at a time: the middle of what it covers. */
function placeAt(motion: Motion, time: number): [number, number] {
  const shape = new MovingShape(disc, motion, grid)
  shape.moveTo(time)
  let [sum, x, z] = [0, 0, 0]
  for (let a = -3; a < 3; a += 0.01)
    for (let b = -3; b < 3; b += 0.01) {
      const height = shape.heightAt(a, b)
      sum += height
      x += height * a
      z += height * b
    }
  return [x / sum, z / sum]
}

describe('MovingShape', () => {
  it('moves steadily from where the scene drew it', () => {
    const [x, z] = placeAt({ velocity: [-0.5, 0.25] }, 2)
    expect(x).toBeCloseTo(-0.5, 3)
    expect(z).toBeCloseTo(0.5, 3)
  })

  const path = [
    { time: 1, at: [0, 0] as [number, number] },
    { time: 2, at: [1, 0] as [number, number] },
    { time: 4, at: [1, -2] as [number, number] },
  ]
  it.each([
    [0, [0, 0]],
    [1.25, [0.25, 0]],
    [2, [1, 0]],
    [3, [1, -1]],
    [9, [1, -2]],
  ])('follows a path: at %f s it is at %j', (time, [x, z]) => {
    const got = placeAt({ path, loop: false }, time)
    expect(got[0]).toBeCloseTo(x!, 3)
    expect(got[1]).toBeCloseTo(z!, 3)
  })

  it('begins a loop again', () => {
    expect(placeAt({ path, loop: true }, 3 * 3 + 1.5)).toEqual(placeAt({ path, loop: false }, 1.5))
    expect(placeAt({ path, loop: true }, 0.2)).toEqual(placeAt({ path, loop: false }, 0))
  })

  it('its reach holds it wherever it is, is cut off by the grid, and is never more than it says', () => {
    const box = { i: 0, j: 0, nx: 0, nz: 0 }
    const shape = new MovingShape(disc, { velocity: [0.37, 0.11] }, grid)
    const { nx, nz } = shape.mostCells
    for (let time = -20; time < 20; time += 0.13) {
      shape.moveTo(time)
      shape.reach(box)
      expect(box.nx).toBeLessThanOrEqual(nx)
      expect(box.nz).toBeLessThanOrEqual(nz)
      if (box.nx > 0 && box.nz > 0) {
        expect(box.i).toBeGreaterThanOrEqual(0)
        expect(box.i + box.nx).toBeLessThanOrEqual(grid.nx)
      }
    }
    shape.moveTo(1000)
    shape.reach(box)
    expect(box.nx * box.nz).toBe(0)
  })
})
