import { Chart, type ChartProps, type Curve } from '../../figures/chart.js'
import { realWater, solverCurve } from '../../instruments/dispersion/theory.js'
import { dispersion } from '../../session/instruments.js'
import { info } from '../../session/state.js'
import type { MeasuredDispersion } from '../../worker/instruments/wave-recorder.js'
import { formatLength, formatNumber } from '../format.js'

/** Points of a curve of theory. */
const curvePoints = 120
/** Most waves with a dot. */
const mostDots = 60
/** Powers of ten from the faintest waves of the map to the strongest. */
const decades = 5

/** Frequency over wavenumber of the running water, with the curves of its solver and of real water. */
export function Dispersion() {
  const [open, measured] = [info.value, dispersion.value]
  if (!open) return null
  if (!measured || measured.peaks.length === 0)
    return (
      <p class="note">
        The waves are being recorded. The more waves there are, the more of the curve they draw: let a drop fall.
      </p>
    )
  const { peaks, dk, depth, substep, duration } = measured
  const input = { scene: open.scene, depth, substep, cellSize: open.grid.cellSize }
  const [water, solver] = [realWater(input), solverCurve(input)]
  const dots = peaks.slice(0, mostDots)
  const highest = Math.max(12 * dk, ...dots.map(({ k }) => 1.15 * k))
  const wavenumbers = Array.from({ length: curvePoints + 1 }, (_, n) => (highest * n) / curvePoints)
  const curves: Curve[] = [
    { x: wavenumbers, y: wavenumbers.map(water), color: 1, dashed: true, label: 'real water' },
    ...(solver
      ? [{ x: wavenumbers, y: wavenumbers.map(solver), color: 2, label: `theory of ${open.scene.solver.type}` }]
      : []),
    {
      x: dots.map(({ k }) => k),
      y: dots.map(({ omega }) => omega),
      color: 0,
      look: 'dots',
      label: 'measured',
      thickness: 5,
    },
  ]
  const top = 1.1 * Math.max(...curves.flatMap(({ y }) => Array.from(y).filter(Number.isFinite)))
  const [strongest] = dots
  const expected = (solver ?? water)(strongest!.k)
  return (
    <>
      <Chart
        x={{ label: 'wavenumber k [rad/m]', range: [0, highest] }}
        y={{ label: 'frequency ω [rad/s]', range: [0, top] }}
        curves={curves}
        under={powerMap(measured)}
        label={`Dispersion: ${dots.length} waves. The strongest has ${formatNumber(strongest!.k)} radians per meter and ${formatNumber(strongest!.omega)} radians per second; theory gives it ${formatNumber(expected)}`}
        aspect={1.25}
        testId="dispersion"
      />
      <dl class="readouts">
        <div>
          <dt>Strongest wave</dt>
          <dd data-testid="strongest-wave" data-k={strongest!.k} data-omega={strongest!.omega} data-theory={expected}>
            {formatLength((2 * Math.PI) / strongest!.k)}, {formatNumber((2 * Math.PI) / strongest!.omega)} s
          </dd>
        </div>
        <div>
          <dt>Recorded</dt>
          <dd>{formatNumber(duration)} s</dd>
        </div>
      </dl>
      <p class="note">
        Waves along the longer side, from the mean height across it.{' '}
        {Number.isFinite(depth) ? `Depth ${formatLength(depth)}.` : 'Deep water.'}
      </p>
    </>
  )
}

/** Draws the power of each wavenumber and frequency, the strongest darkest. */
function powerMap({ power, frequencies, dk, domega }: MeasuredDispersion): NonNullable<ChartProps['under']> {
  return (context, place, theme) => {
    const count = power.length / frequencies
    const picture = new OffscreenCanvas(count, frequencies)
    const inner = picture.getContext('2d')
    if (!inner) return
    const image = new ImageData(count, frequencies)
    inner.fillStyle = theme.series[0]!
    inner.fillRect(0, 0, 1, 1)
    const [red, green, blue] = inner.getImageData(0, 0, 1, 1).data
    for (let k = 0; k < count; k++)
      for (let m = 0; m < frequencies; m++) {
        const strength = 1 + Math.log10(Math.max(power[k * frequencies + m]!, 1e-12)) / decades
        const pixel = 4 * ((frequencies - 1 - m) * count + k)
        image.data.set([red!, green!, blue!, 190 * Math.max(0, strength)], pixel)
      }
    inner.putImageData(image, 0, 0)
    context.imageSmoothingEnabled = true
    // A value stands in the middle of its cell.
    const [left, right] = [place.x(-dk / 2), place.x((count - 0.5) * dk)]
    const [top, bottom] = [place.y((frequencies - 0.5) * domega), place.y(-domega / 2)]
    context.drawImage(picture, left, top, right - left, bottom - top)
  }
}
