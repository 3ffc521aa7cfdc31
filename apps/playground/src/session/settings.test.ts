import { describe, expect, it } from 'vitest'
import { applySettings, fitHeightScale, fitReliefScale, hasDataFiles, withRecord } from './settings.js'
import { solverSettingsOf } from './solvers.js'

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

  it('writes depth, damping and walls', () => {
    expect(changed({ depth: 2, damping: 0.1 }).solver).toEqual({ type: 'columns', depth: 2, damping: 0.1 })
    expect(changed({ boundary: 'fixed' }).boundaries).toEqual({
      'x-': 'fixed',
      'x+': 'fixed',
      'z-': 'fixed',
      'z+': 'fixed',
    })
  })
})

describe('solvers other than columns', () => {
  const dispersive = JSON.stringify({ ...scene, solver: { type: 'iwave', depth: 0.5 } })
  const solver = (settings: Parameters<typeof applySettings>[1]) =>
    JSON.parse(applySettings(dispersive, settings)).solver

  it('can be made deep, of another method and tense', () => {
    expect(solver({ depth: 'deep' })).toEqual({ type: 'iwave' })
    expect(solver({ method: 'fft', surfaceTension: 0.07 })).toEqual({
      type: 'iwave',
      depth: 0.5,
      method: 'fft',
      surfaceTension: 0.07,
    })
  })

  it('shows what is there and nothing else', () => {
    const iwave = { type: 'iwave', method: 'fft', damping: 0, surfaceTension: 0 } as Extract<
      Parameters<typeof solverSettingsOf>[0]['solver'],
      { type: 'iwave' }
    >
    expect(solverSettingsOf({ solver: iwave })).toEqual({ ...iwave, mayBeDeep: true })
    expect(solverSettingsOf({ solver: { ...iwave, depth: 2 } as typeof iwave }).depth).toBe(2)
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
})

describe('fitReliefScale', () => {
  it('leaves hills as they are', () => {
    expect(fitReliefScale(300, 2000)).toBe(1)
    expect(fitReliefScale(0, 2000)).toBe(1)
  })

  it('raises a flat country until it shows', () => {
    expect(fitReliefScale(10, 2000)).toBe(20)
  })
})

describe('hasDataFiles', () => {
  it('finds fields given by a file', () => {
    expect(hasDataFiles('{ "initial": { "eta": { "npy" : "a.npy" } } }')).toBe(true)
    expect(hasDataFiles('{ "obstacles": [{ "image": "a.png" }] }')).toBe(true)
    expect(hasDataFiles(text)).toBe(false)
  })
})
