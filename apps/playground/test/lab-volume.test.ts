import { describe, expect, it } from 'vitest'
import { lessonTests } from '../testing/lesson-tests.js'

const open = lessonTests('volume')

describe('the lesson of the volume', () => {
  it.each(['row', 'plane'])(
    'the form of the lecture loses as much as its slopes say in a %s, the cures lose nothing',
    async (grid) => {
      const lab = await open(`grid=${grid}`)
      const { value, theory } = await lab.until('lost-losing', (lost) => lost.value > 3)
      expect(Math.abs(value / theory - 1)).toBeLessThan(1e-6)
      for (const form of ['face', 'constant'])
        expect(Math.abs((await lab.reading(`lost-${form}`)).value)).toBeLessThan(1e-9)
    },
  )

  it('stops when a column lies below the ground; the engine goes on and keeps the volume', async () => {
    const lab = await open('height=0.8')
    expect(await lab.stopped()).toMatch(/below the ground, and [2-9]\d % of the water are lost/)
    await lab.set('by', 'engine')
    await lab.until('time', ({ value }) => value > 0.1)
    expect(Math.abs((await lab.reading('lost-engine')).value)).toBeLessThan(1e-4)
  })

  it('measures the orders of the differences, and none with the sign that P12 prints', async () => {
    const lab = await open('step=0.01')
    for (const name of ['forward', 'backward', 'central', 'second']) {
      const { value, theory } = await lab.reading(`order-${name}`)
      expect(Math.abs(value / theory - 1)).toBeLessThan(0.02)
    }
    await lab.set('printed', true)
    await lab.until('order-central', ({ value }) => value === 0)
  })

  it('has no barrier that axe knows, in light and dark, on a screen and on a phone', async () => {
    const lab = await open()
    expect(await lab.barriers()).toEqual([])
  })
})
