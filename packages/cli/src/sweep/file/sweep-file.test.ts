import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchFolder } from '../../testing/scratch.js'
import { tinyScene } from '../../testing/tiny-sweep.js'
import { SweepPlan } from '../plan.js'

const scene = `scene: ${JSON.stringify(tinyScene)}`
const good = `seiche-sweep: 1
${scene}
axes:
  - path: solver.depth
    values: [0.2, 0.4]
metrics:
  top: { of: probe:middle, take: max }
`

async function planOf(text: string): Promise<SweepPlan> {
  const folder = await scratchFolder()
  await writeFile(join(folder, 'sweep.yaml'), text)
  const before = process.cwd()
  process.chdir(folder)
  try {
    return await SweepPlan.read('sweep.yaml')
  } finally {
    process.chdir(before)
  }
}

/** The sweep with one line replaced. */
const changed = (line: string | RegExp, by: string) => good.replace(line, by)

describe('a sweep file', () => {
  it('gives the runs of all combinations', async () => {
    const plan = await planOf(changed('metrics:', '  - { path: "initial.eta[0].height", values: [1, 2, 3] }\nmetrics:'))
    const runs = await plan.runs()
    expect(runs.map(({ variant: { point } }) => [point.depth, point.height])).toEqual([
      [0.2, 1],
      [0.2, 2],
      [0.2, 3],
      [0.4, 1],
      [0.4, 2],
      [0.4, 3],
    ])
    expect(runs[4]!.variant.scene).toMatchObject({ solver: { depth: 0.4 }, initial: { eta: [{ height: 2 }] } })
  })

  it('moves several paths together, scaled or each with its own value', async () => {
    const scaled = changed('path: solver.depth', 'paths: [solver.depth, { path: duration, times: 10, plus: 1 }]')
    const runs = await (await planOf(scaled)).runs()
    expect(runs.map(({ variant: { scene } }) => scene.duration)).toEqual([3, 5])
    const own = changed('path: solver.depth', 'paths: [solver.depth, solver.damping]').replace(
      '[0.2, 0.4]',
      '[[0.2, 7], [0.4, 8]]',
    )
    const distributed = await (await planOf(own)).runs()
    expect(distributed.map(({ variant: { scene } }) => scene.solver)).toMatchObject([
      { depth: 0.2, damping: 7 },
      { depth: 0.4, damping: 8 },
    ])
  })

  it('sets values inside containers that the scene leaves to their defaults', async () => {
    const runs = await (await planOf(changed('solver.depth', 'initial.eta[0].center[1]'))).runs()
    expect(runs[1]!.variant.scene.initial.eta).toMatchObject([{ center: [0, 0.4] }])
    const edges = await (
      await planOf(changed('solver.depth', 'boundaries["x-"]').replace('[0.2, 0.4]', '[absorb]'))
    ).runs()
    expect(edges[0]!.variant.scene.boundaries).toMatchObject({ 'x-': 'absorb', 'x+': 'reflect' })
  })

  it.each<[string, string, RegExp]>([
    ['broken YAML', 'axes: [\n', /^sweep\.yaml:2:1: /],
    [
      'an unknown key',
      changed('values', 'valuse'),
      /^sweep\.yaml:5:13: axes\[0\]\.valuse: unknown key; did you mean "values"\?/,
    ],
    ['no values', changed(/ {4}values.*\n/, ''), /:4:5: axes\[0\]: an axis has one of values, range.*none of them/],
    ['two kinds of values', changed('metrics:', '    log: { from: 1, to: 2, count: 3 }\nmetrics:'), /values and log/],
    [
      'an axis path with a typo',
      changed('solver.depth', 'solver.dpeth'),
      /:4:11: axes\[0\]\.path: at .*: solver\.dpeth: unknown key; did you mean "depth"\?/,
    ],
    ['an axis path with a typo in front', changed('solver.depth', 'solvr.depth'), /:4:11: .*did you mean "solver"\?/],
    [
      'an axis of a missing entry',
      changed('solver.depth', 'sources[0].period'),
      /:4:11: .*sources has no values in this scene/,
    ],
    [
      'an axis beyond the entries',
      changed('solver.depth', 'probes[1].name'),
      /:4:11: .*probes has only the indices 0 to 0/,
    ],
    ['an axis inside a value', changed('solver.depth', 'duration.length'), /:4:11: .*duration is a single value/],
    ['no path', changed('solver.depth', 'solver..depth'), /:4:11: .*"solver\.\.depth" is not a path/],
    [
      'a value out of range',
      changed('0.4]', '-1]'),
      /:4:11: .*at depth = -1: solver\.depth: expected a number of more than 0, got -1/,
    ],
    [
      'a list without numbers that is scaled',
      changed('path: solver.depth', 'paths: [{ path: duration, times: 2 }]').replace('0.4]', 'deep]'),
      /values\[1\]: "times" and "plus" of duration need numbers/,
    ],
    [
      'two axes of one name',
      changed('metrics:', '  - { path: solver.depth, values: [1] }\nmetrics:'),
      /:6:5: axes\[1\]: two axes have the name "depth"/,
    ],
    ['a metric named like an axis', changed('top:', 'depth:'), /metrics\.depth: an axis has this name too/],
    [
      'a metric of a missing probe',
      changed('probe:middle', 'probe:midle'),
      /:7:14: metrics\.top\.of: there is no column "probe:midle".*did you mean "probe:middle"\?/,
    ],
    ['an unknown reduction', changed('take: max', 'take: maximum'), /metrics\.top\.take: expected "max" or "min"/],
    ['an amplitude without a period', changed('take: max', 'take: amplitude'), /give one of them/],
    [
      'an amplitude of an unknown axis',
      changed('take: max', 'take: amplitude, period: { axis: dpth }'),
      /there is no axis "dpth"; did you mean "depth"\?/,
    ],
    [
      'an amplitude of less than a period',
      changed('take: max', 'take: amplitude, period: 2'),
      /at depth = 0\.2 the 0\.4 s that count are shorter than the period of 2 s/,
    ],
    [
      'a metric after the end',
      changed('take: max', 'take: max, from: 9'),
      /the metric counts from 9 s, and it ends at 0\.4 s/,
    ],
    [
      'a metric over a later one',
      changed('take: max', 'take: max, dividedBy: top'),
      /"top" is not the name of an earlier metric/,
    ],
    [
      'random values without their number',
      changed('values: [0.2, 0.4]', 'random: { from: 1, to: 2 }'),
      /samples: missing/,
    ],
    [
      'an interval upside down',
      changed('values: [0.2, 0.4]', 'range: { from: 2, to: 1, count: 3 }'),
      /axes\[0\]\.range\.to: "to" must be more than "from"/,
    ],
    [
      'too many runs',
      changed('values: [0.2, 0.4]', 'range: { from: 1, to: 2, count: 1000000 }').replace(
        'metrics:',
        '  - { path: duration, range: { from: 1, to: 2, count: 9 } }\nmetrics:',
      ),
      /9000000 combinations; a sweep has at most 1000000/,
    ],
    ['an unknown format', `${good}keep: { formats: [gif] }\n`, /keep\.formats\[0\]: there is no format "gif"/],
    [
      'a mistake in its scene',
      good.replace('"columns"', '"colums"'),
      /^sweep\.yaml:2:\d+: scene\.solver\.type: .*did you mean "columns"\?/,
    ],
    ['a missing scene', good.replace(scene, 'scene: none.json'), /none\.json: there is no such file/],
    ['another version', changed('seiche-sweep: 1', 'seiche-sweep: 2'), /expected 1, got 2/],
  ])('with %s is refused, with line and column', async (_, text, message) => {
    const plan = planOf(text).then((read) => read.runs())
    await expect(plan).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(message) })
  })

  it('that does not exist is refused', async () => {
    await expect(SweepPlan.read('none.yaml')).rejects.toMatchObject({ message: expect.stringContaining('none.yaml') })
  })
})
