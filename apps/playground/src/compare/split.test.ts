import { expect, it } from 'vitest'
import { splitOf } from './split.js'

it('stands side by side in a wide window, the second view under the panel', () => {
  const { kind, areas } = splitOf(1440, 900, { left: 0, top: 0, right: 332, bottom: 90 })
  expect(kind).toBe('beside')
  expect(areas[0]).toEqual({ left: 0, top: 0, right: 0, bottom: 90 })
  expect(areas[1]).toEqual({ left: 0, top: 0, right: 332, bottom: 90 })
})

it('stands above one another on a phone, and beside a panel that leaves a tall part free', () => {
  const phone = splitOf(390, 844, { left: 0, top: 0, right: 0, bottom: 240 })
  expect(phone.kind).toBe('stacked')
  expect(phone.areas.map(({ bottom }) => bottom)).toEqual([0, 240])
  expect(splitOf(820, 1180, { left: 0, top: 0, right: 332, bottom: 90 }).kind).toBe('stacked')
})
