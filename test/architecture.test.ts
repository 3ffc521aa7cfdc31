// Rooms of the engine know only those below them, and the repository holds together. The documents have a test of their own.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)))

describe('architecture', () => {
  const sources = tracked.filter((file) => /^packages\/core\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
  /** What each room of the engine may know of: those below it, and itself. */
  const allowed: Record<string, string[]> = {
    numerics: [],
    generated: [],
    files: ['numerics'],
    'wave-theory': ['numerics'],
    fields: ['generated', 'numerics'],
    backend: ['fields', 'generated'],
    mesh: ['fields'],
    flow: ['backend', 'fields', 'generated', 'numerics'],
    operators: ['backend', 'fields', 'generated', 'numerics'],
    scene: ['fields', 'files', 'numerics', 'wave-theory'],
    bodies: ['backend', 'fields', 'generated', 'numerics', 'scene'],
    coupling: ['backend', 'bodies', 'fields', 'generated', 'numerics', 'operators', 'scene'],
    solvers: ['backend', 'coupling', 'fields', 'generated', 'numerics', 'operators', 'scene', 'wave-theory'],
    simulation: ['backend', 'bodies', 'coupling', 'fields', 'files', 'numerics', 'scene', 'solvers'],
  }

  it('lower rooms of the engine do not know higher ones', () => {
    const wrong: string[] = []
    const seen = new Set<string>()
    for (const file of sources) {
      const room = file.split('/')[3]!
      if (!(room in allowed)) continue
      seen.add(room)
      for (const [, path] of readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+\.js)'/g)) {
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
    expect(found).toEqual([
      'packages/core/src/backend/wasm/wasm-backend.ts',
      'packages/core/src/simulation/assemble.ts',
    ])
  })
})

describe('repository', () => {
  it('carries no address of a registry in its lock file', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "http/)
  })

  it('has versions that belong together', () => {
    const manifests = ['core', 'three', 'react', 'export', 'cli'].map((name) =>
      JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8')),
    )
    expect(new Set(manifests.map(({ version }) => version)).size).toBe(1)
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`## ${manifests[0].version}`)
  })
})
