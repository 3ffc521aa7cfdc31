import { describe, expect, it } from 'vitest'
import { lessonTests } from '../testing/lesson-tests.js'

const open = lessonTests('columns')

describe('the lesson of columns', () => {
  it('explodes in the plane between 0.707 and 1 by the eigenvalue, although the slide allows it, and goes back', async () => {
    const lab = await open('courant=0.7')
    await lab.until('growth', ({ value, theory }) => theory === 1 && Math.abs(value - 1) < 1e-3)
    await lab.set('courant', 0.8)
    expect(await lab.stopped()).toContain('more than 100 m')
    const { value, theory } = await lab.reading('growth')
    expect(theory).toBeGreaterThan(1.5)
    expect(Math.abs(value / theory - 1)).toBeLessThan(0.02)
    await lab.page.getByTestId('go-back').click()
    await lab.until('growth', (growth) => growth.theory === 1)
    expect(await lab.page.getByTestId('setting-courant').inputValue()).toBe('0.7')
  })

  it('the same Courant number is stable in a row and in the engine, which takes substeps', async () => {
    const lab = await open('courant=0.9&grid=row')
    expect((await lab.until('growth', ({ value }) => value > 0)).theory).toBe(1)
    await lab.set('by', 'engine')
    await lab.set('grid', 'plane')
    await lab.until('substeps', ({ value }) => value === 2)
  })

  it('an edge held at a height pulls the water towards it, and a drop falls where a key asks for it', async () => {
    const lab = await open('grid=row&edges=held&height=0.4&courant=1')
    const { value } = await lab.until('volume', (volume) => volume.value > 105)
    expect(value).toBeGreaterThan(105)
    const { value: opposite, theory } = await lab.until('opposite', (reading) => reading.theory > 0.3)
    expect(Math.abs(opposite - theory)).toBeLessThan(0.02)
    await lab.set('edges', 'closed')
    await lab.until('volume', (volume) => Math.abs(volume.value - 100) < 1e-9)
    await lab.page.getByTestId('play').click()
    const before = await lab.reading('highest')
    await lab.page.getByTestId('columns').focus()
    for (const key of ['ArrowLeft', 'Enter', 'Enter']) await lab.page.keyboard.press(key)
    await lab.until('highest', ({ value: highest }) => highest > before.value + 0.3)
  })

  it('has no barrier that axe knows, in light and dark, on a screen and on a phone', async () => {
    const lab = await open()
    expect(await lab.barriers()).toEqual([])
  })
})
