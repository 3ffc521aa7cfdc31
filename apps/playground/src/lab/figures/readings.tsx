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
}

export function Readings({ items }: { items: readonly Reading[] }) {
  return (
    <dl class="readings">
      {items.map(({ name, label, value, unit = '', theory }) => (
        <div key={name} data-testid={`reading-${name}`} data-value={value} data-theory={theory}>
          <dt>{label}</dt>
          <dd>
            {Number.isFinite(value) ? formatNumber(value) : '–'} {unit}
            {theory !== undefined && <span class="theory"> theory {formatNumber(theory)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
