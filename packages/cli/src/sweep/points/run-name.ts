// The name of a run is a hash of its scene: the same scene has the same name in every call and on every computer.

import { createHash } from 'node:crypto'
import type { Scene } from 'seiche'

/** Hexadecimal digits of a name: among a million runs, two have the same name with a probability of 3 · 10⁻⁸. */
const digits = 16

/** @param scene the scene with all defaults; its name and description do not count */
export function runName(scene: Scene): string {
  const { name: _name, description: _description, $schema: _schema, ...physics } = scene
  return createHash('sha256').update(canonicalJson(physics)).digest('hex').slice(0, digits)
}

/** JSON with the keys in order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
