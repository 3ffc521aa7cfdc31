import { useEffect, useRef } from 'preact/hooks'
import type UPlot from 'uplot'
import { firstWater } from '../../session/first-water.js'
import type { History } from '../../session/history.js'
import { history } from '../../session/state.js'
import { formatNumber } from '../format.js'

/** Height of the plot [CSS px]. */
const plotHeight = 150

/** Energy and volume over time: a closed pool keeps its volume, and loses energy only to damping and open walls. */
export function Plot() {
  const host = useRef<HTMLDivElement>(null)
  const samples = history.value

  useEffect(() => {
    const element = host.current
    if (!element) return
    let isGone = false
    let remove: (() => void) | undefined
    // After the first water: there is nothing to plot before.
    void firstWater
      .then(() => import('uplot'))
      .then(({ default: Library }) => {
        if (!isGone) remove = addPlot(Library, element)
      })
    return () => {
      isGone = true
      remove?.()
    }
  }, [])

  return (
    <figure class="plot">
      <figcaption>
        <span class="key energy">Energy [J]</span>
        {hasVolume(samples) && <span class="key volume">Change of volume [{unitOf(samples).name}]</span>}
      </figcaption>
      <div
        ref={host}
        role="img"
        aria-label={describe(samples)}
        data-testid="plot"
        data-samples={samples.time.length}
        data-last={samples.time.at(-1) ?? 0}
      />
    </figure>
  )
}

/** Adds the plot to an element, and keeps it up to date; returns a function that removes it. */
function addPlot(Library: typeof UPlot, element: HTMLElement): () => void {
  const make = () => new Library(optionsFor(element), columns(history.peek()), element)
  let plot = make()
  const redraw = () => {
    plot.destroy()
    plot = make()
  }
  const unsubscribe = history.subscribe((value) => plot.setData(columns(value)))
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
}

function describe(samples: History): string {
  const latest = samples.energy.at(-1)
  const change = samples.volumeChange.at(-1)
  if (latest === undefined || change === undefined) return 'Energy and change of volume over time; nothing measured yet'
  if (!hasVolume(samples)) return `Energy over time, now ${formatNumber(latest)} joules`
  return `Energy over time, now ${formatNumber(latest)} joules; relative change of volume, now ${formatNumber(change)}`
}

/** Water of infinite depth has no relative change of volume. */
function hasVolume({ volumeChange }: History): boolean {
  return !Number.isNaN(volumeChange.at(-1) ?? 0)
}

/** The volume of a closed pool changes only by rounding; that of water with rivers changes much. */
function unitOf({ volumeChange }: History): { name: string; factor: number } {
  const most = volumeChange.reduce((largest, change) => Math.max(largest, Math.abs(change)), 0)
  return most < 1e-3 ? { name: '10⁻⁶', factor: 1e6 } : { name: '%', factor: 100 }
}

function columns(samples: History): UPlot.AlignedData {
  const { factor } = unitOf(samples)
  return [samples.time, samples.energy, samples.volumeChange.map((change) => change * factor)]
}

function optionsFor(element: HTMLElement): UPlot.Options {
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
    padding: [8, 0, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false },
      energy: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] },
      // At least ±6: changes by rounding, a few millionths, look flat. So do changes of a few percent.
      volume: { range: (_, least, most) => [Math.min(least, -5) * 1.2, Math.max(most, 5) * 1.2] },
    },
    axes: [
      { ...axis, size: 22, values: (_: UPlot, splits: number[]) => splits.map((time) => `${formatNumber(time)} s`) },
      { ...axis, scale: 'energy', size: 44 },
      { ...axis, scale: 'volume', side: 1, size: 44, grid: { show: false } },
    ],
    series: [
      {},
      { scale: 'energy', stroke: color('--energy'), width: 2, points: { show: false } },
      { scale: 'volume', stroke: color('--volume'), width: 1.5, points: { show: false } },
    ],
  }
}
