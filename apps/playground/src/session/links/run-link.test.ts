import fc from 'fast-check'
import { expect, it } from 'vitest'
import { damagedText, fullQuery, outcomeOfAddress, linkedRun as run } from '../../../testing/hostile-addresses.js'
import { randomFrom } from '../../../testing/hostile-files.js'
import type { Json } from '../settings/schema-node.js'
import { applySettings } from '../settings/settings.js'
import { decodeRun, encodeRun, type LinkedRun, longestLink, mostBytes, RunLinkError } from './run-link.js'

const { scene } = run

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

it('damaged addresses are refused, or hold data that the scene format judges', async () => {
  const link = await encodeRun(run)
  const random = randomFrom(11)
  const outcomes = { opened: 0, refused: 0 }
  for (let k = 0; k < 1000; k++)
    outcomes[await outcomeOfAddress(damagedText(fullQuery, random), damagedText(link, random))]++
  expect(outcomes.refused).toBeGreaterThan(800)
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
      await outcomeOfAddress('', await linkOf(content))
    }),
    { numRuns: 500, seed: 12 },
  )
  expect('x' in {}).toBe(false)
})
