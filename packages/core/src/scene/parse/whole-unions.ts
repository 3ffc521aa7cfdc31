// A union of the schema library reports the issues of a single member where the input has no more than unknown keys there, even if
// another member knows these keys and one of their values is wrong. Here such a report becomes that of all members again, so that the
// nearest one can be chosen.

import { z } from 'zod'
import type { ScenePath } from './error.js'
import { valueAt } from './value-at.js'

/** The issues of `schema` on `input`, those of unions with the issues of every member. */
export function withWholeUnions(
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  input: unknown,
): readonly z.core.$ZodIssue[] {
  return issues.map((issue) => {
    if (issue.code !== 'unrecognized_keys') return issue
    const value = valueAt(input, issue.path as ScenePath)
    const union = schemaAt(schema, issue.path as ScenePath)
    if (!(union instanceof z.ZodUnion) || union instanceof z.ZodDiscriminatedUnion) return issue
    const members = union.options as readonly z.ZodType[]
    const errors = members.map((member) => member.safeParse(value).error?.issues ?? [])
    return { code: 'invalid_union', path: issue.path, message: issue.message, errors }
  })
}

/** The schema of the value at a path: of several, the first. */
function schemaAt(schema: z.ZodType | undefined, [part, ...rest]: ScenePath): z.ZodType | undefined {
  const outer = unwrapped(schema)
  if (part === undefined || outer === undefined) return outer
  if (outer instanceof z.ZodObject) return schemaAt(outer.shape[part], rest)
  if (outer instanceof z.ZodArray) return schemaAt(outer.element as z.ZodType, rest)
  if (!(outer instanceof z.ZodUnion)) return undefined
  for (const member of outer.options as readonly z.ZodType[]) {
    const found = schemaAt(member, [part, ...rest])
    if (found) return found
  }
  return undefined
}

/** The schema behind defaults and other wrappers. */
function unwrapped(schema: z.ZodType | undefined): z.ZodType | undefined {
  let at = schema
  while (at instanceof z.ZodOptional || at instanceof z.ZodDefault || at instanceof z.ZodPrefault)
    at = at.unwrap() as z.ZodType
  return at
}
