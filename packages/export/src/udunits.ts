// Units in the notation of UDUNITS, which the CF conventions ask for: `m2 s-1` for our `m²/s`.

/** Names that differ. A pure number has the unit 1. */
const names: Readonly<Record<string, string>> = { '': '1', '°C': 'degree_Celsius' }
const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/**
 * A unit as UDUNITS writes it.
 *
 * @param unit A unit as fields and tables have it: `m²/s`, `kg m/s`, `1/m`, or nothing for a pure number.
 * @returns Powers separated by blanks: `m2 s-1`, `kg m s-1`, `m-1`, `1`.
 */
export function toUdunits(unit: string): string {
  const name = names[unit]
  if (name !== undefined) return name
  const [above, ...below] = unit.replace(/[⁰¹²³⁴-⁹]/g, (digit) => String(digits.indexOf(digit))).split('/')
  const powers = [
    ...above!.split(' ').filter((factor) => factor !== '1'),
    ...below.map((factor) => factor.replace(/^(\D+)(\d*)$/, (_, base, power) => `${base}-${power || 1}`)),
  ]
  return powers.length > 0 ? powers.join(' ') : '1'
}
