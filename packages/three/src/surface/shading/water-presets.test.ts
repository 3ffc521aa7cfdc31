import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Color, type Vector3 } from 'three/webgpu'
import { describe, expect, it } from 'vitest'
import { waterOptics } from '../../light/water-optics.js'
import { WaterSurface } from '../water-surface.js'
import { type WaterPresetName, waterContents, waterPresets } from './water-presets.js'

const flat = () => ({ nx: 4, nz: 4, cellSize: 1, data: new Float32Array(16) })

describe('presets', () => {
  it('give each kind of water its colour', () => {
    const order = (name: WaterPresetName): string => {
      const { r, g, b } = new Color(waterPresets[name].waterColor)
      return Object.entries({ r, g, b })
        .sort(([, one], [, other]) => other - one)
        .map(([color]) => color)
        .join('')
    }
    expect(order('ocean')).toBe('bgr')
    expect(order('lagoon')).toBe('bgr')
    expect(order('coast')).toBe('gbr')
    expect(order('lake')).toBe('grb')
    expect(order('river')).toBe('rgb')
  })

  it('show a lagoon brighter than the ocean, and its ground less far than that of a pool', () => {
    const bright = (name: WaterPresetName): number => new Color(waterPresets[name].waterColor).g
    expect(bright('lagoon')).toBeGreaterThan(bright('ocean'))
    expect(waterPresets.lagoon.absorption!.y).toBeGreaterThan(waterPresets.pool.absorption!.y)
  })

  it('have the figures of the table in the README', async () => {
    const text = await readFile(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8')
    const three = (values: Vector3, digits: number) =>
      values
        .toArray()
        .map((value) => value.toFixed(digits))
        .join(', ')
    for (const name of Object.keys(waterPresets) as WaterPresetName[]) {
      const { attenuation, reflectance } = waterOptics(waterContents[name])
      const row = text.split('\n').find((line) => line.startsWith(`| \`${name}\` `))
      expect(row, name).toContain(`| ${three(attenuation, 3)} `)
      expect(row, name).toContain(`| ${three(reflectance.clone().multiplyScalar(100), 1)} `)
    }
  })

  it('are the look of a surface, which other options override', () => {
    const { material } = new WaterSurface(flat(), { preset: 'river', waterColor: 0x123456 })
    expect(material.absorption.value).toEqual(waterPresets.river.absorption)
    expect(material.absorption.value).not.toBe(waterPresets.river.absorption)
    expect(material.waterColor.value.equals(new Color(0x123456))).toBe(true)
  })

  it('can be set later', () => {
    const surface = new WaterSurface(flat())
    surface.setLook('river')
    expect(surface.waterColor.value.equals(new Color(waterPresets.river.waterColor))).toBe(true)
    surface.setLook({ alpha: 0.5 })
    expect(surface.alpha.value).toBe(0.5)
    expect(surface.waterColor.value.equals(new Color(waterPresets.river.waterColor))).toBe(true)
  })

  it('are refused by a name that does not exist, with those that do', () => {
    expect(() => new WaterSurface(flat(), { preset: 'pond' as never })).toThrow(
      'there is no preset "pond"; there are pool, lake, ocean, coast, lagoon, river, ink',
    )
  })
})
