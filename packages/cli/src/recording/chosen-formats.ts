// The formats of a run with their fields, from the options and the fields that are available.

import { type FormatRequest, FormatUnavailable, formatNamed, type RunInfo } from '@seiche/export'
import { badInput, failed } from '../terminal/failure.js'
import type { Terminal } from '../terminal/terminal.js'
import type { FormatChoice } from './run-options.js'

/** A format that cannot be written on this computer. */
export interface Unavailable {
  readonly format: string
  readonly error: FormatUnavailable
}

/** Chooses formats and fields. Throws for fields that do not exist, and for a run that a format cannot hold. */
export function chooseFormats(
  choice: FormatChoice,
  run: Pick<RunInfo, 'scene' | 'kind' | 'grid'>,
  available: readonly string[],
): FormatRequest[] {
  const asked = checkFields(choice, available)
  return (choice.formats ?? ['npy']).map((name) => {
    const format = formatNamed(name)
    try {
      return { format, fields: format.fieldsFor(run, available, asked) }
    } catch (error) {
      throw badInput(`--format ${format.name}: ${(error as Error).message}`, { cause: error })
    }
  })
}

/** Separates the formats whose programs and libraries are installed from the others, about which it warns. Throws if all that were asked for are missing. */
export async function checkFormats(
  requests: readonly FormatRequest[],
  terminal: Terminal,
): Promise<{ ready: FormatRequest[]; unavailable: Unavailable[] }> {
  const ready: FormatRequest[] = []
  const unavailable: Unavailable[] = []
  for (const request of requests) {
    const { name } = request.format
    try {
      await request.format.check?.()
      ready.push(request)
    } catch (error) {
      if (!(error instanceof FormatUnavailable)) throw error
      unavailable.push({ format: name, error })
      terminal.warn(`${name} will not be written: ${error.message}. ${error.advice}`)
    }
  }
  if (ready.length === 0 && unavailable.length > 0) {
    const names = unavailable.map(({ format }) => format).join(', ')
    throw failed(`${names} cannot be written, and no other format was asked for`, {
      advice: unavailable.map(({ error }) => error.advice).join('\n'),
    })
  }
  return { ready, unavailable }
}

/** Throws for a run that is too large for a format. */
export function assertFits(requests: readonly FormatRequest[], run: RunInfo): void {
  for (const { format } of requests)
    try {
      format.assertFits?.(run)
    } catch (error) {
      throw badInput(`--format ${format.name}: ${(error as Error).message}`, { cause: error })
    }
}

/** All fields that the formats need. */
export function fieldsOf(requests: readonly FormatRequest[]): string[] {
  return [...new Set(requests.flatMap(({ fields }) => fields))]
}

/** Default fields of a run: the surface; for a fluid in a box its dyes and temperature, or without any its velocity. */
function defaultFields(known: readonly string[]): string[] {
  if (known.includes('eta')) return ['eta']
  const velocity = known.filter((name) => ['u', 'v', 'w'].includes(name))
  const carried = known.filter((name) => ![...velocity, 'p', 'open'].includes(name))
  return carried.length > 0 ? carried : velocity
}

/** Returns the fields that were asked for. Throws for names that do not exist. */
function checkFields({ fields: asked, ranges = [] }: FormatChoice, known: readonly string[]): string[] {
  const fields = asked ?? defaultFields(known)
  for (const field of fields) {
    if (!known.includes(field)) {
      throw badInput(`--fields: there is no field "${field}" here`, {
        advice: `The fields are ${known.join(', ')}.`,
      })
    }
  }
  for (const { field } of ranges) {
    if (field === undefined && fields.length > 1) {
      throw badInput('--range: several fields are written; name one of them', {
        advice: `For example --range ${fields[0]}=-0.1,0.1`,
      })
    }
    if (field !== undefined && !fields.includes(field)) {
      throw badInput(`--range: the field "${field}" is not written`, {
        advice: `Fields to be written are ${fields.join(', ')}; choose them with --fields.`,
      })
    }
  }
  return [...fields]
}
