import { describe, expect, it } from 'vitest'
import { formatPath } from '../parse/error.js'
import { describeIssue } from '../parse/issue-messages.js'
import { outlineOf } from '../parse/schema-outline.js'
import { terrainSchema } from './terrain.js'

const outline = outlineOf(terrainSchema)

/** What is wrong with terrain, as "path: message". */
function issuesOf(terrain: unknown): string[] {
  const result = terrainSchema.safeParse(terrain)
  if (result.success) throw new Error('this terrain was accepted')
  return result.error.issues
    .flatMap((issue) => describeIssue(issue, terrain, outline))
    .map(({ path, message }) => `${formatPath(path)}: ${message}`)
}

describe('terrain', () => {
  it('fills in defaults', () => {
    expect(terrainSchema.parse({ npy: 'a.npy' })).toEqual({ npy: 'a.npy', scale: 1, offset: 0, fit: 'resample' })
    expect(terrainSchema.parse([{ geotiff: 'a.tif' }])).toEqual([{ geotiff: 'a.tif', offset: [0, 0] }])
    expect(terrainSchema.parse({ shape: 'cone', radius: 2 })).toEqual({
      shape: 'cone',
      center: [0, 0],
      radius: 2,
      top: 0,
      height: 1,
    })
  })

  it('parses its own output', () => {
    const layers = terrainSchema.parse([
      { image: 'a.png', low: 0, high: 3 },
      { shape: 'paraboloid', radius: 1 },
    ])
    expect(terrainSchema.parse(layers)).toEqual(layers)
  })

  const refused: [name: string, terrain: unknown, expected: RegExp][] = [
    [
      'a number',
      3,
      /^: expected a list of layers or a shape or \{ "npy": "file\.npy" \} or \{ "image": "file\.png" \} or \{ "geotiff": "file\.tif" \}, got 3$/,
    ],
    ['a layer that is none', [3], /^\[0\]: expected a shape or \{ "npy": .*got 3$/],
    ['an unknown shape', { shape: 'cones' }, /^shape: expected .*got "cones"; did you mean "cone"\?/],
    ['an unknown shape in a list', [{ shape: 'cones' }], /^\[0\]\.shape: expected .*did you mean "cone"\?/],
    ['an unknown key', { npy: 'a.npy', scael: 2 }, /^scael: unknown key; did you mean "scale"\?/],
    [
      'an unknown key in a list',
      [{ geotiff: 'a.tif', nodata: 2 }],
      /^\[0\]\.nodata: unknown key; did you mean "noData"/,
    ],
    ['a picture without heights', { image: 'a.png', low: 0 }, /^high: missing; expected a finite number/],
    ['a fit of its own', { npy: 'a.npy', fit: 'stretch' }, /^fit: expected "resample" or "exact", got "stretch"/],
    ['an offset that is no place', { geotiff: 'a.tif', offset: 3 }, /^offset: expected/],
    [
      'a cone wider above than below',
      { shape: 'cone', radius: 2, top: 3 },
      /^top: the top of a cone must be narrower than its base/,
    ],
    [
      'a profile out of order',
      {
        shape: 'profile',
        points: [
          [0, 1],
          [2, 1],
          [2, 3],
        ],
      },
      /^points: the points of a profile must be in order/,
    ],
    [
      'a profile of one point',
      { shape: 'profile', points: [[0, 1]] },
      /^points: expected a list with at least 2 values/,
    ],
    ['NaN', { shape: 'plane', height: Number.NaN }, /^height: expected a finite number, got NaN/],
  ]
  for (const [name, terrain, expected] of refused)
    it(`refuses ${name}`, () => expect(issuesOf(terrain).join('\n')).toMatch(expected))
})
