import { readdirSync, readFileSync } from 'node:fs'
import { parseScene } from 'seiche'
import { describe, expect, it } from 'vitest'
import { basinSettingOf, type LandSetting, landSettingOf, openSides, type Setting, settingOf } from './setting.js'

const folder = new URL('../../../../../scenes/', import.meta.url)
const read = (name: string) => parseScene(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')))
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''))
  .sort()

/** Scenes of each setting. */
const expected: Partial<Record<Setting, string[]>> = {
  bath: ['duck-and-ball', 'ripples'],
  pool: ['balls-in-a-tank', 'drop', 'sinking-cube'],
  pond: ['duck-pond', 'painted-pond', 'rain', 'stones'],
  lake: ['seiche'],
  harbor: ['harbour', 'harbour-boat'],
  'open-water': ['log-raft', 'rogue-sea', 'ship-wake', 'steep-sea-buoys'],
  laboratory: ['breakwater', 'double-slit', 'single-slit'],
  flume: ['channel', 'linear-twin', 'rogue-wave', 'sidebands', 'stokes-wave'],
  sea: ['beach-swell', 'crossing-seas', 'ocean-breeze', 'ocean-gale', 'ocean-storm', 'ship-at-sea', 'two-sources'],
}

/** Scenes with terrain, by what is around it. */
const expectedLand: Record<LandSetting, string[]> = {
  block: ['crates-down-a-river', 'river-pier', 'submerged-bar', 'thacker-bowl', 'undular-bore'],
  country: ['dam-break', 'valley-flood'],
  coast: ['hill-lake', 'hill-rain', 'solitary-island', 'tidal-beach', 'tsunami-island', 'wake-on-a-beach'],
}

describe('the setting of a scene', () => {
  it.each(Object.entries(expected))('is %s for %j', (setting, scenes) => {
    expect(scenes.map((name) => [name, settingOf(read(name))])).toEqual(scenes.map((name) => [name, setting]))
  })

  it('is there for every scene, except for fluids in a box', () => {
    const without = names.filter((name) => settingOf(read(name)) === undefined)
    expect(without.filter((name) => read(name).solver.type !== 'stable-fluids')).toEqual([])
  })

  it('is a landscape where there is terrain, and none for a fluid', () => {
    expect(settingOf(read('hill-lake'))).toBe('landscape')
    expect(settingOf(read('taylor-green'))).toBeUndefined()
  })

  it.each(Object.entries(expectedLand))('is %s around the terrain of %j', (setting, scenes) => {
    expect(scenes.map((name) => [name, landSettingOf(read(name))])).toEqual(scenes.map((name) => [name, setting]))
  })

  it('is known for every terrain', () => {
    const known = Object.values(expectedLand).flat().sort()
    expect(names.filter((name) => settingOf(read(name)) === 'landscape')).toEqual(known)
  })

  it('is a coast where waves or tides come in, and a block for terrain of the size of a room', () => {
    const terrain = (cellSize: number, inflows: unknown[] = []) =>
      parseScene({
        seiche: 1,
        grid: { cells: [64, 32], cellSize },
        solver: { type: 'shallow-water' },
        terrain: [{ shape: 'plane', height: -1 }],
        inflows,
      })
    const tide = { edge: 'x-', level: { mean: 0, amplitude: 0.1, period: 60 } }
    expect(landSettingOf(terrain(0.1))).toBe('block')
    expect(landSettingOf(terrain(2))).toBe('country')
    expect(landSettingOf(terrain(2, [tide]))).toBe('coast')
  })

  const basin = (extent: number, edges: 'reflect' | 'absorb', view = {}) => {
    const boundaries = { 'x-': edges, 'x+': edges, 'z-': edges, 'z+': edges }
    return parseScene({
      seiche: 1,
      grid: { cells: [64, 32], cellSize: extent / 64 },
      solver: { type: 'columns', depth: 1 },
      boundaries,
      view,
    })
  }

  it('follows the extent of water with walls, and of water without', () => {
    expect([1, 5, 50].map((extent) => basinSettingOf(basin(extent, 'reflect')))).toEqual(['bath', 'pool', 'lake'])
    expect([1, 5, 50].map((extent) => basinSettingOf(basin(extent, 'absorb')))).toEqual(['bath', 'pond', 'open-water'])
  })

  it('is the one that the scene names', () => {
    expect(basinSettingOf(basin(50, 'reflect', { setting: 'harbor' }))).toBe('harbor')
  })

  it('knows the edges beyond which the water goes on', () => {
    expect(openSides(read('harbour-boat').boundaries)).toEqual(['x-'])
  })
})
