import { InvalidArgumentError } from 'commander'
import { describe, expect, it } from 'vitest'
import {
  durationValue,
  everyStepsValue,
  everyValue,
  exaggerationValue,
  fieldsValue,
  formatsValue,
  fpsValue,
  lightValue,
  rangeValue,
  speedValue,
  threadsValue,
} from './option-values.js'

describe('option values', () => {
  it('are read', () => {
    expect(threadsValue('2')).toBe(2)
    expect(everyValue('.5')).toEqual({ seconds: 0.5 })
    expect(everyStepsValue('10')).toEqual({ steps: 10 })
    expect(durationValue('0')).toBe(0)
    expect(durationValue('1e-3')).toBe(0.001)
    expect(fieldsValue('eta, phi,eta')).toEqual(['eta', 'phi'])
    expect(formatsValue('npy,relief')).toEqual(['npy', 'relief'])
    expect(fpsValue('29.97')).toBe(29.97)
    expect(speedValue('.5')).toBe(0.5)
    expect(lightValue('-90,30')).toEqual({ azimuth: -90, altitude: 30 })
    expect(rangeValue('-0.1,0.2')).toEqual([{ field: undefined, minimum: -0.1, maximum: 0.2 }])
    expect(rangeValue('phi=-2,2', rangeValue('eta=0,1'))).toHaveLength(2)
  })

  const refused: [string, (text: string) => unknown, string[]][] = [
    ['threads', threadsValue, ['0', '-1', '1.5', '65', 'two', '', '0x2']],
    ['every', everyValue, ['0', '-1', 'Infinity', 'NaN', '', '1s']],
    ['every-steps', everyStepsValue, ['0', '2.5', '-3']],
    ['duration', durationValue, ['-1', '', '1e999']],
    ['exaggeration', exaggerationValue, ['0', '-2']],
    ['fps', fpsValue, ['0', '-30', '241', 'fast']],
    ['speed', speedValue, ['0', '-1', 'Infinity']],
    ['fields', fieldsValue, ['', 'eta,,phi']],
    ['format', formatsValue, ['gif', '', 'npy,']],
    ['light', lightValue, ['315', '315,0', '315,91', 'north,45', '1,2,3']],
    ['range', rangeValue, ['1', '1,1', '2,1', 'eta=', 'a,b', '0,1,2']],
  ]
  for (const [name, parse, texts] of refused) {
    it.each(texts)(`refuse --${name} "%s"`, (text) => {
      expect(() => parse(text)).toThrow(InvalidArgumentError)
    })
  }

  it('name the formats that there are', () => {
    expect(() => formatsValue('gif')).toThrow(/"gif".*Allowed are npy, zarr, netcdf/)
  })

  it('refuse a range given twice', () => {
    expect(() => rangeValue('eta=0,1', rangeValue('eta=0,2'))).toThrow(/twice/)
  })
})
