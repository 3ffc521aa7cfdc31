import { useId, useState } from 'preact/hooks'
import { choiceHelp, type NumberControl, type SceneSetting } from '../../session/settings/scene-settings.js'
import type { Json } from '../../session/settings/schema-node.js'
import { loading } from '../../session/state.js'
import { formatNumber } from '../format.js'
import { logPosition, valueAtPosition } from '../log-scale.js'

interface RowProps {
  setting: SceneSetting
  /** Undefined goes back to the value of the scene; null leaves the value out. */
  onChange(value: Json | undefined): void
  /** Name of the initial value, for the button that goes back to it. */
  baseName?: string
  /** Text before the names of its controls in test ids. */
  prefix?: string
}

/** Steps of a slider from end to end. */
const sliderSteps = 200

/** A setting of the scene: name, value, unit, and on request the text of the scene format about it. */
export function SettingRow({ setting, onChange, baseName = 'Scene value', prefix = '' }: RowProps) {
  const { path, label, unit, help, control, value, initial } = setting
  const id = useId()
  const [isHelpOpen, openHelp] = useState(false)
  // After an attempt to open a scene that failed, controls must show the old value.
  loading.value
  const isChanged = JSON.stringify(value ?? null) !== JSON.stringify(initial ?? null)
  const chosen = control.kind === 'choice' && typeof value === 'string' ? choiceHelp(help, value) : undefined
  const described = { id, 'aria-describedby': `${id}-help`, 'data-testid': `${prefix}setting-${path}` }
  return (
    <div class="setting" data-changed={isChanged}>
      <label for={id}>{label}</label>
      <span class="value">
        {control.kind === 'choice' && (
          <select {...described} value={String(value ?? '')} onChange={(event) => onChange(event.currentTarget.value)}>
            {value === undefined && <option value="">default</option>}
            {control.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.text}
              </option>
            ))}
          </select>
        )}
        {(control.kind === 'flag' || control.kind === 'part') && (
          <input
            {...described}
            type="checkbox"
            checked={control.kind === 'part' ? value !== undefined : value === true}
            onChange={({ currentTarget: { checked } }) =>
              onChange(control.kind === 'flag' ? checked : checked ? control.example : null)
            }
          />
        )}
        {control.kind === 'number' && (
          <input
            {...described}
            type="number"
            step={control.isInteger ? 1 : 'any'}
            min={control.least}
            max={control.most}
            value={typeof value === 'number' ? formatExactly(value) : ''}
            placeholder="default"
            onChange={({ currentTarget: { valueAsNumber } }) =>
              onChange(Number.isFinite(valueAsNumber) ? valueAsNumber : setting.isOptional ? null : undefined)
            }
          />
        )}
        {unit && <span class="unit">{unit === 'degrees' ? '°' : unit}</span>}
      </span>
      <span class="setting-buttons">
        <button
          type="button"
          disabled={!isChanged}
          aria-label={`Reset ${label}`}
          title={`${baseName}: ${textOf(initial, unit)}`}
          data-testid={`${prefix}reset-${path}`}
          onClick={() => onChange(undefined)}
        >
          ↺
        </button>
        <button
          type="button"
          aria-expanded={isHelpOpen}
          aria-controls={`${id}-help`}
          aria-label={`About ${label}`}
          title={help}
          onClick={() => openHelp(!isHelpOpen)}
        >
          ?
        </button>
      </span>
      {control.kind === 'number' && control.low !== undefined && control.high !== undefined && (
        <SettingSlider setting={setting} control={control} onChange={onChange} prefix={prefix} />
      )}
      {chosen && <p class="note choice">{chosen}</p>}
      <p class={isHelpOpen ? 'note' : 'unseen'} id={`${id}-help`}>
        {help}
      </p>
    </div>
  )
}

function SettingSlider({
  setting: { path, label, value, unit },
  control,
  onChange,
  prefix = '',
}: RowProps & { control: NumberControl }) {
  const { isLogarithmic, isInteger, least = Number.NEGATIVE_INFINITY } = control
  const [low, high] = [control.low!, control.high!]
  const present = typeof value === 'number' ? value : low
  const [from, to] = isLogarithmic
    ? [Math.log10(low), Math.log10(Math.max(high, present))]
    : [Math.min(low, present), Math.max(high, present)]
  const step = isInteger && !isLogarithmic ? 1 : (to - from) / sliderSteps
  const read = (position: number): number => {
    // The lower end of a logarithmic scale is zero, where zero is allowed.
    if (isLogarithmic && least === 0 && position <= from + step / 2) return 0
    const exact = isLogarithmic ? valueAtPosition(position, 3) : Number(position.toPrecision(4))
    return isInteger ? Math.round(exact) : exact
  }
  return (
    <input
      type="range"
      aria-label={`${label}, slider`}
      aria-valuetext={textOf(value, unit)}
      min={from}
      max={to}
      step={step}
      value={isLogarithmic ? logPosition(present, low) : present}
      data-testid={`${prefix}slider-${path}`}
      onChange={(event) => onChange(read(event.currentTarget.valueAsNumber))}
    />
  )
}

/** A value that a person can read, with its unit. */
function textOf(value: Json | undefined, unit: string | undefined): string {
  if (value === undefined || value === null) return 'default'
  if (typeof value === 'number') return `${formatNumber(value)}${unit ? ` ${unit}` : ''}`
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'string' ? value : 'on'
}

/** Up to six digits: 1/60 is 0.0166667. */
function formatExactly(value: number): string {
  return String(Number(value.toPrecision(6)))
}
