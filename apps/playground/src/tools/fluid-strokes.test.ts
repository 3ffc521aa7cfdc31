import type { SimulationEvent } from 'seiche'
import { expect, it } from 'vitest'
import { type FluidBrush, fluidPush, fluidStroke } from './fluid-strokes.js'

const brush: FluidBrush = { radius: 0.1, softness: 1, strength: 0.5, dye: 'blue', extent: 2 }
const pushes = (events: SimulationEvent[]) => events.filter((event) => event.type === 'stir')
const inks = (events: SimulationEvent[]) => events.filter((event) => event.type === 'inject')

/** What the dabs of a stroke leave at a point. */
function leftAt(events: SimulationEvent[], point: readonly number[]): { push: number; dye: number } {
  let [push, dye] = [0, 0]
  for (const event of events) {
    if (event.type !== 'stir' && event.type !== 'inject') continue
    const r = Math.hypot(...event.at.map((x, axis) => x - point[axis]!)) / event.radius
    const bump = r < 1 ? (1 - r * r) ** 2 : 0
    if (event.type === 'stir') push += bump * event.velocity[0]!
    else dye += bump * event.amount
  }
  return { push, dye }
}

it('brings what lies on the way to the speed of the brush, whatever the pieces', () => {
  const whole = fluidStroke('stir', [-0.5, 0], [0.5, 0], brush)
  const pieces = Array.from({ length: 40 }, (_, k) =>
    fluidStroke('stir', [-0.5 + k / 40, 0], [-0.5 + (k + 1) / 40, 0], brush),
  ).flat()
  expect(leftAt(whole, [0.02, 0]).push).toBeCloseTo(1, 1)
  expect(leftAt(pieces, [0.02, 0]).push).toBeCloseTo(1, 1)
  expect(inks(whole)).toEqual([])
})

it('leaves dye along the way, and a dab where the pointer stands still', () => {
  const stroke = fluidStroke('ink', [0, 0, 0], [0.5, 0, 0], brush)
  expect(leftAt(stroke, [0.25, 0, 0]).dye).toBeCloseTo(1, 1)
  expect(pushes(stroke).length).toBeGreaterThan(0)
  expect(pushes(stroke).every(({ velocity }) => velocity.length === 3 && velocity[1] === 0)).toBe(true)
  expect(fluidStroke('ink', [0.1, 0.2], [0.1, 0.2], brush)).toEqual([
    { type: 'inject', at: [0.1, 0.2], radius: 0.1, dye: 'blue', amount: 1 },
  ])
  expect(fluidStroke('stir', [0, 0], [0, 0], brush)).toEqual([])
})

it('adds heat in kelvin, and pushes where an arrow points', () => {
  const [dab] = fluidStroke('ink', [0, 0], [0, 0], { ...brush, dye: 'temperature' })
  expect(dab).toMatchObject({ dye: 'temperature', amount: 30 })
  expect(fluidPush([0, 0, 0], [0, 1], brush)).toEqual({ type: 'stir', at: [0, 0, 0], radius: 0.1, velocity: [0, 1, 0] })
})
