// The settings of a scene, generated from the JSON Schema of the scene format: names from its keys; units, ranges, choices and help from
// its texts. The page knows no setting by itself.

import type { Scene } from 'seiche'
import {
  type Json,
  type JsonObject,
  numberRange,
  type Range,
  resolve,
  type SchemaNode,
  variantOf,
} from './schema-node.js'

/** A quantity of a scene that the person can change. */
export interface SceneSetting {
  /** Keys that lead to it in a scene file, joined by dots. */
  path: string
  label: string
  /** Heading above it. */
  group: string
  unit?: string
  /** The text of the schema. */
  help: string
  control: NumberControl | ChoiceControl | { kind: 'flag' } | PartControl
  /** Present value; undefined: absent, which has a meaning of its own. */
  value: Json | undefined
  /** Value of the scene file, or the default of the format; undefined: absent. */
  initial: Json | undefined
  /** Whether the scene may leave it out without a default. */
  isOptional: boolean
  /** Whether it is shown without being asked for. */
  isMain: boolean
}

export interface NumberControl extends Range {
  kind: 'number'
  isInteger: boolean
}

export interface ChoiceControl {
  kind: 'choice'
  options: readonly { value: string; text: string }[]
}

/** A part of a scene that may be absent: its members have settings of their own while it is there. */
export interface PartControl {
  kind: 'part'
  /** The part as it begins. */
  example: Json
}

/** Parts of a scene with settings, in the order of the page, with the heading of each. */
const parts: readonly { path: string; group: string; isShown?(scene: Scene): boolean }[] = [
  { path: 'solver', group: 'Solver' },
  { path: 'coupling', group: 'Bodies', isShown: ({ bodies }) => bodies.length > 0 },
  { path: 'splashes', group: 'Spray', isShown: ({ solver }) => isMoved(solver.type) },
  { path: 'boundaries', group: 'Edges', isShown: ({ solver }) => isMoved(solver.type) },
  { path: 'sources', group: 'Source' },
  { path: 'inflows', group: 'Inflow' },
  { path: 'fluid.boundaries', group: 'Edges' },
  { path: 'fluid.dyes', group: 'Dye' },
  { path: 'fluid.temperature', group: 'Temperature' },
  { path: 'fluid.emitters', group: 'Emitter' },
  { path: 'timeStep', group: 'Time and grid' },
  { path: 'grid.cellSize', group: 'Time and grid' },
]

/** Keys without a setting: shapes and their places are drawn, files are opened, and the solver has a choice of its own. */
const skipped = new Set([
  ...['type', 'shape', 'center', 'size', 'angle', 'axis', 'length', 'radius', 'points', 'soft', 'npy', 'motion'],
  ...['initial', 'color', 'edge', 'from', 'to', 'start', 'end', 'dyes'],
])

/** Settings that are shown without being asked for; all others are folded away. */
const main = new Set([
  ...['method', 'depth', 'damping', 'surfaceTension', 'viscosity', 'manning', 'tau', 'advection'],
  ...['confinement', 'dispersion'],
  ...['spectrum', 'windSpeed', 'windDirection', 'fetch', 'choppiness', 'swell', 'coupling', 'splashes', 'gravity'],
])

/** Whether a solver moves its water, instead of prescribing it. */
function isMoved(solver: string): boolean {
  return ['columns', 'iwave', 'kass-miller', 'shallow-water'].includes(solver)
}

/** Everything that the walk through the schema needs. */
interface Walk {
  schema: SchemaNode
  settings: SceneSetting[]
}

/**
 * The settings of a scene. `schema`: the JSON Schema of scenes. `scene`: as it runs, with all defaults. `file`: the scene file as it is
 * written, whose values are the initial ones.
 */
export function settingsOf(schema: SchemaNode, scene: Scene, file: JsonObject): SceneSetting[] {
  const walk: Walk = { schema, settings: [] }
  for (const { path, group, isShown } of parts) {
    if (isShown && !isShown(scene)) continue
    const keys = path.split('.')
    const value = valueAt(scene as unknown as JsonObject, keys)
    if (
      value === undefined &&
      keys.length > 1 &&
      valueAt(scene as unknown as JsonObject, keys.slice(0, -1)) === undefined
    )
      continue
    const node = keys.reduce<SchemaNode | undefined>((at, key) => at && resolve(schema, at).properties?.[key], schema)
    if (node) visit(walk, node, { keys, group, value, initial: valueAt(file, keys), isOptional: true })
  }
  const isVolume = scene.grid.cells.length > 2
  return walk.settings.filter(({ path }) => isVolume || !/^fluid\.boundaries\.z/.test(path))
}

