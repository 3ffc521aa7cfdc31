// How two views share the part of the window that panel and tool bar leave free.

import type { FreeArea } from '../view/view.js'

export interface Split {
  /** `beside`: the second view at the right of the first; `stacked`: below it, where the free part is taller than wide. */
  readonly kind: 'beside' | 'stacked'
  /** Covered margins of each view. The second one reaches under panel and tool bar, to the edge of the window. */
  readonly areas: readonly [FreeArea, FreeArea]
}

/** The split of a window of this size [CSS px]. */
export function splitOf(width: number, height: number, free: FreeArea): Split {
  const isStacked = height - free.top - free.bottom > width - free.left - free.right
  return isStacked
    ? {
        kind: 'stacked',
        areas: [
          { ...free, bottom: 0 },
          { ...free, top: 0 },
        ],
      }
    : {
        kind: 'beside',
        areas: [
          { ...free, right: 0 },
          { ...free, left: 0 },
        ],
      }
}
