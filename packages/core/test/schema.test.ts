import { readdirSync, readFileSync } from 'node:fs'
import { parseScene, sceneJsonSchema } from 'seiche'
import { expect, it } from 'vitest'
import golden from './golden.json' with { type: 'json' }

const root = new URL('../../../', import.meta.url)

it('the committed JSON Schema is the one the engine uses (npm run schema)', () => {
  const committed = readFileSync(new URL('packages/core/scene.schema.json', root), 'utf8')
  expect(JSON.parse(committed)).toEqual(sceneJsonSchema())
  // Editors fetch it: written out without references it had 588 kB.
  expect(committed.length).toBeLessThan(100_000)
})

it('every reference of the JSON Schema leads to a definition', () => {
  const { definitions } = sceneJsonSchema() as { definitions: object }
  const references = [...JSON.stringify(sceneJsonSchema()).matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)]
  expect(references.length).toBeGreaterThan(50)
  for (const [, name] of references) expect(definitions).toHaveProperty([name!])
})

it('every property in the schema says what it is', () => {
  const silent: string[] = []
  const { definitions } = sceneJsonSchema() as { definitions: Record<string, object> }
  const visit = (node: unknown, path: string) => {
    if (typeof node !== 'object' || node === null) return
    for (const [name, property] of Object.entries((node as { properties?: object }).properties ?? {})) {
      const { $ref } = property as { $ref?: string }
      const part = $ref ? definitions[$ref.split('/').at(-1)!] : property
      const { description, const: fixed, type } = part as { description?: string; const?: unknown; type?: string }
      const plain = ['name', 'description', 'type', 'shape'].includes(name)
      if (!description && fixed === undefined && type !== 'array' && type !== 'object' && !plain)
        silent.push(`${path}.${name}`)
    }
    for (const [key, child] of Object.entries(node)) visit(child, `${path}.${key}`)
  }
  visit(sceneJsonSchema(), '')
  expect(silent).toEqual([])
})

it('every scene in scenes/ is legal, says what it is, and has a golden hash', () => {
  const files = readdirSync(new URL('scenes/', root)).filter((name) => name.endsWith('.json'))
  expect(files.map((name) => name.replace('.json', ''))).toEqual(Object.keys(golden.scenes))
  for (const file of files) {
    const scene = parseScene(readFileSync(new URL(`scenes/${file}`, root), 'utf8'), { source: file })
    expect(scene.description?.length, file).toBeGreaterThan(20)
  }
})
