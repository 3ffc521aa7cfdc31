// Runs inside the browser: the playground's view without its page, for pictures from given cameras of given water.

import { Vector3 } from 'three/webgpu'
import { RemoteBodies } from '../../src/session/remote-bodies.js'
import { loadBodyLayer } from '../../src/view/shared/layers/load-body-layer.js'
import { loadUnderwater } from '../../src/view/shared/layers/load-underwater.js'
import { loadStage } from '../../src/view/stages/create-stage.js'
import { ThreeView } from '../../src/view/three-view.js'
import type { BodyInfo, Frame, SimulationInfo } from '../../src/worker/protocol.js'
import { canvasPixels, keepCanvasTexture } from './webgpu-canvas.js'

/** Where the camera is, and the point that it looks at [m]. */
export interface ViewCamera {
  position: [x: number, y: number, z: number]
  target: [x: number, y: number, z: number]
}

/** A simulation and one of its frames, as plain data: arrays are base64 of 32-bit floats. */
export interface PackedWater {
  info: SimulationInfo
  bodies: BodyInfo[]
  frame: Record<string, string | number>
  heightScale: number
}

declare global {
  interface Window {
    /** Makes the view on a canvas of this size [px]; returns the name of the drawing interface. */
    startView(size: { width: number; height: number; forceWebGL: boolean }): Promise<string>
    /** Shows a frame of a simulation from now on. */
    showWater(water: PackedWater): Promise<void>
    /** Shows another frame of the same simulation. */
    showFrame(frame: PackedWater['frame']): void
    /** Draws the picture; returns red, green, blue of all pixels, row by row from the top, as base64. */
    drawFrom(camera: ViewCamera): Promise<string>
    /** Bytes of vertices and textures that were sent to the graphics device by WebGL 2 since the last call. */
    takeSentBytes(): number
  }
}

let view: ThreeView
let canvas: HTMLCanvasElement
let copy: CanvasRenderingContext2D
let bodies: RemoteBodies | undefined

window.startView = async ({ width, height, forceWebGL }) => {
  canvas = document.createElement('canvas')
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` })
  document.body.append(canvas)
  copy = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
    willReadFrequently: true,
  })!
  if (forceWebGL) countSentBytes()
  else keepCanvasTexture()
  await Promise.all([loadBodyLayer(), loadUnderwater()])
  view = await ThreeView.create(canvas, forceWebGL, () => console.error('the graphics device was lost'), 1)
  return view.renderer
}

window.showWater = async ({ info, bodies: infos, frame, heightScale }) => {
  await loadStage(info)
  view.open(info)
  bodies = info.hasBodies ? new RemoteBodies(info) : undefined
  bodies?.set(infos)
  view.setBodies(bodies)
  view.setHeightScale(heightScale)
  window.showFrame(frame)
}

window.showFrame = (packed) => {
  const frame = Object.fromEntries(
    Object.entries(packed).map(([name, value]) => [name, typeof value === 'string' ? floatsOf(value) : value]),
  ) as unknown as Frame
  if (frame.openness) view.setOpenness(frame.openness)
  if (frame.bed) view.setBed(frame.bed)
  view.setFrame(frame)
  if (frame.poses) {
    bodies?.setPoses(frame.poses)
    view.moveBodies()
  }
  view.setSpray(frame.spray)
}

window.drawFrom = async ({ position, target }) => {
  const pose = { position: new Vector3(...position), target: new Vector3(...target) }
  view.setCamera(pose)
  view.render()
  // Objects that the first picture has asked for are in the second; and the controls, once loaded, keep the pose within their limits.
  await new Promise((resolve) => setTimeout(resolve))
  view.setCamera(pose)
  view.render()
  const { width, height } = copy.canvas
  const pixels = view.renderer === 'WebGPU' ? await canvasPixels() : copied()
  const rgb = new Uint8Array(3 * width * height)
  for (let pixel = 0; pixel < width * height; pixel++) rgb.set(pixels.subarray(4 * pixel, 4 * pixel + 3), 3 * pixel)
  return base64(rgb)
}

let sent = 0

window.takeSentBytes = () => {
  const bytes = sent
  sent = 0
  return bytes
}

/** Counts at the interface of WebGL 2. Uniforms do not count: they are sent for each picture. */
function countSentBytes(): void {
  const gl = WebGL2RenderingContext.prototype
  for (const name of ['bufferData', 'bufferSubData', 'texImage2D', 'texSubImage2D'] as const) {
    const send = gl[name] as (...values: unknown[]) => void
    Object.assign(gl, {
      [name](this: WebGL2RenderingContext, ...values: unknown[]) {
        const data = values.find((value) => ArrayBuffer.isView(value))
        if (data && values[0] !== this.UNIFORM_BUFFER) sent += data.byteLength
        send.apply(this, values)
      },
    })
  }
}

/** Pixels of the canvas. In the same task as the drawing: a canvas of a graphics device is empty after it was shown. */
function copied(): Uint8ClampedArray {
  const { width, height } = copy.canvas
  copy.drawImage(canvas, 0, 0, width, height)
  return copy.getImageData(0, 0, width, height).data
}

function floatsOf(text: string): Float32Array {
  return new Float32Array(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)).buffer)
}

/** In pieces: a call has a limited number of arguments. */
function base64(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return btoa(pieces.join(''))
}
