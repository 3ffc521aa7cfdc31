// Reading the JSON Schema of scenes: references, unions, ranges.

export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export type JsonObject = { [key: string]: Json | undefined }

/** A part of a JSON Schema, as far as settings need it. */
export interface SchemaNode {
  readonly $ref?: string
  readonly type?: string
  readonly const?: string
  readonly enum?: readonly string[]
  readonly default?: Json
  readonly examples?: readonly Json[]
  readonly description?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
  readonly additionalProperties?: SchemaNode | boolean
  /** Of a list; absent for lists whose items have different kinds. */
  readonly items?: SchemaNode
  readonly oneOf?: readonly SchemaNode[]
  readonly anyOf?: readonly SchemaNode[]
  readonly definitions?: Readonly<Record<string, SchemaNode>>
}

/** Follows a reference. */
export function resolve(schema: SchemaNode, node: SchemaNode): SchemaNode {
  if (!node.$ref) return node
  const { $ref, ...own } = node
  const target = schema.definitions?.[$ref.replace('#/definitions/', '')]
  return target ? { ...resolve(schema, target), ...own } : own
}

/** The member of a union that a value belongs to; the node itself if it is no union. */
export function variantOf(schema: SchemaNode, node: SchemaNode, value: Json | undefined): SchemaNode | undefined {
  const options = (node.oneOf ?? node.anyOf)?.map((option) => resolve(schema, option))
  if (!options) return node
  const matching = options.map((option) => variantOf(schema, option, value)).filter((option) => option !== undefined)
  return matching.find((option) => accepts(option, value))
}

function accepts(option: SchemaNode, value: Json | undefined): boolean {
  if (option.enum) return typeof value === 'string' && option.enum.includes(value)
  if (option.type === 'number' || option.type === 'integer') return typeof value === 'number'
  if (option.type === 'array') return Array.isArray(value)
  if (option.type !== 'object' || typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const members = value as JsonObject
  const named = Object.entries(option.properties ?? {}).filter(([, { const: fixed }]) => fixed !== undefined)
  if (named.some(([key, { const: fixed }]) => members[key] !== fixed)) return false
  return (option.required ?? []).every((key) => members[key] !== undefined)
}

/** Range of a slider. */
export interface Range {
  /** Limits of the format; absent: none. */
  least?: number
  most?: number
  /** Ends of the slider; absent: there is no slider. */
  low?: number
  high?: number
  /** Whether equal steps of the slider are equal factors. */
  isLogarithmic: boolean
}

/** The smallest positive number of the format: a limit that only excludes zero. */
const tiny = 1e-9

/**
 * Range of a number: the limits of the format, else from the smallest to the largest example in the schema, else a factor of ten to both
 * sides of a value near which it is used. Directions turn once around.
 */
export function numberRange(node: SchemaNode, unit: string | undefined, near: number | undefined): Range {
  const least = node.minimum ?? node.exclusiveMinimum
  const limits = {
    ...(least !== undefined && least > -1e11 && { least }),
    ...(node.maximum !== undefined && node.maximum < 1e11 && { most: node.maximum }),
  }
  const examples = (node.examples ?? []).filter((example) => typeof example === 'number')
  if (examples.length > 1) {
    const [low, high] = [Math.min(...examples), Math.max(...examples)]
    const smallest = Math.min(...examples.filter((example) => example > 0))
    const isWide = low >= 0 && high / smallest > 100
    return { ...limits, low: isWide && low === 0 ? smallest / 10 : low, high, isLogarithmic: isWide }
  }
  if (unit === 'degrees') return { ...limits, low: -180, high: 180, isLogarithmic: false }
  const { least: from, most: to } = limits
  if (from !== undefined && to !== undefined) {
    if (from > tiny || from === 0)
      return { ...limits, low: from, high: to, isLogarithmic: from > 0 && to / from > 1000 }
    return { ...limits, low: Math.min(near ?? to, to) / 100, high: to, isLogarithmic: true }
  }
  // A number to count with, or a seed, has no range.
  if (near === undefined || node.type === 'integer') return { ...limits, isLogarithmic: false }
  if (near > 0) return { ...limits, low: near / 10, high: near * 10, isLogarithmic: true }
  return { ...limits, low: near * 2, high: -near * 2, isLogarithmic: false }
}
