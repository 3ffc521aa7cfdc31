// Things that happen to a fluid in a box.

import { z } from 'zod'
import { number, positive } from './number.js'

const ball = {
  at: z.array(number).min(2).max(3).describe('[x, y], or [x, y, z] in a volume [m]'),
  radius: positive.describe(
    'Radius of the ball in which it happens, fading towards its rim [m]; at least one cell is used',
  ),
}

export const stirShape = {
  type: z.literal('stir'),
  ...ball,
  velocity: z
    .array(number)
    .min(2)
    .max(3)
    .describe('Added in the middle [m/s]: [along x, along y], and along z in a volume'),
}
export const injectShape = {
  type: z.literal('ink'),
  ...ball,
  dye: z.string().min(1).describe('Name of the dye, or "temperature"'),
  amount: number.default(1).describe('Added in the middle; of the temperature [K]. Default 1'),
}

const stir = z.strictObject(stirShape).describe('Pushes a fluid in a box')
const ink = z.strictObject(injectShape).describe('Adds dye or warmth to a fluid in a box')
export const fluidEventSchemas = [stir, ink] as const

/** Something that happens to a fluid in a box. */
export type FluidEvent = z.output<typeof stir> | z.output<typeof ink>

export function isFluidEvent<Event extends { type: string }>(event: Event): event is Event & FluidEvent {
  return event.type === 'stir' || event.type === 'ink'
}
