import { expect, it } from 'vitest'
import {
  isBright,
  lookChoices,
  mapOf,
  surfaceDisplayFromUrl,
  surfaceDisplayToUrl,
  surfaceFieldsFor,
  validSurfaceDisplay,
} from './surface-display.js'

const pool = { scene: {} as never, fieldNames: ['eta', 'phi', 'openness'] }
const river = { scene: {} as never, fieldNames: ['eta', 'depth', 'bed', 'qx', 'qz'] }
const ocean = { scene: {} as never, fieldNames: ['eta', 'dx', 'dz'] }

it('offers the looks that the fields of the water allow', () => {
  expect(lookChoices(pool)).toEqual(['water', 'normals', 'height', 'potential', 'rise', 'speed'])
  expect(lookChoices(river)).toEqual(['water', 'height', 'rise', 'depth', 'speed'])
  expect(lookChoices(ocean)).toEqual(['water', 'normals', 'height', 'rise'])
})

it('asks for the potential where the look or the arrows need it, and for nothing else', () => {
  expect(surfaceFieldsFor(pool, { look: 'water', arrows: false })).toEqual([])
  expect(surfaceFieldsFor(pool, { look: 'rise', arrows: false })).toEqual([])
  expect(surfaceFieldsFor(pool, { look: 'potential', arrows: false })).toEqual(['phi'])
  expect(surfaceFieldsFor(pool, { look: 'water', arrows: true })).toEqual(['phi'])
  expect(surfaceFieldsFor(river, { look: 'speed', arrows: true })).toEqual([])
})

it('takes what an address asks for where it fits, and writes back what differs', () => {
  const asked = surfaceDisplayFromUrl(new URLSearchParams('look=potential&colours=night&arrows=1'))
  expect(validSurfaceDisplay(pool, asked)).toEqual({ look: 'potential', colors: 'night', arrows: true })
  expect(validSurfaceDisplay(ocean, asked)).toEqual({ look: 'water', colors: 'night', arrows: false })
  expect(validSurfaceDisplay(pool, { look: 'magic' as never, colors: 'toString' as never })).toEqual({
    look: 'water',
    arrows: false,
  })
  const query = new URLSearchParams('view=canvas&arrows=1')
  surfaceDisplayToUrl(query, { look: 'rise', arrows: false })
  expect(query.toString()).toBe('view=canvas&look=rise')
  surfaceDisplayToUrl(query, { look: 'water', arrows: true })
  expect(query.toString()).toBe('view=canvas&arrows=1')
})

it('has a diverging map for values of either sign, and dark arrows on bright maps', () => {
  expect(mapOf({ look: 'rise', arrows: false })).toBe('balance')
  expect(mapOf({ look: 'depth', arrows: false })).toBe('lagoon')
  expect(isBright({ look: 'rise', arrows: true })).toBe(true)
  expect(isBright({ look: 'water', arrows: true })).toBe(false)
})
