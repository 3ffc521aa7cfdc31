// A person undoes and redoes actions, by keys and by buttons, paused and running.

import { expect, it } from 'vitest'
import { atScene } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

const pool = {
  seiche: 1,
  name: 'Pool',
  grid: { cells: [96, 72], cellSize: 0.05 },
  solver: { type: 'columns', depth: 0.5 },
}
const poolWithBodies = {
  ...pool,
  name: 'Pool with bodies',
  bodies: [{ name: 'crate', shape: 'box', size: [0.4, 0.3, 0.3], density: 500, position: [-1.6, 0.1, -1.2] }],
}

const hash = (at: Visit) => at.page.getByTestId('hash').textContent()
const count = (at: Visit, button: 'undo' | 'redo') => at.page.getByTestId(button).getAttribute('data-count')
const events = async (at: Visit): Promise<{ type: string }[]> => JSON.parse(await at.savedRun()).events ?? []
/** Whether so many actions can be undone and redone, and no replay is in progress. */
async function settled(at: Visit, undoable: number, redoable: number): Promise<void> {
  await expect
    .poll(
      async () => [await count(at, 'undo'), await count(at, 'redo'), await at.page.getByTestId('replaying').isHidden()],
      patience,
    )
    .toEqual([`${undoable}`, `${redoable}`, true])
}

it('a stroke, a wall and a source are undone and redone, and the water is as it would be without them', async () => {
  const at = await atScene(JSON.stringify(pool), {}, '?view=canvas')
  const { page } = at
  await at.steps(30)
  const untouched = await hash(at)
  await at.reopen(() => page.getByTestId('reset').click())
  await settled(at, 0, 0)
  expect(await page.getByTestId('undo').isDisabled()).toBe(true)
  expect(await page.getByTestId('redo').isDisabled()).toBe(true)

  // A stroke of several events over several steps is one action.
  const [x, y] = await at.middle()
  await page.mouse.move(x - 25, y)
  await page.mouse.down()
  await page.mouse.move(x, y, { steps: 3 })
  await at.steps(3)
  await page.mouse.move(x + 25, y, { steps: 3 })
  await at.steps(2)
  await page.mouse.up()
  await at.steps(5)
  await settled(at, 1, 0)
  expect((await events(at)).length).toBeGreaterThan(3)
  const stroked = await hash(at)

  await page.keyboard.press('b')
  await at.drag([0, -15], [0, 15])
  await settled(at, 2, 0)
  await page.keyboard.press('o')
  await page.keyboard.press('k')
  await page.mouse.click(...(await at.middle()))
  await settled(at, 3, 0)
  const solid = await at.solidArea()
  expect(solid).toBeGreaterThan(0)
  const all = await hash(at)

  // Undo while paused: source and wall disappear from the page, too.
  await page.keyboard.press('Control+z')
  await settled(at, 2, 1)
  await expect.poll(() => page.getByTestId('remove-sources').getAttribute('data-count'), patience).toBe('0')
  await page.getByTestId('undo').click()
  await settled(at, 1, 2)
  await expect.poll(() => at.solidArea(), patience).toBe(0)
  await expect.poll(() => hash(at), patience).toBe(stroked)
  await page.keyboard.press('Control+Shift+Z')
  await page.getByTestId('redo').click()
  await settled(at, 3, 0)
  await expect.poll(() => hash(at), patience).toBe(all)
  await expect.poll(() => at.solidArea(), patience).toBe(solid)
  await expect.poll(() => page.getByTestId('remove-sources').getAttribute('data-count'), patience).toBe('1')

  // At a later step, undone all at once: as if nothing had ever happened.
  await at.steps(20)
  for (let k = 0; k < 4; k++) await page.keyboard.press('Control+z')
  await settled(at, 0, 3)
  await expect.poll(() => hash(at), patience).toBe(untouched)
  expect(await at.stepCount()).toBe(30)
  expect(await events(at)).toEqual([])
  await page.keyboard.press('Control+y')
  await settled(at, 1, 2)
  // A new action clears the list of those that can be redone.
  await page.keyboard.press('d')
  await page.mouse.click(...(await at.middle()))
  await settled(at, 2, 0)
  expect(at.complaints).toEqual([])
})

it('a body that was added disappears when it is undone while the water runs, and comes back', async () => {
  const at = await atScene(JSON.stringify(poolWithBodies), {}, '?view=canvas')
  const { page } = at
  const chosen = () => page.getByTestId('chosen-body').getAttribute('data-body')
  await page.keyboard.press('n')
  await page.mouse.click(...(await at.middle()))
  await settled(at, 1, 0)
  await at.steps(5)
  await page.keyboard.press('g')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(chosen, patience).toBe('1')

  await page.getByTestId('play').click()
  await expect.poll(() => at.stepCount(), patience).toBeGreaterThan(30)
  await page.keyboard.press('Control+z')
  await settled(at, 0, 1)
  await expect.poll(() => page.getByTestId('chosen-body').count(), patience).toBe(0)
  const reached = await at.stepCount()
  await expect.poll(() => at.stepCount(), patience).toBeGreaterThan(reached)
  await at.pause()
  expect(await events(at)).toEqual([])
  // After the only body comes the only body.
  await page.getByTestId('stage').focus()
  await page.keyboard.press('Enter')
  await expect.poll(chosen, patience).toBe('0')
  await page.keyboard.press('Enter')
  expect(await chosen()).toBe('0')
  await page.getByTestId('redo').click()
  await settled(at, 1, 0)
  expect((await events(at)).map(({ type }) => type)).toEqual(['addBody'])
  await page.getByTestId('stage').focus()
  await page.keyboard.press('Enter')
  await expect.poll(chosen, patience).toBe('1')
  expect(at.complaints).toEqual([])
})
