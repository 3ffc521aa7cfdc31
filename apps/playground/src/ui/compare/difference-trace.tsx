import type { DifferenceTrace as Trace } from '../../compare/difference.js'
import { formatMeasure } from '../format.js'

/** Size of the drawing [CSS px]; it is stretched to the width of the panel. */
const [width, height] = [280, 54]

/** The root mean square of the difference over time, from zero. */
export function DifferenceTrace({ trace: { time, rms }, of, unit }: { trace: Trace; of: string; unit: string }) {
  const most = rms.reduce((largest, value) => Math.max(largest, value), 0)
  const [from = 0, to = 0] = [time[0], time.at(-1)]
  const points = rms.map((value, index) => {
    const x = to > from ? (width * (time[index]! - from)) / (to - from) : 0
    const y = height - 2 - (most > 0 ? ((height - 6) * value) / most : 0)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <figure class="difference-trace">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Root mean square of the difference of ${of} over time: at most ${formatMeasure(most, unit)}`}
        data-testid="difference-trace"
        data-samples={time.length}
      >
        <line x1="0" y1={height - 1} x2={width} y2={height - 1} />
        <polyline points={points.join(' ')} />
      </svg>
      <figcaption>
        <span>{from.toFixed(1)} s</span>
        <span>at most {formatMeasure(most, unit)}</span>
        <span>{to.toFixed(1)} s</span>
      </figcaption>
    </figure>
  )
}
