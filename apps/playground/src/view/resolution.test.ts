import { expect, it } from 'vitest'
import { quadsFor, Resolution } from './resolution.js'

function watch(resolution: Resolution, duration: number, frames: number): void {
  for (let frame = 0; frame < frames; frame++) resolution.observe(duration)
}

it('gives a small canvas fewer quads', () => {
  expect([100, 340, 780, 2880].map(quadsFor)).toEqual([48, 85, 195, 256])
})

it('starts with the pixels of the screen, at most two per CSS pixel', () => {
  expect(new Resolution(1).ratio).toBe(1)
  expect(new Resolution(3).ratio).toBe(2)
})

it('draws fewer pixels when frames come late, down to a limit', () => {
  const resolution = new Resolution(2)
  watch(resolution, 50, 12)
  expect(resolution.ratio).toBeLessThan(2)
  watch(resolution, 50, 1000)
  expect(resolution.ratio).toBeCloseTo(0.6)
})

it('is not moved by single late frames', () => {
  const resolution = new Resolution(2)
  for (let n = 0; n < 100; n++) {
    watch(resolution, 50, 1)
    watch(resolution, 16, 2)
  }
  expect(resolution.ratio).toBe(2)
})

it('draws more again when there is time to spare', () => {
  const resolution = new Resolution(2)
  watch(resolution, 50, 1000)
  watch(resolution, 10, 5000)
  expect(resolution.ratio).toBe(2)
})
