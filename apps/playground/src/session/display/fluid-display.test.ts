import { readFileSync } from 'node:fs'
import { parseScene } from 'seiche'
import { expect, it } from 'vitest'
import {
  colorsOf,
  defaultDisplay,
  displayFromUrl,
  displayToUrl,
  fieldsFor,
  quantitiesOf,
  renderedDye,
  renderingChoices,
  validDisplay,
} from './fluid-display.js'

function open(name: string) {
  const scene = parseScene(readFileSync(new URL(`../../../../../scenes/${name}.json`, import.meta.url), 'utf8'))
  const [nx, ny, nz = 1] = scene.grid.cells
  return { scene, fluid: { cells: [nx, ny, nz] as [number, number, number], fields: [] } }
}

it('shows every scene as it is best seen', () => {
  const shown = (name: string) => {
    const { rendering, show, flow } = defaultDisplay(open(name))
    return [rendering, show, flow]
  }
  expect(shown('ink-in-water')).toEqual(['slice', 'dyes', 'nothing'])
  expect(shown('lid-driven-cavity')).toEqual(['slice', 'vorticity', 'lines'])
  expect(shown('taylor-green')).toEqual(['slice', 'vorticity', 'lines'])
  expect(shown('vortex-street')).toEqual(['slice', 'vorticity', 'nothing'])
  expect(shown('rising-smoke')).toEqual(['cloud', 'smoke', 'nothing'])
  expect(shown('jet-on-sphere')).toEqual(['cloud', 'ink', 'nothing'])
  expect(shown('metaballs')).toEqual(['surface', 'wax', 'nothing'])
})

it('asks for the flow, too, where detail finer than the cells is drawn and the run has it', () => {
  const withFlow = (name: string) => {
    const info = open(name)
    return { ...info, fluid: { ...info.fluid, fields: ['u', 'v', 'w'] } }
  }
  const [ink, smoke] = [withFlow('ink-in-water'), withFlow('rising-smoke')]
  expect(fieldsFor(ink, defaultDisplay(ink))).toEqual(['blue', 'red', 'u', 'v'])
  expect(fieldsFor(ink, validDisplay(ink, { show: 'p' }))).toEqual(['p'])
  expect(fieldsFor(smoke, defaultDisplay(smoke))).toEqual(['smoke', 'u', 'v', 'w'])
  expect(fieldsFor(smoke, validDisplay(smoke, { rendering: 'surface' }))).toEqual(['smoke'])
})

it('asks for the fields that a display needs, and no more', () => {
  const [ink, smoke] = [open('ink-in-water'), open('rising-smoke')]
  expect(fieldsFor(ink, defaultDisplay(ink))).toEqual(['blue', 'red'])
  expect(fieldsFor(ink, validDisplay(ink, { show: 'p', flow: 'arrows' }))).toEqual(['u', 'v', 'p'])
  expect(fieldsFor(ink, validDisplay(ink, { show: 'nothing' }))).toEqual([])
  expect(fieldsFor(smoke, defaultDisplay(smoke))).toEqual(['smoke'])
  expect(fieldsFor(smoke, validDisplay(smoke, { rendering: 'slice', show: 'speed' }))).toEqual(['u', 'v', 'w'])
  expect(fieldsFor(smoke, validDisplay(smoke, { rendering: 'nothing', flow: 'particles' }))).toEqual(['u', 'v', 'w'])
  expect(renderedDye(smoke, validDisplay(smoke, { rendering: 'cloud', show: 'speed' }))).toBe('smoke')
})

it('takes what an address asks for where it fits, and writes back what differs', () => {
  const ink = open('ink-in-water')
  const asked = displayFromUrl(new URLSearchParams('show=vorticity&flow=particles&colours=night&body=cloud&at=x'))
  const display = validDisplay(ink, asked)
  expect(display).toEqual({
    rendering: 'slice',
    show: 'vorticity',
    flow: 'particles',
    colors: 'night',
    at: 0,
    level: 0.5,
  })
  const address = new URLSearchParams('view=webgl&show=old')
  displayToUrl(address, display, defaultDisplay(ink))
  expect(address.toString()).toBe('view=webgl&show=vorticity&colours=night&flow=particles')
  displayToUrl(address, defaultDisplay(ink), defaultDisplay(ink))
  expect(address.toString()).toBe('view=webgl')
  expect(validDisplay(ink, { show: 'wax', flow: 'magic' as never }).show).toBe('dyes')
  expect(colorsOf({ show: 'dyes', colors: 'ember' })).toBe('white')
  expect(colorsOf({ show: 'p' })).toBe('balance')
  expect(quantitiesOf(ink)).toEqual(['dyes', 'blue', 'red', 'speed', 'vorticity', 'p', 'nothing'])
})

it('offers fire where there is heat, and metaballs and levels in volumes', () => {
  const [smoke, jet, ink] = [open('rising-smoke'), open('jet-on-sphere'), open('ink-in-water')]
  expect(renderingChoices(smoke)).toEqual(['cloud', 'fire', 'surface', 'metaballs', 'slice', 'nothing'])
  expect(renderingChoices(jet)).not.toContain('fire')
  expect(renderingChoices(ink)).toEqual(['slice'])
  expect(fieldsFor(smoke, validDisplay(smoke, { rendering: 'fire' }))).toEqual(['smoke', 'temperature'])
  expect(new Set(fieldsFor(jet, validDisplay(jet, { rendering: 'metaballs' })))).toEqual(
    new Set(['ink', 'u', 'v', 'w']),
  )
  expect(validDisplay(jet, { rendering: 'fire' }).rendering).toBe('cloud')
  expect(validDisplay(jet, { level: 7 }).level).toBe(0.95)
  expect(validDisplay(jet, displayFromUrl(new URLSearchParams('level=x'))).level).toBe(0.5)
})
