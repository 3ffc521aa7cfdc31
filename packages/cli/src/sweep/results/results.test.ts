import { describe, expect, it } from 'vitest'
import { differences } from '../file/difference.js'
import { formatTime } from '../runs/execute.js'
import { formatCsv, formatJson } from './results.js'
import { canonicalJson } from '../points/run-name.js'
import { formatPath, parsePath } from '../file/scene-path.js'

const table = {
  name: 'Table',
  axes: ['depth', 'solver'],
  metrics: ['top'],
  rows: [
    {
      run: 'aa',
      point: { depth: 0.5, solver: { type: 'columns', depth: 1 } },
      record: { run: 'aa', seiche: '1', hash: 'ff', steps: 20, time: 0.4, wallTime: 0.01, metrics: { top: 0.25 } },
      error: undefined,
    },
    { run: 'bb', point: { depth: 1, solver: 'x' }, record: undefined, error: 'no "space", left' },
  ],
}

describe('results', () => {
  it('are a table that other programs read', () => {
    expect(formatCsv(table)).toBe(`run,depth,solver,top,hash,steps,time,wall_time,error
aa,0.5,"{""type"":""columns"",""depth"":1}",0.25,ff,20,0.4,0.01,
bb,1,x,,,,,,"no ""space"", left"
`)
  })

  it('are JSON with axes and metrics of each run', () => {
    expect(JSON.parse(formatJson(table))).toMatchObject({
      format: 'seiche-sweep-results',
      rows: [
        { run: 'aa', axes: { depth: 0.5 }, metrics: { top: 0.25 }, hash: 'ff', error: null },
        { run: 'bb', metrics: null, hash: null, error: 'no "space", left' },
      ],
    })
  })
})

describe('differences of two sweeps', () => {
  it('name their places', () => {
    const here = { scene: { depth: 1, list: [1, 2] }, metrics: { a: 1 } }
    expect(differences(here, here)).toEqual([])
    expect(differences({ scene: { depth: 2, list: [1] }, metrics: {} }, here)).toEqual([
      'scene.depth: 2 there, 1 here',
      'scene.list: 1 values there, 2 here',
      'metrics.a: nothing there, 1 here',
    ])
  })
})

describe('canonical JSON', () => {
  it('does not depend on the order of keys', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}')
  })
})

describe('paths', () => {
  it.each(['solver.depth', 'sources[0].shape.center[1]', 'boundaries["x-"]', 'a["b.c"][0]'])(
    '%s is read and written',
    (text) => {
      expect(formatPath(parsePath(text)!)).toBe(text)
    },
  )

  it.each(['', '.a', 'a.', 'a b', 'a[', 'a[x]', 'a[-1]', '__proto__.a', 'ab"c"'])('"%s" is none', (text) => {
    expect(parsePath(text)).toBeUndefined()
  })
})

describe('times', () => {
  it.each([
    [0.2, '1 s'],
    [59.1, '1 min 0 s'],
    [3700, '1 h 1 min'],
    [Number.POSITIVE_INFINITY, 'unknown time'],
  ])('%d s is %s', (seconds, text) => {
    expect(formatTime(seconds)).toBe(text)
  })
})
