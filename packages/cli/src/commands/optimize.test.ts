import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { seicheCommand } from '../testing/child.js'
import { scratchFolder } from '../testing/scratch.js'
import { readTable, tinyScene } from '../testing/tiny-sweep.js'
import { formatOptimum, optimize } from './optimize.js'

/** The surface over the middle oscillates faster in deeper water: its height after 0.4 s depends on the depth. */
async function writeSearch(folder: string, axes: string, goal: string): Promise<string> {
  const path = join(folder, 'search.yaml')
  await writeFile(
    path,
    `seiche-sweep: 1
name: Search
scene: ${JSON.stringify(tinyScene)}
axes:
${axes}
metrics:
  end: { of: probe:middle, take: last }
optimize: ${goal}
`,
  )
  return path
}

const depth = '  - { path: solver.depth, range: { from: 0.02, to: 0.3, count: 5 } }'

describe('optimize', () => {
  it('finds the depth at which a wave is lowest, better than every depth of a fine grid', async () => {
    const folder = await scratchFolder()
    const { terminal, err } = capturedTerminal()
    const file = await writeSearch(folder, depth, '{ metric: end, goal: minimize, tolerance: 0.002, runs: 40 }')
    const options = { out: join(folder, 'out'), jobs: 2, command: seicheCommand }
    const report = await optimize(file, options, terminal)
    expect(report).toMatchObject({ ok: true, isConverged: true })
    expect(report.runs).toBeLessThan(25)
    expect(formatOptimum(report)).toContain(`end = ${report.value} at depth = ${report.axes.depth}`)
    expect(err()).toContain('runs: depth = 0.02: end = ')

    const { createSimulation } = await import('seiche')
    const heights: number[] = []
    for (let value = 0.02; value < 0.3; value += 0.005) {
      const simulation = await createSimulation({ ...tinyScene, solver: { type: 'columns', depth: value } })
      simulation.step(20)
      heights.push(simulation.probes()[0]!.eta)
      simulation.dispose()
    }
    expect(report.value).toBeLessThanOrEqual(Math.min(...heights) + 1e-5)
    expect(report.value).toBeLessThan(Math.max(...heights) - 0.01)

    // All runs are kept: the same search is read from the folder.
    const rows = readTable(await readFile(join(folder, 'out', 'optimize.csv'), 'utf8'))
    expect(rows).toHaveLength(report.runs)
    const broken = { ...options, command: ['false'] }
    expect(await optimize(file, broken, terminal)).toMatchObject({ value: report.value, runs: report.runs })
  })

  it('reaches a target over two axes', async () => {
    const folder = await scratchFolder()
    const axes = `  - { path: solver.depth, range: { from: 0.1, to: 0.3, count: 2 } }
  - { path: "initial.eta[0].height", log: { from: 0.01, to: 0.2, count: 2 } }`
    const file = await writeSearch(
      folder,
      axes,
      '{ metric: end, goal: reach, target: 0.01, tolerance: 0.01, runs: 60 }',
    )
    const options = { out: join(folder, 'out'), jobs: 2, command: seicheCommand }
    const report = await optimize(file, options, capturedTerminal().terminal)
    expect(Math.abs(report.value - 0.01)).toBeLessThan(2e-4)
  })

  it.each<[string, string, string, RegExp]>([
    [
      'a list',
      '  - { path: solver.depth, values: [0.1, 0.2] }',
      '{ metric: end, goal: minimize }',
      /the axis "depth" is a list; optimize needs limits/,
    ],
    ['an unknown metric', depth, '{ metric: edn, goal: minimize }', /there is no metric "edn"; did you mean "end"\?/],
    [
      'a target that is missing',
      depth,
      '{ metric: end, goal: reach }',
      /optimize\.target: the goal "reach" has a target/,
    ],
    ['too few runs', depth, '{ metric: end, goal: minimize, runs: 5 }', /the axes alone have 5 points/],
  ])('refuses %s, with line and column', async (_, axes, goal, message) => {
    const folder = await scratchFolder()
    const file = await writeSearch(folder, axes, goal)
    await expect(optimize(file, { out: join(folder, 'out') }, capturedTerminal().terminal)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(message),
    })
  })
})
