import { describe, expect, it } from 'vitest'
import { SceneError } from './error.js'
import { parseEvent, parseScene } from './parse.js'

const minimal = { seiche: 1, grid: { cells: [4, 3], cellSize: 0.5 }, solver: { type: 'columns' } }

const box = { ...minimal, solver: { type: 'stable-fluids' } }
const river = { ...minimal, solver: { type: 'shallow-water' }, terrain: [] }

/** The issues of a refused scene, as "path: message". */
function issuesOf(input: unknown): string[] {
  try {
    parseScene(input)
  } catch (error) {
    if (error instanceof SceneError) return error.issues.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
  throw new Error('this scene was accepted')
}

describe('parseScene', () => {
  it('fills in defaults', () => {
    const scene = parseScene(minimal)
    expect(scene.timeStep).toBe(1 / 60)
    expect(scene.solver).toEqual({ type: 'columns', depth: 1, gravity: 9.81, damping: 0, viscosity: 0 })
    expect(scene.boundaries).toEqual({ 'x-': 'reflect', 'x+': 'reflect', 'z-': 'reflect', 'z+': 'reflect' })
    expect(scene.initial).toEqual({ eta: [], phi: [] })
  })

  it('parses its own output', () => {
    const scene = parseScene(minimal)
    expect(parseScene(scene)).toEqual(scene)
    expect(parseScene(JSON.stringify(scene))).toEqual(scene)
  })

  const refused: [name: string, input: unknown, ...expected: RegExp[]][] = [
    ['a list', [], /^: a scene is an object, got an array/],
    ['null', null, /got null/],
    ['an unknown key near a known one', { ...minimal, gird: {} }, /^gird: unknown key; did you mean "grid"\?/],
    [
      'an unknown key inside',
      { ...minimal, solver: { type: 'columns', detph: 1 } },
      /^solver\.detph: unknown key; did you mean "depth"\?/,
    ],
    ['an unknown key like none', { ...minimal, qwertz: 1 }, /^qwertz: unknown key; known keys: seiche, name/],
    ['a missing version', { ...minimal, seiche: undefined }, /^seiche: add "seiche": 1/],
    ['a newer version', { ...minimal, seiche: 2 }, /^seiche: .*format 2.*update Seiche/],
    ['a version that is none', { ...minimal, seiche: '1' }, /^seiche: expected the version/],
    ['a missing grid', { ...minimal, grid: undefined }, /^grid: missing; expected an object/],
    ['NaN', { ...minimal, timeStep: Number.NaN }, /^timeStep: expected a finite number, got NaN/],
    [
      'infinity',
      { ...minimal, timeStep: Number.POSITIVE_INFINITY },
      /^timeStep: expected a finite number, got Infinity/,
    ],
    [
      'a negative size',
      { ...minimal, grid: { cells: [-4, 3], cellSize: 1 } },
      /^grid\.cells\[0\]: expected a .*at least 1, got -4/,
    ],
    [
      'a broken number of cells',
      { ...minimal, grid: { cells: [4.5, 3], cellSize: 1 } },
      /^grid\.cells\[0\]: expected a whole number, got 4\.5/,
    ],
    ['one extent', { ...minimal, grid: { cells: [4], cellSize: 1 } }, /^grid\.cells/],
    [
      'a cell of no size',
      { ...minimal, grid: { cells: [4, 3], cellSize: 0 } },
      /^grid\.cellSize: expected a number of more than 0, got 0/,
    ],
    ['a wrong type', { ...minimal, name: 7 }, /^name: expected a text, got 7/],
    [
      'an unknown solver',
      { ...minimal, solver: { type: 'collumns' } },
      /^solver\.type: expected "columns" or .*, got "collumns"; did you mean "columns"\?/,
    ],
    [
      'an unknown shape',
      { ...minimal, initial: { eta: [{ shape: 'disk' }] } },
      /^initial\.eta\[0\]\.shape: .*"disc".*did you mean "disc"\?/,
    ],
    [
      'a shape without its radius',
      { ...minimal, initial: { eta: [{ shape: 'disc' }] } },
      /^initial\.eta\[0\]\.radius: missing; expected a finite number/,
    ],
    [
      'no list of shapes',
      { ...minimal, initial: { eta: 3 } },
      /^initial\.eta: expected a list of shapes or \{ "npy": "file\.npy" \}, got 3/,
    ],
    [
      'an unknown edge',
      { ...minimal, boundaries: { 'x-': 'wall' } },
      /^boundaries\["x-"\]: expected "reflect" or .*, got "wall"/,
    ],
    [
      'an unknown edge of a fluid, answered with the names of its edges',
      { ...box, fluid: { boundaries: { 'y+': 'wall' } } },
      /^fluid\.boundaries\["y\+"\]: expected "free-slip" or "no-slip" or "open" or "periodic" or \{ "lid": \[1, 0\] \} or \{ "inflow": \[1, 0\] \}, got "wall"$/,
    ],
    [
      'a misspelt edge of a fluid',
      { ...box, fluid: { boundaries: { 'y+': 'free slip' } } },
      /got "free slip"; did you mean "free-slip"\?$/,
    ],
    [
      'an edge of a fluid among those of a surface, without the name of another edge',
      { ...box, boundaries: { 'y+': 'no-slip' } },
      /^boundaries\["y\+"\]: unknown key; known keys: x-, x\+, z-, z\+\. It is a key of fluid\.boundaries$/,
    ],
    [
      'an inflow with a discharge and a level, without advice to write "level" for "level"',
      { ...river, inflows: [{ edge: 'x-', discharge: 1, level: 0 }] },
      /^inflows\[0\]\.level: does not go with "discharge"; allowed with it: edge, from, to$/,
    ],
    [
      'a discharge of the wrong type, which is not an unknown key',
      { ...river, inflows: [{ edge: 'x-', discharge: 'much' }] },
      /^inflows\[0\]\.discharge: expected a finite number or a list of pairs or \{ "amplitude": … \}, got "much"$/,
    ],
    [
      'a level of the wrong type, which does not ask for a discharge',
      { ...river, inflows: [{ edge: 'x-', level: { mean: 1 } }] },
      /^inflows\[0\]\.level\.amplitude: missing; expected a finite number\ninflows\[0\]\.level\.period: missing; expected a finite number$/,
    ],
    [
      'an incident wave without any key',
      { ...river, inflows: [{ edge: 'x-', wave: {} }] },
      /^inflows\[0\]\.wave: expected \{ "height": … \} or \{ "solitary": … \}, got an object$/,
    ],
    [
      'an obstacle with a shape and a file',
      { ...minimal, obstacles: [{ shape: 'disc', radius: 1, npy: 'a.npy' }] },
      /^obstacles\[0\]\.npy: does not go with "shape"; allowed with it: center, radius, height, motion, draught$/,
    ],
    [
      'a name of a dye with a sign',
      { ...box, fluid: { dyes: { 'a+': {} } } },
      /^fluid\.dyes\["a\+"\]: the name of a dye has letters, digits, - and _$/,
    ],
    [
      'a body of an event that is neither name nor number',
      { ...minimal, events: [{ step: 0, type: 'steer', body: true }] },
      /^events\[0\]\.body: expected a text or a whole number, got true$/m,
    ],
    [
      'half a periodic pair',
      { ...minimal, boundaries: { 'x-': 'periodic' } },
      /^boundaries\["x\+"\]: "periodic" joins two sides/,
    ],
    [
      'an event without a time',
      { ...minimal, events: [{ type: 'drop', x: 0, z: 0, radius: 1, height: 1 }] },
      /^events\[0\]: an event needs either "step" or "time"/,
    ],
    [
      'a source that ends before it starts',
      { ...minimal, sources: [{ shape: { shape: 'disc', radius: 1 }, rate: 1, start: 2, end: 1 }] },
      /^sources\[0\]\.end: a source must end after it starts/,
    ],
    [
      'a polygon of two points',
      {
        ...minimal,
        initial: {
          eta: [
            {
              shape: 'polygon',
              points: [
                [0, 0],
                [1, 0],
              ],
            },
          ],
        },
      },
      /^initial\.eta\[0\]\.points: expected a list with at least 3 values, got a list of 2/,
    ],
    [
      'an obstacle that is none',
      { ...minimal, obstacles: [3] },
      /^obstacles\[0\]: expected a shape or \{ "npy": "file\.npy" \} or \{ "image": "file\.png" \}, got 3/,
    ],
    [
      'a picture with an unknown key',
      { ...minimal, obstacles: [{ image: 'a.png', invrt: true }] },
      /^obstacles\[0\]\.invrt: unknown key; did you mean "invert"\?/,
    ],
    [
      'a picture that moves',
      { ...minimal, obstacles: [{ image: 'a.png', motion: { velocity: [1, 0] } }] },
      /^obstacles\[0\]\.motion: does not go with "image"; allowed with it: invert$/,
    ],
    ['a picture for a field', { ...minimal, initial: { eta: { image: 'a.png' } } }, /^initial\.eta/],
    [
      'a path that goes back in time',
      {
        ...minimal,
        obstacles: [
          {
            shape: 'disc',
            radius: 1,
            motion: {
              path: [
                { time: 0, at: [0, 0] },
                { time: 2, at: [1, 0] },
                { time: 2, at: [0, 0] },
              ],
            },
          },
        ],
      },
      /^obstacles\[0\]\.motion\.path\[2\]\.time: the times of a path must increase: 2 s comes after 2 s/,
    ],
    [
      'a path of one place',
      { ...minimal, obstacles: [{ shape: 'disc', radius: 1, motion: { path: [{ time: 0, at: [0, 0] }] } }] },
      /^obstacles\[0\]\.motion\.path: expected a list with at least 2 values/,
    ],
    [
      'a motion that is none',
      { ...minimal, obstacles: [{ shape: 'disc', radius: 1, motion: 5 }] },
      /^obstacles\[0\]\.motion: expected \{ "velocity": \[1, 0\] \} or \{ "path": .* \}, got 5/,
    ],
    [
      'a velocity of one number',
      { ...minimal, sources: [{ shape: { shape: 'disc', radius: 1 }, rate: 1, motion: { velocity: 3 } }] },
      /^sources\[0\]\.motion\.velocity: expected a list of two values, got 3/,
    ],
    [
      'a negative draught',
      { ...minimal, obstacles: [{ shape: 'disc', radius: 1, draught: -1, motion: { velocity: [1, 0] } }] },
      /^obstacles\[0\]\.draught: expected a number of at least 0, got -1/,
    ],
    [
      'a source of something else',
      { ...minimal, sources: [{ shape: { shape: 'disc', radius: 1 }, rate: 1, quantity: 'presure' }] },
      /^sources\[0\]\.quantity: expected "height" or "pressure", got "presure"; did you mean "pressure"\?/,
    ],
    [
      'a brush that is softer than soft',
      { ...minimal, events: [{ step: 0, type: 'build', from: [0, 0], to: [0, 0], radius: 1, softness: 2 }] },
      /^events\[0\]\.softness: expected a number of at most 1, got 2/,
    ],
    [
      'an own __proto__',
      JSON.parse('{"seiche":1,"grid":{"__proto__":{"cells":[1,1]}}}'),
      /^grid: the key "__proto__" is not allowed/,
    ],
    ['__proto__ in text', '{"seiche": 1, "__proto__": {}}', /the key "__proto__" is not allowed/],
    ['text that is no JSON', '{"seiche": 1,}', /expected a key in double quotes, found "}"/],
    ['a key given twice', '{"seiche": 1, "seiche": 1}', /the key "seiche" is given twice/],
    ['an unclosed string', '{"seiche: 1}', /this string is not closed/],
    ['an empty text', '', /expected a value, found the end of the text/],
    ['something after the end', '{} x', /expected the end of the text, found "x"/],
    ['a text nested too deep', '['.repeat(100), /nested deeper than 64 levels/],
  ]
  for (const [name, input, ...expected] of refused)
    it(`refuses ${name}`, () => {
      const issues = issuesOf(input)
      for (const pattern of expected) expect(issues.join('\n')).toMatch(pattern)
    })

  it('refuses a scene that contains itself', () => {
    const knot: Record<string, unknown> = { ...minimal }
    knot.initial = knot
    expect(issuesOf(knot)).toEqual(['initial: this value contains itself'])
  })

  it('lists every issue, each with its line and column', () => {
    const text =
      '{\n  "seiche": 1,\n  "grid": { "cells": [4, -3], "cellSize": 0.5 },\n  "solver": { "type": "columns" },\n  "nmae": "x"\n}'
    expect(() => parseScene(text, { source: 'pond.json' })).toThrowError(
      /^pond\.json:3:26: grid\.cells\[1\]: .*got -3\npond\.json:5:11: nmae: unknown key; did you mean "name"\?$/,
    )
  })

  it('never changes the prototype of anything', () => {
    issuesOf('{"seiche": 1, "constructor": {"prototype": {"polluted": true}}}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('parseEvent', () => {
  it('accepts what can be done to the water and refuses the rest', () => {
    const drop = { type: 'drop', x: 0.5, z: -2, radius: 1, height: -0.1 }
    expect(parseEvent(drop)).toEqual(drop)
    expect(() => parseEvent({ type: 'drop', x: Number.NaN, z: 0, radius: 1, height: 1 })).toThrow(
      /^event: x: expected a finite number/,
    )
    expect(parseEvent({ type: 'erase', from: [0, 0], to: [1, 0], radius: 1 })).toMatchObject({
      softness: 0,
      strength: 1,
    })
    expect(() => parseEvent({ type: 'build', from: [0, 0], to: [1, 0], radius: 1, strength: -1 })).toThrow(
      /^event: strength: expected a number of at least 0/,
    )
    expect(() => parseEvent({ type: 'splash' })).toThrow(/^event: type: expected "drop" or "stroke"/)
  })
})

describe('old names', () => {
  const pond = {
    seiche: 1,
    grid: { cells: [8, 8], cellSize: 1 },
    timeStep: 0.01,
    solver: { type: 'columns', depth: 1 },
  }
  const ball = { shape: 'sphere', radius: 1 }

  it.each([
    ['launch', 'addBody', { body: ball }],
    ['weigh', 'setDensity', { body: 0, density: 1 }],
    ['grip', 'grab', { body: 0, to: [0, 0, 0] }],
    ['ink', 'inject', { at: [0, 0], radius: 1, dye: 'red' }],
  ])('the event "%s" is refused with its new name "%s"', (old, now, rest) => {
    expect(() => parseScene({ ...pond, events: [{ type: old, time: 0, ...rest }] })).toThrow(`events[0].type: expected`)
    expect(() => parseScene({ ...pond, events: [{ type: old, time: 0, ...rest }] })).toThrow(`"${old}" is now "${now}"`)
    expect(() => parseEvent({ type: old, ...rest })).toThrow(`"${old}" is now "${now}"`)
  })

  it('the keys of a motor and of its control are refused with their new names', () => {
    expect(() => parseScene({ ...pond, bodies: [{ ...ball, engine: { thrust: 1 } }] })).toThrow(
      'bodies[0].engine: unknown key; "engine" is now "outboard"',
    )
    expect(() => parseEvent({ type: 'steer', body: 0, helm: 1 })).toThrow('helm: unknown key; "helm" is now "rudder"')
  })
})
