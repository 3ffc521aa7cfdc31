/** Round numbers inside a range: 1, 2 or 5 times a power of ten apart, about `count` of them. */
export function ticksOf(least: number, most: number, count: number): number[] {
  const span = most - least
  if (!(span > 0) || !Number.isFinite(span)) return []
  const rough = span / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const distance = power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : rough / power < 7.5 ? 5 : 10)
  const first = Math.ceil(least / distance - 1e-9)
  const last = Math.floor(most / distance + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, n) => Number(((first + n) * distance).toPrecision(12)))
}

/** The powers of ten inside a range, thinned to about `count` of them. */
export function powersOf(least: number, most: number, count: number): number[] {
  const first = Math.ceil(Math.log10(least) - 1e-9)
  const last = Math.floor(Math.log10(most) + 1e-9)
  const distance = Math.max(1, Math.ceil((last - first + 1) / Math.max(1, count)))
  const powers: number[] = []
  for (let power = first; power <= last; power += distance) powers.push(10 ** power)
  return powers
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** A tick's number as short as it can be: 0.5, 200, 10⁻⁶. */
export function tickText(value: number): string {
  const size = Math.abs(value)
  if (size === 0 || (size >= 1e-3 && size < 1e5)) return String(value).replace('-', '−')
  const power = Math.floor(Math.log10(size) + 1e-9)
  const factor = Number((value / 10 ** power).toPrecision(3))
  const exponent = [...String(Math.abs(power))].map((digit) => superscripts[Number(digit)]).join('')
  const tail = `10${power < 0 ? '⁻' : ''}${exponent}`
  return factor === 1 ? tail : `${String(factor).replace('-', '−')}·${tail}`
}

/** A size rounded up to 1, 2 or 5 times a power of ten, so that a scale of colors changes seldom; 1 if there is none. */
export function roundedUp(size: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 1
  const power = 10 ** Math.floor(Math.log10(size))
  // Sizes that were rounded to single precision may lie just above the round number they stand for.
  return power * ([1, 2, 5].find((factor) => factor * power >= size * (1 - 1e-6)) ?? 10)
}
