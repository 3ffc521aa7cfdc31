// The documents name real paths, real scripts and nothing of the machine they were written on.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)))
const documents = tracked.filter((file) => file.endsWith('.md'))
const rooms = ['packages', 'apps', 'scenes', 'validation', 'benchmarks', 'docs', 'scripts', 'test']
/** Written by the build, so absent from a clone. */
const generated = /\/(dist|generated)\//

describe('documents', () => {
  it('name paths that exist', () => {
    const missing: string[] = []
    for (const document of documents)
      for (const [, path] of readFileSync(join(root, document), 'utf8').matchAll(/`([\w@./-]+)`/g)) {
        if (!rooms.some((room) => path!.startsWith(`${room}/`)) || generated.test(path!)) continue
        if (!existsSync(join(root, path!))) missing.push(`${document}: ${path}`)
      }
    expect(missing).toEqual([])
  })

  it('link to files that exist', () => {
    const broken: string[] = []
    for (const document of documents)
      for (const [, target] of readFileSync(join(root, document), 'utf8').matchAll(
        /\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g,
      ))
        if (!existsSync(join(root, dirname(document), target!))) broken.push(`${document}: ${target}`)
    expect(broken).toEqual([])
  })

  it('name npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const unknown: string[] = []
    for (const document of documents)
      for (const [, name] of readFileSync(join(root, document), 'utf8').matchAll(/npm run ([\w:-]+)/g))
        if (!(name! in scripts)) unknown.push(`${document}: npm run ${name}`)
    expect(unknown).toEqual([])
  })
})

describe('architecture', () => {
  const sources = tracked.filter((file) => /^packages\/core\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
  /** What each room of the engine may know of: those below it, and itself. */
  const allowed: Record<string, string[]> = {
    numerics: [],
    generated: [],
    surfaces: [],
    flow: ['backend', 'generated'],
    waves: ['numerics'],
    fields: ['numerics'],
    backend: ['fields', 'generated'],
    scene: ['fields', 'numerics', 'waves', 'npy', 'png'],
    bodies: ['backend', 'fields', 'generated', 'numerics', 'scene', 'water'],
    solvers: ['backend', 'bodies', 'fields', 'numerics', 'scene', 'water', 'waves'],
    simulation: ['backend', 'bodies', 'fields', 'numerics', 'scene', 'solvers', 'waves'],
  }

  it('lower rooms of the engine do not know higher ones', () => {
    const wrong: string[] = []
    const seen = new Set<string>()
    for (const file of sources) {
      const room = file.split('/')[3]!
      if (!(room in allowed)) continue
      seen.add(room)
      for (const [, path] of readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)) {
        const target = posix.join(posix.dirname(file), path!).split('/')[3]!.replace(/\.js$/, '')
        if (target !== room && !allowed[room]!.includes(target)) wrong.push(`${file} imports ${target}`)
      }
    }
    expect(wrong).toEqual([])
    // Generated sources are not tracked.
    expect([...seen, 'generated'].sort()).toEqual(Object.keys(allowed).sort())
  })

  it('nothing on the way to a field uses functions whose last bit engines differ in', () => {
    const loose =
      /Math\.(sin|cos|tan|asin|acos|atan|atan2|exp|expm1|log|log2|log10|log1p|pow|cbrt|hypot|sinh|cosh|tanh)\b|\*\*/
    const found = sources.filter((file) =>
      loose.test(readFileSync(join(root, file), 'utf8').replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')),
    )
    // 2 ** 20 and 2 ** 30 appear in messages about memory only.
    expect(found).toEqual(['packages/core/src/backend/wasm.ts', 'packages/core/src/simulation/create.ts'])
  })
})

describe('repository', () => {
  it('carries no address of a registry in its lock file', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "http/)
  })

  it('has versions that belong together', () => {
    const manifests = ['core', 'three', 'cli'].map((name) =>
      JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8')),
    )
    expect(new Set(manifests.map(({ version }) => version)).size).toBe(1)
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`## ${manifests[0].version}`)
  })
})
