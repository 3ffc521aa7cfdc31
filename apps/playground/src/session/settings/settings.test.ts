import { parseScene } from 'seiche'
import { describe, expect, it } from 'vitest'
import { exaggeratedHeight, type SettingSource } from '../scenes/setting.js'
import {
  applySettings,
  fitHeightScale,
  fitReliefScale,
  hasDataFiles,
  keptEvents,
  oppositeEdge,
  withRecord,
  withValue,
} from './settings.js'

const scene = {
  seiche: 1,
  grid: { cells: [256, 128], cellSize: 0.02 },
  solver: { type: 'columns', depth: 0.5 },
  boundaries: { 'x-': 'absorb' },
}
const text = JSON.stringify(scene)
const changed = (settings: Parameters<typeof applySettings>[1]) => JSON.parse(applySettings(text, settings))

describe('applySettings', () => {
  it('leaves the text alone when nothing is set, so that messages can name lines', () => {
    expect(applySettings(text, {})).toBe(text)
    expect(applySettings('not even JSON', { threads: 2 })).toBe('not even JSON')
  })

  it('changes the cells and keeps the size of the pool', () => {
    expect(changed({ cells: 512 }).grid).toEqual({ cells: [512, 256], cellSize: 0.01 })
    expect(changed({ cells: 64 }).grid).toEqual({ cells: [64, 32], cellSize: 0.08 })
  })

  it('keeps a channel one cell wide', () => {
    const channel = JSON.stringify({ grid: { cells: [100, 1], cellSize: 1 } })
    expect(JSON.parse(applySettings(channel, { cells: 200 })).grid).toEqual({ cells: [200, 1], cellSize: 0.5 })
  })

  it('writes values where their paths lead, and makes parts that the file leaves out', () => {
    const values = { 'solver.damping': 0.1, 'boundaries.z+': 'fixed', 'fluid.dyes.red.weight': 2, timeStep: 0.01 }
    expect(changed({ values })).toEqual({
      ...scene,
      timeStep: 0.01,
      solver: { type: 'columns', depth: 0.5, damping: 0.1 },
      boundaries: { 'x-': 'absorb', 'z+': 'fixed' },
      fluid: { dyes: { red: { weight: 2 } } },
    })
  })

  it('leaves values out, and writes whole parts before the values in them', () => {
    expect(changed({ values: { 'solver.depth': null } }).solver).toEqual({ type: 'columns' })
    const values = { 'solver.method': 'fft', solver: { type: 'iwave', damping: 0.2 } }
    expect(changed({ values }).solver).toEqual({ type: 'iwave', damping: 0.2, method: 'fft' })
  })
})

describe('withValue', () => {
  const settings = { threads: 2, values: { 'solver.depth': 1, solver: { type: 'iwave' }, timeStep: 0.1 } }
  it('goes back to the value of the scene, and to all values inside it', () => {
    expect(withValue(settings, 'timeStep', undefined).values).not.toHaveProperty('timeStep')
    expect(withValue(settings, 'solver', undefined)).toEqual({ threads: 2, values: { timeStep: 0.1 } })
    expect(withValue(settings, 'solver.depth', 3).values).toMatchObject({ 'solver.depth': 3, timeStep: 0.1 })
  })
})

it('knows the opposite edges of water and of fluids', () => {
  expect(oppositeEdge('boundaries.x-')).toBe('boundaries.x+')
  expect(oppositeEdge('fluid.boundaries.y+')).toBe('fluid.boundaries.y-')
  expect(oppositeEdge('solver.depth')).toBeUndefined()
})

describe('keptEvents', () => {
  const drop = { type: 'drop', x: 0, z: 0, radius: 1, height: 1 } as const
  const planned = [
    { ...drop, time: 0.1 },
    { ...drop, x: 3, time: 2 },
  ]
  const running = parseScene({ ...scene, timeStep: 0.1, events: planned } as never)
  const happened = [
    { ...drop, step: 1 },
    { ...drop, x: 5, step: 7 },
  ]

  it('are those that have happened, and those that were still to come', () => {
    const kept = keptEvents(happened, 8, running, { solver: 'columns', timeStep: 0.1 })
    expect(kept).toMatchObject([{ step: 1 }, { x: 5, step: 7 }, { x: 3, time: 2 }])
    expect(kept).toHaveLength(3)
  })

  it('happen at the same times when steps are shorter', () => {
    const kept = keptEvents(happened, 8, running, { solver: 'columns', timeStep: 0.05 })
    expect(kept.map(({ time }) => time)).toEqual([0.1, expect.closeTo(0.7, 12), 2])
    expect(kept.every((event) => !('step' in event))).toBe(true)
  })

  it('leave out what another solver would refuse', () => {
    const press = {
      type: 'setSource',
      source: 'hull',
      x: 0,
      z: 0,
      radius: 1,
      quantity: 'pressure',
      rate: 1,
      phase: 0,
    } as const
    const events = [
      { ...press, step: 1 },
      { ...press, source: 'spring', quantity: 'height', step: 2 },
      { type: 'removeSource', source: 'hull', step: 3 },
    ] as const
    const kept = keptEvents(events, 9, parseScene(scene as never), { solver: 'shallow-water', timeStep: 0.1 })
    expect(kept).toMatchObject([{ source: 'spring' }])
  })
})

describe('withRecord', () => {
  it('puts what happened in the place of what was planned', () => {
    const events = [{ type: 'drop', x: 0, z: 0, radius: 1, height: 1, step: 3 }] as const
    const planned = JSON.stringify({ ...scene, events: [{ time: 1 }] })
    expect(JSON.parse(withRecord(planned, events))).toEqual({ ...scene, events })
  })
})

describe('fitHeightScale', () => {
  it('leaves waves that can be seen as they are', () => {
    expect(fitHeightScale(0.1, 4)).toBe(1)
    expect(fitHeightScale(0, 4)).toBe(1)
  })

  it('raises the tilt of a lake until it shows, by a round factor', () => {
    expect(fitHeightScale(0.2, 9600)).toBe(1000)
    expect(fitHeightScale(0.05, 10)).toBe(5)
  })

  it('keeps the water of a lake within its banks, which are 1.1 % of its length high', () => {
    const lake = { grid: { cells: [384, 96], cellSize: 25 }, solver: {}, boundaries: {}, obstacles: [] }
    const share = exaggeratedHeight(lake as unknown as SettingSource)
    expect(0.2 * fitHeightScale(0.2, 9600)).toBeGreaterThan(0.011 * 9600)
    expect(0.2 * fitHeightScale(0.2, 9600, share)).toBeLessThan(0.011 * 9600)
  })
})

describe('fitReliefScale', () => {
  it('leaves hills as they are', () => {
    expect(fitReliefScale(300, 2000)).toBe(1)
    expect(fitReliefScale(0, 2000)).toBe(1)
  })

  it('raises a flat country until it shows', () => {
    expect(fitReliefScale(10, 2000)).toBe(20)
    expect(fitReliefScale(10, 2000, 2)).toBe(2)
  })
})

describe('hasDataFiles', () => {
  it('finds fields given by a file', () => {
    expect(hasDataFiles('{ "initial": { "eta": { "npy" : "a.npy" } } }')).toBe(true)
    expect(hasDataFiles('{ "obstacles": [{ "image": "a.png" }] }')).toBe(true)
    expect(hasDataFiles(text)).toBe(false)
  })
})
