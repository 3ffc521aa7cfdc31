import { expect, it } from 'vitest'
import { bitRateOf, frameCount, frameTime, isPossibleLength, scaledSize, sizeOf } from './video-settings.js'

const page = { width: 1441, height: 901 }

it('the size of the page has even sides, and at most the pixels of Full HD along one', () => {
  expect(sizeOf('shown', page, 1)).toEqual({ width: 1442, height: 902 })
  expect(sizeOf('shown', page, 2)).toEqual({ width: 1920, height: 1200 })
  expect(sizeOf('shown', { width: 390, height: 844 }, 3)).toEqual({ width: 780, height: 1688 })
  expect(sizeOf('upright', page, 2)).toEqual({ width: 1080, height: 1920 })
  expect(scaledSize({ width: 1, height: 1 }, 0.1)).toEqual({ width: 2, height: 2 })
})

it('a video has a frame for each moment, and at least one', () => {
  expect(frameCount({ rate: 24, seconds: 2.5 })).toBe(60)
  expect(frameCount({ rate: 24, seconds: 0.01 })).toBe(1)
  expect(frameTime(30, 2, { rate: 60, speed: 4 })).toBe(4)
  expect([0, 0.1, 120, 121, Number.NaN].map(isPossibleLength)).toEqual([false, true, true, false, false])
})

it('the bit rate grows with pixels and frames, from that of a small picture on', () => {
  expect(bitRateOf({ width: 64, height: 64 }, 24)).toBe(2e6)
  expect(bitRateOf({ width: 1920, height: 1080 }, 60)).toBe(2 * bitRateOf({ width: 1920, height: 1080 }, 30))
})
