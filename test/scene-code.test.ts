// The code that the playground offers for a scene: it type-checks against the packages, and its commands run.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSimulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { readGeotiff } from 'seiche/geotiff'
import ts from 'typescript'
import { afterAll, expect, it } from 'vitest'
import { defaultDisplay, type FluidDisplay } from '../apps/playground/src/session/fluid-display.js'
import { commandsOf, dataFilesOf, threeCode } from '../apps/playground/src/ui/take-away/scene-code.js'
import { infoOf } from '../apps/playground/src/worker/simulation-info.js'
import { main } from '../packages/cli/src/main.js'
import { capturedTerminal } from '../packages/cli/src/testing/captured-terminal.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'seiche-code-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A scene of each kind of stage, with and without bodies and files, and the view that its code must have. */
const cases: readonly { id: string; view: string; display?: Partial<FluidDisplay>; heightScale?: number }[] = [
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

async function codeOf({ id, display = {}, heightScale = 1 }: (typeof cases)[number]): Promise<string> {
  const text = readFileSync(join(root, 'scenes', `${id}.json`), 'utf8')
  const sim = await createSimulation(text, {
    threads: 1,
    rigidBodies: rapier,
    readElevation: readGeotiff,
    readFile: async (path) => readFileSync(join(root, 'scenes', path)),
  })
  const info = infoOf(sim, 'bodies' in (JSON.parse(text) as object))
  const shown = info.fluid && { ...defaultDisplay(info), ...display }
  return threeCode({ info, stem: id, heightScale, ...(shown && { display: shown }) })
}

it('the code for three.js type-checks for every kind of scene', async () => {
  const sources = new Map<string, string>()
  for (const example of cases) {
    const code = await codeOf(example)
    expect(code, example.id).toContain(example.view)
    sources.set(join(root, 'test', `code-of-${example.id}.ts`), `${code}export {}\n`)
  }
  // A broken one among them: the check would see an error.
  const broken = join(root, 'test', 'broken-code.ts')
  sources.set(broken, [...sources.values()][0]!.replace('new WaterSurface(sim', 'new WaterSurface(simulation'))
  const base = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(base.config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (path) => sources.has(path) || fileExists(path)
  host.readFile = (path) => sources.get(path) ?? readFile(path)
  host.getSourceFile = (path, version, ...others) =>
    sources.has(path) ? ts.createSourceFile(path, sources.get(path)!, version) : getSourceFile(path, version, ...others)
  const program = ts.createProgram([...sources.keys()], options, host)
  const found = [...sources.keys()].flatMap((path) =>
    [
      ...program.getSyntacticDiagnostics(program.getSourceFile(path)),
      ...program.getSemanticDiagnostics(program.getSourceFile(path)),
    ].map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  )
  expect(found).toEqual([expect.stringMatching(/broken-code\.ts: Cannot find name 'simulation'/)])
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
