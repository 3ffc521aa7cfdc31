import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { planSimulation } from 'seiche'
import { writeNpy } from 'seiche/npy'
import { describe, expect, it } from 'vitest'
import { exitCode } from '../terminal/failure.js'
import { pool, scratchFolder, writeScene } from '../testing/scratch.js'
import { check, formatCheck } from './check.js'

describe('check', () => {
  it('says what a scene is and needs', async () => {
    const report = await check(await writeScene(await scratchFolder()))
    expect(report).toMatchObject({
      ok: true,
      name: 'Test pool',
      solver: 'columns',
      cells: [24, 16],
      steps: 20,
      frames: 21,
      fields: ['eta', 'phi', 'openness'],
      bodies: 0,
      probes: ['middle'],
      files: [],
      warnings: [],
    })
    expect(report.size[0]).toBeCloseTo(2.4, 12)
    expect(report.memory).toBe(planSimulation(pool).bytes)
    const text = formatCheck(report)
    expect(text).toContain('24 × 16 cells of 0.1 m: 2.4 × 1.6 m')
    expect(text).toContain('0.4 s in 20 steps of 0.02 s')
  })

  it('counts bodies', async () => {
    const bodies = [0, 1].map((k) => ({ shape: 'sphere', radius: 0.2, position: [k - 0.5, 0, 0] }))
    const report = await check(await writeScene(await scratchFolder(), { ...pool, obstacles: [], bodies }))
    expect(report.bodies).toBe(2)
    expect(formatCheck(report)).toMatch(/^bodies {2}2$/m)
  })

  it('names line and column of what is wrong, and what was meant', async () => {
    const path = await writeScene(await scratchFolder(), { ...pool, solver: { type: 'columns', dept: 1 } })
    await expect(check(path)).rejects.toMatchObject({
      exitCode: exitCode.badInput,
      message: expect.stringMatching(/scene\.json:\d+:\d+: solver\.dept: .*"depth"/),
      issues: [{ path: 'solver.dept', line: expect.any(Number), column: expect.any(Number) }],
    })
  })

  it.each<[string, Uint8Array | undefined, RegExp]>([
    ['missing', undefined, /no such file/],
    ['of another shape', writeNpy(new Float32Array(24 * 16), [24, 16]), /\(24, 16\).*\(16, 24\)/],
    ['not one', Buffer.from('hello, this is a text'), /not a \.npy file/],
    ['not finite', writeNpy(new Float32Array(24 * 16).fill(Number.NaN), [16, 24]), /NaN/],
  ])('refuses a .npy file that is %s, with its full path', async (_, content, message) => {
    const root = await scratchFolder()
    const path = await writeScene(root, { ...pool, initial: { eta: { npy: 'eta0.npy' } } })
    if (content) await writeFile(join(root, 'eta0.npy'), content)
    const failure = await check(path).catch((error: unknown) => error)
    expect(failure).toMatchObject({ exitCode: exitCode.badInput, message: expect.stringMatching(message) })
    const { message: text, advice } = failure as { message: string; advice?: string }
    expect(`${text}\n${advice}`).toContain(join(root, 'eta0.npy'))
  })
})
