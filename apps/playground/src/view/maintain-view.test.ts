import { Vector3 } from 'three/webgpu'
import { expect, it } from 'vitest'
import type { CreatedView, ViewChoice } from './create.js'
import { maintainView } from './maintain-view.js'

const camera = { position: new Vector3(1, 2, 3), target: new Vector3() }

/** A page whose views only count; `lose` loses the newest one. */
async function setUp(renderer = 'WebGL 2') {
  const page = {
    time: 0,
    kinds: [] as ViewChoice[],
    log: [] as string[],
    shown: undefined as CreatedView | undefined,
    lose: async () => {},
    remove: () => {},
  }
  const create = async (_host: HTMLElement, kind: ViewChoice, lost: () => void): Promise<CreatedView> => {
    page.kinds.push(kind)
    page.lose = async () => {
      lost()
      await Promise.resolve()
    }
    const drawnBy = kind === 'canvas' ? '2-D canvas' : kind === 'webgl' ? 'WebGL 2' : renderer
    const view = { renderer: drawnBy, camera, dispose: () => page.log.push('disposed') }
    return { view, canvas: { remove: () => page.log.push('removed') } } as unknown as CreatedView
  }
  const listener = {
    created: (created: CreatedView, from: typeof camera | undefined) => {
      page.shown = created
      page.log.push(from ? 'created with the camera' : 'created')
    },
    lost: () => {
      page.shown = undefined
      page.log.push('lost')
    },
  }
  page.remove = await maintainView({} as HTMLElement, 'auto', listener, create, () => page.time)
  return page
}

it('replaces a lost view by one of the same kind with the same camera', async () => {
  const page = await setUp()
  await page.lose()
  expect(page.kinds).toEqual(['auto', 'auto'])
  expect(page.log).toEqual(['created', 'lost', 'disposed', 'removed', 'created with the camera'])
  expect(page.shown?.notice).toBeUndefined()
})

it('draws flat after three losses within a minute, and says why', async () => {
  const page = await setUp()
  for (let loss = 0; loss < 3; loss++) {
    page.time += 20_000
    await page.lose()
  }
  expect(page.kinds).toEqual(['auto', 'auto', 'auto', 'canvas'])
  expect(page.shown?.notice).toBe(
    'The graphics device was lost three times; the water is drawn in two dimensions. Reload to try again.',
  )
})

it('stays in three dimensions if a device is lost now and then', async () => {
  const page = await setUp()
  for (let loss = 0; loss < 6; loss++) {
    page.time += 31_000
    await page.lose()
  }
  expect(new Set(page.kinds)).toEqual(new Set(['auto']))
})

it('tries WebGL before the flat view where WebGPU was lost', async () => {
  const page = await setUp('WebGPU')
  for (let loss = 0; loss < 3; loss++) await page.lose()
  expect(page.shown?.notice).toMatch(/lost three times; the water is drawn by WebGL 2/)
  for (let loss = 0; loss < 3; loss++) await page.lose()
  expect(page.kinds).toEqual(['auto', 'auto', 'auto', 'webgl', 'webgl', 'webgl', 'canvas'])
})

it('counts one loss of a view that reports it twice', async () => {
  const page = await setUp()
  const { lose } = page
  await lose()
  await lose()
  expect(page.kinds).toEqual(['auto', 'auto'])
})

it('removes a view for good: a device that is lost by that is not replaced', async () => {
  const page = await setUp()
  page.remove()
  await page.lose()
  page.remove()
  expect(page.kinds).toEqual(['auto'])
  expect(page.log).toEqual(['created', 'lost', 'disposed', 'removed'])
})
