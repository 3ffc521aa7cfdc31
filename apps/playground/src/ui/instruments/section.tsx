import { Chart, type ChartProps, type Curve } from '../../figures/chart.js'
import { lengthOf, middleLine, type Profile } from '../../instruments/section.js'
import type { Playground } from '../../playground.js'
import { profile, sectionLine } from '../../session/instruments.js'
import { info } from '../../session/state.js'
import { formatLength } from '../format.js'
import { MeasuringButton } from './measuring-button.js'

/** The profile of surface and ground along a line over the water. */
export function Section({ playground }: { playground: Playground }) {
  const [open, shown, line] = [info.value, profile.value, sectionLine.value]
  if (!open || !shown) return null
  const level = extremes(shown.surface)
  const ground = extremes(shown.ground)
  // Low waves on deep water would be a straight line: then the ground is out of sight.
  const isDeep = ground === undefined || (level && level[0] - ground[1] > 3 * (level[1] - level[0]) && !open.hasTerrain)
  const range = isDeep
    ? around(level)
    : ([Math.min(ground[0], level?.[0] ?? ground[0]), level?.[1] ?? ground[1]] as const)
  const room = 0.08 * (range[1] - range[0])
  const length = lengthOf(line)
  const curves: Curve[] = [{ x: shown.distance, y: shown.surface, color: 0, label: 'surface' }]
  if (!isDeep) curves.push({ x: shown.distance, y: shown.ground, color: 2, label: 'ground' })
  return (
    <>
      <MeasuringButton tool="section" playground={playground}>
        Draw the line
      </MeasuringButton>
      <Chart
        x={{ label: 'along the line [m]', range: [0, length] }}
        y={{ label: 'elevation [m]', range: [range[0] - room, range[1] + room] }}
        curves={curves}
        under={fill(shown, range[0] - room)}
        label={
          level
            ? `Profile of ${formatLength(length)}: the surface lies between ${formatLength(level[0])} and ${formatLength(level[1])}`
            : `Profile of ${formatLength(length)} over dry land`
        }
        testId="section-profile"
      />
      <dl class="readouts">
        <div>
          <dt>Length of the line</dt>
          <dd data-testid="section-length" data-metres={length}>
            {formatLength(length)}
          </dd>
        </div>
        <div>
          <dt>Range of the surface</dt>
          <dd data-testid="section-range" data-metres={level ? level[1] - level[0] : undefined}>
            {level ? formatLength(level[1] - level[0]) : '–'}
          </dd>
        </div>
      </dl>
      <p class="buttons">
        <button type="button" data-testid="middle-line" onClick={() => (sectionLine.value = middleLine(open.grid))}>
          Through the middle
        </button>
      </p>
    </>
  )
}

/** Fills the water under the surface, and the ground under its line. */
function fill({ distance, surface, ground }: Profile, floor: number): NonNullable<ChartProps['under']> {
  return (context, place, theme) => {
    const paint = (top: Float64Array, color: string, opacity: number): void => {
      context.globalAlpha = opacity
      context.fillStyle = color
      // A path for each piece of the line where there is something to fill.
      for (let n = 0; n < distance.length; n++) {
        if (Number.isNaN(top[n]!)) continue
        context.beginPath()
        context.moveTo(place.x(distance[n]!), place.y(floor))
        for (; n < distance.length && !Number.isNaN(top[n]!); n++)
          context.lineTo(place.x(distance[n]!), place.y(top[n]!))
        context.lineTo(place.x(distance[n - 1]!), place.y(floor))
        context.fill()
      }
      context.globalAlpha = 1
    }
    paint(surface, theme.series[0]!, 0.22)
    paint(ground, theme.series[2]!, 0.25)
  }
}

/** Lowest and highest finite value; undefined if there is none. */
function extremes(values: Float64Array): readonly [number, number] | undefined {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values)
    if (Number.isFinite(value)) {
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  return low <= high ? [low, high] : undefined
}

/** A range around the rest level that holds the surface; it changes in steps, so that waves are seen to rise and fall. */
function around(level: readonly [number, number] | undefined): readonly [number, number] {
  const most = Math.max(...(level ?? [0]).map(Math.abs), 1e-6)
  const power = 2 ** Math.ceil(Math.log2(most))
  return [-power, power]
}
