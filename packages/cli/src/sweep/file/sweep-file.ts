// Reads a sweep file. Every mistake is reported with its line and column.

import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { badInput, type Failure, type Issue, reasonOf } from '../../terminal/failure.js'
import { nearest } from './nearest.js'
import { formatPath, type Path } from './scene-path.js'
import { type SweepSpec, sweepSchema } from './schema.js'

export interface SweepFile {
  spec: SweepSpec
  /** Name in messages. */
  name: string
  /** Folder of the file; the base scene is looked for there. */
  folder: string
  /** A failure about the value at a path of the file, with its line and column. */
  mistake(path: Path, message: string): Failure
}

/** Most mistakes in one message. */
const mostIssues = 20

export async function readSweepFile(argument: string): Promise<SweepFile> {
  const path = resolve(argument)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw badInput(`cannot read the sweep ${path}: ${reasonOf(error)}`, {
      cause: error,
      advice: 'Give the path of a sweep file: YAML, see docs/guide/sweeps.md.',
    })
  }
  return parseSweep(text, argument, dirname(path))
}

export function parseSweep(text: string, name: string, folder: string): SweepFile {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false })
  const position = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset)
    return { line, column: col }
  }
  const [broken] = document.errors
  if (broken) throw failure(name, [{ path: '', message: broken.message, ...position(broken.pos[0]) }])

  /** Position of the value at a path, or of the nearest parent that is there. */
  const locate = (path: Path) => {
    for (let length = path.length; length >= 0; length--) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
      if (isNode(node) && node.range) return position(node.range[0])
    }
    return { line: 1, column: 1 }
  }
  let value: unknown
  try {
    value = document.toJS()
  } catch (error) {
    // Aliases that expand to more than the library allows.
    throw failure(name, [{ path: '', message: reasonOf(error), line: 1, column: 1 }])
  }
  const result = sweepSchema.safeParse(value)
  if (!result.success) {
    const issues = result.error.issues
      .flatMap((issue) => describe(issue, value, []))
      .slice(0, mostIssues)
      .map(({ path, message }) => ({ path: formatPath(path), message, ...locate(path) }))
    throw failure(name, issues)
  }
  return {
    spec: result.data,
    name,
    folder,
    mistake: (path, message) => failure(name, [{ path: formatPath(path), message, ...locate(path) }]),
  }
}

function failure(name: string, issues: readonly Issue[]): Failure {
  const lines = issues.map(
    ({ path, message, line, column }) => `${name}:${line}:${column}: ${path === '' ? '' : `${path}: `}${message}`,
  )
  return badInput(lines.join('\n'), { issues })
}

/** Keys of the objects of the format, for suggestions. */
const knownKeys = [
  ...Object.keys(sweepSchema.shape),
  ...['path', 'paths', 'values', 'range', 'log', 'random', 'latin', 'from', 'to', 'count', 'step', 'times', 'plus'],
  ...['of', 'take', 'period', 'frequency', 'dividedBy', 'axis', 'formats', 'fields', 'every'],
  ...['metric', 'goal', 'target', 'tolerance', 'runs'],
]

function describe(issue: z.core.$ZodIssue, input: unknown, parent: Path): { path: Path; message: string }[] {
  const path: Path = [...parent, ...(issue.path as (string | number)[])]
  const got = show(valueAt(input, path))
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => {
        const meant = nearest(key, knownKeys)
        return {
          path: [...path, key],
          message: meant ? `unknown key; did you mean ${JSON.stringify(meant)}?` : 'unknown key',
        }
      })
    case 'invalid_type':
      return [
        {
          path,
          message:
            got === 'nothing'
              ? `missing; expected ${kind(issue.expected)}`
              : `expected ${kind(issue.expected)}, got ${got}`,
        },
      ]
    case 'invalid_value':
      return [
        { path, message: `expected ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}, got ${got}` },
      ]
    case 'too_small':
      return [{ path, message: `expected ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}, got ${got}` }]
    case 'too_big':
      return [{ path, message: `expected ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}, got ${got}` }]
    case 'invalid_union': {
      // The member that fails deepest is the one that was meant.
      const members = issue.errors.map((errors) => errors.flatMap((nested) => describe(nested, input, path)))
      const meant = members.find((found) => found.length > 0 && found.every((one) => one.path.length > path.length))
      return meant ?? [{ path, message: `${members.flatMap(([first]) => first?.message ?? []).join('; or ')}` }]
    }
    case 'invalid_key':
      return issue.issues.flatMap((nested) => describe(nested, input, path))
    default:
      return [{ path, message: issue.message }]
  }
}

function kind(expected: string): string {
  const words: Record<string, string> = {
    number: 'a number',
    int: 'a whole number',
    string: 'a text',
    boolean: 'true or false',
    array: 'a list',
    object: 'a map of keys and values',
    record: 'a map of keys and values',
  }
  return words[expected] ?? expected
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'a map of keys and values'
  return JSON.stringify(value).slice(0, 40)
}

function valueAt(input: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string | number, unknown>)[key]
        : undefined,
    input,
  )
}
