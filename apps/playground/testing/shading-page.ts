// Runs inside the browser: evaluates the shader functions of a surface at every pixel of a float target and reads them back.

import { type CascadeTile, WaterSurface, type WaterSurfaceOptions } from '@seiche/three'
import { Fn, uv, vec2, vec4 } from 'three/tsl'
import { FloatType, NodeMaterial, QuadMesh, RenderTarget, WebGPURenderer } from 'three/webgpu'

const tileFields = ['slopeX', 'slopeZ', 'dxx', 'dzz', 'dxz'] as const
type TileField = (typeof tileFields)[number]

/** What a test asks for. */
export interface Probe {
  nx: number
  nz: number
  cellSize: number
  heights: number[]
  options?: Pick<WaterSurfaceOptions, 'heightScale' | 'tiles'>
  /** Fields of an ocean. */
  dx?: number[]
  dz?: number[]
  cascades?: (Record<TileField, number[]> & { cellSize: number })[]
  /** Extent (x, z) that the pixels cover, centred on the origin [m]. */
  extent: [number, number]
  pixels: number
  /** Which three or fewer numbers to read. */
  read: 'height' | 'slope' | 'curvature' | 'normal' | 'displacement' | 'oceanNormal'
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

window.probe = async ({ nx, nz, cellSize, heights, options, extent, pixels, read, dx, dz, cascades }) => {
  await renderer.init()
  const surface = new WaterSurface(
    {
      nx,
      nz,
      cellSize,
      data: Float32Array.from(heights),
      ...(dx && dz && { dx: Float32Array.from(dx), dz: Float32Array.from(dz) }),
      ...(cascades && { cascades: cascades.map(asTile) }),
    },
    options,
  )
  const place = uv()
    .sub(0.5)
    .mul(vec2(...extent))
    .toVar()
  const { heightField: field, oceanField: ocean } = surface
  const shown = {
    height: () => vec4(field.height(place), 0, 0, place.x),
    slope: () => vec4(field.slope(place), 0, place.x),
    curvature: () => vec4(field.curvature(place), place.x),
    normal: () => vec4(field.normal(place), place.x),
    displacement: () => vec4(ocean!.displacement(place), place.x),
    oceanNormal: () => vec4(ocean!.shape(place, place.fwidth().length()).normal, place.x),
  }[read]
  const values = await draw(Fn(shown)(), pixels)
  const places = await draw(vec4(place, 0, 0), pixels)
  return Array.from({ length: pixels * pixels }, (_, pixel) => ({
    x: places[4 * pixel]!,
    z: places[4 * pixel + 1]!,
    values: [values[4 * pixel]!, values[4 * pixel + 1]!, values[4 * pixel + 2]!],
  }))
}

function asTile(tile: NonNullable<Probe['cascades']>[number]): CascadeTile {
  const values = tileFields.map((name) => [name, Float32Array.from(tile[name])])
  return { cellSize: tile.cellSize, ...(Object.fromEntries(values) as Omit<CascadeTile, 'cellSize'>) }
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
