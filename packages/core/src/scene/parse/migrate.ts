// Old scenes keep working. A change of format raises SCENE_VERSION and adds one function here that turns a scene of the
// version before it into one of the next; parsing runs them in order.

import { SCENE_VERSION } from '../schema/scene.js'

type Raw = Record<string, unknown>

/** `migrations[v]` turns version v into version v + 1. */
const migrations: Record<number, (scene: Raw) => Raw> = {}

/** Why a version cannot be read, or undefined if it can. */
export function versionProblem(version: unknown): string | undefined {
  if (version === undefined) return `add "seiche": ${SCENE_VERSION}, the version of the scene format`
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return `expected the version of the scene format, a whole number from 1 to ${SCENE_VERSION}, got ${JSON.stringify(version)}`
  if (version > SCENE_VERSION)
    return `this scene has format ${version}, this Seiche reads up to ${SCENE_VERSION}: update Seiche`
  return undefined
}

/** Brings a scene of a readable version up to date. */
export function migrate(scene: Raw): Raw {
  let current = scene
  for (let version = current.seiche as number; version < SCENE_VERSION; version++)
    current = { ...migrations[version]!(current), seiche: version + 1 }
  return current
}
