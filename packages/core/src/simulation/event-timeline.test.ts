import { parseScene } from 'seiche'
import { expect, it } from 'vitest'
import { EventTimeline } from './event-timeline.js'

const drop = (x: number) => ({ type: 'drop', x, z: 0, radius: 1, height: 1 }) as const
const scene = parseScene({
  seiche: 1,
  grid: { cells: [8, 8], cellSize: 1 },
  solver: { type: 'columns', depth: 1 },
  timeStep: 0.5,
  events: [
    { step: 5, ...drop(1) },
    { time: 1.1, ...drop(2) },
    { step: 2, ...drop(3) },
  ],
})
const xOf = (event: object) => (event as { x: number }).x

it('takes events in the order of their steps, those of one step in the order of the scene', () => {
  const timeline = new EventTimeline(scene)
  const taken: number[][] = []
  while (Number.isFinite(timeline.nextStep)) taken.push([timeline.nextStep, xOf(timeline.takeNext())])
  expect(taken).toEqual([
    [2, 2],
    [2, 3],
    [5, 1],
  ])
})

it('empties its log when it is drained', () => {
  const timeline = new EventTimeline(scene)
  timeline.record(timeline.takeNext())
  expect(timeline.drain().map(xOf)).toEqual([2])
  expect(timeline.log).toEqual([])
})

it('goes back to a step with the log of that time', () => {
  const timeline = new EventTimeline(scene)
  const first = timeline.takeNext()
  timeline.takeNext()
  timeline.takeNext()
  timeline.goTo(3, [first])
  expect(timeline.nextStep).toBe(5)
  expect(timeline.log).toEqual([first])
  timeline.goTo(9, [])
  expect(timeline.nextStep).toBe(Number.POSITIVE_INFINITY)
})
