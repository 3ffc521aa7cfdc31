// Settings common to several solvers. Examples are usual values, from the smallest to the largest: editors offer them, and sliders span them.

import { number, positive } from './number.js'

export const gravity = positive
  .default(9.81)
  .describe('Gravity [m/s²]. Default 9.81')
  .meta({ examples: [1.62, 9.81, 24.8] })
export const damping = number
  .min(0)
  .default(0)
  .describe('Rate at which all waves fade [1/s]: to 1/e in 1/damping seconds. Default 0')
  .meta({ examples: [0, 0.1, 2] })
export const viscosity = number
  .min(0)
  .default(0)
  .describe('Kinematic viscosity [m²/s]: a wave of wavenumber k fades at 2 viscosity k², short ones first. Default 0')
  .meta({ examples: [0, 1e-6, 0.01] })
export const surfaceTension = number
  .min(0)
  .default(0)
  .describe(
    'Surface tension [N/m], 0.0728 for clean water: speeds up ripples shorter than a few centimetres. Default 0',
  )
  .meta({ examples: [0, 0.0728] })
