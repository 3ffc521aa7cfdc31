/**
 * The typical size of the values of a run that are not zero: √(Σ x⁴ / Σ x²), the root mean square weighted by x². A plain mean would depend
 * on the amount of empty space, and an extreme on a single cell.
 */
export class TypicalValue {
  #sum2 = 0
  #sum4 = 0

  add(value: number): void {
    const square = value * value
    this.#sum2 += square
    this.#sum4 += square * square
  }

  /** 1 if all values are zero. */
  get value(): number {
    return this.#sum2 > 0 ? Math.sqrt(this.#sum4 / this.#sum2) : 1
  }
}