interface Place {
  keys: readonly string[]
  group: string
  value: Json | undefined
  initial: Json | undefined
  isOptional: boolean
}

function visit(walk: Walk, raw: SchemaNode, place: Place): void {
  const outer = resolve(walk.schema, raw)
  const initial = place.initial === undefined ? outer.default : place.initial
  const node = variantOf(walk.schema, outer, place.value ?? outer.examples?.[0])
  if (!node) return
  const here = { ...place, initial }
  if (node.enum) add(walk, outer, here, { kind: 'choice', options: optionsOf(node.enum) })
  else if (node.type === 'boolean') add(walk, outer, here, { kind: 'flag' })
  else if (node.type === 'number' || node.type === 'integer') add(walk, outer, here, numberControl(outer, node, here))
  else if (node.type === 'array') visitItems(walk, { ...outer, ...node }, place)
  else if (node.type === 'object') visitMembers(walk, node, outer, place)
}

function numberControl(outer: SchemaNode, node: SchemaNode, { initial, value }: Place): NumberControl {
  const near = [initial, value, outer.default].find((one) => typeof one === 'number' && one !== 0)
  const range = numberRange({ ...outer, ...node }, unitOf(outer), typeof near === 'number' ? near : undefined)
  return { kind: 'number', isInteger: node.type === 'integer', ...range }
}

/** The items of a list that the scene has. Components of a vector are named by their axis. */
function visitItems(walk: Walk, { items, description }: SchemaNode, place: Place): void {
  if (!items || Array.isArray(items) || !Array.isArray(place.value)) return
  const initial = Array.isArray(place.initial) ? place.initial : []
  const isVector = resolve(walk.schema, items).type === 'number'
  for (const [index, value] of place.value.entries()) {
    const inner = { keys: [...place.keys, String(index)], value, initial: initial[index], isOptional: false }
    const group = isVector ? place.group : `${singular(place)} ${index + 1}`
    const item = isVector && description ? { ...resolve(walk.schema, items), description } : items
    visit(walk, item, { ...inner, group })
  }
}

function visitMembers(walk: Walk, node: SchemaNode, outer: SchemaNode, place: Place): void {
  const example = outer.examples?.[0]
  if (place.isOptional && example !== undefined && outer.default === undefined)
    add(walk, outer, place, { kind: 'part', example })
  const value = isObject(place.value) ? place.value : undefined
  const initial = isObject(place.initial) ? place.initial : {}
  if (!value && outer.default === undefined) return
  const required = new Set(node.required ?? [])
  for (const [key, member] of Object.entries(node.properties ?? {})) {
    if (skipped.has(key)) continue
    const isOptional = !required.has(key) && resolve(walk.schema, member).default === undefined
    const inner = { keys: [...place.keys, key], value: value?.[key], initial: initial[key], isOptional }
    const isPart = isObject(inner.value) || Array.isArray(inner.value) || inner.value === undefined
    visit(walk, member, { ...inner, group: isPart && isNamed(walk, member) ? words(key) : place.group })
  }
  if (typeof node.additionalProperties !== 'object') return
  for (const [name, member] of Object.entries(value ?? {})) {
    const inner = { keys: [...place.keys, name], value: member, initial: initial[name], isOptional: false }
    visit(walk, node.additionalProperties, { ...inner, group: `${place.group} “${name}”` })
  }
}

/** Whether a member of a scene gets a heading of its own: objects, and lists of objects. */
function isNamed(walk: Walk, member: SchemaNode): boolean {
  const node = resolve(walk.schema, member)
  const items = node.items && resolve(walk.schema, node.items)
  return node.type === 'object' || items?.type === 'object' || (node.oneOf ?? []).length > 0
}

