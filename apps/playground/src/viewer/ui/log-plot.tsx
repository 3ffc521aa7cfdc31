import { useEffect, useRef } from 'preact/hooks'
import UPlot from 'uplot'
import type { LoggedSeries } from '../../../../../packages/cli/src/viewer/protocol.js'
import { formatNumber } from '../../ui/format.js'
import type { Player } from '../player.js'
import * as state from '../state.js'

/** Height of the plot [CSS px]. */
const plotHeight = 170
/** Most probes in the plot. */
const mostSeries = 6

/** Probes over time, with a line at the time that is shown. A click goes there. */
export function LogPlot({ log, player }: { log: LoggedSeries; player: Player }) {
  const host = useRef<HTMLDivElement>(null)
  const series = log.series.slice(0, mostSeries)

  useEffect(() => {
    const element = host.current
    if (!element) return
    const data = [log.time, ...series.map(({ values }) => values)] as UPlot.AlignedData
    let plot = new UPlot(optionsFor(element, series.length, player), data, element)
    const redraw = () => {
      plot.destroy()
      plot = new UPlot(optionsFor(element, series.length, player), data, element)
    }
    const unsubscribe = state.time.subscribe(() => plot.redraw(false, false))
    const resizer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: plotHeight }))
    resizer.observe(element)
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', redraw)
    return () => {
      unsubscribe()
      resizer.disconnect()
      dark.removeEventListener('change', redraw)
      plot.destroy()
    }
  }, [log, player])

  return (
    <figure class="plot probes">
      <figcaption>
        <span>
          {series.map(({ name }, at) => (
            <span key={name} class={`key line-${at}`}>
              {name}
            </span>
          ))}
        </span>
        <span>[{series[0]?.unit}]</span>
      </figcaption>
      <div
        ref={host}
        role="img"
        aria-label={`${series.map(({ name }) => name).join(', ')} over time`}
        data-testid="probes"
        data-series={series.length}
      />
    </figure>
  )
}

function optionsFor(element: HTMLElement, count: number, player: Player): UPlot.Options {
  const style = getComputedStyle(element)
  const color = (name: string): string => style.getPropertyValue(name).trim()
  const axis = {
    stroke: color('--muted'),
    font: `11px ${style.fontFamily}`,
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
    values: (_: UPlot, splits: number[]) => splits.map(formatNumber),
  }
  return {
    width: element.clientWidth,
    height: plotHeight,
    padding: [8, 14, 0, 0],
    cursor: { x: true, y: false, points: { show: false }, drag: { x: false, y: false } },
    legend: { show: false },
    scales: { x: { time: false } },
    axes: [
      { ...axis, size: 22, values: (_: UPlot, splits: number[]) => splits.map((time) => `${formatNumber(time)} s`) },
      { ...axis, size: 46 },
    ],
    series: [
      {},
      ...Array.from({ length: count }, (_, at) => ({
        stroke: color(`--line-${at}`),
        width: 1.5,
        points: { show: false },
      })),
    ],
    hooks: {
      draw: [(plot) => drawTime(plot, color('--ink'))],
      ready: [
        (plot) =>
          plot.over.addEventListener('click', () => {
            if (plot.cursor.left !== undefined && plot.cursor.left >= 0)
              player.seekTime(plot.posToVal(plot.cursor.left, 'x'))
          }),
      ],
    },
  }
}

/** A line at the time that is shown. */
function drawTime(plot: UPlot, color: string): void {
  const { ctx, bbox } = plot
  const x = Math.round(plot.valToPos(state.time.peek(), 'x', true))
  ctx.save()
  ctx.strokeStyle = color
  ctx.lineWidth = 1.5 * devicePixelRatio
  ctx.beginPath()
  ctx.moveTo(x, bbox.top)
  ctx.lineTo(x, bbox.top + bbox.height)
  ctx.stroke()
  ctx.restore()
}
