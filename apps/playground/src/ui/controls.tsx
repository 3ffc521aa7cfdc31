import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { loading } from '../session/loading.js'
import { logPosition, valueAtPosition } from './log-scale.js'

/** Draws a control again after an attempt to open a scene: if it failed, the control must show the old value. */
function followOutcome(): boolean {
  return loading.value
}

interface ChoiceProps<Value extends string | number> {
  label: string
  value: Value
  /** Neighbors with the same group are listed under its name. */
  options: readonly { value: Value; text: string; group?: string }[]
  disabled?: boolean
  /** Why it is disabled, or what it does. */
  note?: ComponentChildren
  testId?: string
  onChange(value: Value): void
}

/** A labelled drop-down list. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, value, options, disabled = false, note, testId, onChange } = props
  const id = useId()
  followOutcome()
  return (
    <div class="control">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={String(value)}
        disabled={disabled}
        data-testid={testId}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={(event) => {
          const chosen = options.find((option) => String(option.value) === event.currentTarget.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {groupsOf(options).map(({ name, members }) => {
          const listed = members.map((option) => (
            <option key={option.value} value={String(option.value)}>
              {option.text}
            </option>
          ))
          return name === undefined ? (
            listed
          ) : (
            <optgroup key={name} label={name}>
              {listed}
            </optgroup>
          )
        })}
      </select>
      {note && (
        <p class="note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}

function groupsOf<Option extends { group?: string }>(
  options: readonly Option[],
): { name: string | undefined; members: Option[] }[] {
  const groups: { name: string | undefined; members: Option[] }[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last.name === option.group) last.members.push(option)
    else groups.push({ name: option.group, members: [option] })
  }
  return groups
}

interface SliderProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  /** The value as the person reads it. */
  text: string
  testId?: string
  /** While the handle moves. */
  onInput?(value: number): void
  /** When the handle is released. */
  onChange?(value: number): void
}

/** A labelled slider that shows its value. */
export function Slider({ label, value, min, max, step, text, testId, onInput, onChange }: SliderProps) {
  const id = useId()
  followOutcome()
  return (
    <div class="control">
      <label for={id}>{label}</label>
      <output for={id}>{text}</output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        data-testid={testId}
        aria-valuetext={text}
        onInput={(event) => onInput?.(event.currentTarget.valueAsNumber)}
        onChange={(event) => onChange?.(event.currentTarget.valueAsNumber)}
      />
    </div>
  )
}

interface LogSliderProps extends Omit<SliderProps, 'step'> {
  /** In powers of ten; 0.01 unless given. */
  step?: number
  /** Significant digits of the values; 3 unless given. */
  digits?: number
  /** Whether the lower end means zero. */
  fromZero?: boolean
}

/** A slider on which equal steps are equal factors. */
export function LogSlider(props: LogSliderProps) {
  const { value, min, max, step = 0.01, digits = 3, fromZero = false, onInput, onChange, ...others } = props
  // A multiple of the step: every position has few digits.
  const start = Number((Math.floor(Math.log10(min) / step + 1e-9) * step).toFixed(6))
  const valueAt = (position: number): number => (fromZero && position <= start ? 0 : valueAtPosition(position, digits))
  return (
    <Slider
      {...others}
      value={logPosition(value, min)}
      min={start}
      max={logPosition(Math.max(max, value), min)}
      step={step}
      {...(onInput && { onInput: (position: number) => onInput(valueAt(position)) })}
      {...(onChange && { onChange: (position: number) => onChange(valueAt(position)) })}
    />
  )
}
