import { expect, it } from 'vitest'
import { causticsSideFor, cloudTexelsFor, quadsFor } from './resolution.js'

it('gives a small canvas fewer quads', () => {
  expect([100, 340, 780, 2880].map(quadsFor)).toEqual([48, 85, 195, 256])
})

it('gives a small screen coarser caustics', () => {
  expect([100, 204, 430, 512, 2560].map(causticsSideFor)).toEqual([64, 102, 216, 256, 256])
})

it('draws clouds as finely as the canvas', () => {
  expect([204, 780, 2560].map((pixels) => cloudTexelsFor(quadsFor(pixels)))).toEqual([306, 1170, 1536])
})
