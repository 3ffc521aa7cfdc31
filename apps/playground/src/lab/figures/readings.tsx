// Measured numbers under a figure, each with its name and unit. Tests read them too.

import { formatNumber } from '../../ui/format.js'

export interface Reading {
  /** Unique on the page; lower case, words joined by `-`. */
  name: string
  label: string
  value: number
  unit?: string
  /** The theory's value, shown beside it. */
  theory?: number
  /** Significant digits, for small differences; three unless given. */
  digits?: number
}

export function Readings({ items }: { items: readonly Reading[] }) {
  return (
    <dl class="readings">
      {items.map(({ name, label, value, unit = '', theory, digits }) => (
        <div key={name} data-testid={`reading-${name}`} data-value={value} data-theory={theory}>
          <dt>{label}</dt>
          <dd>
            {textOf(value, digits)} {unit}
            {theory !== undefined && <span class="theory"> theory {textOf(theory, digits)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function textOf(value: number, digits: number | undefined): string {
  if (!Number.isFinite(value)) return '–'
  return digits === undefined ? formatNumber(value) : String(Number(value.toPrecision(digits)))
}
