// Turns the schema library's issues into sentences: the value found, the values allowed, and a suggestion for misspelt words.

import type { z } from 'zod'
import type { ScenePath } from './error.js'
import { newNameOf } from './renamed.js'

interface Described {
  path: ScenePath
  message: string
}

/** Most issues in one error. Nobody reads more, and a hostile scene has one for each of its values. */
export const MOST_ISSUES = 50

/** Number of mistakes in an issue. */
export function countOf(issue: z.core.$ZodIssue): number {
  return issue.code === 'unrecognized_keys' ? issue.keys.length : 1
}

/** `schema` is the JSON Schema of `input`; the known keys come from it. */
export function describeIssue(issue: z.core.$ZodIssue, input: unknown, schema: object): Described[] {
  const path = issue.path as (string | number)[]
  const got = show(valueAt(input, path))
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = knownKeys(schema, path, valueAt(input, path))
      return issue.keys.slice(0, MOST_ISSUES).map((key) => ({ path: [...path, key], message: unknownKey(key, known) }))
    }
    case 'invalid_type': {
      const expected = issue.expected === 'tuple' ? listOf(nodesAt(schema, path)) : kind(issue.expected)
      return [
        {
          path,
          message:
            valueAt(input, path) === undefined ? `missing; expected ${expected}` : `expected ${expected}, got ${got}`,
        },
      ]
    }
    case 'invalid_value':
      return [
        {
          path,
          message: `expected ${oneOf(issue.values)}, got ${got}${suggestion(valueAt(input, path), issue.values)}`,
        },
      ]
    case 'too_small':
      return [
        {
          path,
          message: `expected ${bound(issue.origin, issue.inclusive ? 'at least' : 'more than', issue.minimum)}, got ${got}`,
        },
      ]
    case 'too_big':
      return [
        {
          path,
          message: `expected ${bound(issue.origin, issue.inclusive ? 'at most' : 'less than', issue.maximum)}, got ${got}`,
        },
      ]
    case 'invalid_union':
      return describeUnion(issue, input, schema, path, got)
    default:
      return [{ path, message: issue.message }]
  }
}

/** A union reports the issues of every member. Only those of the member nearest to the input are described. */
function describeUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  input: unknown,
  schema: object,
  path: ScenePath,
  got: string,
): Described[] {
  const discriminator = (issue as { discriminator?: string }).discriminator
  if (discriminator) {
    // The path of this issue already ends in the discriminator.
    const options = (issue as { options?: unknown[] }).options ?? []
    return [{ path, message: `expected ${oneOf(options)}, got ${got}${suggestion(valueAt(input, path), options)}` }]
  }
  const value = valueAt(input, path)
  const keys = typeof value === 'object' && value !== null ? Object.keys(value).length : 0
  const attempts = issue.errors
    .map((errors) => {
      const described = errors
        .slice(0, MOST_ISSUES)
        .flatMap((nested) =>
          describeIssue({ ...nested, path: [...path, ...nested.path] } as z.core.$ZodIssue, input, schema),
        )
      // A missing key counts more against a member than a wrong value. If the discriminator is missing, the other keys of
      // the member were not checked, and each counts as one mistake.
      const distance = described.reduce((sum, nested) => sum + (valueAt(input, nested.path) === undefined ? 2 : 1), 0)
      const unchecked = errors.some(
        (nested) => 'discriminator' in nested && valueAt(value, nested.path as ScenePath) === undefined,
      )
      return { described, distance: distance + (unchecked ? keys : 0) }
    })
    .filter(({ described }) => described.length > 0)
  const meant = attempts.filter(({ described }) => described.every(({ path: deep }) => deep.length > path.length))
  return (
    meant.sort((a, b) => a.distance - b.distance)[0]?.described ?? [
      { path, message: `expected ${alternatives(nodesAt(schema, path)).join(' or ')}, got ${got}` },
    ]
  )
}

/** Example values of keys, for messages. */
const EXAMPLES: Record<string, string> = {
  npy: '"file.npy"',
  image: '"file.png"',
  geotiff: '"file.tif"',
  velocity: '[1, 0]',
  path: '[{ "time": 0, "at": [0, 0] }, …]',
}

/** The members of a union, in short form. */
function alternatives(nodes: readonly SchemaNode[]): string[] {
  const looks = nodes.map((node) => {
    const { type, properties = {}, items } = node
    if (node.prefixItems) return listOf([node])
    if (type === 'array') return isListOfShapes(items) ? 'a list of shapes' : 'a list of layers'
    if (properties.shape) return 'a shape'
    const key = Object.keys(properties)[0] ?? ''
    return `{ ${JSON.stringify(key)}: ${EXAMPLES[key] ?? '…'} }`
  })
  return [...new Set(looks)]
}

