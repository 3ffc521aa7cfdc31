import { CanvasView } from './canvas/canvas-view.js'
import { ThreeView } from './three-view.js'
import type { WaterView } from './view.js'

/** Kind of view; `auto` is the best that this browser supports. */
export type ViewChoice = 'auto' | 'webgl' | 'canvas'

export interface CreatedView {
  view: WaterView
  canvas: HTMLCanvasElement
  /** Message for the person, if the view is not the requested one. */
  notice?: string
}

/** Adds a canvas to `host`, and creates the best view that this browser supports. `lost` is called when the graphics device is lost. */
export async function createView(host: HTMLElement, choice: ViewChoice, lost: () => void): Promise<CreatedView> {
  if (choice !== 'canvas') {
    const canvas = addCanvas(host)
    try {
      return { view: await ThreeView.create(canvas, choice === 'webgl', lost), canvas }
    } catch {
      // A canvas cannot change its kind of context: start with a new one.
      canvas.remove()
    }
  }
  const canvas = addCanvas(host)
  const notice =
    choice === 'canvas'
      ? 'Drawn in two dimensions, as the URL of this page asks.'
      : 'This browser has neither WebGPU nor WebGL2, so the water is drawn in two dimensions. The simulation is the same.'
  return { view: new CanvasView(canvas), canvas, notice }
}

function addCanvas(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  host.append(canvas)
  return canvas
}
