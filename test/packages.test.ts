// What ships, as a stranger gets it: the packed tarballs, installed in an empty folder, running the README's examples.

import { spawn } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import type { Browser, Page } from 'playwright'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build, type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawCheaply } from '../apps/playground/testing/draw-cheaply.js'
import { connect, patience } from '../apps/playground/testing/shared-browser.js'
import { readNpy } from '../packages/core/src/files/npy.js'
import { codeOf } from './code-of-scene.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = ['core', 'three', 'react', 'export', 'cli']
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
  const others = [
    'three@0.187',
    '@types/three@0.187',
    'react@19',
    'react-dom@19',
    '@types/react@19',
    '@types/react-dom@19',
    '@react-three/fiber@9',
  ]
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...files, ...others], home)
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
    const address = await new Promise<string>((resolve, reject) => {
      server.stdout.once('data', (data) => resolve(String(data).trim()))
      server.once('close', (code) => reject(new Error(`seiche view ends with code ${code}: build the viewer first`)))
    })
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
  copyFileSync(join(root, 'scenes/duck.glb'), join(home, 'duck.glb'))
  const duck = { name: 'duck', shape: 'mesh', file: 'duck.glb', scale: 2.4, density: 190 }
  const pond = { seiche: 1, grid: { cells: [32, 32], cellSize: 0.05 }, solver: { type: 'columns' }, bodies: [duck] }
  writeFileSync(join(home, 'pond.json'), JSON.stringify(pond))
  await runLine('seiche run pond.json --out ducks --duration 0.1')
  const rows = readFileSync(join(home, 'ducks', 'bodies.csv'), 'utf8')
    .trimEnd()
    .split('\n')
  expect(rows[0]).toBe('step,time,body,x,y,z,qx,qy,qz,qw,vx,vy,vz,submerged')
  expect(rows.at(-1)).toMatch(/^6,0\.1,duck,/)
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
  writeFileSync(join(home, 'pool.tsx'), example('pool.tsx'))
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc')
  const check = (module: string, moduleResolution: string) => {
    const options = { module, moduleResolution, target: 'es2022', lib: 'es2022,dom', jsx: 'react-jsx' }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    const files = ['types.ts', 'map.ts', 'afloat.ts', 'water.ts', 'pool.tsx']
    return run(process.execPath, [tsc, '--noEmit', '--strict', '--skipLibCheck', ...args, ...files], home)
  }
  await Promise.all([check('nodenext', 'nodenext'), check('esnext', 'bundler')])
})

/** Side of the pages [px]: small ones are drawn in a quarter of the time. */
const viewport = { width: 192, height: 120 }
/** A blank picture of this size has some three hundred bytes as PNG. */
const blank = 1500

/** A page with one script, and no icon to ask for. */
const pageOf = (script: string) =>
  `<!doctype html><link rel="icon" href="data:," /><style>html, body { height: 100%; margin: 0 }</style>
<body><script type="module" src="./${script}"></script></body>`

