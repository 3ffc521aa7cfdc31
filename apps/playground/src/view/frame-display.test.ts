import { expect, it } from 'vitest'
import type { Session } from '../session/session.js'
import type { Frame } from '../worker/protocol.js'
import { FrameDisplay, type FrameState } from './frame-display.js'
import type { ViewFrame, WaterView } from './view.js'

const scene = { grid: { cells: [1, 1], cellSize: 1 }, solver: { type: 'shallow-water' }, terrain: [] }
const session = { info: { grid: { nx: 1, nz: 1, cellSize: 1 }, scene } } as unknown as Session
const state = {
  extent: { value: 1 },
  fittingHeightScale: { value: 1 },
  heightScale: { value: 1 },
  surfaceRange: { value: undefined },
} as FrameState

const frameAt = (time: number, depth: number, bed?: number): Frame => ({
  type: 'frame',
  step: 0,
  time,
  heights: Float32Array.of(depth),
  surfaceFields: Float32Array.of(depth),
  ...(bed !== undefined && { bed: Float32Array.of(bed) }),
})

/** Depths that a view is shown which is created after these frames. */
function shownLater(display: FrameDisplay): (number | undefined)[] {
  const depths: (number | undefined)[] = []
  display.initialize({
    open() {},
    setBodies() {},
    setBed() {},
    setHeightScale() {},
    setFrame: ({ surfaceFields }: ViewFrame) => depths.push(surfaceFields?.[0]),
  } as Partial<WaterView> as WaterView)
  return depths
}

it('shows the first water over terrain to a view that is created when the land is flooded', () => {
  const display = new FrameDisplay(session, state, () => undefined)
  const first = frameAt(0, 0.5, 0)
  display.show(first)
  // The worker fills the arrays again.
  first.surfaceFields!.fill(9)
  display.show(frameAt(60, 2, 0.1))
  expect(shownLater(display)).toEqual([0.5])
})

it('forgets the first water of another simulation', () => {
  const display = new FrameDisplay(session, state, () => undefined)
  display.show(frameAt(0, 0.5, 0))
  display.reset()
  expect(shownLater(display)).toEqual([])
  display.show(frameAt(0, 0.75, 0))
  expect(shownLater(display)).toEqual([0.75])
})
