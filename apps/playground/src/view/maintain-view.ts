// Keeps a view in the page: a graphics device can be lost at any time (a driver restarts, a laptop changes its graphics card, the browser
// ends its graphics process), and all that was on it is gone.

import type { CameraPose } from './camera-fit.js'
import type { CreatedView, createView, ViewChoice } from './create.js'

/** A device that is lost this often within this time [ms] will be lost again: a simpler kind of view takes its place. */
const mostLosses = 3
const lossPeriod = 60_000

export interface ViewListener {
  /** A view is there: the first one, or one in place of a lost one. `camera`: where the person had moved the camera of that one. */
  created(created: CreatedView, camera: CameraPose | undefined): void
  /** The view is lost, and must not be used from now on. */
  lost(): void
}

/**
 * Creates a view, and whenever its graphics device is lost, another one of the same kind on a new canvas; after three losses within a
 * minute one of the next simpler kind, with a notice. Resolves when the first view is there, with a function that removes the view for good.
 *
 * @param create - Creates a view of some kind
 * @param now - The wall clock [ms]
 */
export async function maintainView(
  host: HTMLElement,
  choice: ViewChoice,
  listener: ViewListener,
  create: typeof createView,
  now: () => number = () => performance.now(),
): Promise<() => void> {
  let losses: number[] = []
  let remove = (): void => {}
  let isEnded = false

  async function add(kind: ViewChoice, notice?: string, camera?: CameraPose): Promise<void> {
    let isLost = false
    const created = await create(host, kind, () => {
      if (isLost) return
      const { view } = created
      const lastCamera = view.camera
      take()
      losses = [...losses.filter((time) => now() - time < lossPeriod), now()]
      if (losses.length < mostLosses) return void add(kind, notice, lastCamera)
      losses = []
      const isGPU = view.renderer === 'WebGPU'
      void add(isGPU ? 'webgl' : 'canvas', simplerNotice(isGPU), lastCamera)
    })
    const take = (): void => {
      if (isLost) return
      isLost = true
      listener.lost()
      created.view.dispose()
      created.canvas.remove()
    }
    remove = take
    if (isEnded) {
      created.view.dispose()
      return created.canvas.remove()
    }
    const told = notice ?? created.notice
    listener.created({ ...created, ...(told !== undefined && { notice: told }) }, camera)
  }

  await add(choice)
  return () => {
    isEnded = true
    remove()
  }
}

function simplerNotice(byWebGL: boolean): string {
  const drawn = byWebGL ? 'by WebGL 2' : 'in two dimensions'
  return `The graphics device was lost three times; the water is drawn ${drawn}. Reload to try again.`
}
