// What ships, as a stranger gets it: the packed tarballs, installed in an empty folder, running the README's examples.

import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build, preview } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawCheaply } from '../apps/playground/testing/draw-cheaply.js'
import { connect, patience } from '../apps/playground/testing/shared-browser.js'
import { readNpy } from '../packages/core/src/files/npy.js'
import { codeOf } from './code-of-scene.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = ['core', 'three', 'export', 'cli']
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const windows = process.platform === 'win32'

/** The code block after `<!-- example: name -->` in the README. */
function example(name: string): string {
  const found = readme.split(`<!-- example: ${name} -->`)[1]?.match(/```\w+\n([\s\S]*?)```/)
  if (!found) throw new Error(`the README has no example ${name}`)
  return found[1]!
}

/** Runs a command to its end; rejects with its output if it fails. */
function run(command: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, shell: windows })
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ${args.join(' ')}\n${output}`)),
    )
  })
}

const folder = mkdtempSync(join(tmpdir(), 'seiche-stranger-'))
const tarballs = join(folder, 'tarballs')
const home = join(folder, 'home')

beforeAll(async () => {
  mkdirSync(tarballs)
  mkdirSync(home)
  const workspaces = packages.flatMap((name) => ['--workspace', `packages/${name}`])
  await run('npm', ['pack', '--pack-destination', tarballs, ...workspaces], root)
  writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }')
  const files = readdirSync(tarballs).map((name) => join(tarballs, name))
  expect(files).toHaveLength(packages.length)
  await run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', ...files, 'three@0.187', '@types/three@0.187'],
    home,
  )
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a line of the terminal that begins with `seiche`, by the command that npm has linked. */
function runLine(line: string): Promise<string> {
  const [command, ...args] = line.split(' ')
  expect(command).toBe('seiche')
  return run(join(home, 'node_modules/.bin/seiche'), args, home)
}

it('the example for programs runs', async () => {
  writeFileSync(join(home, 'pool.mjs'), example('pool.mjs'))
  const output = await run(process.execPath, ['pool.mjs'], home)
  expect(output).toMatch(/^height -?0\.\d+ energy [\d.]+ hash [0-9a-f]{16}$/m)
  expect(example('pool.mjs').trim().split('\n').length).toBeLessThanOrEqual(11)
})

it('the example for the terminal runs', async () => {
  writeFileSync(join(home, 'pool.json'), example('pool.json'))
  for (const line of example('commands').trim().split('\n')) await runLine(line)
  const written = readdirSync(join(home, 'pool'))
  expect(written).toContain('manifest.json')
  expect(written).toContain('relief_000000.png')
  const { shape, data } = readNpy(readFileSync(join(home, 'pool', 'eta_000000.npy')))
  expect(shape).toEqual([128, 128])
  expect(Math.max(...data)).toBeCloseTo(0.1, 2)
})

it('a run of the terminal can be plotted, compared and viewed', async () => {
  await runLine('seiche new lagoon --like channel')
  await runLine('seiche run lagoon.json --out lagoon --duration 1')
  for (const kind of ['probes', 'field']) await runLine(`seiche plot lagoon --what ${kind} --png`)
  expect(readdirSync(home)).toEqual(expect.arrayContaining(['lagoon-probes.png', 'lagoon-field.png']))
  expect(await runLine('seiche diff lagoon lagoon')).toContain('the runs are the same')
  const server = spawn(join(home, 'node_modules/.bin/seiche'), ['view', 'lagoon', '--no-open'], {
    cwd: home,
    shell: windows,
  })
  try {
    const address = await new Promise<string>((resolve) =>
      server.stdout.once('data', (data) => resolve(String(data).trim())),
    )
    const page = await (await fetch(address)).text()
    const [, script] = page.match(/<script [^>]*src="\.\/([^"]+)"/) ?? []
    expect((await fetch(`${address}${script}`)).headers.get('content-type')).toMatch(/javascript/)
  } finally {
    server.kill('SIGINT')
  }
})

it('the example with bodies runs, and the terminal knows bodies', async () => {
  writeFileSync(join(home, 'ball.mjs'), example('ball.mjs'))
  // A ball of a quarter of the density floats 0.35 radii above the level with its middle.
  expect(await run(process.execPath, ['ball.mjs'], home)).toMatch(/^height 0\.0[67]\d* under water 0\.2[3-7]\d*$/m)
  for (const name of ['duck-pond.json', 'duck.glb']) copyFileSync(join(root, 'scenes', name), join(home, name))
  await runLine('seiche run duck-pond.json --out ducks --duration 0.1')
  const rows = readFileSync(join(home, 'ducks', 'bodies.csv'), 'utf8')
    .trimEnd()
    .split('\n')
  expect(rows[0]).toBe('step,time,body,x,y,z,qx,qy,qz,qw,vx,vy,vz,submerged')
  expect(rows.at(-1)).toMatch(/^6,0\.1,duck 50,/)
})

it('the example with a fluid runs', async () => {
  writeFileSync(join(home, 'ink.mjs'), example('ink.mjs'))
  expect(await run(process.execPath, ['ink.mjs'], home)).toMatch(/^flow -?[\d.]+ -?[\d.]+ 0 ink 0\.0026\d*$/m)
})

it('an elevation model is read', async () => {
  copyFileSync(join(root, 'scenes/valley.tif'), join(home, 'valley.tif'))
  writeFileSync(
    join(home, 'map.mjs'),
    `import { readFileSync } from 'node:fs'
