import { CanvasView } from './canvas/canvas-view.js'
import { ThreeView } from './three-view.js'
import type { WaterView } from './view.js'

/** What to draw with; `auto` takes the best there is. */
export type ViewChoice = 'auto' | 'webgl' | 'canvas'

export interface CreatedView {
  view: WaterView
  canvas: HTMLCanvasElement
  /** Set when the view is less than was asked for; for the person. */
  notice?: string
}

/** Makes a canvas inside `host` and the best view this browser can have on it. `lost`: the graphics device has gone away. */
export async function createView(host: HTMLElement, choice: ViewChoice, lost: () => void): Promise<CreatedView> {
  if (choice !== 'canvas') {
    const canvas = addCanvas(host)
    try {
      return { view: await ThreeView.create(canvas, choice === 'webgl', lost), canvas }
    } catch {
      // A canvas that has been asked for one kind of drawing never gives another: start with a new one.
      canvas.remove()
    }
  }
  const canvas = addCanvas(host)
  const notice =
    choice === 'canvas'
      ? 'Shown flat, as the address of this page asks.'
      : 'This browser offers neither WebGPU nor WebGL2, so the water is shown flat. The simulation is the same.'
  return { view: new CanvasView(canvas), canvas, notice }
}

function addCanvas(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  host.append(canvas)
  return canvas
}
