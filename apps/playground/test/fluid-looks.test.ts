// A person looks at a volume of fluid as fire, as metaballs, and as surfaces of different levels.

import { expect, it } from 'vitest'
import { atScene } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

/** A small box with a ball of hot smoke that rises. */
const hotSmoke = JSON.stringify({
  seiche: 1,
  name: 'Hot smoke',
  grid: { cells: [24, 24, 24], cellSize: 0.04 },
  timeStep: 0.05,
  solver: { type: 'stable-fluids' },
  fluid: {
    dyes: { smoke: { color: '#d9d9d4', initial: [{ shape: 'sphere', radius: 0.3, soft: 0.1 }] } },
    temperature: { initial: [{ shape: 'sphere', radius: 0.25, soft: 0.1, amount: 400 }] },
  },
})

const atSmoke = () => atScene(hotSmoke, {}, '?view=webgl')

/** Mean red minus mean blue of the middle of the picture. */
async function warmth(at: Visit): Promise<number> {
  const [x, y] = await at.middle()
  const [red, , blue] = (await at.pictureAt({ x: x - 40, y: y - 40, width: 80, height: 80 })).tint
  return red - blue
}

it('shows fire where the smoke is hot, and metaballs of particles', async () => {
  const at = await atSmoke()
  const { page } = at
  await page.getByTestId('display-rendering').selectOption('cloud')
  await expect.poll(async () => (await at.picture()).variety, patience).toBeGreaterThan(4)
  const cloud = await warmth(at)
  await page.getByTestId('display-rendering').selectOption('fire')
  // Fire is yellow to red; lit smoke is nearly gray.
  await expect.poll(() => warmth(at), patience).toBeGreaterThan(cloud + 15)
  expect(new URL(page.url()).searchParams.get('body')).toBe('fire')
  const fire = await at.picture()
  await page.getByTestId('display-rendering').selectOption('metaballs')
  await expect.poll(async () => (await at.picture()).differenceTo(fire), patience).toBeGreaterThan(5)
  const balls = await at.picture()
  await at.steps(6)
  await expect.poll(async () => (await at.picture()).differenceTo(balls), patience).toBeGreaterThan(0.2)
  expect(at.complaints).toEqual([])
})

it('a higher level makes a smaller surface, for dyes and for metaballs', async () => {
  const at = await atSmoke()
  const { page } = at
  for (const rendering of ['surface', 'metaballs']) {
    await page.getByTestId('display-rendering').selectOption(rendering)
    await page.getByTestId('display-level').fill('0.1')
    await expect.poll(async () => (await at.picture()).variety, patience).toBeGreaterThan(4)
    const wide = await at.restingPicture()
    await page.getByTestId('display-level').fill('0.9')
    await expect.poll(async () => (await at.picture()).differenceTo(wide), patience).toBeGreaterThan(1)
  }
  expect(at.complaints).toEqual([])
})
