import { signal } from '@preact/signals'
import { expect, it } from 'vitest'
import { mostProbes, type Probe } from '../instruments/probe.js'
import type { SectionLine } from '../instruments/section.js'
import { Measuring } from './measuring.js'

function setUp() {
  const state = {
    probes: signal<readonly Probe[]>([{ name: 'west', at: [-2, 0] }]),
    sectionLine: signal<SectionLine>([
      [-3, 0],
      [3, 0],
    ]),
  }
  const refusals: string[] = []
  const radius = 0.1
  return {
    state,
    refusals,
    measuring: new Measuring(
      state,
      () => radius,
      (message) => refusals.push(message),
    ),
  }
}

it('places a probe by a click, moves it by a drag, and removes it by another click', () => {
  const { state, measuring } = setUp()
  measuring.begin('probe', [1, 1]).end()
  expect(state.probes.value.at(-1)).toEqual({ name: 'probe 1', at: [1, 1] })
  const drag = measuring.begin('probe', [1.1, 1])
  drag.to({ at: [1.6, 0.5], pressure: 1 })
  drag.end()
  expect(state.probes.value.at(-1)!.at.map((part) => Number(part.toFixed(6)))).toEqual([1.5, 0.5])
  const click = measuring.begin('probe', [1.5, 0.52])
  // A hand that clicks is not quite still.
  click.to({ at: [1.51, 0.52], pressure: 1 })
  click.end()
  expect(state.probes.value.map(({ name }) => name)).toEqual(['west'])
})

it('places and removes a probe by the keyboard, and sets the ends of the section one after the other', () => {
  const { state, measuring } = setUp()
  measuring.use('probe', [0, 0])
  expect(state.probes.value.length).toBe(2)
  measuring.use('probe', [0.1, 0])
  expect(state.probes.value.length).toBe(1)
  measuring.use('section', [-1, -1])
  expect(state.sectionLine.value[0]).toEqual([-3, 0])
  measuring.use('section', [2, 1])
  expect(state.sectionLine.value).toEqual([
    [-1, -1],
    [2, 1],
  ])
})

it('draws the section by a drag; a click leaves it where it is', () => {
  const { state, measuring } = setUp()
  const before = state.sectionLine.value
  const click = measuring.begin('section', [0, 1])
  click.to({ at: [0.02, 1], pressure: 1 })
  click.end()
  expect(state.sectionLine.value).toBe(before)
  measuring.begin('section', [0, 1]).to({ at: [2, 2], pressure: 1 })
  expect(state.sectionLine.value).toEqual([
    [0, 1],
    [2, 2],
  ])
})

it('refuses more probes than can be told apart', () => {
  const { state, refusals, measuring } = setUp()
  for (let n = 0; n < 20; n++) measuring.begin('probe', [n, 2]).end()
  expect(state.probes.value.length).toBe(mostProbes)
  expect(refusals[0]).toMatch(/12 probes/)
})
