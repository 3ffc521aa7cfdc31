import { signal } from '@preact/signals'
import { expect, it } from 'vitest'
import type { RemoteBodies } from '../session/remote-bodies.js'
import type { BrushCursor } from '../view/view.js'
import type { PlacedSource, SimulationInfo } from '../worker/protocol.js'
import { EventQueue } from './event-queue.js'
import type { LaunchShape } from './launch.js'
import { Measuring, type MeasuringState } from './measuring.js'
import { ToolController, type ToolState } from './tool-controller.js'
import type { Tool } from './tools.js'

const pool = { grid: { nx: 40, nz: 20, cellSize: 0.1 }, scene: {} } as unknown as SimulationInfo
const box = {
  grid: { nx: 40, ny: 20, nz: 10, cellSize: 0.1 },
  scene: { fluid: { dyes: { red: { color: '#ff0000' } } } },
} as unknown as SimulationInfo

function setUp(tool: Tool, info = pool) {
  const state = {
    bodies: signal<readonly { isMovable: boolean }[]>([]),
    brush: signal({ radius: 0.2, softness: 0.5, strength: 0.5 }),
    chosenBody: signal<number | undefined>(undefined),
    chosenReading: signal<{ density: number; submerged: number } | undefined>(undefined),
    chosenTool: signal<Tool | undefined>(undefined),
    extent: signal(4),
    info: signal<SimulationInfo | undefined>(info),
    ink: signal('red'),
    lasting: signal(false),
    launchDensity: signal(400),
    launchShape: signal<LaunchShape>('ball'),
    period: signal(1.5),
    pointed: signal(undefined),
    pulses: signal(false),
    readOnlyReason: signal<string | undefined>(undefined),
    sources: signal<readonly PlacedSource[]>([]),
    time: signal(3),
    tool: signal(tool),
  }
  const shown: { cursor: BrushCursor | undefined; glows: Map<number, number> } = { cursor: undefined, glows: new Map() }
  const view = {
    setCursor: (cursor: BrushCursor | undefined) => (shown.cursor = cursor),
    setSources: () => {},
    highlight: (glows: ReadonlyMap<number, number>) => (shown.glows = new Map(glows)),
    surfaceSampler: () => () => 0.3,
  }
  const bodies = {
    bodies: [{ info: { isMovable: true } }, { info: { isMovable: false } }],
    highestBodyOver: () => 1,
  } as unknown as RemoteBodies
  const events = new EventQueue()
  const placed: MeasuringState = {
    probes: signal([]),
    sectionLine: signal([
      [-1, 0],
      [1, 0],
    ]),
  }
  const measuring = new Measuring(
    placed,
    () => 0.05,
    () => {},
  )
  const session = { events, bodies, readChosenBody: () => {} }
  return {
    state,
    shown,
    events,
    tools: new ToolController(state as unknown as ToolState, session, () => view, measuring),
  }
}

const bodyPick = (body: number) => ({
  body,
  at: [0, 0, 0.1] as [number, number, number],
  height: 0,
  dragTarget: (x: number, y: number): [number, number, number] => [x, y, 0],
})

it('pushes the water with the hand that grabs bodies, unless the water is prescribed', () => {
  const { tools, state } = setUp('grab')
  expect(tools.paintingTool()).toBe('push')
  state.readOnlyReason.value = 'these waves are a function of time'
  expect(tools.paintingTool()).toBeUndefined()
  expect(setUp('look').tools.paintingTool()).toBeUndefined()
  expect(setUp('ink').tools.paintingTool()).toBe('ink')
})

it('paints where a stroke begins, and along it in pieces as long as the tool asks', () => {
  const { tools, events } = setUp('push')
  const stroke = tools.beginStroke('push', { at: [0, 0], pressure: 1 })
  for (let k = 1; k <= 10; k++) stroke.to({ at: [0.01 * k, 0], pressure: 1 })
  stroke.end()
  const painted = events.take()
  expect(painted.every(({ type }) => type === 'stroke')).toBe(true)
  // A dab, a piece of half a cell's length, and the rest.
  expect(painted.map((event) => event.type === 'stroke' && event.to[0])).toEqual([0, 0.05, 0.1])
})