describe('pages', () => {
  const offered = ['duck-and-ball', 'ocean-breeze', 'vortex-street']
  const examples = ['three', 'react', 'webgl2', 'webgl-renderer', 'boat-game', 'open-sea', 'own-shader']
  let server: PreviewServer
  let browser: Browser

  // All pages in one build: they share three, and half a minute of bundling.
  beforeAll(async () => {
    mkdirSync(join(home, 'public'))
    const pages: string[] = []
    const write = (name: string, code: string, extension = 'js') => {
      writeFileSync(join(home, `${name}.${extension}`), code)
      writeFileSync(join(home, `${name}.html`), pageOf(`${name}.${extension}`))
      pages.push(join(home, `${name}.html`))
    }
    write('water', example('water.js'))
    write('pool', example('pool.tsx'), 'tsx')
    write('hostile', readFileSync(join(root, 'test/fixtures/hostile-page.js'), 'utf8'))
    for (const id of offered) {
      const { code, files } = await codeOf({ id })
      write(id, code)
      for (const file of [`${id}.json`, ...files]) copyFileSync(join(root, 'scenes', file), join(home, 'public', file))
    }
    for (const name of examples) {
      cpSync(join(root, 'examples', name), join(home, name), { recursive: true })
      pages.push(join(home, name, 'index.html'))
    }
    const options = { target: 'es2022', chunkSizeWarningLimit: 4096, rolldownOptions: { input: pages } }
    await build({ root: home, logLevel: 'error', build: options })
    server = await preview({ root: home, logLevel: 'error', preview: { host: '127.0.0.1', port: 0 } })
    browser = await connect()
  })

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  /** Opens a page. `said` collects what it writes to the console, `problems` its errors. */
  async function open(name: string, before?: () => void): Promise<{ page: Page; said: string[]; problems: string[] }> {
    const page = await browser.newPage({ viewport })
    const [said, problems]: [string[], string[]] = [[], []]
    await page.addInitScript(drawCheaply)
    if (before) await page.addInitScript(before)
    page.on('pageerror', (error) => problems.push(`${error}`))
    page.on('console', (message) => (message.type() === 'error' ? problems : said).push(message.text()))
    await page.goto(`${server.resolvedUrls!.local[0]!}${name}`)
    return { page, said, problems }
  }

  /** Waits until a page shows a picture that moves. */
  async function expectMovingPicture(page: Page): Promise<void> {
    await page.waitForSelector('canvas')
    let picture: Buffer
    const next = async () => (picture = await page.screenshot())
    await expect.poll(async () => (await next()).length, patience).toBeGreaterThan(blank)
    const first = picture!
    await expect.poll(async () => (await next()).equals(first), patience).toBe(false)
    expect(picture!.length).toBeGreaterThan(blank)
  }

  const shown = [
    'water.html',
    'pool.html',
    ...offered.map((id) => `${id}.html`),
    ...examples.map((name) => `${name}/index.html`),
  ]
  for (const name of shown)
    it(`${name} shows moving water`, async () => {
      const { page, problems } = await open(name)
      await expectMovingPicture(page)
      expect(problems).toEqual([])
      await page.close()
    })

  it('each example has fewer than forty lines', () => {
    for (const name of examples) {
      const [script] = readdirSync(join(root, 'examples', name)).filter((file) => file.startsWith('main.'))
      const lines = readFileSync(join(root, 'examples', name, script!), 'utf8')
        .trimEnd()
        .split('\n')
      expect(lines.length, name).toBeLessThan(40)
    }
  })

  it('bad input is drawn as well as possible, and said once', async () => {
    const { page, said, problems } = await open('hostile.html')
    await page.waitForSelector('canvas', { state: 'attached' })
    // The canvas of an element without a size has one pixel. Then the element opens.
    expect(await page.evaluate(() => document.querySelector('canvas')!.width)).toBe(1)
    await page.evaluate(() => document.body.style.setProperty('display', 'block'))
    await expectMovingPicture(page)
    expect(said.filter((message) => message.includes('is not finite in cell [3, 2]'))).toHaveLength(1)
    expect(said.filter((message) => message.includes('neither lights nor an environment'))).toHaveLength(1)
    expect(problems).toEqual([])
    await page.close()
  })

  it('a browser without WebGPU and WebGL2 shows what to do', async () => {
    const { page, problems } = await open('three/index.html', () => {
      HTMLCanvasElement.prototype.getContext = () => null
      Object.defineProperty(navigator, 'gpu', { value: undefined })
    })
    await expect.poll(() => page.textContent('body [role=alert]'), patience).toMatch(/neither\. Enable hardware/)
    expect(problems.filter((problem) => problem.startsWith('This water is drawn'))).toHaveLength(1)
    await page.close()
  })
})

/** The tarballs by the name of their package. */
const tarballOf = (name: string): Buffer => {
  const start = name === 'core' ? 'seiche-0' : `seiche-${name}-`
  return readFileSync(join(tarballs, readdirSync(tarballs).find((file) => file.startsWith(start))!))
}

for (const name of packages) {
  it(`publint finds nothing in ${name}`, async () => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
    const { buffer, byteOffset, byteLength } = tarballOf(name)
    const tarball = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
    const { messages } = await publint({ pack: { tarball }, strict: true })
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([])
  })
}

it('the types are where every kind of importer looks for them', async () => {
  for (const name of packages.filter((name) => name !== 'cli')) {
    const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(tarballOf(name))), {
      excludeEntrypoints: ['./scene.schema.json', './package.json'],
    })
    // The packages are ECMAScript modules: `require` and the resolution of Node 10 cannot see them.
    const problems = (checked.types ? checked.problems : ['there are no types']).filter(
      (problem) =>
        typeof problem === 'string' ||
        !(
          ('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)) ||
          ('resolutionOption' in problem && problem.resolutionOption === 'node10')
        ),
    )
    expect(problems, name).toEqual([])
  }
})
