// The scene format as JSON Schema, for editors. The schema library writes every part out wherever it is used; here a part that is used
// more than once becomes a definition, named after its `shape` or `type` where it has one.

import { z } from 'zod'
import { GREATEST } from './number.js'
import { sceneSchema } from './scene.js'

type Node = { readonly [key: string]: unknown }

/** Shorter parts than this [characters] are written out: a reference would be no easier to read. */
const WORTH_SHARING = 90

/**
 * The JSON Schema of scenes.
 *
 * @returns A JSON Schema of draft 7, which editors use to complete and check scene files.
 *
 * @example
 * ```ts
 * import { sceneJsonSchema } from 'seiche'
 *
 * console.log(JSON.stringify(sceneJsonSchema(), null, 2))
 * ```
 */
export function sceneJsonSchema(): object {
  const whole = z.toJSONSchema(sceneSchema, {
    io: 'input',
    target: 'draft-7',
    // The limits common to all numbers are left out.
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === -GREATEST) delete jsonSchema.minimum
      if (jsonSchema.maximum === GREATEST) delete jsonSchema.maximum
    },
  }) as Node
  const { $schema, ...shared } = share(whole)
  return { $schema, $id: 'https://unpkg.com/seiche/scene.schema.json', title: 'Seiche scene', ...shared }
}

function share(root: Node): Node {
  const uses = new Map<string, number>()
  const count = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (isSchema(value)) {
      const text = JSON.stringify(value)
      uses.set(text, (uses.get(text) ?? 0) + 1)
      // The parts of a repeated part were counted at its first occurrence.
      if (uses.get(text)! > 1) return
    }
    for (const inner of Object.values(value)) count(inner)
  }
  count(root)
  const names = new Map<string, string>()
  const definitions: Record<string, unknown> = {}
  const rewrite = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const text = isSchema(value) ? JSON.stringify(value) : ''
    if (text.length < WORTH_SHARING || uses.get(text)! < 2) return rewriteInner(value)
    let name = names.get(text)
    if (name === undefined) {
      name = freeName(nameOf(value as Node), names)
      names.set(text, name)
      definitions[name] = rewriteInner(value)
    }
    return { $ref: `#/definitions/${name}` }
  }
  const rewriteInner = (value: object): unknown =>
    Array.isArray(value)
      ? value.map(rewrite)
      : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewrite(inner)]))
  const rewritten = rewriteInner(root) as Node
  return { ...rewritten, definitions }
}

function isSchema(value: object): boolean {
  return ['type', 'anyOf', 'oneOf'].some((key) => key in value && !Array.isArray(value))
}

/** The discriminating constant of a part, such as its `shape`; else the name of its type. */
function nameOf({ properties, anyOf, oneOf, type }: Node): string {
  const { shape, type: kind } = (properties ?? {}) as Record<string, { const?: unknown } | undefined>
  const constant = shape?.const ?? kind?.const
  if (typeof constant === 'string') return constant
  if (anyOf ?? oneOf) return 'choice'
  return type === 'array' ? 'list' : typeof type === 'string' ? type : 'part'
}

function freeName(wanted: string, taken: ReadonlyMap<string, string>): string {
  const used = new Set(taken.values())
  for (let k = 1; ; k++) {
    const name = k === 1 ? wanted : `${wanted}${k}`
    if (!used.has(name)) return name
  }
}