function add(walk: Walk, node: SchemaNode, place: Place, control: SceneSetting['control']): void {
  const { keys, group, value, initial, isOptional } = place
  const unit = unitOf(node)
  walk.settings.push({
    path: keys.join('.'),
    label: labelOf(keys),
    group,
    ...(unit && { unit }),
    help: node.description ?? '',
    control,
    value,
    initial,
    isOptional,
    isMain: keys.length <= 2 && main.has(keys.at(-1)!),
  })
}

/** The name of a setting: its key in words. */
function labelOf(keys: readonly string[]): string {
  const key = keys.at(-1)!
  if (/^\d+$/.test(key)) return `${words(keys.at(-2)!)} ${'xyz'[Number(key)] ?? key}`
  return /^[xyz][-+]$/.test(key) ? key.replace('-', '−') : words(key)
}

/** A key in words: `surfaceTension` is "Surface tension". */
export function words(key: string): string {
  const spaced = key.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  )
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

function singular({ keys, group }: Place): string {
  return keys.length > 1 ? words(keys.at(-1)!).replace(/s$/, '') : group
}

/** The unit in the text of the schema: the first pair of brackets. */
export function unitOf({ description = '' }: SchemaNode): string | undefined {
  // Brackets with commas are lists of numbers, as in "[along x, along z]".
  const unit = /\[([^\],]+)\]/.exec(description)?.[1]
  return unit === undefined || unit === '1' ? undefined : unit
}

function optionsOf(values: readonly string[]): ChoiceControl['options'] {
  return values.map((value) => ({ value, text: value }))
}

/** The sentence that the text of the schema has about a choice: "reflect: a wall." */
export function choiceHelp(help: string, value: string): string | undefined {
  const found = new RegExp(`(?:^|[.,;:] )${value}(?:, [\\w-]+)*: (.+?)(?:\\. |\\.?$)`).exec(help)
  return found?.[1]
}

export function valueAt(scene: JsonObject, keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isObject(at) ? at[key] : undefined
  }, scene)
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A solver of the format: its name in scene files, and the text of the schema. */
export interface SolverChoice {
  type: string
  help: string
  /** Names of its settings. */
  keys: readonly string[]
}

/** The solvers of the schema. */
export function solversOf(schema: SchemaNode): SolverChoice[] {
  return (resolve(schema, schema.properties?.solver ?? {}).oneOf ?? []).flatMap((option) => {
    const { properties = {}, description = '' } = resolve(schema, option)
    const type = properties.type?.const
    return type === undefined ? [] : [{ type, help: description, keys: Object.keys(properties) }]
  })
}

/** The solvers that can run the water of a scene, its own included. Prescribed waves and fluids have no other. */
export function solversFor(solvers: readonly SolverChoice[], scene: Scene): SolverChoice[] {
  const { solver, terrain, initial, bodies, sources } = scene
  const needsTerrain = terrain !== undefined || initial.depth !== undefined
  const hasPressure = sources.some(({ quantity }) => quantity === 'pressure')
  const suits = (type: string): boolean => {
    if (type === solver.type) return true
    if (!isMoved(type) || !isMoved(solver.type)) return false
    if (type === 'columns' || type === 'iwave') return !needsTerrain
    return !hasPressure && (type === 'shallow-water' || bodies.length === 0)
  }
  return solvers.filter(({ type }) => suits(type))
}

/** Depth of water whose solver states none [m], in parts of the longer side of the grid. */
const depthOfDeepWater = 0.1

/** The values that give a scene another solver: its settings as far as both solvers have them, and a level bed where it needs one. */
export function otherSolver({ type, keys }: SolverChoice, { solver, terrain, grid }: Scene): Record<string, Json> {
  const shared = Object.entries(solver as unknown as JsonObject).filter(([key]) => keys.includes(key))
  const next: JsonObject = { ...Object.fromEntries(shared), type }
  const needsTerrain = type === 'kass-miller' || type === 'shallow-water'
  if (!needsTerrain || terrain !== undefined) return { solver: next }
  const side = Math.max(...grid.cells) * grid.cellSize
  const depth = 'depth' in solver && solver.depth !== undefined ? solver.depth : depthOfDeepWater * side
  return { solver: next, terrain: [{ shape: 'plane', height: -depth }] }
}
