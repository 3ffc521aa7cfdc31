import { expect, it } from 'vitest'
import { z } from 'zod'
import { eventSchema } from '../schema/event.js'
import { sceneSchema } from '../schema/scene.js'
import { outlineOf } from './schema-outline.js'

/** The keywords that an outline has, of a JSON Schema of the library. */
function outlineOfJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(outlineOfJsonSchema)
  const {
    type,
    properties,
    items,
    prefixItems,
    anyOf,
    oneOf,
    const: fixed,
    enum: words,
    required,
  } = node as z.core.JSONSchema.JSONSchema
  return {
    ...(type !== undefined && { type }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, child]) => [key, outlineOfJsonSchema(child)]),
      ),
    }),
    ...(items && { items: outlineOfJsonSchema(items) }),
    ...(prefixItems && { prefixItems: outlineOfJsonSchema(prefixItems) }),
    ...(anyOf && { anyOf: outlineOfJsonSchema(anyOf) }),
    ...(oneOf && { oneOf: outlineOfJsonSchema(oneOf) }),
    ...(fixed !== undefined && { const: fixed }),
    ...(words && { enum: words }),
    ...(required && { required }),
  }
}

it.each([
  ['scenes', sceneSchema],
  ['events', eventSchema],
])('has the keys, types and words of the JSON Schema of %s', (_, schema: z.ZodType) => {
  expect(outlineOf(schema)).toEqual(outlineOfJsonSchema(z.toJSONSchema(schema, { io: 'input' })))
})
