import { WaterSurface } from '@seiche/three'
import { Component, createElement, createRef, type ReactNode, StrictMode, Suspense } from 'react'
import { createSimulation, type SceneInput, type SurfaceSimulation } from 'seiche'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type TestRoot, testRoot } from '../testing/test-root.js'
import { useWater, Water, type WaterHandle, type WaterProps } from './water.js'

const scene = {
  seiche: 1,
  grid: { cells: [16, 16], cellSize: 0.1 },
  solver: { type: 'columns', depth: 0.5 },
  initial: { eta: [{ shape: 'gaussian', radius: 0.2, height: 0.1 }] },
} satisfies SceneInput

/** Shows the error that a child throws in render. */
class Boundary extends Component<{ caught: (error: Error) => void; children?: ReactNode }> {
  override state: { failed: boolean } = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch = (error: Error) => this.props.caught(error)
  override render = () => (this.state.failed ? null : this.props.children)
}

/** Simulations end a moment after their component. */
const patience = { timeout: 60_000, interval: 5 }

function isDisposed(simulation: SurfaceSimulation): boolean {
  try {
    simulation.step(0)
    return false
  } catch {
    return true
  }
}

/** Writes down the height of the water at the origin. */
function Buoy({ heights }: { heights: number[] }): null {
  heights.push(useWater().simulation.heightAt(0, 0))
  return null
}

/** What a page shows while the water loads. */
function Loading({ seen }: { seen: string[] }): null {
  seen.push('loading')
  return null
}

/** Asks for water where there is none. */
function Castaway(): null {
  useWater()
  return null
}

let root: TestRoot | undefined
afterEach(async () => {
  await root?.unmount()
  root = undefined
  vi.restoreAllMocks()
})

/** Renders the water, below a boundary of its own, and waits until it is there. */
async function show(props: Partial<WaterProps> = {}, strict = false): Promise<WaterHandle> {
  root ??= await testRoot()
  const ref = createRef<WaterHandle>()
  const water = createElement(Water, { scene, ref, ...props })
  const page = createElement(Suspense, { fallback: null }, water)
  await root.render(strict ? createElement(StrictMode, {}, page) : page)
  await root.until(() => ref.current !== null)
  return ref.current!
}

describe('<Water>', () => {
  it('draws the simulation of a scene and lets it run with the frames', async () => {
    const { simulation, surface } = await show()
    expect(surface).toBeInstanceOf(WaterSurface)
    expect(root!.state.scene.children).toContain(surface)
    const { version } = surface.heightTexture
    root!.frame(0.05)
    expect(simulation.time).toBeCloseTo(0.05, 5)
    expect(surface.heightTexture.version).toBeGreaterThan(version)
  })

  it('takes JSON text, and a simulation that stays its owner’s', async () => {
    const text = await show({ scene: JSON.stringify(scene) })
    expect(text.simulation.grid.nx).toBe(16)
    const own = await createSimulation(scene)
    expect((await show({ scene: own as SurfaceSimulation })).simulation).toBe(own)
    await root!.unmount()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(() => own.step()).not.toThrow()
    own.dispose()
  })

  it('shows the fallback of the page while the simulation is created', async () => {
    root = await testRoot()
    const seen: string[] = []
    const fallback = createElement(Loading, { seen })
    await root.render(createElement(Suspense, { fallback }, createElement(Water, { scene })))
    expect(seen).toContain('loading')
    await root.until(() => root!.state.scene.children.length > 0)
    expect(root.state.scene.children[0]).toBeInstanceOf(WaterSurface)
  })

  it('frees simulation and mesh when it is unmounted', async () => {
    const { simulation, surface } = await show()
    const freed = vi.spyOn(surface, 'dispose')
    await root!.unmount()
    expect(freed).toHaveBeenCalledOnce()
    await expect.poll(() => isDisposed(simulation), patience).toBe(true)
  })

  it('has one simulation in StrictMode, which stays alive', async () => {
    const { simulation } = await show({}, true)
    await new Promise((resolve) => setTimeout(resolve, 5))
    root!.frame(0.05)
    expect(simulation.stepCount).toBeGreaterThan(0)
    await root!.unmount()
    await expect.poll(() => isDisposed(simulation), patience).toBe(true)
  })

  it('keeps the simulation when the scene is written inline, and makes another one for another scene', async () => {
    const first = await show()
    expect((await show({ scene: structuredClone(scene) })).simulation).toBe(first.simulation)
    const other = await show({ scene: { ...scene, grid: { cells: [8, 8], cellSize: 0.1 } } })
    expect(other.simulation.grid.nx).toBe(8)
    await expect.poll(() => isDisposed(first.simulation), patience).toBe(true)
  })

  it('gives two waters of one scene a simulation each', async () => {
    root = await testRoot()
    const refs = [createRef<WaterHandle>(), createRef<WaterHandle>()]
    const waters = refs.map((ref, key) => createElement(Water, { key, scene, ref }))
    await root.render(createElement(Suspense, { fallback: null }, waters))
    const simulations = () => new Set(refs.map(({ current }) => current?.simulation))
    await root.until(() => simulations().size === 2 && !simulations().has(undefined))
  })

  it('changes colours without a new mesh, and builds one for other segments', async () => {
    const { surface } = await show({ waterColor: 0x112233 })
    const same = await show({ waterColor: 0x445566, alpha: 0.5 })
    expect(same.surface).toBe(surface)
    expect(surface.waterColor.value.getHex()).toBe(0x445566)
    expect(surface.alpha.value).toBe(0.5)
    expect((await show({ segments: [2, 2] })).surface).not.toBe(surface)
  })

  it('passes place and events on to the mesh', async () => {
    const { surface } = await show({ position: [1, 2, 3], visible: false })
    expect(surface.visible).toBe(false)
    expect(surface.position.toArray()).toEqual([1, 2, 3])
  })

  it('stands still while it is paused, and draws what other code does', async () => {
    const { simulation, surface } = await show({ paused: true })
    root!.frame(0.05)
    expect(simulation.time).toBe(0)
    const { version } = surface.heightTexture
    simulation.step(3)
    root!.frame(0.01)
    expect(surface.heightTexture.version).toBeGreaterThan(version)
  })

  it('throws a SceneError in render, for an error boundary', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    root = await testRoot()
    const caught = vi.fn<(error: Error) => void>()
    const broken = createElement(Water, { scene: { ...scene, solver: { type: 'colums' } } as never })
    await root.render(createElement(Boundary, { caught }, createElement(Suspense, { fallback: null }, broken)))
    await root.until(() => caught.mock.calls.length > 0)
    expect(caught.mock.calls[0]![0]).toMatchObject({ name: 'SceneError' })
  })
})

describe('useWater', () => {
  it('gives children the simulation, to float on and to disturb', async () => {
    const heights: number[] = []
    const { simulation } = await show({ children: createElement(Buoy, { heights }) })
    expect(heights.at(-1)).toBeCloseTo(0.1, 1)
    simulation.apply({ type: 'drop', x: 0, z: 0, radius: 0.2, height: 0.1 })
    expect(simulation.heightAt(0, 0)).toBeGreaterThan(0.15)
  })

  it('says where it belongs when it is outside', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    root = await testRoot()
    const caught = vi.fn<(error: Error) => void>()
    await root.render(createElement(Boundary, { caught }, createElement(Castaway)))
    await root.until(() => caught.mock.calls.length > 0)
    expect(caught.mock.calls[0]![0].message).toMatch(/needs a <Water> above/)
  })
})
