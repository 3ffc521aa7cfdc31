// Turns the schema library's issues into sentences: the value found, the values allowed, and a suggestion for misspelt words.

import type { z } from 'zod'
import type { ScenePath } from './error.js'
import { newNameOf } from './renamed.js'
import type { SchemaOutline } from './schema-outline.js'
import { valueAt } from './value-at.js'

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

/** `schema` is the outline of the schema of `input`; the known keys come from it. */
export function describeIssue(issue: z.core.$ZodIssue, input: unknown, schema: SchemaOutline): Described[] {
  const path = issue.path as (string | number)[]
  const got = show(valueAt(input, path))
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = knownKeys(schema, path, input)
      return issue.keys.slice(0, MOST_ISSUES).map((key) => {
        const home = homeOf(schema, path, key)
        const message = unknownKey(key, known)
        return { path: [...path, key], message: home ? `${message}. It is a key of ${home}` : message }
      })
    }
    case 'invalid_key':
      return issue.issues.flatMap((nested) => describeIssue({ ...nested, path } as z.core.$ZodIssue, input, schema))
    case 'invalid_type': {
      const expected = issue.expected === 'tuple' ? listOf(nodesAt(schema, path, input)) : kind(issue.expected)
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

/**
 * A union reports the issues of every member. Only those of the member nearest to the input are described, or the members, if the input
 * resembles none.
 */
function describeUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  input: unknown,
  schema: SchemaOutline,
  path: ScenePath,
  got: string,
): Described[] {
  const value = valueAt(input, path)
  const discriminator = (issue as { discriminator?: string }).discriminator
  if (discriminator) {
    // The path of this issue already ends in the discriminator.
    const options = (issue as { options?: unknown[] }).options ?? []
    return [{ path, message: `expected ${oneOf(options)}, got ${got}${suggestion(value, options)}` }]
  }
  const members = membersAt(schema, path, input, issue.errors.length)
  const attempts = issue.errors
    .map((errors, index) => attemptOf(errors, members?.[index] ?? schema, members ? [] : path, input, path))
    .filter(({ described }) => described.length > 0)
  const nodes = childrenAt(schema, path, input).flatMap(branches)
  const isLike = typeof value !== 'object' || value === null || Array.isArray(value) || sharesKey(value, nodes)
  const meant = attempts.filter(({ described }) => described.every(({ path: deep }) => deep.length > path.length))
  const nearestMember = isLike ? meant.sort((a, b) => a.distance - b.distance)[0] : undefined
  if (nearestMember)
    return nearestMember.described.map((one) => atOddsWith(one, value, path, nodes, nearestMember.keys))
  const words = nodes.flatMap((node) => node.enum ?? [])
  return [{ path, message: `expected ${alternatives(nodes).join(' or ')}, got ${got}${suggestion(value, words)}` }]
}

/** The issues of one member of a union, the keys that it knows, and its distance from the input. */
function attemptOf(
  errors: readonly z.core.$ZodIssue[],
  member: SchemaOutline,
  within: ScenePath,
  input: unknown,
  path: ScenePath,
) {
  const value = valueAt(input, path)
  // The schema of a member begins at the union, that of the scene at the scene.
  const described = errors
    .slice(0, MOST_ISSUES)
    .flatMap((nested) =>
      within.length > 0
        ? describeIssue({ ...nested, path: [...path, ...nested.path] } as z.core.$ZodIssue, input, member)
        : describeIssue(nested, value, member).map((one) => ({ ...one, path: [...path, ...one.path] })),
    )
  // A key that is missing, or that the member does not know, counts more against it than a key with a wrong value. If the
  // discriminator is missing, the other keys of the member were not checked, and each counts as one mistake.
  const unknown = new Set(errors.flatMap((nested) => (nested.code === 'unrecognized_keys' ? nested.keys : [])))
  const wrong = new Set(described.map((one) => one.path[path.length]))
  let distance = 0
  for (const key of wrong)
    distance += key === undefined || unknown.has(String(key)) || valueAt(value, [key]) === undefined ? 2 : 1
  const unchecked = errors.some(
    (nested) => 'discriminator' in nested && valueAt(value, nested.path as ScenePath) === undefined,
  )
  const keys = typeof value === 'object' && value !== null ? Object.keys(value).length : 0
  return {
    described,
    distance: distance + (unchecked ? keys : 0),
    keys: knownKeys(member, within, within.length > 0 ? input : value),
  }
}

/** Whether an object has a key of any of these schemas. */
function sharesKey(value: object, nodes: readonly SchemaOutline[]): boolean {
  return nodes.some(({ properties = {} }) => Object.keys(properties).some((key) => Object.hasOwn(value, key)))
}

/** A key that another member of the union knows, but not the one that the input resembles, does not go with the other keys. */
function atOddsWith(
  one: Described,
  value: unknown,
  path: ScenePath,
  nodes: readonly SchemaOutline[],
  known: readonly string[],
): Described {
  const key = one.path[path.length]
  if (one.path.length !== path.length + 1 || typeof key !== 'string' || known.includes(key)) return one
  const isKnown = ({ properties = {} }: SchemaOutline) => Object.hasOwn(properties, key)
  if (!nodes.some(isKnown)) return one
  // A key of the input that not every member knows.
  const own = known.find(
    (name) =>
      valueAt(value, [name]) !== undefined && !nodes.every(({ properties = {} }) => Object.hasOwn(properties, name)),
  )
  if (own === undefined) return one
  const allowed = known.filter((name) => name !== own).join(', ')
  return { path: one.path, message: `does not go with ${JSON.stringify(own)}; allowed with it: ${allowed}` }
}

