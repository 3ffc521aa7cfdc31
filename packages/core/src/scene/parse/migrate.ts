// Migrates scenes of older format versions. A change of the format raises SCENE_VERSION and adds one function here, which
// turns a scene of the previous version into one of the new version. Parsing runs the functions in order.

import { SCENE_VERSION } from '../schema/scene.js'

type Raw = Record<string, unknown>

/** `migrations[v]` turns version v into version v + 1. */
const migrations: Record<number, (scene: Raw) => Raw> = {}

/** The reason why a version cannot be read; undefined if it can. */
export function versionProblem(version: unknown): string | undefined {
  if (version === undefined) return `add "seiche": ${SCENE_VERSION}, the version of the scene format`
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return `expected the version of the scene format, a whole number from 1 to ${SCENE_VERSION}, got ${JSON.stringify(version)}`
  if (version > SCENE_VERSION)
    return `this scene has format ${version}, this Seiche reads up to ${SCENE_VERSION}: update Seiche`
  return undefined
}

/** Migrates a scene of a readable version to the current one. */
export function migrate(scene: Raw): Raw {
  let current = scene
  for (let version = current.seiche as number; version < SCENE_VERSION; version++)
    current = { ...migrations[version]!(current), seiche: version + 1 }
  return current
}
