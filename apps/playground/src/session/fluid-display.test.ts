import { readFileSync } from 'node:fs'
import { parseScene } from 'seiche'
import { expect, it } from 'vitest'
import {
  bodyDye,
  fieldsFor,
  fittingColours,
  fittingLook,
  lookFromAddress,
  lookToAddress,
  quantitiesOf,
  suitingLook,
} from './fluid-display.js'

function open(name: string) {
  const scene = parseScene(readFileSync(new URL(`../../../../scenes/${name}.json`, import.meta.url), 'utf8'))
  const [nx, ny, nz = 1] = scene.grid.cells
  return { scene, fluid: { cells: [nx, ny, nz] as [number, number, number], fields: [] } }
}

it('shows every scene as it is best seen', () => {
  const shown = (name: string) => {
    const { body, show, flow } = suitingLook(open(name))
    return [body, show, flow]
  }
  expect(shown('ink-in-water')).toEqual(['slice', 'dyes', 'nothing'])
  expect(shown('lid-driven-cavity')).toEqual(['slice', 'vorticity', 'lines'])
  expect(shown('taylor-green')).toEqual(['slice', 'vorticity', 'lines'])
  expect(shown('vortex-street')).toEqual(['slice', 'vorticity', 'nothing'])
  expect(shown('rising-smoke')).toEqual(['cloud', 'smoke', 'nothing'])
  expect(shown('jet-on-sphere')).toEqual(['cloud', 'ink', 'nothing'])
  expect(shown('metaballs')).toEqual(['surface', 'wax', 'nothing'])
})

it('asks for the fields that a look needs, and no more', () => {
  const [ink, smoke] = [open('ink-in-water'), open('rising-smoke')]
  expect(fieldsFor(ink, suitingLook(ink))).toEqual(['blue', 'red'])
  expect(fieldsFor(ink, fittingLook(ink, { show: 'p', flow: 'arrows' }))).toEqual(['u', 'v', 'p'])
  expect(fieldsFor(ink, fittingLook(ink, { show: 'nothing' }))).toEqual([])
  expect(fieldsFor(smoke, suitingLook(smoke))).toEqual(['smoke'])
  expect(fieldsFor(smoke, fittingLook(smoke, { body: 'slice', show: 'speed' }))).toEqual(['u', 'v', 'w'])
  expect(fieldsFor(smoke, fittingLook(smoke, { body: 'nothing', flow: 'particles' }))).toEqual(['u', 'v', 'w'])
  expect(bodyDye(smoke, fittingLook(smoke, { body: 'cloud', show: 'speed' }))).toBe('smoke')
})

it('takes what an address asks for where it fits, and writes back what differs', () => {
  const ink = open('ink-in-water')
  const asked = lookFromAddress(new URLSearchParams('show=vorticity&flow=particles&colours=night&body=cloud&at=x'))
  const look = fittingLook(ink, asked)
  expect(look).toEqual({ body: 'slice', show: 'vorticity', flow: 'particles', colours: 'night', at: 0 })
  const address = new URLSearchParams('view=webgl&show=old')
  lookToAddress(address, look, suitingLook(ink))
  expect(address.toString()).toBe('view=webgl&show=vorticity&colours=night&flow=particles')
  lookToAddress(address, suitingLook(ink), suitingLook(ink))
  expect(address.toString()).toBe('view=webgl')
  expect(fittingLook(ink, { show: 'wax', flow: 'magic' as never }).show).toBe('dyes')
  expect(fittingColours({ show: 'dyes', colours: 'ember' })).toBe('white')
  expect(fittingColours({ show: 'p' })).toBe('balance')
  expect(quantitiesOf(ink)).toEqual(['dyes', 'blue', 'red', 'speed', 'vorticity', 'p', 'nothing'])
})