it('lets drops fall apart from each other, and none for the rest of the way', () => {
  const { tools, events } = setUp('drop')
  const stroke = tools.beginStroke('drop', { at: [0, 0], pressure: 1 })
  for (let k = 1; k <= 8; k++) stroke.to({ at: [k / 16, 0], pressure: 1 })
  stroke.end()
  expect(events.take().map((event) => event.type === 'drop' && event.x)).toEqual([0, 6 / 16])
})

it('drags a body until it is released', () => {
  const { tools, events, shown } = setUp('grab')
  const drag = tools.beginBodyDrag(bodyPick(0), 1, 2)
  expect(shown.glows.get(0)).toBe(0.8)
  drag.to(3, 4)
  drag.end()
  expect(events.take()).toEqual([
    { type: 'grab', body: 0, at: [0, 0, 0.1], to: [3, 4, 0] },
    { type: 'release', body: 0 },
  ])
  expect(shown.glows.has(0)).toBe(false)
})

it('does not drag a body that is fixed', () => {
  const { tools, events } = setUp('grab')
  const drag = tools.beginBodyDrag(bodyPick(1), 1, 2)
  drag.to(3, 4)
  drag.end()
  expect(events.take()).toEqual([])
})

it('leaves a simulation alone that was opened during a drag', () => {
  const { tools, events, state } = setUp('grab')
  const drag = tools.beginBodyDrag(bodyPick(0), 1, 2)
  events.take()
  state.info.value = { ...pool }
  drag.to(3, 4)
  drag.end()
  expect(events.take()).toEqual([])
})

it('inks along a drag through a volume, and shows the brush there in the color of the dye', () => {
  const { tools, events, shown } = setUp('ink', box)
  const drag = tools.beginVolumeDrag('ink', { at: [0, 0, 0.2], dragTarget: (x, y) => [x, y, 0.2] })
  expect(events.take()).toEqual([{ type: 'inject', at: [0, 0, 0.2], radius: 0.2, dye: 'red', amount: 1 }])
  drag.to(0.3, 0)
  drag.end()
  expect(new Set(events.take().map(({ type }) => type))).toEqual(new Set(['inject', 'stir']))
  expect(shown.cursor).toMatchObject({ at: [0.3, 0], depth: 0.2, tool: 'ink', color: '#ff0000' })
})

it('adds a body above water and bodies', () => {
  const { tools, events } = setUp('launch')
  tools.beginStroke('launch', { at: [0.5, 0.5], pressure: 1 }).end()
  const [event] = events.take()
  expect(event?.type === 'addBody' && event.body.position?.[1]).toBeGreaterThan(1.2)
})

it('moves the cursor of the keyboard inside the grid, and uses the tool there', () => {
  const { tools, events, shown } = setUp('push')
  tools.useAtCursor()
  expect(shown.cursor?.at).toEqual([0, 0])
  expect(events.take()).toEqual([])
  for (let k = 0; k < 30; k++) tools.moveCursor(0.1, 0)
  expect(shown.cursor?.at).toEqual([2, 0])
  tools.useAtCursor()
  expect(events.take()).toMatchObject([{ type: 'stroke', from: [2, 0], to: [2, 0] }])
  tools.chooseTool('look')
  expect(shown.cursor).toBeUndefined()
})

it('pushes a fluid in the direction in which the cursor moved last, where down is negative y', () => {
  const { tools, events } = setUp('stir', box)
  tools.moveCursor(0, 0.1)
  tools.useAtCursor()
  const [event] = events.take()
  expect(event).toMatchObject({ type: 'stir', at: [0, -0.2, 0] })
  expect(event?.type === 'stir' && event.velocity[1]).toBeLessThan(0)
})

it('goes from body to body with the keyboard', () => {
  const { tools, state, shown } = setUp('grab')
  state.bodies.value = [{ isMovable: true }, { isMovable: true }]
  for (const body of [0, 1, 0]) {
    tools.useAtCursor()
    expect(state.chosenBody.value).toBe(body)
  }
  tools.showGlow()
  expect(shown.glows).toEqual(new Map([[0, 0.35]]))
})

