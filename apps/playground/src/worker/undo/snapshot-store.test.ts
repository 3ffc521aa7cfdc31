import { expect, it } from 'vitest'
import { SnapshotStore } from './snapshot-store.js'

const snapshot = (step: number, count = step) => ({ step, count, bytes: new Uint8Array(100) })
const steps = (store: SnapshotStore) => store.list.map(({ step }) => step)

it('asks for a snapshot at first, and then only at a distance', () => {
  const store = new SnapshotStore()
  expect(store.isDue(0)).toBe(true)
  store.add(snapshot(0))
  expect(store.isDue(9)).toBe(false)
  expect(store.isDue(10)).toBe(true)
})

it('keeps to its budget, the first and the last always, and old ones further apart', () => {
  const store = new SnapshotStore(800)
  for (let step = 0; step <= 1000; step += 10) store.add(snapshot(step))
  const kept = steps(store)
  expect(kept).toHaveLength(8)
  expect(kept[0]).toBe(0)
  expect(kept.at(-1)).toBe(1000)
  const gaps = kept.slice(1).map((step, k) => step - kept[k]!)
  expect(gaps[0]!).toBeGreaterThan(4 * gaps.at(-1)!)
  expect(Math.max(...gaps)).toBeLessThan(800)
})

it('keeps the first and the last even if they exceed the budget', () => {
  const store = new SnapshotStore(10)
  for (const step of [0, 10, 20]) store.add(snapshot(step))
  expect(steps(store)).toEqual([0, 20])
})

it('finds the last state before an action, and drops those of the other run', () => {
  const store = new SnapshotStore()
  for (const step of [0, 10, 20, 30]) store.add(snapshot(step))
  expect(store.before({ count: 25, step: 25 })?.step).toBe(20)
  expect(store.before({ count: 10, step: 25 })?.step).toBe(10)
  expect(store.before({ count: 25, step: 12 })?.step).toBe(10)
  store.dropAfter({ count: 15, step: 25 })
  expect(steps(store)).toEqual([0, 10])
})
