import type { ThreeView } from './three-view.js'
import type { QualityChoice, WaterView } from './view.js'

/** Kind of view; `auto` is the best that this browser supports. */
export type ViewChoice = 'auto' | 'webgl' | 'canvas'

export interface CreatedView {
  view: WaterView
  canvas: HTMLCanvasElement
  /** Message for the person, if the view is not the best one. */
  notice?: string
}

/** Longest time that a graphics device may take to start [ms]; a graphics process that hangs never answers. */
const longestStart = 10_000

/**
 * Adds a canvas to `host`, and creates the view that is asked for, else a flat one with the reason. `lost` is called when the graphics
 * device is lost later. `pixelRatio`: most pixels of the picture in a CSS pixel. `quality`: level of quality at first.
 */
export async function createView(
  host: HTMLElement,
  choice: ViewChoice,
  lost: () => void,
  pixelRatio = window.devicePixelRatio,
  quality: QualityChoice = 'auto',
): Promise<CreatedView> {
  if (choice === 'canvas') return createFlat(host, 'Drawn in two dimensions, as the URL of this page asks.')
  const canvas = addCanvas(host)
  try {
    // Loading may take any time, starting may not.
    const { ThreeView } = await import('./three-view.js')
    return { view: await inTime(ThreeView.create(canvas, choice === 'webgl', lost, pixelRatio, quality)), canvas }
  } catch (error) {
    // A canvas cannot change its kind of context: start with a new one.
    canvas.remove()
    return createFlat(host, `${reasonFor(error)}, so the water is drawn in two dimensions. The simulation is the same.`)
  }
}

async function createFlat(host: HTMLElement, notice: string): Promise<CreatedView> {
  const { CanvasView } = await import('./canvas/canvas-view.js')
  const canvas = addCanvas(host)
  return { view: new CanvasView(canvas), canvas, notice }
}

/** The view, or a rejection if it takes too long; then it is disposed of whenever it comes. */
async function inTime(creation: Promise<ThreeView>): Promise<ThreeView> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLate = false
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true
      reject(new TooLate(`it did not start within ${longestStart / 1000} seconds`))
    }, longestStart)
  })
  creation.then(
    (view) => isLate && view.dispose(),
    () => undefined,
  )
  try {
    return await Promise.race([creation, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Why there is no view in three dimensions. A device that does not answer is not asked again. */
function reasonFor(error: unknown): string {
  const canvas = document.createElement('canvas')
  let status = ''
  canvas.addEventListener('webglcontextcreationerror', (event) => {
    status = (event as WebGLContextEvent).statusMessage
  })
  if (!(error instanceof TooLate) && !canvas.getContext('webgl2'))
    return `This browser offers neither WebGPU nor WebGL2${status && ` (${status})`}`
  return `The graphics device cannot be used (${error instanceof Error ? error.message : String(error)})`
}

class TooLate extends Error {}

function addCanvas(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  host.append(canvas)
  return canvas
}
