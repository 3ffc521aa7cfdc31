// The edge of the engine: whatever comes in here is checked once, and nothing behind it checks again.

import { z } from 'zod'
import { formatPath, SceneError, type SceneIssue, type ScenePath } from './error.js'
import { describeIssue } from './advice.js'
import { type LocatedJson, parseJson } from './json.js'
import { migrate, versionProblem } from './migrate.js'
import { eventSchema, type Scene, sceneSchema, type WaterEvent } from './schema.js'

export interface ParseOptions {
  /** Name of the scene for messages, usually its file. */
  readonly source?: string | undefined
}

/** Checks a scene, given as an object or as JSON text, and fills in defaults. Throws `SceneError` with every issue found. */
export function parseScene(input: unknown, { source }: ParseOptions = {}): Scene {
  const json = typeof input === 'string' ? parseJson(input, source) : undefined
  const value = json ? json.value : input
  const fail = (issues: { path: ScenePath; message: string }[]) => {
    throw new SceneError(issues.map((issue) => locate(issue, json)), source)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail([{ path: [], message: `a scene is an object, got ${value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value}` }]) as never
  const hidden = findPrototypeKey(value, [], new Set())
  if (hidden) fail([hidden])
  const problem = versionProblem((value as Record<string, unknown>).seiche)
  if (problem) fail([{ path: ['seiche'], message: problem }])
  const scene = migrate(value as Record<string, unknown>)
  const result = sceneSchema.safeParse(scene)
  if (!result.success) fail(issuesOf(result.error, scene, sceneSchema))
  return result.data as Scene
}

/** Checks one event for `apply`. */
export function parseEvent(event: unknown): WaterEvent {
  const result = eventSchema.safeParse(event)
  if (!result.success)
    throw new SceneError(issuesOf(result.error, event, eventSchema).map((issue) => locate(issue, undefined)), 'event')
  return result.data
}

function issuesOf(error: z.ZodError, input: unknown, schema: z.ZodType): { path: ScenePath; message: string }[] {
  const keys = z.toJSONSchema(schema, { io: 'input' })
  return error.issues.flatMap((issue) => describeIssue(issue, input, keys))
}

function locate({ path, message }: { path: ScenePath; message: string }, json: LocatedJson | undefined): SceneIssue {
  return { path: formatPath(path), message, ...json?.locate(path) }
}

/** `__proto__` as an own key, or a value that contains itself: neither comes from a scene file, both are refused. */
function findPrototypeKey(value: unknown, path: ScenePath, parents: Set<unknown>): { path: ScenePath; message: string } | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (parents.has(value)) return { path, message: 'this value contains itself' }
  parents.add(value)
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return { path, message: 'the key "__proto__" is not allowed' }
    const child = (value as Record<string, unknown>)[key]
    const found = findPrototypeKey(child, [...path, Array.isArray(value) ? Number(key) : key], parents)
    if (found) return found
  }
  parents.delete(value)
  return undefined
}
