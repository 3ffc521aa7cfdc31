// The control of one setting: slider, list, buttons or switch.

import { useId } from 'preact/hooks'
import { formatNumber } from '../../ui/format.js'
import type { ChoiceSetting, NumberSetting, Setting, SwitchSetting } from '../settings.js'

interface ControlProps<S extends Setting, Value> {
  name: string
  setting: S
  value: Value
  onChange(value: Value): void
}

export function SettingControl({ name, setting, value, onChange }: ControlProps<Setting, number | string | boolean>) {
  switch (setting.kind) {
    case 'number':
      return <NumberControl {...{ name, setting, value: value as number, onChange }} />
    case 'choice':
      return setting.look === 'buttons' ? (
        <Buttons {...{ name, setting, value: value as string, onChange }} />
      ) : (
        <List {...{ name, setting, value: value as string, onChange }} />
      )
    case 'switch':
      return <Switch {...{ name, setting, value: value as boolean, onChange }} />
  }
}

function NumberControl({ name, setting, value, onChange }: ControlProps<NumberSetting, number>) {
  const { label, unit, min, max, step, help, marks = [], scale } = setting
  const id = useId()
  const isLog = scale === 'log'
  const toPosition = (number: number): number => (isLog ? Math.log10(number) : number)
  const fromPosition = (position: number): number =>
    isLog ? Number((10 ** position).toPrecision(3)) : Number(position.toPrecision(12))
  const part = (number: number): number => (toPosition(number) - toPosition(min)) / (toPosition(max) - toPosition(min))
  const text = `${formatNumber(value)}${unit && ` ${unit}`}`
  return (
    <div class="control">
      <label for={id}>{label}</label>
      <output for={id}>{text}</output>
      <div class="track">
        <input
          id={id}
          type="range"
          min={toPosition(min)}
          max={toPosition(max)}
          step={step}
          value={toPosition(value)}
          data-testid={`setting-${name}`}
          aria-valuetext={text}
          aria-describedby={help ? `${id}-help` : undefined}
          onInput={(event) => {
            const number = fromPosition(event.currentTarget.valueAsNumber)
            onChange(Math.min(max, Math.max(min, number)))
          }}
        />
        {marks.length > 0 && (
          <div class="marks">
            {marks.map((mark) => (
              <button
                key={mark.at}
                type="button"
                class={part(mark.at) < 0.5 ? 'mark rightward' : 'mark'}
                style={{ '--part': part(mark.at) }}
                onClick={() => onChange(mark.at)}
              >
                {mark.text}
              </button>
            ))}
          </div>
        )}
      </div>
      <Help id={id} text={help} />
    </div>
  )
}

function List({ name, setting, value, onChange }: ControlProps<ChoiceSetting, string>) {
  const id = useId()
  return (
    <div class="control">
      <label for={id}>{setting.label}</label>
      <select
        id={id}
        value={value}
        data-testid={`setting-${name}`}
        aria-describedby={setting.help ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {Object.entries(setting.options).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      <Help id={id} text={setting.help} />
    </div>
  )
}

function Buttons({ name, setting, value, onChange }: ControlProps<ChoiceSetting, string>) {
  const id = useId()
  return (
    <fieldset class="control buttons" aria-describedby={setting.help ? `${id}-help` : undefined}>
      <legend>{setting.label}</legend>
      <div class="segments">
        {Object.entries(setting.options).map(([option, text]) => (
          <label key={option} class="segment">
            <input
              type="radio"
              name={`${id}-${name}`}
              value={option}
              checked={option === value}
              data-testid={`setting-${name}-${option}`}
              onChange={() => onChange(option)}
            />
            <span class="segment-text">{text}</span>
          </label>
        ))}
      </div>
      <Help id={id} text={setting.help} />
    </fieldset>
  )
}

function Switch({ name, setting, value, onChange }: ControlProps<SwitchSetting, boolean>) {
  const id = useId()
  return (
    <div class="control switch">
      <label>
        <input
          type="checkbox"
          checked={value}
          data-testid={`setting-${name}`}
          aria-describedby={setting.help ? `${id}-help` : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {setting.label}
      </label>
      <Help id={id} text={setting.help} />
    </div>
  )
}

function Help({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null
  return (
    <p class="note" id={`${id}-help`}>
      {text}
    </p>
  )
}
