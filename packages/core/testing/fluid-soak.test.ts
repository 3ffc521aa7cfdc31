// A sample of `npm run soak -- --only fluids`, and flows that once grew without bound.

import type { SceneInput } from 'seiche'
import { expect, it } from 'vitest'
import { fluidSoakScene, fluidTrouble } from './fluid-soak.js'

const SAMPLE = 16

const heated = (change: Partial<SceneInput>, more: SceneInput['fluid'], solver: object = {}): SceneInput =>
  ({
    seiche: 1,
    solver: { type: 'stable-fluids', viscosity: 1.5e-5, density: 1.2, ...solver },
    ...change,
    fluid: { temperature: { rest: 20 }, ...more },
  }) as SceneInput

const OPEN_TOP = { 'y-': 'no-slip', 'y+': 'open' } as const

it('smoke under an open top does not feed on the fluid that enters there', async () => {
  const smoke = heated(
    { grid: { cells: [16, 24, 16], cellSize: 0.06 }, timeStep: 0.04 },
    { boundaries: OPEN_TOP, emitters: [{ shape: 'sphere', center: [0, -0.65, 0], radius: 0.11, heat: 300 }] },
  )
  expect(await fluidTrouble(smoke, 1200)).toBeUndefined()
})

it('nor does smoke in a plane', async () => {
  const smoke = heated(
    { grid: { cells: [48, 72], cellSize: 0.02 }, timeStep: 0.02 },
    { boundaries: OPEN_TOP, emitters: [{ shape: 'sphere', center: [0, -0.65], radius: 0.09, heat: 300 }] },
  )
  expect(await fluidTrouble(smoke, 1500)).toBeUndefined()
})

it.each(['maccormack', 'bfecc'])(
  'errors of the pressure decay where fluid crosses several cells in a step, by %s',
  async (advection) => {
    const box = heated(
      { grid: { cells: [27, 53], cellSize: 0.02 }, timeStep: 0.05 },
      {
        boundaries: { 'y-': 'no-slip' },
        emitters: [{ shape: 'sphere', center: [-0.05, -0.2], radius: 0.08, heat: 100 }],
      },
      { advection, confinement: 2 },
    )
    expect(await fluidTrouble(box, 1800)).toBeUndefined()
  },
)

it('fluids at random stay as slow as their buoyancy lets them', async () => {
  for (let seed = 1; seed <= SAMPLE; seed++)
    expect(await fluidTrouble(fluidSoakScene(seed), 600), `seed ${seed}`).toBeUndefined()
}, 60_000)
