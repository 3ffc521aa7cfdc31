// The code that the playground offers for a scene: it type-checks against the packages, and its commands run.

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { commandsOf, dataFilesOf } from '../apps/playground/src/ui/take-away/scene-code.js'
import { main } from '../packages/cli/src/main.js'
import { capturedTerminal } from '../packages/cli/src/testing/captured-terminal.js'
import { codeOf, type ShownScene } from './code-of-scene.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'seiche-code-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A scene of each kind of stage, with and without bodies and files, and the view that its code must have. */
const cases: readonly (ShownScene & { view: string })[] = [
  { id: 'drop', view: 'WaterSurface(sim, { sky, heightScale: 5 })', heightScale: 5 },
  { id: 'channel', view: 'WaterSurface(sim, { sky })' },
  { id: 'sinking-cube', view: 'FloatingBodies(sim, { water })' },
  { id: 'ocean-breeze', view: 'tiles: 15' },
  { id: 'ship-at-sea', view: 'rigidBodies: rapier' },
  { id: 'hill-lake', view: 'GroundSurface(sim, { sky, heightScale: 2 })', heightScale: 2 },
  { id: 'valley-flood', view: 'readElevation: readGeotiff' },
  { id: 'crates-down-a-river', view: 'FloatingBodies(sim, { water })' },
  { id: 'ink-in-water', view: "dyes: { blue: '#", display: { show: 'dyes' } },
  { id: 'vortex-street', view: "DensityPlane(sim, { show: 'vorticity' })" },
  { id: 'rising-smoke', view: "SmokeVolume(sim, { density: 'smoke'" },
  { id: 'metaballs', view: 'IsosurfaceMesh(find()' },
  { id: 'jet-on-sphere', view: "DensityPlane(sim, { show: 'speed' })", display: { rendering: 'slice', show: 'speed' } },
]

/** What the native compiler finds wrong in modules, given by name, as if they were beside this file: a line for each error. */
function errorsIn(sources: ReadonlyMap<string, string>): string[] {
  const place = join(root, '.cache/scene-code')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  for (const [name, code] of sources) writeFileSync(join(place, name), code)
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include: ['*.ts'] }))
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', place, '--singleThreaded', '--pretty', 'false'], {
    cwd: place,
    encoding: 'utf8',
  })
  if (status === null) throw new Error('the compiler does not run')
  return stdout.split('\n').filter((line) => line.includes('error TS'))
}

it('the code for three.js type-checks for every kind of scene', async () => {
  const sources = new Map<string, string>()
  for (const example of cases) {
    const { code } = await codeOf(example)
    expect(code, example.id).toContain(example.view)
    sources.set(`code-of-${example.id}.ts`, `${code}export {}\n`)
  }
  // A broken one among them: the check would see an error.
  sources.set(
    'broken-code.ts',
    [...sources.values()][0]!.replace('new WaterSurface(sim', 'new WaterSurface(simulation'),
  )
  expect(errorsIn(sources)).toEqual([expect.stringMatching(/^broken-code\.ts.*Cannot find name 'simulation'/)])
})

it('the commands run', async () => {
  const stem = 'ship-at-sea'
  const text = readFileSync(join(root, 'scenes', `${stem}.json`), 'utf8')
  for (const name of [`${stem}.json`, ...dataFilesOf(JSON.parse(text))])
    cpSync(join(root, 'scenes', name), join(folder, name))
  const [run, view] = commandsOf(stem).trim().split('\n')
  const words = run!.replace('npx @seiche/cli ', '').split(' ')
  const there = words.map((word) => (word.startsWith(stem) ? join(folder, word) : word))
  expect(await main([...there, '--duration', '0', '--threads', '1'], capturedTerminal().terminal)).toBe(0)
  expect(readdirSync(join(folder, stem))).toContain('manifest.json')
  expect(view).toBe(`npx @seiche/cli view ${stem}`)
  const { name, bin } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'))
  // With a single command, npx finds it by the name of the package.
  expect([name, Object.keys(bin)]).toEqual(['@seiche/cli', ['seiche']])
})
