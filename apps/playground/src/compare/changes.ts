// The settings by which the second simulation of a comparison differs from the first: plain data, stored in the page's address.

import type { Scene } from 'seiche'
import { otherSolver, type SolverChoice, solversFor, valueAt, words } from '../session/settings/scene-settings.js'
import type { Json, JsonObject } from '../session/settings/schema-node.js'
import { type Settings, withValue } from '../session/settings/settings.js'
import type { AskedComparison } from './asked-comparison.js'

/** Most levels of lists and objects inside each other in an address. Scenes have fewer than ten. */
const mostLevels = 64

/** The reason why an address opens no comparison, for the person. */
export class CompareAddressError extends Error {
  override name = 'CompareAddressError'
}

/**
 * Reads the value of the parameter: JSON, or the name of a solver alone.
 *
 * @param scene - The scene that runs
 * @param solvers - All solvers
 * @throws CompareAddressError if the text is neither.
 */
export function readComparison(text: string, scene: Scene, solvers: readonly SolverChoice[]): AskedComparison {
  if (!text.startsWith('{')) return { changes: changesForSolver(text, scene, solvers), difference: false }
  const content = parse(text)
  const { cells, values, difference = false, ...others } = content
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new CompareAddressError(`It has an unknown part “${unknown.slice(0, 60)}”.`)
  if (cells !== undefined && !(Number.isInteger(cells) && Number(cells) > 0))
    throw new CompareAddressError('Its number of cells is not a positive whole number.')
  if (values !== undefined && !isObject(values)) throw new CompareAddressError('Its settings are not a list of values.')
  if (typeof difference !== 'boolean') throw new CompareAddressError('“difference” is neither true nor false.')
  if (!isShallow(content, mostLevels))
    throw new CompareAddressError(`It has more than ${mostLevels} lists and objects inside each other.`)
  return {
    changes: {
      ...(cells !== undefined && { cells: cells as number }),
      ...(values !== undefined && { values: values as Record<string, Json> }),
    },
    difference,
  }
}

function parse(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject
  } catch {
    throw new CompareAddressError('It is damaged: its content is not JSON.')
  }
}

function changesForSolver(type: string, scene: Scene, solvers: readonly SolverChoice[]): Settings {
  const offered = solversFor(solvers, scene)
  const solver = offered.find((candidate) => candidate.type === type)
  if (!solver)
    throw new CompareAddressError(
      `“${type.slice(0, 60)}” is no solver for this scene. It has: ${offered.map(({ type }) => type).join(', ')}.`,
    )
  return type === scene.solver.type ? {} : { values: otherSolver(solver, scene) }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1))
}

/** The settings of the second simulation: those of the first with the changes. A changed part replaces all values inside it. */
export function withChanges(settings: Settings, { values = {}, ...others }: Settings): Settings {
  const paths = Object.keys(values).sort((a, b) => a.split('.').length - b.split('.').length)
  // The bed that the first simulation's solver needed is not that of another solver.
  const start = 'solver' in values ? withValue(settings, 'terrain', undefined) : settings
  const merged = paths.reduce((found, path) => withValue(found, path, values[path]), start)
  return { ...merged, ...others }
}

/**
 * The changes that lead back: applied to the settings of the second simulation, they give those of the first.
 *
 * @param first - Settings of the first simulation
 * @param changes - Those by which the second one differs
 * @param file - The scene as it is written
 */
export function reversed(first: Settings, changes: Settings, file: JsonObject): Settings {
  const own = first.values ?? {}
  const values: Record<string, Json> = {}
  for (const path of Object.keys(changes.values ?? {})) {
    values[path] = own[path] ?? valueAt(file, path.split('.')) ?? null
    for (const inner of Object.keys(own)) if (inner.startsWith(`${path}.`)) values[inner] = own[inner]!
  }
  const counts = (file as { grid?: { cells?: number[] } }).grid?.cells ?? []
  return {
    ...(changes.cells !== undefined && { cells: first.cells ?? Math.max(...counts) }),
    ...(changes.threads !== undefined && { threads: first.threads ?? changes.threads }),
    ...(Object.keys(values).length > 0 && { values }),
  }
}

/** The settings without values that the scene file has anyway. */
export function simplified(settings: Settings, file: JsonObject): Settings {
  const kept = Object.entries(settings.values ?? {}).filter(
    ([path, value]) => JSON.stringify(value) !== JSON.stringify(valueAt(file, path.split('.')) ?? null),
  )
  return { ...settings, values: Object.fromEntries(kept) }
}

/** The values of a scene by which two simulations differ, in words: "iwave · damping 0.2"; empty if they are the same. */
export function labelOf(changes: Settings, scene: Scene): string {
  const parts = Object.keys(changes.values ?? {}).flatMap((path) => {
    // The bed that another solver needs follows from the solver.
    if (path === 'terrain') return []
    if (path === 'solver') return [scene.solver.type]
    const keys = path.split('.')
    return [`${nameOf(keys)} ${textOf(valueAt(scene as unknown as JsonObject, keys))}`]
  })
  if (changes.cells !== undefined) parts.push(`${scene.grid.cells.join(' × ')} cells`)
  if (changes.threads !== undefined) parts.push('threads')
  return parts.join(' · ')
}

function nameOf(keys: readonly string[]): string {
  const [last = '', before = ''] = keys.toReversed()
  const name = /^[xyz][-+]$|^\d+$/.test(last) ? `${words(before)} ${last}` : words(last)
  return name.toLowerCase()
}

function textOf(value: Json | undefined): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(3)))
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (value === undefined || value === null) return 'default'
  return typeof value === 'string' ? value : 'on'
}