it('changes the density of the chosen body only', () => {
  const { tools, events, state } = setUp('grab')
  tools.setDensity(800)
  expect(events.take()).toEqual([])
  state.chosenBody.value = 1
  tools.setDensity(800)
  expect(events.take()).toEqual([{ type: 'setDensity', body: 1, density: 800 }])
  expect(state.chosenReading.value).toEqual({ density: 800, submerged: 0 })
})

it('holds a source under the pointer, which moves with it and ends with it', () => {
  const { tools, events } = setUp('waveMaker')
  const stroke = tools.beginStroke('waveMaker', { at: [0.1, 0.2], pressure: 1 })
  const [placed] = events.take()
  expect(placed).toMatchObject({ type: 'setSource', x: 0.1, z: 0.2, radius: 0.2, quantity: 'height', period: 1.5 })
  stroke.to({ at: [0.5, 0.2], pressure: 1 })
  stroke.to({ at: [0.6, 0.3], pressure: 1 })
  expect(events.take()).toEqual([{ ...placed, x: 0.6, z: 0.3 }])
  stroke.end()
  expect(events.take()).toEqual([{ type: 'removeSource', source: (placed as PlacedSource).source }])
})

it('keeps a source that is to last, takes hold of it again, and removes it by a click', () => {
  const { tools, events, state } = setUp('pressure')
  state.lasting.value = true
  tools.beginStroke('pressure', { at: [0, 0], pressure: 1 }).end()
  const placed = events.take()
  expect(placed).toMatchObject([{ type: 'setSource', quantity: 'pressure' }])
  expect(placed[0]).not.toHaveProperty('period')
  state.sources.value = placed as PlacedSource[]
  const drag = tools.beginStroke('pressure', { at: [0.1, 0], pressure: 1 })
  drag.to({ at: [0.7, 0], pressure: 1 })
  drag.end()
  expect(events.take()).toEqual([{ ...placed[0], x: expect.closeTo(0.6, 12) }])
  const click = tools.beginStroke('pressure', { at: [0.1, 0], pressure: 1 })
  click.to({ at: [0.11, 0], pressure: 1 })
  click.end()
  expect(events.take()).toEqual([{ type: 'removeSource', source: 'pressure 1' }])
})

it('places and removes sources by the keyboard', () => {
  const { tools, events, state } = setUp('drain')
  tools.moveCursor(0, 0)
  tools.useAtCursor()
  const placed = events.take() as PlacedSource[]
  expect(placed).toMatchObject([{ type: 'setSource', x: 0, z: 0 }])
  expect(placed[0]!.rate).toBeLessThan(0)
  state.sources.value = placed
  tools.useAtCursor()
  expect(events.take()).toEqual([{ type: 'removeSource', source: placed[0]!.source }])
})

it('a source that is held while another scene opens does not reach that scene', () => {
  const { tools, events, state } = setUp('spring')
  const stroke = tools.beginStroke('spring', { at: [0, 0], pressure: 1 })
  events.take()
  state.info.value = box
  stroke.to({ at: [1, 0], pressure: 1 })
  stroke.end()
  expect(events.take()).toEqual([])
})

it('a stroke is one action, and so are a drag, a use of a key, and a change of density until its end', () => {
  const { tools, events, state } = setUp('push')
  const stroke = tools.beginStroke('push', { at: [0, 0], pressure: 1 })
  for (let k = 1; k <= 10; k++) stroke.to({ at: [0.02 * k, 0], pressure: 1 })
  const drag = tools.beginBodyDrag(bodyPick(0), 1, 2)
  drag.end()
  stroke.end()
  const [first, second, ...others] = events.takeActions()
  expect(first!.events.length).toBeGreaterThan(1)
  expect(second!.events.map(({ type }) => type)).toEqual(['grab', 'release'])
  expect(second!.action).not.toBe(first!.action)
  for (const { action } of others) expect(action).toBe(first!.action)
  state.chosenBody.value = 0
  tools.setDensity(500)
  tools.setDensity(600)
  tools.endDensity()
  tools.setDensity(700)
  expect(events.takeActions().map(({ events }) => events)).toEqual([
    [{ type: 'setDensity', body: 0, density: 600 }],
    [{ type: 'setDensity', body: 0, density: 700 }],
  ])
})
