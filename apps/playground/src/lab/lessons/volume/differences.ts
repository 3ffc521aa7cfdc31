// The four finite differences of the lecture at one step, and their errors over all steps.

import { backwardDifference, centralDifference, forwardDifference, secondDifference, taylor } from '@seiche/textbook'
import type { VolumeValues } from './volume.settings.js'

/** Place of the derivatives. */
const at = 0.7

export interface Difference {
  name: 'forward' | 'backward' | 'central' | 'second'
  value: number
  exact: number
  /** Measured between this step and half of it; NaN where the error is nothing but rounding. */
  order: number
  /** The order that the lecture names; that of the second difference is derived in the textbook. */
  orderInTheory: number
  /** Size of the error at each of `steps`. */
  errors: Float64Array
}

/** Steps of the curves, from 1e-10 to 1. */
export const steps = Float64Array.from({ length: 101 }, (_, n) => 10 ** (-10 + n / 10))

/** Value and first two derivatives. */
const curves: Record<
  VolumeValues['curve'],
  readonly [(t: number) => number, (t: number) => number, (t: number) => number]
> = {
  sine: [Math.sin, Math.cos, (t) => -Math.sin(t)],
  cube: [(t) => t ** 3, (t) => 3 * t * t, (t) => 6 * t],
}

export function differencesOf({
  curve,
  step,
  printed,
}: Pick<VolumeValues, 'curve' | 'step' | 'printed'>): Difference[] {
  const [f, first, second] = curves[curve]
  const derivatives = [f(at), first(at), second(at)] as const
  /** The central difference as it follows from two series, of which P12 prints the second with a wrong sign. */
  const fromPrinted = (h: number) => (taylor(derivatives, h, 1) - taylor(derivatives, h, 1)) / (2 * h)
  const formulas = [
    { name: 'forward', orderInTheory: 1, exact: first(at), formula: (h: number) => forwardDifference(f, at, h) },
    { name: 'backward', orderInTheory: 1, exact: first(at), formula: (h: number) => backwardDifference(f, at, h) },
    {
      name: 'central',
      orderInTheory: 2,
      exact: first(at),
      formula: printed ? fromPrinted : (h: number) => centralDifference(f, at, h),
    },
    { name: 'second', orderInTheory: 2, exact: second(at), formula: (h: number) => secondDifference(f, at, h) },
  ] as const
  return formulas.map(({ name, orderInTheory, exact, formula }) => {
    const error = (h: number) => Math.abs(formula(h) - exact)
    return {
      name,
      value: formula(step),
      exact,
      order: isRounding(error(step / 2), step, name) ? Number.NaN : Math.log2(error(step) / error(step / 2)),
      orderInTheory,
      errors: steps.map(error),
    }
  })
}

/** Whether an error is no larger than rounding makes it: ε over the step, four times that over its square. */
function isRounding(error: number, step: number, name: Difference['name']): boolean {
  const half = step / 2
  return error < (name === 'second' ? 8e-16 / (half * half) : 2e-16 / half)
}
