// The settings of a lesson: what a person may change, with unit, range and default. Controls, address and models derive from them.

/** Whether a setting has an effect with the present values; its control is left out otherwise. */
export type ShownIf = (values: Values) => boolean

/** A number on a slider. */
export interface NumberSetting {
  kind: 'number'
  label: string
  /** Unit as shown after the value, such as `m/s`; empty for a ratio. */
  unit: string
  min: number
  max: number
  /** Distance of two positions of the slider; with `scale: 'log'`, in powers of ten. */
  step: number
  default: number
  /** One sentence about its effect. */
  help?: string
  /** `log`: equal distances on the slider are equal factors; `min` must be positive. */
  scale?: 'linear' | 'log'
  /** Values to be seen on the slider, such as a stability limit. */
  marks?: readonly { at: number; text: string }[]
  shownIf?: ShownIf
}

/** One of a few named values. */
export interface ChoiceSetting<Name extends string = string> {
  kind: 'choice'
  label: string
  /** Each value with its text. */
  options: Readonly<Record<Name, string>>
  default: Name
  help?: string
  /** `buttons` shows all texts side by side, for two to four short ones; a drop-down list unless given. */
  look?: 'list' | 'buttons'
  shownIf?: ShownIf
}

/** Something on or off. */
export interface SwitchSetting {
  kind: 'switch'
  label: string
  default: boolean
  help?: string
  shownIf?: ShownIf
}

export type Setting = NumberSetting | ChoiceSetting | SwitchSetting

/** The settings of a lesson by their name in the address: lower case, words joined by `-`. */
export type Settings = Readonly<Record<string, Setting>>

/** The values of some settings. */
export type ValuesOf<S extends Settings> = {
  -readonly [Name in keyof S]: S[Name] extends NumberSetting
    ? number
    : S[Name] extends SwitchSetting
      ? boolean
      : S[Name] extends { options: infer Options }
        ? keyof Options & string
        : never
}

export type Values = Record<string, number | string | boolean>

/** The default of each setting. */
export function defaultsOf<S extends Settings>(settings: S): ValuesOf<S> {
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default])) as ValuesOf<S>
}
