// The worked example of the slides: two equations, solved by Gauss–Seidel, one sweep a step.

import { gaussSeidelSweep } from '@seiche/textbook'
import type { LessonModel } from '../../worker/model.js'

/** Time between two sweeps [s]. */
const pace = 0.8
/** The run stops when an unknown is larger than this. */
const largest = 1000
/** Sweeps after which the run of a converging order rests. */
const longest = 24

export interface EquationsFrame {
  kind: 'equations'
  /** Coefficients of x and y and right-hand side of the equation that is solved for x, then of that for y. */
  equations: { a: number; b: number; right: number }[]
  /** The unknowns after 0, 1, 2 … sweeps. */
  x: Float64Array
  y: Float64Array
  /** Factor of the error of x in the last sweep: measured, and in theory. */
  factor: number
  factorInTheory: number
}

const first = { a: 2, b: 1, right: 8 }
const second = { a: 1, b: 2, right: 1 }

export class EquationsModel implements LessonModel<EquationsFrame> {
  private readonly equations: EquationsFrame['equations']
  private readonly unknowns = [0, 0]
  private readonly x = [0]
  private readonly y = [0]
  private due = 0

  constructor(isExchanged: boolean) {
    this.equations = isExchanged ? [second, first] : [first, second]
  }

  advance(seconds: number): void {
    this.due += seconds
    if (this.due < pace) return
    this.due = 0
    if (this.x.length <= longest) this.step()
  }

  step(): void {
    if (this.outOfBounds()) return
    gaussSeidelSweep(
      this.equations.map(({ a, b }) => [a, b]),
      this.equations.map(({ right }) => right),
      this.unknowns,
    )
    this.x.push(this.unknowns[0]!)
    this.y.push(this.unknowns[1]!)
  }

  frame(): EquationsFrame {
    const [last, before] = [this.x.at(-1)!, this.x.at(-2) ?? Number.NaN]
    const [forX, forY] = this.equations as [typeof first, typeof first]
    return {
      kind: 'equations',
      equations: this.equations,
      x: Float64Array.from(this.x),
      y: Float64Array.from(this.y),
      // From zeros the first error of x is not yet that of the iteration, which begins with y.
      factor: this.x.length > 2 ? Math.abs((last - 5) / (before - 5)) : Number.NaN,
      factorInTheory: Math.abs((forX.b * forY.a) / (forX.a * forY.b)),
    }
  }

  outOfBounds(): string | undefined {
    if (Math.max(...this.unknowns.map(Math.abs)) < largest) return undefined
    return `Stopped: after ${this.x.length - 1} sweeps an unknown is larger than ${largest}. The solution is (5, −2).`
  }
}
