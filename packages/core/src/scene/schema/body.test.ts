import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { describeIssue } from '../parse/issue-messages.js'
import { outlineOf } from '../parse/schema-outline.js'
import { bodySchema, jointSchema } from './body.js'

const problems = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
const ball = { shape: 'sphere', radius: 0.1 }

describe('bodySchema', () => {
  it('fills in what is left out', () => {
    expect(bodySchema.parse(ball)).toEqual({
      ...ball,
      kind: 'dynamic',
      position: [0, 0, 0],
      rotation: [0, 0, 0, 1],
      velocity: [0, 0, 0],
      angularVelocity: [0, 0, 0],
      friction: 0.5,
      restitution: 0,
      drag: 0.8,
    })
  })

  const refused: [string, object, RegExp][] = [
    ['no density', { ...ball, density: 0 }, /^density: .*>0/],
    ['a colour that is a word', { ...ball, color: 'red' }, /^color: a color is written as "#rrggbb"/],
    ['a negative density', { ...ball, density: -5 }, /^density: .*>0/],
    ['no mass', { ...ball, mass: 0 }, /^mass: .*>0/],
    ['density and mass', { ...ball, mass: 1, density: 1 }, /^mass: a body has a "density" or a "mass", not both/],
    ['no radius', { shape: 'sphere' }, /^radius: /],
    ['a flat box', { shape: 'box', size: [1, 0, 1] }, /^size.1: .*>0/],
    ['a short capsule', { shape: 'capsule', radius: 1, height: 2 }, /^height: a capsule is longer .* more than 2 m/],
    [
      'a cone that is wider at its top',
      { shape: 'cone', radius: 1, top: 1, height: 2 },
      /^top: .* less than 1 m, got 1/,
    ],
    ['a hull of nothing', { shape: 'hull' }, /^: a hull needs either "points" or a "file"/],
    [
      'a hull of three points',
      {
        shape: 'hull',
        points: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
      },
      /^points: .*>=4/,
    ],
    ['a mesh of nothing', { shape: 'mesh' }, /^: a mesh needs either/],
    ['a mesh of corners only', { shape: 'mesh', vertices: [[0, 0, 0]] }, /^triangles: missing; a mesh has both/],
    ['a mesh twice', { shape: 'mesh', vertices: [], triangles: [], file: 'a.glb' }, /^: a mesh needs either/],
    ['an empty compound', { shape: 'compound', parts: [] }, /^parts: .*>=1/],
    [
      'a part',
      { shape: 'compound', parts: [{ shape: 'capsule', radius: 1, height: 1 }] },
      /^parts.0.height: a capsule/,
    ],
    ['an axis of zeros', { ...ball, rotation: { axis: [0, 0, 0], angle: 1 } }, /^rotation/],
    ['a quaternion of zeros', { ...ball, rotation: [0, 0, 0, 0] }, /^rotation/],
    [
      'a path of a free body',
      {
        ...ball,
        path: [
          { time: 0, at: [0, 0, 0] },
          { time: 1, at: [1, 0, 0] },
        ],
      },
      /^path: only a kinematic body/,
    ],
    [
      'a path back in time',
      {
        ...ball,
        kind: 'kinematic',
        path: [
          { time: 1, at: [0, 0, 0] },
          { time: 1, at: [1, 0, 0] },
        ],
      },
      /^path.1.time: .* must increase/,
    ],
    ['restitution above one', { ...ball, restitution: 1.1 }, /^restitution: .*<=1/],
    ['an unknown key', { ...ball, colour: 'red' }, /colour/],
    ['a place that is none', { ...ball, position: [0, Number.NaN, 0] }, /^position.1: /],
  ]
  for (const [name, body, message] of refused)
    it(`refuses ${name}`, () => expect(problems(bodySchema, body).join('\n')).toMatch(message))
})

it('lists of a fixed length are asked for by their length', () => {
  const advice = (body: object) => {
    const outline = outlineOf(bodySchema)
    return bodySchema.safeParse(body).error!.issues.flatMap((issue) => describeIssue(issue, body, outline))
  }
  expect(advice({ ...ball, position: 3 })).toEqual([
    { path: ['position'], message: 'expected a list of three values, got 3' },
  ])
  expect(advice({ ...ball, rotation: 'up' })).toEqual([
    { path: ['rotation'], message: 'expected { "axis": … } or a list of four values, got "up"' },
  ])
})

describe('jointSchema', () => {
  it('refuses what cannot hold', () => {
    const bodies = ['a', 'b']
    expect(problems(jointSchema, { type: 'rope', bodies, length: 0 }).join()).toMatch(/^length/)
    expect(problems(jointSchema, { type: 'hinge', bodies, limits: [10, -10] }).join()).toMatch(/^limits: the lower/)
    expect(problems(jointSchema, { type: 'hinge', bodies, axis: [0, 0, 0] }).join()).toMatch(/^axis: an axis/)
    expect(problems(jointSchema, { type: 'glue', bodies }).join()).toMatch(/^type/)
    expect(problems(jointSchema, { type: 'ball', bodies: ['a'] }).join()).toMatch(/^bodies/)
  })
})

it('every key says what it is', () => {
  const silent: string[] = []
  const visit = (node: unknown, path: string) => {
    if (typeof node !== 'object' || node === null) return
    for (const [name, property] of Object.entries((node as { properties?: object }).properties ?? {}))
      if (!property.description && property.const === undefined) silent.push(`${path}.${name}`)
    for (const [key, child] of Object.entries(node)) visit(child, `${path}.${key}`)
  }
  visit(
    z.toJSONSchema(z.object({ bodies: z.array(bodySchema), joints: z.array(jointSchema) }).shape.bodies, {
      io: 'input',
    }),
    '',
  )
  visit(z.toJSONSchema(jointSchema, { io: 'input' }), '')
  expect(silent).toEqual([])
})
