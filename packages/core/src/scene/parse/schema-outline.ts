// Which keys, lists and words a schema allows, for messages. The schema library can write a whole JSON Schema, but its code for that is a quarter of
// the library, which a page would load before its first water.

import { z } from 'zod'

/** A schema as far as messages need it, with the names of JSON Schema. */
export interface SchemaOutline {
  type?: string
  properties?: Record<string, SchemaOutline>
  items?: SchemaOutline
  /** The first items of a list, or all of a list of fixed length. */
  prefixItems?: SchemaOutline[]
  anyOf?: SchemaOutline[]
  /** Members that one of their values tells apart. */
  oneOf?: SchemaOutline[]
  const?: unknown
  enum?: unknown[]
  required?: string[]
}

/** What a schema accepts as input. */
export function outlineOf(schema: z.core.$ZodType): SchemaOutline {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return outlineOf(schema.unwrap())
  if (schema instanceof z.ZodObject) return objectOf(schema.shape as Record<string, z.core.$ZodType>)
  if (schema instanceof z.ZodRecord) return { type: 'object' }
  if (schema instanceof z.ZodArray) return { type: 'array', items: outlineOf(schema.element) }
  if (schema instanceof z.ZodTuple) {
    const { items, rest } = schema.def
    return { type: 'array', prefixItems: items.map(outlineOf), ...(rest && { items: outlineOf(rest) }) }
  }
  if (schema instanceof z.ZodDiscriminatedUnion) return { oneOf: schema.options.map(outlineOf) }
  if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map(outlineOf) }
  if (schema instanceof z.ZodEnum) return { type: 'string', enum: schema.options }
  if (schema instanceof z.ZodLiteral) return literalOf([...schema.values])
  if (schema instanceof z.ZodNumber) return { type: isWhole(schema) ? 'integer' : 'number' }
  return { type: (schema as z.ZodType).type }
}

/** `format` of a schema would need the writer of JSON Schemas. */
function isWhole({ def }: z.ZodNumber): boolean {
  const formats = [def, ...(def.checks ?? []).map((check) => check._zod.def)]
  return formats.some((one) => (one as { format?: string }).format === 'safeint')
}

function objectOf(shape: Record<string, z.core.$ZodType>): SchemaOutline {
  const keys = Object.keys(shape)
  const required = keys.filter((key) => shape[key]!._zod.optin === undefined)
  return {
    type: 'object',
    properties: Object.fromEntries(keys.map((key) => [key, outlineOf(shape[key]!)])),
    ...(required.length > 0 && { required }),
  }
}

function literalOf(values: readonly unknown[]): SchemaOutline {
  return { type: typeof values[0], ...(values.length === 1 ? { const: values[0] } : { enum: [...values] }) }
}
