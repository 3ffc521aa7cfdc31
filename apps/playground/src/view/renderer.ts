// The renderer of three.js without the parts that this page does not use. `WebGPURenderer` contains both backends, and all materials and tone
// mappings of the library; here the backend that the browser supports is loaded, and the library knows our own materials only.

import NodeLibrary from 'three/src/renderers/common/nodes/NodeLibrary.js'
import { acesFilmicToneMapping, neutralToneMapping } from 'three/tsl'
import { ACESFilmicToneMapping, type Backend, NeutralToneMapping, Renderer } from 'three/webgpu'

type Api = 'webgpu' | 'webgl'

/** A renderer that has started, by WebGPU where the browser has a device for it, else by WebGL 2. Rejects when neither can be used. */
export async function createRenderer(canvas: HTMLCanvasElement, forceWebGL: boolean): Promise<Renderer> {
  if (!forceWebGL && (await hasAdapter())) {
    try {
      return await start('webgpu', canvas)
    } catch (error) {
      console.warn('WebGPU cannot be used, the water is drawn by WebGL 2:', error)
    }
  }
  return start('webgl', canvas)
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

async function start(api: Api, canvas: HTMLCanvasElement): Promise<Renderer> {
  const parameters = { canvas, antialias: true }
  const renderer = new Renderer(await backendOf(api, parameters), parameters)
  renderer.library = new NodeLibrary()
  renderer.library.addToneMapping(neutralToneMapping as never, NeutralToneMapping)
  // The sea has a sun in its picture, and its glitter.
  renderer.library.addToneMapping(acesFilmicToneMapping as never, ACESFilmicToneMapping)
  const lostEarly = new Promise<never>((_, reject) => {
    renderer.onDeviceLost = () => reject(new Error('it was lost while it started'))
  })
  await Promise.race([renderer.init(), lostEarly])
  return renderer
}

async function backendOf(api: Api, parameters: { canvas: HTMLCanvasElement }): Promise<Backend> {
  const { default: BackendOfApi } =
    api === 'webgpu'
      ? await import('three/src/renderers/webgpu/WebGPUBackend.js')
      : await import('three/src/renderers/webgl-fallback/WebGLBackend.js')
  return new BackendOfApi(parameters)
}
