// Checks scenes and events. Code behind this file relies on the result and does not check again.

import type { z } from 'zod'
import { eventSchema, type SimulationEvent } from '../schema/event.js'
import { type Scene, sceneSchema } from '../schema/scene.js'
import { formatPath, SceneError } from './error.js'
import { countOf, describeIssue, MOST_ISSUES } from './issue-messages.js'
import { parseJson } from './json.js'
import { migrate, versionProblem } from './migrate.js'
import { ParsedScene, placeError } from './parsed-scene.js'
import { plainCopy } from './plain.js'
import { outlineOf, type SchemaOutline } from './schema-outline.js'
import { withWholeUnions } from './whole-unions.js'

/** Options of {@link parseScene} and {@link readScene}. */
export interface ParseOptions {
  /** Name of the scene for messages, usually its file. */
  readonly source?: string | undefined
}

/**
 * Checks a scene and fills in defaults.
 *
 * @param input The scene, an object or JSON text.
 * @param options Name of the scene in messages.
 * @returns The scene, a copy in which every default is filled in.
 * @throws {@link SceneError} with every issue found, or the first of very many.
 *
 * @example
 * ```ts
 * import { parseScene } from 'seiche'
 *
 * const scene = parseScene({ seiche: 1, grid: { cells: [64, 64], cellSize: 0.1 }, solver: { type: 'columns' } })
 * console.log(scene.timeStep) // 1/60, the default
 * ```
 */
export function parseScene(input: unknown, options: ParseOptions = {}): Scene {
  return toParsedScene(input, options).scene
}

/**
 * Checks a scene as {@link parseScene} does, for several uses of the same scene: `createSimulation` and `planSimulation` take the
 * result without checking it again, and their errors still have line and column.
 *
 * @param input The scene, an object or JSON text.
 * @param options Name of the scene in messages.
 * @returns The scene, frozen, with the positions of its values in the text.
 * @throws {@link SceneError} with every issue found, or the first of very many.
 *
 * @example
 * ```ts
 * import { createSimulation, readScene } from 'seiche'
 *
 * const parsed = readScene(sceneText, { source: 'pool.json' })
 * const sim = await createSimulation(parsed)
 * sim.step(Math.round(parsed.scene.duration / sim.timeStep))
 * ```
 */
export function readScene(input: unknown, options: ParseOptions = {}): ParsedScene {
  const parsed = toParsedScene(input, options)
  freeze(parsed.scene)
  return parsed
}

/** Returns a scene that was parsed before as it is, renamed if a name is given; checks any other input. */
export function toParsedScene(input: unknown, { source }: ParseOptions = {}): ParsedScene {
  if (input instanceof ParsedScene) return source === undefined ? input : input.named(source)
  const json = typeof input === 'string' ? parseJson(input, source) : undefined
  try {
    return new ParsedScene(checkScene(json ? json.value : plainCopy(input)), source, json?.locate)
  } catch (error) {
    throw placeError(error, source, json?.locate)
  }
}

/** Freezes an object and all objects in it. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const inner of Object.values(value)) freeze(inner)
}

function checkScene(value: unknown): Scene {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw SceneError.at(
      [],
      `a scene is an object, got ${value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value}`,
    )
  const problem = versionProblem((value as Record<string, unknown>).seiche)
  if (problem) throw SceneError.at(['seiche'], problem)
  return check(sceneSchema, withEdges(migrate(value as Record<string, unknown>)))
}

/** An ocean is periodic: the default boundaries of its scenes are periodic. */
function withEdges(scene: Record<string, unknown>): Record<string, unknown> {
  const { solver, boundaries } = scene as { solver?: { type?: unknown } | null; boundaries?: unknown }
  if (solver?.type !== 'ocean' || boundaries !== undefined) return scene
  return { ...scene, boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' } }
}

/** Checks one event for `apply`. */
export function parseEvent(event: unknown): SimulationEvent {
  try {
    return check(eventSchema, plainCopy(event))
  } catch (error) {
    throw error instanceof SceneError ? new SceneError(error.issues, 'event') : error
  }
}

/** The keys of every object of a schema. They are collected at the first error and kept. */
const outlines = new WeakMap<z.ZodType, SchemaOutline>()

function check<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const outline = outlines.get(schema) ?? outlineOf(schema)
  outlines.set(schema, outline)
  const found = withWholeUnions(result.error.issues, schema, input)
  const described = found.slice(0, MOST_ISSUES).flatMap((issue) => describeIssue(issue, input, outline))
  const issues = described.slice(0, MOST_ISSUES).map(({ path, message }) => ({ path: formatPath(path), message }))
  const more = found.reduce((sum, issue) => sum + countOf(issue), 0) - issues.length
  if (issues.length === MOST_ISSUES && more > 0) issues.push({ path: '', message: `and ${more} more like these` })
  throw new SceneError(issues)
}
