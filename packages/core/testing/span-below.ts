import { heightBelow, type Spans } from '../src/bodies/columns/spans.js'

/** Height of span `k` below a level, as a mean over the whole cell [m]: times the cell's area it is a volume. */
export function spanBelow({ bottom, bottomSpread, top, topSpread, coverage }: Spans, k: number, level: number): number {
  const fromBottom = heightBelow(level, bottom[k]!, bottomSpread[k]!)
  return coverage[k]! * (fromBottom - heightBelow(level, top[k]!, topSpread[k]!))
}
