import { expect, it } from 'vitest'
import { comparedQuantity } from './compared-quantity.js'
import { DifferenceMeter } from './difference-meter.js'

const grid = { nx: 4, nz: 3, cellSize: 0.1 } as ConstructorParameters<typeof DifferenceMeter>[0]['grid']
const frame = (time: number, height: number) => ({ time, heights: new Float32Array(12).fill(height) })

function meterOf(...timeSteps: [first: number, second: number]): DifferenceMeter {
  const [first, second] = timeSteps.map((timeStep) => ({ grid, timeStep }))
  return new DifferenceMeter(first!, second!, comparedQuantity({} as Parameters<typeof comparedQuantity>[0], undefined))
}

it('frames of different times have no difference, though one waits long for the other', () => {
  const meter = meterOf(0.01, 0.005)
  meter.take(0, frame(0.02, 0.5))
  expect(meter.measure(undefined)).toBeUndefined()
  meter.take(1, frame(0.01, 0.1))
  expect(meter.measure(undefined)).toBeUndefined()
  meter.take(1, frame(0.02, 0.25))
  expect(meter.measure(undefined)).toMatchObject({ rms: 0.25, maximum: 0.25 })
})

it('steps that do not divide each other meet within half of the longer one', () => {
  const meter = meterOf(0.01, 0.003)
  meter.take(0, frame(0.01, 0.5))
  meter.take(1, frame(0.009, 0.25))
  expect(meter.measure(undefined)).toMatchObject({ rms: 0.25 })
  meter.take(0, frame(0.02, 0.5))
  expect(meter.measure(undefined)).toBeUndefined()
})