/** "a list of three values", for lists of a fixed length. */
function listOf(nodes: readonly SchemaNode[]): string {
  const length = nodes.find(({ prefixItems }) => prefixItems)?.prefixItems?.length
  return `a list of ${['no', 'one', 'two', 'three', 'four'][length ?? -1] ?? length ?? 'some'} values`
}

function isListOfShapes(items: SchemaNode['items']): boolean {
  return [items ?? []].flat().every((item) => branches(item).every(({ properties }) => properties?.shape))
}

function unknownKey(key: string, known: readonly string[]): string {
  const now = newNameOf(key, known)
  if (now) return `unknown key; ${JSON.stringify(key)} is now ${JSON.stringify(now)}`
  const meant = nearest(key, known)
  if (meant) return `unknown key; did you mean ${JSON.stringify(meant)}?`
  return known.length > 0 ? `unknown key; known keys: ${known.join(', ')}` : 'unknown key'
}

/** A JSON Schema node: the properties needed to find the keys of an object. */
interface SchemaNode {
  type?: string
  properties?: Record<string, SchemaNode>
  items?: SchemaNode | SchemaNode[]
  /** Items of a list of fixed length. */
  prefixItems?: SchemaNode[]
  anyOf?: SchemaNode[]
  oneOf?: SchemaNode[]
  const?: unknown
}

/** The keys allowed at a path, from the JSON Schema. Of several kinds of object, the kind that `value` names counts. */
function knownKeys(root: SchemaNode, path: ScenePath, value: unknown): string[] {
  const nodes = nodesAt(root, path)
  const fits = nodes.filter((node) =>
    Object.entries(node.properties ?? {}).every(
      ([key, { const: fixed }]) => fixed === undefined || fixed === valueAt(value, [key]),
    ),
  )
  const keys = (fits.length > 0 ? fits : nodes).flatMap((node) => Object.keys(node.properties ?? {}))
  return [...new Set(keys)].filter((key) => key !== '$schema')
}

/** The schemas of all values allowed at a path. */
function nodesAt(root: SchemaNode, path: ScenePath): SchemaNode[] {
  let nodes = branches(root)
  for (const part of path)
    nodes = nodes.flatMap((node) => {
      const list = node.prefixItems ?? node.items
      const child = typeof part === 'string' ? node.properties?.[part] : Array.isArray(list) ? list[part] : list
      return child ? branches(child) : []
    })
  return nodes
}

function branches(node: SchemaNode): SchemaNode[] {
  const inner = [...(node.anyOf ?? []), ...(node.oneOf ?? [])]
  return inner.length > 0 ? inner.flatMap(branches) : [node]
}

function kind(expected: string): string {
  const words: Record<string, string> = {
    number: 'a finite number',
    int: 'a whole number',
    string: 'a text',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
  }
  return words[expected] ?? expected
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  if (origin === 'array' || origin === 'tuple') return `a list with ${relation} ${limit} values`
  if (origin === 'string') return `a text of ${relation} ${limit} characters`
  return `a ${origin === 'int' ? 'whole ' : ''}number of ${relation} ${limit}`
}

function oneOf(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(' or ')
}

function suggestion(value: unknown, values: readonly unknown[]): string {
  const now = newNameOf(value, values)
  if (now) return `; ${JSON.stringify(value)} is now ${JSON.stringify(now)}`
  const meant =
    typeof value === 'string'
      ? nearest(
          value,
          values.filter((value) => typeof value === 'string'),
        )
      : undefined
  return meant ? `; did you mean ${JSON.stringify(meant)}?` : ''
}

/** Most characters of a value in a message. */
const LONGEST_SHOWN = 40

/** The value as text, shortened. */
function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, LONGEST_SHOWN) : value)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 3)}…` : text
}

function valueAt(input: unknown, path: ScenePath): unknown {
  let value = input
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string | number, unknown>)[part]
  }
  return value
}

/** The nearest candidate, at most a third of its length in edits away, or undefined. */
function nearest(word: string, candidates: readonly string[]): string | undefined {
  const allowed = (candidate: string) => Math.max(1, Math.floor(candidate.length / 3))
  // If the lengths differ by more than the allowed edits, the distance is not computed: a very long word costs nothing.
  const near = candidates.filter((candidate) => Math.abs(candidate.length - word.length) <= allowed(candidate))
  const scored = near
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const best = scored[0]
  return best && best.distance <= allowed(best.candidate) ? best.candidate : undefined
}

/** Optimal string alignment: insertions, deletions, replacements and swapped neighbours, one edit each. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, replaced, swapped))
    }
    before = row
    row = next
  }
  return row[b.length]!
}
