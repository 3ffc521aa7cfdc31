// A lesson and its settings as the address of the page: whoever opens a shared link sees the same run.

import { defaultsOf, type Setting, type Settings, type Values } from './settings.js'

/** Longer texts from an address are cut in messages. */
const longestShown = 40

/** Settings read from an address, with a sentence for each that could not be taken. */
export interface AddressSettings {
  values: Values
  refused: string[]
}

/** Reads the settings of a lesson. A value that is not among the allowed ones is replaced by the default. */
export function settingsFromAddress(settings: Settings, address: URLSearchParams): AddressSettings {
  const values: Values = defaultsOf(settings)
  const refused: string[] = []
  for (const [name, text] of address) {
    if (name === 'lesson') continue
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined
    if (!setting) {
      refused.push(`“${shortened(name)}” is not a setting of this lesson.`)
      continue
    }
    const value = valueFromText(setting, text)
    if (value === undefined) refused.push(`${setting.label} cannot be “${shortened(text)}”: ${allowed(setting)}.`)
    else values[name] = value
  }
  return { values, refused }
}

/** Writes the lesson and those settings that differ from their defaults. */
export function settingsToAddress(lesson: string, settings: Settings, values: Values): URLSearchParams {
  const address = new URLSearchParams({ lesson })
  for (const [name, setting] of Object.entries(settings)) {
    const value = values[name]
    if (value !== undefined && value !== setting.default) address.set(name, textFromValue(value))
  }
  return address
}

function textFromValue(value: number | string | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'number' ? String(Number(value.toPrecision(6))) : value
}

function valueFromText(setting: Setting, text: string): number | string | boolean | undefined {
  switch (setting.kind) {
    case 'number': {
      // `Number('')` is 0, and it reads hexadecimal numbers.
      if (!/^-?\d{1,12}(\.\d{1,12})?(e-?\d{1,2})?$/.test(text)) return undefined
      const value = Number(text)
      return value >= setting.min && value <= setting.max ? value : undefined
    }
    case 'choice':
      return Object.hasOwn(setting.options, text) ? text : undefined
    case 'switch':
      return text === 'on' ? true : text === 'off' ? false : undefined
  }
}

function allowed(setting: Setting): string {
  switch (setting.kind) {
    case 'number':
      return `it goes from ${setting.min} to ${setting.max}${setting.unit && ` ${setting.unit}`}`
    case 'choice':
      return `it is one of ${Object.keys(setting.options).join(', ')}`
    case 'switch':
      return 'it is “on” or “off”'
  }
}

function shortened(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}
