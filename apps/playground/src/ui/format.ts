/** Three significant digits, without an exponent where a person would not write one. */
export function formatNumber(value: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size < 1e-4 || size >= 1e6) return value.toExponential(2).replace(/\.?0*e\+?/, 'e')
  return String(Number(value.toPrecision(3)))
}

/** A length in the unit a person would choose. */
export function formatLength(meters: number): string {
  const size = Math.abs(meters)
  if (size === 0) return '0 m'
  if (size < 0.001) return `${(meters * 1e6).toFixed(0)} µm`
  if (size < 0.01) return `${(meters * 1000).toFixed(1)} mm`
  if (size < 1) return `${(meters * 100).toFixed(1)} cm`
  if (size < 1000) return `${formatNumber(meters)} m`
  return `${formatNumber(meters / 1000)} km`
}

/** A duration [ms] with its significant digits. */
export function formatMilliseconds(duration: number): string {
  return `${duration < 10 ? duration.toFixed(2) : duration.toFixed(0)} ms`
}

/** A quantity with its unit, if it has one. */
export function formatMeasure(value: number, unit: string): string {
  return unit ? `${formatNumber(value)} ${unit}` : formatNumber(value)
}
