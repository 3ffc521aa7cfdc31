// A sample of `npm run soak -- --only bodies`.

import { describe, expect, it } from 'vitest'
import { soakScene, soakTrouble } from './body-soak.js'
import { couplings } from './couplings.js'

/** Scenes, of all couplings together. */
const SAMPLE = Math.floor(60 / couplings.length)
/**
 * Scenes in which something once went wrong: small hulls rocked on the floor until they were through it; a body over a single row of cells had an added
 * mass that was none; a light one left the water in a leap and pressed with all its lift on the corner that was last in it; a
 * cell under one fell dry; deep water under bodies of one cell swung ever wider.
 */
const ONCE_BROKEN = [45, 1434, 1618, 2266, 2371, 40, 261, 326, 434, 989, 1053, 1137]

/** Bodies that turned about the few contacts that Rapier finds in a substep, until their centre was in the floor or in a wall. */
const TURNED_IN = [
  ['a disc that rocks on the floor', 14898, 'displacement'],
  ['a cone that falls on its rim', 11341, 'virtual-height'],
  ['a hull that hits a wall with a corner', 11753, 'virtual-height'],
] as const

it.each(TURNED_IN)('%s stays in the tank', async (_, seed, coupling) => {
  expect(await soakTrouble(soakScene(seed, coupling))).toBeUndefined()
})

describe.each(couplings)('bodies at random, %s', (coupling) => {
  it('stay finite and in the tank, and no water is lost', async () => {
    for (const seed of [...ONCE_BROKEN, ...Array.from({ length: SAMPLE - ONCE_BROKEN.length }, (_, k) => k + 1)])
      expect(await soakTrouble(soakScene(seed, coupling)), `seed ${seed}`).toBeUndefined()
  }, 120_000)
})
