// A comparison as the page's address has it. The page needs this much of it from the start.

import type { Settings } from '../session/settings/settings.js'

/** Name of the parameter in the address. */
export const compareParameter = 'compare'

/** A comparison as an address has it. */
export interface AskedComparison {
  changes: Settings
  /** Whether B − A is shown in place of B. */
  difference: boolean
}

/** The value of the parameter. */
export function comparisonText({ changes: { cells, values = {} }, difference }: AskedComparison): string {
  return JSON.stringify({
    ...(cells !== undefined && { cells }),
    ...(Object.keys(values).length > 0 && { values }),
    ...(difference && { difference }),
  })
}
