// Runs inside the browser: evaluates the shader functions of a surface at every pixel of a float target and reads them back.

import { WaterSurface, type WaterSurfaceOptions } from '@seiche/three'
import { uv, vec2, vec4 } from 'three/tsl'
import { FloatType, NodeMaterial, QuadMesh, RenderTarget, WebGPURenderer } from 'three/webgpu'

/** What a test asks for. */
export interface Probe {
  nx: number
  nz: number
  cellSize: number
  heights: number[]
  options?: Pick<WaterSurfaceOptions, 'heightScale'>
  /** Extent (x, z) that the pixels cover, centred on the origin [m]. */
  extent: [number, number]
  pixels: number
  /** Which three or fewer numbers to read. */
  read: 'height' | 'slope' | 'curvature' | 'normal'
}

/** One pixel: where it lies [m] and what it holds. */
export interface Reading {
  x: number
  z: number
  values: [number, number, number]
}

declare global {
  interface Window {
    probe(request: Probe): Promise<Reading[]>
  }
}

const renderer = new WebGPURenderer({ forceWebGL: true })

window.probe = async ({ nx, nz, cellSize, heights, options, extent, pixels, read }) => {
  await renderer.init()
  const surface = new WaterSurface({ nx, nz, cellSize, data: Float32Array.from(heights) }, options)
  const place = uv()
    .sub(0.5)
    .mul(vec2(...extent))
    .toVar()
  const { heightField: field } = surface
  const shown = {
    height: () => vec4(field.height(place), 0, 0, place.x),
    slope: () => vec4(field.slope(place), 0, place.x),
    curvature: () => vec4(field.curvature(place), place.x),
    normal: () => vec4(field.normal(place), place.x),
  }[read]()
  const values = await draw(shown, pixels)
  const places = await draw(vec4(place, 0, 0), pixels)
  return Array.from({ length: pixels * pixels }, (_, pixel) => ({
    x: places[4 * pixel]!,
    z: places[4 * pixel + 1]!,
    values: [values[4 * pixel]!, values[4 * pixel + 1]!, values[4 * pixel + 2]!],
  }))
}

async function draw(node: ReturnType<typeof vec4>, pixels: number): Promise<Float32Array> {
  const material = new NodeMaterial()
  material.fragmentNode = node
  const target = new RenderTarget(pixels, pixels, { type: FloatType, depthBuffer: false })
  renderer.setRenderTarget(target)
  new QuadMesh(material).render(renderer)
  renderer.setRenderTarget(null)
  const read = await renderer.readRenderTargetPixelsAsync(target, 0, 0, pixels, pixels)
  return read as Float32Array
}
