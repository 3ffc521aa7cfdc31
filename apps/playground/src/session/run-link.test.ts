import fc from 'fast-check'
import { parseScene, SceneError } from 'seiche'
import { expect, it } from 'vitest'
import { decodeRun, encodeRun, type LinkedRun, longestLink, mostBytes, RunLinkError } from './run-link.js'
import type { Json } from './schema-node.js'
import { applySettings } from './settings.js'

const scene = {
  seiche: 1,
  name: 'Pool – “ü”',
  grid: { cells: [16, 16], cellSize: 0.1 },
  solver: { type: 'columns', depth: 0.5 },
}
const run: LinkedRun = {
  scene,
  source: 'pool.json',
  cells: 32,
  values: { 'solver.damping': 0.25, 'boundaries.x-': 'absorb' },
  events: [{ step: 3, type: 'drop', x: 0.1 + 0.2, z: -1 / 3, radius: 0.13, height: 0.09 }],
}

/** The reason why a fragment is refused. */
const refusal = (fragment: string): Promise<string> =>
  decodeRun(fragment).then(
    () => 'opened',
    (error: unknown) => {
      expect(error).toBeInstanceOf(RunLinkError)
      return (error as Error).message
    },
  )
/** The fragment of any content. */
const linkOf = (content: unknown) => encodeRun(content as LinkedRun)

it('a run comes back from its link with the same numbers', async () => {
  const link = await encodeRun(run)
  expect(link).toMatch(/^#run=1\.[\w-]+$/)
  expect(await decodeRun(link)).toEqual(run)
})

it('a link says why it is refused', async () => {
  const link = await encodeRun(run)
  expect(await refusal(`${link}${'A'.repeat(longestLink)}`)).toMatch(/at most 32000 are read/)
  expect(await refusal(link.replace('#run=1', '#run=2'))).toMatch(/version 2/)
  expect(await refusal('#run=')).toMatch(/damaged/)
  expect(await refusal('#run=1.a b')).toMatch(/damaged/)
  expect(await refusal('#run=1.aaaaa')).toMatch(/a part is missing/)
  expect(await refusal('#run=1._____w')).toMatch(/cannot be decompressed/)
  expect(await refusal(await linkOf('scene'))).toMatch(/not a run/)
  expect(await refusal(await linkOf([run]))).toMatch(/not a run/)
  expect(await refusal(await linkOf({ events: [] }))).toMatch(/no scene/)
  expect(await refusal(await linkOf({ scene: 'drop' }))).toMatch(/no list of events/)
  expect(await refusal(await linkOf({ ...run, cells: 1.5 }))).toMatch(/whole number/)
  expect(await refusal(await linkOf({ ...run, values: [1] }))).toMatch(/settings/)
  expect(await refusal(await linkOf({ ...run, script: 'alert(1)' }))).toMatch(/unknown part “script”/)
})

it('decompression stops at its limit', async () => {
  const link = await linkOf({ ...run, source: ' '.repeat(mostBytes) })
  expect(link.length).toBeLessThan(longestLink)
  expect(await refusal(link)).toMatch(/larger than 4 MiB/)
})

it('lists inside lists without end are refused before anything walks through them', async () => {
  const deep = JSON.parse(`${'['.repeat(4000)}${']'.repeat(4000)}`) as Json
  expect(await refusal(await linkOf({ ...run, events: [deep] }))).toMatch(/more than 64 lists/)
})

it('a path of a link does not lead to the prototype of all objects', async () => {
  const values = { '__proto__.polluted': true, 'constructor.prototype.polluted': true, 'solver.__proto__.polluted': 1 }
  const { values: decoded } = await decodeRun(await linkOf({ ...run, values }))
  applySettings(JSON.stringify(scene), { values: decoded! })
  expect('polluted' in {}).toBe(false)
})

it('links with damaged characters are refused, or hold data that the scene format judges', async () => {
  const link = await encodeRun(run)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/.%#\u0000é'
  const damage = fc.record({
    at: fc.nat(link.length - 1),
    cut: fc.nat(8),
    put: fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((characters) => characters.join('')),
  })
  const counts = { opened: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
      const damaged = damages.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), link)
      counts[await outcomeOf(damaged)]++
    }),
    { numRuns: 3000, seed: 11 },
  )
  expect(counts.refused).toBeGreaterThan(2500)
})

it('any JSON in a link is refused, or judged by the scene format', async () => {
  const parts = fc.record(
    {
      scene: fc.oneof(fc.jsonValue(), fc.constant(scene)),
      source: fc.jsonValue(),
      cells: fc.oneof(fc.jsonValue(), fc.nat()),
      values: fc.dictionary(
        fc.constantFrom('solver', 'solver.depth', 'grid.cells', '__proto__.x', 'name.x', ''),
        fc.jsonValue(),
      ),
      events: fc.array(fc.jsonValue()),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(parts, async (content) => {
      await outcomeOf(await linkOf(content))
    }),
    { numRuns: 1500, seed: 12 },
  )
  expect('x' in {}).toBe(false)
})

/** Decodes as the page does, up to the check of the scene. */
async function outcomeOf(fragment: string): Promise<'opened' | 'refused'> {
  try {
    const { scene: decoded, events, cells, values } = await decodeRun(fragment)
    if (typeof decoded === 'string') return 'refused'
    const settings = { ...(cells !== undefined && { cells }), ...(values && { values }) }
    parseScene(applySettings(JSON.stringify({ ...decoded, events }), settings))
    return 'opened'
  } catch (error) {
    const isForeign = !(error instanceof RunLinkError || error instanceof SceneError)
    // Settings that do not fit the shape of the scene: applySettings refuses them, and the page shows it like any other reason.
    if (isForeign) expect(String(error)).toMatch(/nothing inside it can be set|^TypeError/)
    return 'refused'
  }
}
