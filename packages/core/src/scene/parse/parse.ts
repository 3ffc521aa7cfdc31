// The edge of the engine: whatever comes in here is checked once, and nothing behind it checks again.

import { z } from 'zod'
import { eventSchema, type SimulationEvent } from '../schema/event.js'
import { type Scene, sceneSchema } from '../schema/scene.js'
import { formatPath, SceneError } from './error.js'
import { countOf, describeIssue, MOST_ISSUES } from './issue-messages.js'
import { parseJson } from './json.js'
import { migrate, versionProblem } from './migrate.js'
import { plainCopy } from './plain.js'

export interface ParseOptions {
  /** Name of the scene for messages, usually its file. */
  readonly source?: string | undefined
}

/** Checks a scene, given as an object or as JSON text, and fills in defaults. Throws `SceneError` with every issue found, or the first of very many. */
export function parseScene(input: unknown, options: ParseOptions = {}): Scene {
  return readScene(input, options).scene
}

/** A checked scene, and a way to say where in its text something is. */
export interface SceneText {
  readonly scene: Scene
  /** Gives an error found later the name, line and column of this scene; other errors pass through. */
  place(error: unknown): unknown
}

export function readScene(input: unknown, { source }: ParseOptions = {}): SceneText {
  const json = typeof input === 'string' ? parseJson(input, source) : undefined
  const place = (error: unknown) =>
    error instanceof SceneError
      ? new SceneError(
          error.issues.map((issue) => ({ ...issue, ...json?.locate(issue.path) })),
          source,
        )
      : error
  try {
    return { scene: checkScene(json ? json.value : plainCopy(input)), place }
  } catch (error) {
    throw place(error)
  }
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

/** An ocean repeats beyond its grid: where a scene says nothing of its edges, they are joined. */
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

/** Schemas as JSON Schema, which knows the keys of every object: made once, for the first refusal, and not cheap. */
const keysOf = new WeakMap<z.ZodType, object>()

function check<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const keys = keysOf.get(schema) ?? z.toJSONSchema(schema, { io: 'input' })
  keysOf.set(schema, keys)
  const found = result.error.issues
  const described = found.slice(0, MOST_ISSUES).flatMap((issue) => describeIssue(issue, input, keys))
  const issues = described.slice(0, MOST_ISSUES).map(({ path, message }) => ({ path: formatPath(path), message }))
  const more = found.reduce((sum, issue) => sum + countOf(issue), 0) - issues.length
  if (issues.length === MOST_ISSUES && more > 0) issues.push({ path: '', message: `and ${more} more like these` })
  throw new SceneError(issues)
}
