// A logarithmic scale for sliders: a position is the power of ten of a value.

/** The position of a value, not below that of the smallest one. */
export function logPosition(value: number, smallest: number): number {
  return Math.log10(Math.max(value, smallest))
}

/** The value at a position, rounded to significant digits. */
export function valueAtPosition(position: number, digits: number): number {
  return Number((10 ** position).toPrecision(digits))
}
