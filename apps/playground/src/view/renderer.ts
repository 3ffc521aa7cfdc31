// The renderer of three.js without the parts that this page does not use. `WebGPURenderer` contains both backends, and all materials and tone
// mappings of the library; here the backend that the browser supports is loaded, and the library knows our own materials only.

import NodeLibrary from 'three/src/renderers/common/nodes/NodeLibrary.js'
import { acesFilmicToneMapping, neutralToneMapping } from 'three/tsl'
import { ACESFilmicToneMapping, type Backend, NeutralToneMapping, Renderer } from 'three/webgpu'

type Api = 'webgpu' | 'webgl'

/** A renderer that has started, by WebGPU where the browser has a device for it, else by WebGL 2. Rejects when neither can be used. */
export async function createRenderer(
  canvas: HTMLCanvasElement,
  forceWebGL: boolean,
  antialias: boolean,
): Promise<Renderer> {
  if (!forceWebGL && (await hasAdapter())) {
    try {
      return await start('webgpu', canvas, antialias)
    } catch (error) {
      console.warn('WebGPU cannot be used, the water is drawn by WebGL 2:', error)
    }
  }
  return start('webgl', canvas, antialias)
}

/** A browser that knows WebGPU may have no device for it. */
async function hasAdapter(): Promise<boolean> {
  try {
    const { gpu } = navigator as { gpu?: { requestAdapter(options: object): Promise<object | null> } }
    return Boolean(await gpu?.requestAdapter({ featureLevel: 'compatibility' }))
  } catch {
    return false
  }
}

async function start(api: Api, canvas: HTMLCanvasElement, antialias: boolean): Promise<Renderer> {
  const parameters = { canvas, antialias }
  const renderer = new Renderer(await backendOf(api, parameters), parameters)
  renderer.library = new NodeLibrary()
  renderer.library.addToneMapping(neutralToneMapping as never, NeutralToneMapping)
  // The sea has a sun in its picture, and its glitter.
  renderer.library.addToneMapping(acesFilmicToneMapping as never, ACESFilmicToneMapping)
  const lostEarly = new Promise<never>((_, reject) => {
    renderer.onDeviceLost = () => reject(new Error('it was lost while it started'))
  })
  await Promise.race([renderer.init(), lostEarly])
  if (api === 'webgl' && !drawsHalves(canvas)) throw new Error('it cannot draw into textures of half floats')
  return renderer
}

/** Whether the device can draw into half floats, as every picture and all caustics do before they are shown. */
function drawsHalves(canvas: HTMLCanvasElement): boolean {
  const context = canvas.getContext('webgl2')
  return ['EXT_color_buffer_float', 'EXT_color_buffer_half_float'].some((name) => context?.getExtension(name))
}

async function backendOf(api: Api, parameters: { canvas: HTMLCanvasElement }): Promise<Backend> {
  const { default: BackendOfApi } =
    api === 'webgpu'
      ? await import('three/src/renderers/webgpu/WebGPUBackend.js')
      : await import('three/src/renderers/webgl-fallback/WebGLBackend.js')
  return new BackendOfApi(parameters)
}
