import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sceneJsonSchema } from 'seiche'
import { describe, expect, it } from 'vitest'
import { shippedSceneNames } from '../scene/shipped-scenes.js'
import { solverNames } from '../scene/starting-scenes.js'
import { exitCode } from '../terminal/failure.js'
import { scratchFolder } from '../testing/scratch.js'
import { check } from './check.js'
import { createScene } from './new.js'

describe('new', () => {
  it.each(solverNames)('writes a scene for %s that is right and gives no warnings', async (solver) => {
    const root = await scratchFolder()
    const { scene } = await createScene(join(root, 'my-first_pool'), { solver })
    expect(await readdir(root)).toEqual(['my-first_pool.json'])
    expect(await check(scene)).toMatchObject({ name: 'My first pool', solver, warnings: [], files: [] })
    expect(JSON.parse(await readFile(scene, 'utf8')).$schema).toBe((sceneJsonSchema() as { $id: string }).$id)
  })

  it('copies a shipped scene with its files', async () => {
    expect(shippedSceneNames()).toContain('duck-pond')
    const root = await scratchFolder()
    const report = await createScene(join(root, 'ponds/mine.json'), { like: 'duck-pond' })
    expect(report.files).toEqual([join(root, 'ponds/duck.glb')])
    expect((await readdir(join(root, 'ponds'))).sort()).toEqual(['duck.glb', 'mine.json'])
    expect(await check(report.scene)).toMatchObject({ name: 'Mine', files: report.files, warnings: [] })
    expect(JSON.parse(await readFile(report.scene, 'utf8')).$schema).toMatch(/^https:/)
  })

  it('shares a file that is the same, and never replaces one that is not', async () => {
    const root = await scratchFolder()
    await createScene(join(root, 'a'), { like: 'duck-pond' })
    await createScene(join(root, 'b'), { like: 'duck-pond' })
    await writeFile(join(root, 'duck.glb'), 'mine')
    await expect(createScene(join(root, 'c'), { like: 'duck-pond' })).rejects.toMatchObject({
      exitCode: exitCode.badInput,
      message: expect.stringContaining('duck.glb exists already'),
    })
    expect((await readdir(root)).sort()).toEqual(['a.json', 'b.json', 'duck.glb'])
    expect(await readFile(join(root, 'duck.glb'), 'utf8')).toBe('mine')
  })

  it('replaces a scene only when forced', async () => {
    const root = await scratchFolder()
    await writeFile(join(root, 'pool.json'), 'mine')
    await expect(createScene(join(root, 'pool'), {})).rejects.toMatchObject({
      exitCode: exitCode.badInput,
      advice: expect.stringContaining('--force'),
    })
    expect(await readFile(join(root, 'pool.json'), 'utf8')).toBe('mine')
    await createScene(join(root, 'pool'), { force: true })
    expect(await check(join(root, 'pool.json'))).toMatchObject({ solver: 'columns' })
  })

  it('names the shipped scenes if there is none of that name', async () => {
    await expect(createScene('x', { like: 'duckpond' })).rejects.toMatchObject({
      exitCode: exitCode.badInput,
      advice: expect.stringContaining('duck-pond'),
    })
  })

  it('refuses a scene without a name', async () => {
    await expect(createScene('.json', {})).rejects.toMatchObject({ exitCode: exitCode.badInput })
  })
})