/** The members of a union at a path, if there is exactly one union of this number of members. */
function membersAt(root: SchemaOutline, path: ScenePath, input: unknown, count: number): SchemaOutline[] | undefined {
  const unions: SchemaOutline[][] = []
  const collect = (node: SchemaOutline) => {
    const members = node.anyOf ?? []
    if (members.length === count) unions.push(members)
    for (const member of [...members, ...(node.oneOf ?? [])]) collect(member)
  }
  for (const node of childrenAt(root, path, input)) collect(node)
  return unions.length === 1 ? unions[0] : undefined
}

/** Example values of keys, for messages. */
const EXAMPLES: Record<string, string> = {
  npy: '"file.npy"',
  image: '"file.png"',
  geotiff: '"file.tif"',
  velocity: '[1, 0]',
  lid: '[1, 0]',
  inflow: '[1, 0]',
  path: '[{ "time": 0, "at": [0, 0] }, …]',
}

/** The members of a union, in short form. */
function alternatives(nodes: readonly SchemaOutline[]): string[] {
  const looks = nodes.map((node) => {
    const { type = '', properties = {}, items, required = [] } = node
    if (node.prefixItems) return listOf([node])
    if (node.enum) return oneOf(node.enum)
    if (type === 'array')
      return isListOfPairs(items) ? 'a list of pairs' : isListOfShapes(items) ? 'a list of shapes' : 'a list of layers'
    if (type !== 'object') return kind(type === 'integer' ? 'int' : type)
    if (properties.shape) return 'a shape'
    const key = required[0] ?? Object.keys(properties)[0] ?? ''
    return `{ ${JSON.stringify(key)}: ${EXAMPLES[key] ?? '…'} }`
  })
  return [...new Set(looks)]
}

/** "a list of three values", for lists of a fixed length. */
function listOf(nodes: readonly SchemaOutline[]): string {
  const length = nodes.find(({ prefixItems }) => prefixItems)?.prefixItems?.length
  return `a list of ${['no', 'one', 'two', 'three', 'four'][length ?? -1] ?? length ?? 'some'} values`
}

function isListOfPairs(items: SchemaOutline | undefined): boolean {
  return items?.prefixItems?.length === 2
}

function isListOfShapes(items: SchemaOutline | undefined): boolean {
  return items === undefined || branches(items).every(({ properties }) => properties?.shape)
}

function unknownKey(key: string, known: readonly string[]): string {
  const now = newNameOf(key, known)
  if (now) return `unknown key; ${JSON.stringify(key)} is now ${JSON.stringify(now)}`
  const meant = nearest(key, known)
  if (meant) return `unknown key; did you mean ${JSON.stringify(meant)}?`
  return known.length > 0 ? `unknown key; known keys: ${known.join(', ')}` : 'unknown key'
}

/** The keys allowed at a path of `input`, from the outline of its schema. */
function knownKeys(root: SchemaOutline, path: ScenePath, input: unknown): string[] {
  const keys = nodesAt(root, path, input).flatMap((node) => Object.keys(node.properties ?? {}))
  return [...new Set(keys)].filter((key) => key !== '$schema')
}

/** Of several kinds of object, those that `value` names; all, if it names none. */
function kindsOf(nodes: readonly SchemaOutline[], value: unknown): readonly SchemaOutline[] {
  const named = nodes.filter((node) =>
    Object.entries(node.properties ?? {}).every(
      ([key, { const: fixed }]) => fixed === undefined || fixed === valueAt(value, [key]),
    ),
  )
  return named.length > 0 ? named : nodes
}

/** The schemas of all values allowed at a path of `input`: of a union, those of its members. */
function nodesAt(root: SchemaOutline, path: ScenePath, input: unknown): SchemaOutline[] {
  return [...kindsOf(childrenAt(root, path, input).flatMap(branches), valueAt(input, path))]
}

/** The schemas at a path of `input`, unions whole. */
function childrenAt(root: SchemaOutline, path: ScenePath, input: unknown): SchemaOutline[] {
  let nodes = [root]
  path.forEach((part, depth) => {
    nodes = kindsOf(nodes.flatMap(branches), valueAt(input, path.slice(0, depth))).flatMap((node) => {
      const child = typeof part === 'string' ? node.properties?.[part] : (node.prefixItems?.[part] ?? node.items)
      return child ? [child] : []
    })
  })
  return nodes
}

/** The object of the same name that knows a key, for the edges of a fluid among those of a surface: "fluid.boundaries". */
function homeOf(root: SchemaOutline, path: ScenePath, key: string): string | undefined {
  const [name, ...deeper] = path
  if (typeof name !== 'string' || deeper.length > 0) return undefined
  const homes = Object.keys(root.properties ?? {}).filter((section) =>
    nodesAt(root, [section, name], undefined).some(({ properties = {} }) => Object.hasOwn(properties, key)),
  )
  return homes.length === 1 ? `${homes[0]}.${name}` : undefined
}

function branches(node: SchemaOutline): SchemaOutline[] {
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

/** The nearest candidate, at most a third of its length in edits away, or undefined. One edit of two letters leaves no likeness. */
function nearest(word: string, candidates: readonly string[]): string | undefined {
  const allowed = (candidate: string) => (candidate.length < 3 ? 0 : Math.max(1, Math.floor(candidate.length / 3)))
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
