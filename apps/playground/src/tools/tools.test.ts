import { expect, it } from 'vitest'
import { toolsFor } from './tools.js'

it('offers tools for the terrain where there is terrain', () => {
  expect(toolsFor({ hasTerrain: false, hasBodies: false })).toEqual([
    'push',
    'drop',
    'build',
    'erase',
    'waveMaker',
    'pressure',
    'spring',
    'drain',
    'look',
  ])
  expect(toolsFor({ hasTerrain: true, hasBodies: false })).toEqual([
    'push',
    'drop',
    'build',
    'erase',
    'waveMaker',
    'spring',
    'drain',
    'raise',
    'lower',
    'smooth',
    'dig',
    'look',
  ])
})

it('offers only tools that the fluid can take', () => {
  const fluid = (isFlat: boolean, takesInk: boolean) =>
    toolsFor({ hasTerrain: false, hasBodies: false, fluid: { isFlat, takesInk } })
  expect(fluid(true, true)).toEqual(['stir', 'ink', 'build', 'erase', 'look'])
  expect(fluid(false, true)).toEqual(['stir', 'ink', 'look'])
  expect(fluid(false, false)).toEqual(['stir', 'look'])
})
