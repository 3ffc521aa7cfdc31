// A renderer that fits its element, and a message where there is nothing to draw with.

import { type PerspectiveCamera, WebGPURenderer, type WebGPURendererParameters } from 'three/webgpu'
import { type QualityLevel, qualityLevels } from './quality.js'

/** Options of {@link createRenderer}. */
export interface RendererOptions extends WebGPURendererParameters {
  /** Camera whose aspect ratio follows the element. */
  camera?: PerspectiveCamera
  /** Level of quality: most pixels along a CSS pixel, and anti-aliasing, unless that is given. Default `high`. */
  quality?: QualityLevel
}

/**
 * The browser offers neither WebGPU nor WebGL2, or cannot draw into the textures that water needs. The message names what can be done.
 *
 * @example
 * ```ts
 * import { createRenderer, GraphicsError } from '@seiche/three'
 *
 * const renderer = await createRenderer(document.body).catch((error: unknown) => {
 *   if (error instanceof GraphicsError) console.info('a picture instead of the water')
 * })
 * ```
 */
export class GraphicsError extends Error {
  override readonly name = 'GraphicsError'
}

const advice =
  'This water is drawn with WebGPU or WebGL2, and this browser offers neither. Enable hardware acceleration in its settings, or use a current browser.'

/**
 * Makes a renderer whose canvas fills an element and follows its size. Where nothing can be drawn, the element shows a message in place of
 * a black canvas.
 *
 * An element of size 0, as in a closed tab of a page, has a canvas of one pixel: graphics devices refuse smaller ones, and the
 * aspect ratio of the camera stays a number.
 *
 * @param element The element that gets the canvas.
 * @param options Camera, level of quality, and parameters of three's `WebGPURenderer`.
 * @returns The renderer, ready to draw. Its `dispose` also removes the canvas and stops following the size.
 * @throws GraphicsError without WebGPU and WebGL2. The element then has the message.
 *
 * @example
 * ```ts
 * import { createRenderer } from '@seiche/three'
 * import { PerspectiveCamera, Scene } from 'three/webgpu'
 *
 * const camera = new PerspectiveCamera(40)
 * const renderer = await createRenderer(document.body, { camera })
 * renderer.setAnimationLoop(() => renderer.render(new Scene(), camera))
 * ```
 */
export async function createRenderer(element: HTMLElement, options: RendererOptions = {}): Promise<WebGPURenderer> {
  const { camera, quality = 'high', ...parameters } = options
  const { antialias, pixelRatio } = qualityLevels[quality]
  if (!(await canDraw())) throw explain(element)
  const renderer = new WebGPURenderer({ antialias, ...parameters })
  try {
    await renderer.init()
  } catch (cause) {
    throw explain(element, cause)
  }
  const canvas = renderer.domElement
  canvas.style.display = 'block'
  const fit = (): void => {
    const [width, height] = [Math.max(1, element.clientWidth), Math.max(1, element.clientHeight)]
    renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio, pixelRatio))
    renderer.setSize(width, height)
    if (!camera) return
    camera.aspect = width / height
    camera.updateProjectionMatrix()
  }
  const observer = new ResizeObserver(fit)
  observer.observe(element)
  fit()
  element.append(canvas)
  const dispose = renderer.dispose.bind(renderer)
  renderer.dispose = () => {
    observer.disconnect()
    canvas.remove()
    return dispose()
  }
  return renderer
}

/** Whether the browser has a graphics adapter for WebGPU, or WebGL2 that draws into half floats, as every picture does. */
async function canDraw(): Promise<boolean> {
  const { gpu } = navigator as { gpu?: { requestAdapter(): Promise<object | null> } }
  if (await gpu?.requestAdapter().catch(() => null)) return true
  const context = document.createElement('canvas').getContext('webgl2')
  const drawsHalves = ['EXT_color_buffer_float', 'EXT_color_buffer_half_float'].some((name) =>
    context?.getExtension(name),
  )
  // Browsers keep only some sixteen contexts.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return drawsHalves
}

/** Shows the advice in the element, writes it to the console, and returns the error. */
function explain(element: HTMLElement, cause?: unknown): GraphicsError {
  console.error(advice, ...(cause === undefined ? [] : [cause]))
  const message = document.createElement('p')
  message.setAttribute('role', 'alert')
  message.textContent = advice
  element.append(message)
  return new GraphicsError(advice, { cause })
}
