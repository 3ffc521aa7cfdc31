import { Chart, type Curve } from '../../figures/chart.js'
import { thinned } from '../../figures/thinned.js'
import { probeColors } from '../../instruments/probe.js'
import { spectrumOf } from '../../instruments/spectrum.js'
import type { Trace } from '../../instruments/trace.js'
import { tracesCsv } from '../../instruments/traces-csv.js'
import type { Playground } from '../../playground.js'
import { probes, traces, tracesVersion } from '../../session/instruments.js'
import { info } from '../../session/state.js'
import { formatLength, formatNumber } from '../format.js'
import { saveFile, sceneStem } from '../take-away/save-file.js'
import { MeasuringButton } from './measuring-button.js'

/** Most points of a curve. */
const mostPoints = 800
/** Decades below the highest peak that a spectrum shows. */
const decades = 4

/** The water at single points over time, and the frequencies in it. */
export function Probes({ playground }: { playground: Playground }) {
  tracesVersion.value
  const open = info.value
  if (!open) return null
  const recorded = probes.value.map(({ name, at }, index) => {
    const trace = traces.get(name)
    return {
      name,
      at,
      color: probeColors(index).series,
      trace,
      spectrum: trace && spectrumOf(trace.from(), open.timeStep),
    }
  })
  const [quantity, unit] = open.fluid ? ['vertical velocity', 'm/s'] : ['elevation', 'm']
  const shown = recorded.filter((probe): probe is typeof probe & { trace: Trace } => (probe.trace?.length ?? 0) > 0)
  return (
    <>
      <MeasuringButton tool="probe" playground={playground}>
        Place probes
      </MeasuringButton>
      {recorded.length === 0 ? (
        <p class="note">Click the water to place a probe. Drag a probe to move it, click it to remove it.</p>
      ) : (
        <>
          <Chart
            x={{ label: 'time [s]' }}
            y={{ label: `${quantity} [${unit}]` }}
            curves={shown.map(({ trace, color }) => ({
              ...thinned(trace.from(), (k) => (trace.first + k) * open.timeStep, mostPoints),
              color,
              thickness: 1.5,
            }))}
            label={`${quantity} at the probes over time: ${shown
              .map(({ name, trace }) => `${name} ${formatNumber(trace.at(trace.end - 1))} ${unit}`)
              .join(', ')}`}
            testId="probe-traces"
          />
          <Spectra recorded={recorded} unit={unit} />
          <ProbeTable recorded={recorded} playground={playground} unit={unit} />
          <p class="buttons">
            <button type="button" data-testid="save-traces" onClick={saveTraces}>
              Save as csv
            </button>
            <button type="button" data-testid="clear-probes" onClick={() => (probes.value = [])}>
              Remove all
            </button>
          </p>
        </>
      )}
    </>
  )
}

interface Recorded {
  name: string
  at: readonly [number, number]
  /** Number of the color of its curves. */
  color: number
  trace: Trace | undefined
  spectrum: ReturnType<typeof spectrumOf>
}

function Spectra({ recorded, unit }: { recorded: readonly Recorded[]; unit: string }) {
  const found = recorded.flatMap(({ spectrum, color, name }) => (spectrum ? [{ ...spectrum, color, name }] : []))
  const highest = found.reduce((most, { densities }) => densities.reduce((a, b) => Math.max(a, b), most), 0)
  if (!(highest > 0)) return <p class="note">The spectrum appears after 64 steps of moving water.</p>
  const [top, bottom] = [2 * highest, highest / 10 ** decades]
  // The highest frequency that a line reaches above the lower edge.
  const rightmost = found.reduce((most, { frequencies, densities }) => {
    const last = densities.findLastIndex((density) => density > bottom)
    return Math.max(most, frequencies[Math.min(last + 2, frequencies.length - 1)]!)
  }, 0)
  const curves: Curve[] = found.map(({ frequencies, densities, color }) => {
    const count = frequencies.findIndex((frequency) => frequency > rightmost)
    const end = count < 0 ? frequencies.length : count + 1
    return {
      x: frequencies.subarray(1, end),
      // Zero has no logarithm; lines end at the lower edge.
      y: densities.subarray(1, end).map((density) => Math.max(density, bottom / 10)),
      color,
      thickness: 1.5,
    }
  })
  const strongest = found.reduce((a, b) => (Math.max(...b.densities) > Math.max(...a.densities) ? b : a))
  const period = strongest.peakPeriod
  return (
    <Chart
      x={{ label: 'frequency [Hz]', range: [0, rightmost] }}
      y={{ label: `variance [${unit === 'm' ? 'm²/Hz' : 'm²/s²/Hz'}]`, scale: 'log', range: [bottom, top] }}
      curves={curves}
      marks={period ? [{ axis: 'x', at: 1 / period, text: `${formatNumber(period)} s` }] : []}
      label={`Spectra of the probes. ${found
        .map(({ name, peakPeriod }) => `${name}: ${peakPeriod ? `peak period ${formatNumber(peakPeriod)} s` : 'still'}`)
        .join(', ')}`}
      testId="probe-spectra"
    />
  )
}

interface ProbeTableProps {
  recorded: readonly Recorded[]
  unit: string
  playground: Playground
}

function ProbeTable({ recorded, unit, playground }: ProbeTableProps) {
  return (
    <table class="probes" data-testid="probe-list" data-count={recorded.length}>
      <thead>
        <tr>
          <th scope="col">Probe</th>
          <th scope="col">Now</th>
          <th scope="col">Period</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {recorded.map(({ name, at, color, trace, spectrum }) => {
          const now = trace?.at(trace.end - 1) ?? Number.NaN
          return (
            <tr
              key={name}
              data-testid={`probe-${name}`}
              data-samples={trace?.length ?? 0}
              data-period={spectrum?.peakPeriod}
            >
              <th scope="row" title={`at ${at.map((part) => formatLength(part)).join(', ')}`}>
                <span class="curve-key" style={{ '--color': `var(--series-${color + 1})` }}>
                  {name}
                </span>
              </th>
              <td>{Number.isNaN(now) ? '–' : unit === 'm' ? formatLength(now) : `${formatNumber(now)} ${unit}`}</td>
              <td>{spectrum?.peakPeriod === undefined ? '–' : `${formatNumber(spectrum.peakPeriod)} s`}</td>
              <td>
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  title={`Remove ${name}`}
                  data-testid={`remove-${name}`}
                  onClick={() => playground.measuring.remove(name)}
                >
                  ×
                </button>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Saves the traces of all probes. */
function saveTraces(): void {
  const open = info.value
  if (!open || traces.size === 0) return
  saveFile(`${sceneStem()}-probes.csv`, new Blob([tracesCsv(traces, open.timeStep)], { type: 'text/csv' }))
}
