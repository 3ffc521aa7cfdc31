// Everything that the packages export is documented: a first sentence, every parameter and the result of functions, constructors and
// methods, and an example that compiles.

import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { documentationOf, type Example, exportsOf } from './tsdoc.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The modules that users import, by name. */
const entries = {
  seiche: 'packages/core/src/index.ts',
  'seiche/bodies': 'packages/core/src/bodies.ts',
  'seiche/npy': 'packages/core/src/npy.ts',
  'seiche/geotiff': 'packages/core/src/geotiff.ts',
  '@seiche/export': 'packages/export/src/index.ts',
  '@seiche/three': 'packages/three/src/index.ts',
  '@seiche/three/textures': 'packages/three/src/textures.ts',
  '@seiche/react': 'packages/react/src/index.ts',
}

/** Files whose exports are not all documented yet. */
const pending: readonly string[] = []

/** Values that examples use without making them. `sim` stands for a simulation of either kind. */
const surroundings = `
import type { FluidSimulation, ReadFile, SurfaceSimulation, Volume } from 'seiche'
import type { FloatingBodies, Sky } from '@seiche/three'
import type { Node, NodeMaterial, Object3D, PerspectiveCamera, Raycaster, Scene, WebGPURenderer } from 'three/webgpu'

declare global {
  const sim: Omit<SurfaceSimulation, 'kind' | 'velocityAt'> & Omit<FluidSimulation, 'kind'>
  const sceneText: string
  const readFile: ReadFile
  const volume: Volume
  const density: Float32Array
  const points: Float32Array
  const scene: Scene
  const camera: PerspectiveCamera
  const boat: Object3D
  const sky: Sky
  const bodies: FloatingBodies
  const raycaster: Raycaster
  const renderer: WebGPURenderer
  const floor: NodeMaterial
  const color: Node<'vec3'>
}
`

const importsOfThree = [
  "import { Vector3 } from 'three/webgpu'",
  "import { float, normalWorldGeometry, positionWorld } from 'three/tsl'",
]

const path = (file: string) => join(root, file)
const modules = Object.values(entries).map(path)
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(path('tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  root,
)

describe('documentation of the exports', () => {
  const program = ts.createProgram(modules, options)
  const { gaps, examples } = documentationOf(program, modules)

  it('has a first sentence, every parameter, the result and an example', () => {
    const found = gaps.map(({ name, file, problem }) => ({ name, file: relative(root, file), problem }))
    const due = found.filter(({ file }) => !pending.includes(file))
    expect(due.map(({ name, file, problem }) => `${name} (${file}): ${problem}`)).toEqual([])
  })

  it('has examples that compile', () => {
    expect(examples.length).toBeGreaterThan(40)
    const texts = new Map(examples.map((example, k) => [path(`test/example-${k}.ts`), withImports(example)]))
    texts.set(path('test/surroundings.ts'), surroundings)
    const host = ts.createCompilerHost(options)
    const { fileExists, getSourceFile } = host
    host.fileExists = (file) => texts.has(file) || fileExists(file)
    host.getSourceFile = (file, ...rest) =>
      texts.has(file)
        ? ts.createSourceFile(file, texts.get(file)!, ts.ScriptTarget.ESNext)
        : (program.getSourceFile(file) ?? getSourceFile(file, ...rest))
    const all = ts.createProgram([...modules, ...texts.keys()], options, host)
    const problems = [...texts.keys()].flatMap((file, k) =>
      ts.getPreEmitDiagnostics(all, all.getSourceFile(file)).map(({ messageText }) => {
        const { name, file: source } = examples[k] ?? { name: 'surroundings', file: '' }
        return `${name} (${relative(root, source)}): ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
      }),
    )
    expect(problems).toEqual([])
  })

  /** An example as a module: exports that it does not import itself are imported. */
  function withImports({ code }: Example): string {
    const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(code.replace(/\/\/.*|'[^']*'/g, ''))
    const makes = (name: string) => new RegExp(`(import .*|(const|let) )\\b${name}\\b`).test(code)
    const lines = Object.entries(entries).map(([module, file]) => {
      const names = exportsOf(program, path(file)).filter((name) => uses(name) && !makes(name))
      return `import { ${names.join(', ')} } from '${module}'`
    })
    return [...lines, ...importsOfThree, code].join('\n')
  }
})

it('gaps in the documentation are found', () => {
  const file = path('test/fixtures/undocumented.ts')
  const { gaps } = documentationOf(ts.createProgram([file], options), [file])
  expect(gaps.map(({ name, problem }) => `${name}: ${problem}`)).toEqual([
    'bare: it has no first sentence',
    'bare: its parameter a is not documented',
    'bare: it has no @returns',
    'bare: it has no @example',
    'partly: its parameter b is not documented',
    'partly: it has no parameter c',
    'partly: it has no @example',
    'Thing: its first sentence has no end',
    'new Thing: its parameter 1 is not documented',
    'Thing.size: it has no first sentence',
    'Thing.grow: its parameter by is not documented',
    'Thing.grow: it has no @returns',
    'Thing: it has no @example',
    'Shape: it has no first sentence',
  ])
})
