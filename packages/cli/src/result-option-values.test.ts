import { InvalidArgumentError } from 'commander'
import { describe, expect, it } from 'vitest'
import {
  cameraValue,
  fpsValue,
  framesValue,
  portValue,
  positionValue,
  sizeValue,
  speedValue,
  toleranceValue,
} from './result-option-values.js'

describe('option values of results', () => {
  it('are read', () => {
    expect(toleranceValue('1e-6')).toBe(1e-6)
    expect(positionValue('-0.5')).toBe(-0.5)
    expect(framesValue('0, 20,10-12,11')).toEqual([0, 20, 10, 11, 12])
    expect(sizeValue('1280x720')).toEqual({ width: 1280, height: 720 })
    expect(portValue('8080')).toBe(8080)
    expect(fpsValue('29.97')).toBe(29.97)
    expect(speedValue('0.5')).toBe(0.5)
    expect(cameraValue('-30,60,1.5')).toEqual({ azimuth: -30, polar: 60, distance: 1.5 })
  })

  const refused: [string, (text: string) => unknown, string[]][] = [
    ['tolerance', toleranceValue, ['-1', '', 'NaN']],
    ['at', positionValue, ['', 'middle', '1 m']],
    ['frames', framesValue, ['', '1,', '-1', '1.5', '5-3', '1-2-3', 'all', '1-9999999']],
    ['size', sizeValue, ['1280', '1280x', 'x720', '0x720', '1280x-720', '15x100', '100000x100', '1e3x1e3']],
    ['port', portValue, ['0', '65536', '80.5', 'http', '']],
    ['fps', fpsValue, ['0', '-25', '241', '']],
    ['speed', speedValue, ['0', '-1', 'fast']],
    ['camera', cameraValue, ['', '30', '30,60', '30,91,1', '30,-1,1', '30,60,0', '30,60,1,2', 'north,60,1']],
  ]
  for (const [name, parse, texts] of refused) {
    it.each(texts)(`refuse --${name} "%s"`, (text) => {
      expect(() => parse(text)).toThrow(InvalidArgumentError)
    })
  }
})
