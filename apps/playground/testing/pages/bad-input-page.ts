// Runs inside the browser: water drawn from input that is wrong, and on devices that lack something.

import {
  createRenderer,
  FloatingBodies,
  GraphicsError,
  GroundSurface,
  IsosurfaceMesh,
  UnderwaterView,
  WaterSurface,
} from '@seiche/three'
import { vec3 } from 'three/tsl'
import { FloatType, type Object3D, PerspectiveCamera, RenderTarget, Scene, WebGPURenderer } from 'three/webgpu'

/** A picture: whether all values of its pixels are numbers; the brightest channel of the darkest pixel, and its mean over all pixels. */
export interface Drawn {
  areNumbers: boolean
  darkest: number
  mean: number
}

declare global {
  interface Window {
    /** What `createRenderer` makes of an element in a browser that lacks something. */
    createWithout(
      missing: 'everything' | 'half-float targets',
    ): Promise<{ error: string; text: string; canvases: number }>
    /** Size of the canvas, and aspect of the camera, of an element without size; a picture is drawn. */
    createInvisible(): Promise<{ width: number; height: number; aspect: number }>
    drawWrong(what: WrongInput): Promise<Drawn>
  }
}

const cells = 16
const pixels = 48
const flat = (): Float32Array => new Float32Array(cells * cells)
const grid = { nx: cells, nz: cells, cellSize: 0.5 }

/** A field of the water with one cell that is not finite. */
function spoiled(value: number): Float32Array {
  const field = flat()
  field[5 * cells + 7] = value
  return field
}

/** Sea of which one field is spoiled. */
function sea(name: 'heights' | 'dx' | 'slopeX' | 'foam'): WaterSurface {
  const field = (own: string): Float32Array => (own === name ? spoiled(Number.NaN) : flat())
  const tile = { cellSize: 0.5, slopeX: field('slopeX'), slopeZ: flat(), dxx: flat(), dzz: flat(), dxz: flat() }
  const data = field('heights')
  return new WaterSurface({ ...grid, data, dx: field('dx'), dz: flat(), foam: field('foam'), cascades: [tile] })
}

function land(spoil: 'bed' | 'depth' | 'qx' | 'none'): Object3D[] {
  const bed = flat().map((_, cell) => 0.1 * (cell % cells) - 1)
  const fields = { bed, depth: bed.map((height) => Math.max(0, -height)), qx: flat(), qz: flat() }
  if (spoil !== 'none') fields[spoil][5 * cells + 3] = Number.NaN
  const source = { ...grid, data: flat(), ...fields }
  const ground = new GroundSurface(source)
  return [ground, new WaterSurface(source, { ground })]
}

/** A triangle that faces the camera. */
function triangle(look: 'plain' | 'water'): IsosurfaceMesh {
  const mesh = {
    positions: Float32Array.from([-6, 0, -6, 0, 0, 6, 6, 0, -6]),
    normals: Float32Array.from([0, 1, 0, 0, 1, 0, 0, 1, 0]),
    indices: Uint32Array.from([0, 1, 2]),
  }
  return new IsosurfaceMesh(mesh, { look })
}

function ball(): FloatingBodies {
  const shape = { kind: 'sphere', radius: 3 } as const
  const pieces = [{ shape, position: [0, 0, 0], rotation: [0, 0, 0, 1] }] as const
  return new FloatingBodies({ bodies: [{ solid: { pieces }, position: [0, 0, 0], rotation: [0, 0, 0, 1] }] })
}

function slopes(): WaterSurface {
  return new WaterSurface({ ...grid, data: flat(), slopeX: spoiled(Number.NaN), slopeZ: flat() })
}

/** Water in whose plane the camera is. */
function inPlane(): Object3D[] {
  const water = new WaterSurface({ ...grid, data: flat() })
  return [water, new UnderwaterView(water, { above: () => vec3(0.5), below: () => vec3(0.5) })]
}

const wrongInputs = {
  'infinite heights': () => [new WaterSurface({ ...grid, data: spoiled(Number.POSITIVE_INFINITY) })],
  'heights of a sea': () => [sea('heights')],
  'displacement of a sea': () => [sea('dx')],
  'slopes of a tile': () => [sea('slopeX')],
  'foam of a sea': () => [sea('foam')],
  'slopes of flat water': () => [slopes()],
  bed: () => land('bed'),
  depth: () => land('depth'),
  discharge: () => land('qx'),
  'camera in the water plane': inPlane,
  'bodies without lights': () => [ball()],
  'ground without lights': () => land('none'),
  'surface without lights': () => [triangle('plain')],
  'watery surface without lights': () => [triangle('water')],
} satisfies Record<string, () => Object3D[]>

export type WrongInput = keyof typeof wrongInputs

let drawing: WebGPURenderer | undefined

window.drawWrong = async (what) => {
  drawing ??= new WebGPURenderer({ forceWebGL: true })
  await drawing.init()
  const camera = new PerspectiveCamera(20, 1, 0.05, 100)
  if (what === 'camera in the water plane') {
    camera.position.set(0, 0, 3)
    camera.lookAt(0, 0, 0)
  } else {
    camera.position.set(0, 12, 4)
    camera.lookAt(0, 0, 0)
  }
  const scene = new Scene().add(...wrongInputs[what]())
  scene.backgroundNode = vec3(0.5)
  const target = new RenderTarget(pixels, pixels, { type: FloatType })
  // The first picture may find out that something is missing.
  for (let picture = 0; picture < 2; picture++) {
    drawing.setRenderTarget(target)
    drawing.render(scene, camera)
    drawing.setRenderTarget(null)
  }
  const values = (await drawing.readRenderTargetPixelsAsync(target, 0, 0, pixels, pixels)) as Float32Array
  const brightness = Array.from({ length: pixels * pixels }, (_, pixel) =>
    Math.max(...values.subarray(4 * pixel, 4 * pixel + 3)),
  )
  return {
    areNumbers: values.every(Number.isFinite),
    darkest: Math.min(...brightness),
    mean: brightness.reduce((sum, value) => sum + value, 0) / brightness.length,
  }
}

window.createWithout = async (missing) => {
  const { getContext } = HTMLCanvasElement.prototype
  const { getExtension } = WebGL2RenderingContext.prototype
  if (missing === 'everything') HTMLCanvasElement.prototype.getContext = (() => null) as typeof getContext
  WebGL2RenderingContext.prototype.getExtension = function (this: WebGL2RenderingContext, name: string) {
    return name.startsWith('EXT_color_buffer') ? null : Reflect.apply(getExtension, this, [name])
  } as typeof getExtension
  const element = document.createElement('div')
  try {
    await createRenderer(element)
    return { error: 'none', text: '', canvases: 1 }
  } catch (error) {
    const text = element.querySelector('[role=alert]')?.textContent ?? ''
    return {
      error: error instanceof GraphicsError ? error.name : String(error),
      text,
      canvases: element.querySelectorAll('canvas').length,
    }
  } finally {
    Object.assign(HTMLCanvasElement.prototype, { getContext })
    Object.assign(WebGL2RenderingContext.prototype, { getExtension })
  }
}

window.createInvisible = async () => {
  const element = document.createElement('div')
  element.style.display = 'none'
  document.body.append(element)
  const camera = new PerspectiveCamera()
  const renderer = await createRenderer(element, { camera, forceWebGL: true })
  renderer.render(new Scene().add(new WaterSurface({ ...grid, data: flat() })), camera)
  const { width, height } = renderer.domElement
  const { aspect } = camera
  await renderer.dispose()
  return { width, height, aspect }
}
