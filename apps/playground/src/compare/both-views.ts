// The views of both simulations as one, for hands that act on both.

import type { ToolView } from '../tools/tool-controller.js'
import type { WaterView } from '../view/view.js'

/** The views of both simulations for the tools: both show the brush and the bodies in hand; heights are those of the first. */
export function bothViews(first: WaterView | undefined, second: WaterView | undefined): ToolView | undefined {
  if (!first || !second) return first
  return {
    highlight: (glows) => {
      first.highlight(glows)
      second.highlight(glows)
    },
    setCursor: (cursor) => {
      first.setCursor(cursor)
      second.setCursor(cursor)
    },
    setSources: (sources) => first.setSources(sources),
    surfaceSampler: () => first.surfaceSampler(),
  }
}
