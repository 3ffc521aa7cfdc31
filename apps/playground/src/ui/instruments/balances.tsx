import { Chart, type Curve } from '../../figures/chart.js'
import { history, info } from '../../session/state.js'
import { formatNumber } from '../format.js'

/** Volume, energy, momentum and the residual of the pressure over the last minute: a scheme that conserves a quantity draws a level line. */
export function Balances() {
  const { time, energyChange, volumeChange, momentum, residual } = history.value
  if (time.length === 0) return null
  // The second axis of water lies level, that of a fluid points up.
  const axes = info.value?.fluid ? ['x', 'y', 'z'] : ['x', 'z']
  const isKnown = (values: readonly number[]): boolean => Number.isFinite(values.at(-1))
  const curves: Curve[] = momentum.map((y, axis) => ({
    x: time,
    y,
    color: axis === 0 ? 0 : 2 + axis,
    label: `momentum along ${axes[axis]}`,
  }))
  return (
    <>
      {isKnown(volumeChange) && <Change name="Volume" testId="balance-volume" time={time} values={volumeChange} />}
      {isKnown(energyChange) && <Change name="Energy" testId="balance-energy" time={time} values={energyChange} />}
      <Chart
        x={{ label: 'time [s]' }}
        y={{ label: '[kg m/s]' }}
        curves={info.value?.grid.nz === 1 && info.value.fluid ? curves.slice(0, 2) : curves}
        label={`Momentum: ${momentum.map((values, axis) => `${formatNumber(values.at(-1) ?? 0)} kg m/s along ${axes[axis]}`).join(', ')}`}
        aspect={2.1}
        testId="balance-momentum"
      />
      {isKnown(residual) && (
        <Chart
          x={{ label: 'time [s]' }}
          y={{ label: 'residual [1]', scale: 'log' }}
          curves={[{ x: time, y: residual, color: 4, label: 'residual of the pressure' }]}
          label={`Relative residual of the pressure, now ${formatNumber(residual.at(-1)!)}`}
          aspect={2.1}
          testId="balance-residual"
        />
      )}
    </>
  )
}

interface ChangeProps {
  name: string
  time: readonly number[]
  /** Relative changes since the start [1]. */
  values: readonly number[]
  testId: string
}

/** The change of a quantity since the start. */
function Change({ name, time, values, testId }: ChangeProps) {
  const unit = unitOf(values)
  const now = values.at(-1)! * unit.factor
  const text = `${now > 0 ? '+' : ''}${formatNumber(Number(now.toPrecision(3)))} ${unit.name}`
  const scaled = values.map((value) => value * unit.factor)
  // Changes by rounding, a few millionths, look level.
  const [low, high] = [Math.min(...scaled, -unit.least), Math.max(...scaled, unit.least)]
  return (
    <div data-testid={testId} data-change={values.at(-1)}>
      <p class="balance">
        <span>{name} since the start</span>
        <strong>{text}</strong>
      </p>
      <Chart
        x={{ label: 'time [s]' }}
        y={{ label: `change [${unit.name}]`, range: [1.1 * low, 1.1 * high] }}
        curves={[{ x: time, y: scaled, color: name === 'Energy' ? 2 : 0 }]}
        label={`${name}: ${text} since the start`}
        aspect={2.3}
      />
    </div>
  )
}

/** Parts per million, or percent where the changes are large. */
function unitOf(values: readonly number[]): { name: string; factor: number; least: number } {
  const most = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0)
  return most < 1e-3 ? { name: 'ppm', factor: 1e6, least: 5 } : { name: '%', factor: 100, least: 0 }
}
