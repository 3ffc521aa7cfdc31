// A root of react-three-fiber without a graphics device: the renderer draws nothing, and frames pass on demand.

import { createRoot, type RootState } from '@react-three/fiber'
import { act, type ReactNode } from 'react'

export interface TestRoot {
  readonly state: RootState
  render(element: ReactNode): Promise<void>
  /** Lets React work until a condition holds. Inside of `act` it does not delay what has been suspended, as it does for people. */
  until(holds: () => boolean): Promise<void>
  /** Lets a frame pass of the given length [s]. */
  frame(seconds: number): void
  unmount(): Promise<void>
}

/** React refuses `act` unless this is set. */
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
/** Time after which a condition has failed [ms]. */
const patience = 60_000

export async function testRoot(): Promise<TestRoot> {
  environment.IS_REACT_ACT_ENVIRONMENT = true
  const canvas = { width: 16, height: 16, style: {}, addEventListener() {}, removeEventListener() {} }
  const gl = {
    domElement: canvas,
    xr: { enabled: false, addEventListener() {}, removeEventListener() {}, setAnimationLoop() {} },
    render() {},
    setSize() {},
    setPixelRatio() {},
    dispose() {},
  }
  const root = await withoutWarnings(async () => {
    const made = createRoot(canvas as unknown as HTMLCanvasElement)
    const size = { width: 16, height: 16, top: 0, left: 0 }
    await made.configure({ gl: gl as never, frameloop: 'never', dpr: 1, size })
    return made
  })
  let now = 0
  let store: ReturnType<typeof root.render> | undefined
  return {
    get state() {
      if (!store) throw new Error('render something first')
      return store.getState()
    },
    render: (element) =>
      act(async () => {
        store = root.render(element)
      }),
    until: async (holds) => {
      const end = Date.now() + patience
      while (!holds()) {
        if (Date.now() > end) throw new Error(`still false after ${patience} ms: ${holds}`)
        await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)))
      }
    },
    frame: (seconds) => {
      now += seconds
      store!.getState().advance(now)
    },
    unmount: () => act(async () => root.unmount()),
  }
}

/** react-three-fiber makes a `Clock`, of which three warns. */
async function withoutWarnings<T>(make: () => Promise<T>): Promise<T> {
  const { warn } = console
  console.warn = () => {}
  try {
    return await make()
  } finally {
    console.warn = warn
  }
}
