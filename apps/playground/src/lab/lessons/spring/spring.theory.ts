// How a scheme behaves: by the eigenvalues of its step, and measured from displacements alone.

import { forwardEulerFrequency } from '@seiche/textbook'
import type { SchemeName } from './spring.settings.js'

/** Most displacements that a measurement uses. */
const mostSteps = 60

export interface Behavior {
  /** Factor of the amplitude in one step. */
  growth: number
  /** Frequency over the true one; NaN if it does not oscillate. */
  frequency: number
}

/** By the eigenvalues: the table in the header of the textbook's `oscillator.ts`. */
export function behaviorInTheory(scheme: SchemeName, omegaDt: number): Behavior {
  const square = omegaDt * omegaDt
  switch (scheme) {
    case 'explicit-euler':
      return { growth: Math.sqrt(1 + square), frequency: Math.atan(omegaDt) / omegaDt }
    case 'implicit-euler':
      return { growth: 1 / Math.sqrt(1 + square), frequency: Math.atan(omegaDt) / omegaDt }
    case 'exponential':
      return { growth: 1, frequency: 1 }
    default: {
      // The trace of the step is 2 − ω²dt² and its determinant 1.
      const half = square / 2 - 1
      return {
        growth: half <= 1 ? 1 : half + Math.sqrt(half * half - 1),
        frequency: forwardEulerFrequency({ omega: 1, dt: omegaDt }),
      }
    }
  }
}

/**
 * Any linear scheme obeys q(n + 1) = T q(n) − D q(n − 1), with trace T and determinant D of its step. Least squares over a run give
 * both: growth sqrt(D) and angle acos(T / (2 sqrt(D))), or, if the eigenvalues are real, the larger of them and no angle.
 */
export function behaviorOf(displacements: readonly number[], omegaDt: number): Behavior {
  let [aa, ab, bb, ac, bc] = [0, 0, 0, 0, 0]
  for (let n = 1; n < Math.min(displacements.length - 1, mostSteps); n++) {
    const [before, here, after] = [displacements[n - 1]!, displacements[n]!, displacements[n + 1]!]
    aa += here * here
    ab -= here * before
    bb += before * before
    ac += here * after
    bc -= before * after
  }
  const determinant = aa * bb - ab * ab
  const trace = (ac * bb - bc * ab) / determinant
  const product = (aa * bc - ab * ac) / determinant
  const square = trace * trace - 4 * product
  if (square > 0) return { growth: (Math.abs(trace) + Math.sqrt(square)) / 2, frequency: Number.NaN }
  const growth = Math.sqrt(product)
  return { growth, frequency: Math.acos(trace / (2 * growth)) / omegaDt }
}