import { readGeotiff } from 'seiche/geotiff'
const { width, height, pixelSize, noData } = await readGeotiff(readFileSync('valley.tif'))
console.log(width, height, ...pixelSize, noData)
`,
  )
  expect(await run(process.execPath, ['map.mjs'], home)).toBe('256 192 10 10 -9999\n')
})

it('the types work with every module resolution that can see them', async () => {
  writeFileSync(
    join(home, 'types.ts'),
    `${example('pool.mjs')}\nconst height: number = sim.heightAt(0, 0)\nexport { height }\n`,
  )
  writeFileSync(
    join(home, 'map.ts'),
    `import { createSimulation, type SceneInput } from 'seiche'
import { type Elevation, readGeotiff } from 'seiche/geotiff'
export const open = (scene: SceneInput) => createSimulation(scene, { readElevation: readGeotiff })
export const read = (bytes: Uint8Array): Promise<Elevation> => readGeotiff(bytes)
`,
  )
  writeFileSync(
    join(home, 'afloat.ts'),
    `import { createSimulation, type FloatingBody, type SceneInput } from 'seiche'
import { rapier } from 'seiche/bodies'
const sim = await createSimulation({} as SceneInput, { rigidBodies: rapier })
export const heights: number[] = sim.bodies.map(({ position }: FloatingBody) => position[1]!)
`,
  )
  writeFileSync(join(home, 'water.ts'), example('water.js'))
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc')
  const check = (module: string, moduleResolution: string) => {
    const options = { module, moduleResolution, target: 'es2022', lib: 'es2022,dom' }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    const files = ['types.ts', 'map.ts', 'afloat.ts', 'water.ts']
    return run(process.execPath, [tsc, '--noEmit', '--strict', '--skipLibCheck', ...args, ...files], home)
  }
  await Promise.all([check('nodenext', 'nodenext'), check('esnext', 'bundler')])
})

/** Builds the pages of a folder, opens each, and waits until it shows a moving picture. Returns the errors of all. */
async function openPages(folder: string, pages: readonly string[]): Promise<string[]> {
  const input = pages.map((page) => join(folder, page))
  const options = { target: 'es2022', chunkSizeWarningLimit: 4096, rolldownOptions: { input } }
  await build({ root: folder, logLevel: 'error', build: options })
  const server = await preview({ root: folder, logLevel: 'error', preview: { host: '127.0.0.1', port: 0 } })
  const browser = await connect()
  const problems: string[] = []
  try {
    for (const name of pages) {
      const page = await browser.newPage({ viewport: { width: 320, height: 200 } })
      await page.addInitScript(drawCheaply)
      page.on('pageerror', (error) => problems.push(`${name}: ${error}`))
      page.on('console', (message) => message.type() === 'error' && problems.push(`${name}: ${message.text()}`))
      await page.goto(`${server.resolvedUrls!.local[0]!}${name}`)
      await page.waitForSelector('canvas')
      // A blank picture compresses to next to nothing; moving water is never the same picture twice.
      let picture = await page.screenshot()
      const next = async () => (picture = await page.screenshot())
      await expect.poll(async () => (await next()).length, { ...patience, message: name }).toBeGreaterThan(5000)
      const first = picture
      await expect.poll(async () => (await next()).equals(first), { ...patience, message: name }).toBe(false)
      expect(picture.length, name).toBeGreaterThan(5000)
      await page.close()
    }
  } finally {
    await browser.close()
    await server.close()
  }
  return problems
}

/** A page with one script, and no icon to ask for. */
const pageOf = (script: string) =>
  `<link rel="icon" href="data:," /><body style="margin: 0"><script type="module" src="./${script}"></script></body>`

it('the example for three.js shows water', async () => {
  writeFileSync(join(home, 'water.js'), example('water.js'))
  writeFileSync(join(home, 'index.html'), pageOf('water.js'))
  expect(await openPages(home, ['index.html'])).toEqual([])
})

it('the code that the playground offers shows a pool with bodies, an ocean and a fluid', async () => {
  const scenes = ['duck-and-ball', 'ocean-breeze', 'vortex-street']
  const pages = join(home, 'offered')
  mkdirSync(join(pages, 'public'), { recursive: true })
  for (const id of scenes) {
    const { code, files } = await codeOf({ id })
    writeFileSync(join(pages, `${id}.js`), code)
    writeFileSync(join(pages, `${id}.html`), pageOf(`${id}.js`))
    for (const file of [`${id}.json`, ...files]) copyFileSync(join(root, 'scenes', file), join(pages, 'public', file))
  }
  expect(
    await openPages(
      pages,
      scenes.map((id) => `${id}.html`),
    ),
  ).toEqual([])
})

for (const name of packages) {
  it(`publint finds nothing in ${name}`, async () => {
    const pkgDir = join(root, 'packages', name)
    const { messages } = await publint({ pkgDir, strict: true })
    const manifest = JSON.parse(readFileSync(join(pkgDir, 'package.json'), 'utf8'))
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([])
  })
}

it('the types are where every kind of importer looks for them', async () => {
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  for (const file of readdirSync(tarballs).filter((name) => !name.includes('cli')))
    await run(
      process.execPath,
      [
        attw,
        join(tarballs, file),
        '--profile',
        'esm-only',
        '--no-emoji',
        '--exclude-entrypoints',
        'scene.schema.json',
        'package.json',
      ],
      root,
    )
})
