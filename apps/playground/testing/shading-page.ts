// Runs inside the browser: evaluates the shader functions of a surface at every pixel of a float target and reads them back.

import {
  type CascadeTile,
  CausticsMap,
  GroundSurface,
  UnderwaterView,
  WaterSurface,
  type WaterSurfaceOptions,
} from '@seiche/three'
import { Fn, float, uv, vec2, vec3, vec4 } from 'three/tsl'
import {
  type BufferGeometry,
  DoubleSide,
  FloatType,
  Mesh,
  NodeMaterial,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  QuadMesh,
  RenderTarget,
  Scene,
  Vector3,
  WebGPURenderer,
} from 'three/webgpu'
import { fresnel, refractiveIndex } from '../../../packages/three/src/light/optics.js'

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
  /** Depths of three floors under caustics, the deepest last [m]. */
  depths?: [number, number, number]
  /** Which three or fewer numbers to read. */
  read: 'caustics' | 'height' | 'slope' | 'curvature' | 'normal' | 'displacement' | 'oceanNormal'
}

/** One pixel: where it lies [m] and what it holds. */
export interface Reading {
  x: number
  z: number
  values: [number, number, number]
}

/** Water over ground, seen aslant. */
export interface ShoreProbe {
  nx: number
  nz: number
  cellSize: number
  bed: number[]
  depth: number[]
  /** From straight above [rad]. */
  tilt: number
  /** Side of what is seen [m], and of the picture. */
  side: number
  pixels: number
}

/** A pixel of it: where its line of sight meets the level 0 [m], and how much of what is seen there is water [1]. */
export interface Coverage {
  x: number
  z: number
  water: number
}

/** Still water 4 m deep with a white sky and black deep water, seen by a camera in it; a white wall 5 m ahead. */
export interface DiveProbe {
  /** Height of the camera above the water [m]. */
  height: number
  /** Point that it looks at [m]. */
  target: [number, number, number]
  /** Vertical angle of view [degrees]. */
  fieldOfView: number
  absorption: number
  pixels: number
}

/** A pixel of it: direction of its ray, height of its point of the lens above the water [m], and radiance [1]. */
export interface Sight {
  direction: [number, number, number]
  lens: number
  radiance: number
}

declare global {
  interface Window {
    dive(request: DiveProbe): Promise<Sight[]>
    probe(request: Probe): Promise<Reading[]>
    /** Cosines of incidence, and reflectances from above and from below, in threes. */
    reflectances(count: number): Promise<number[]>
    coverage(request: ShoreProbe): Promise<Coverage[]>
  }
}

const renderer = new WebGPURenderer({ forceWebGL: true })

window.probe = async ({ nx, nz, cellSize, heights, options, extent, pixels, read, dx, dz, cascades, depths }) => {
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
  const caustics = depths && new CausticsMap(surface, { depth: depths[2] })
  caustics?.render(renderer)
  const shown = {
    caustics: () => {
      const [a, b, c] = depths!.map((depth) => caustics!.lightAt(place, float(depth), float(extent[0] / pixels)))
      return vec4(a!, b!, c!, place.x)
    },
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

window.dive = async ({ height, target, fieldOfView, absorption, pixels }) => {
  await renderer.init()
  const [cells, near] = [16, 0.1]
  const water = new WaterSurface(
    { nx: cells, nz: cells, cellSize: 1, data: new Float32Array(cells * cells) },
    { refraction: false, waterColor: 0, absorption: new Vector3(absorption, absorption, absorption) },
  )
  const underwater = new UnderwaterView(water, { above: () => vec3(1), below: () => vec3(0), depth: 4 })
  const wall = new Mesh(new PlaneGeometry(40, 40), new NodeMaterial())
  wall.material.colorNode = vec3(1)
  wall.material.side = DoubleSide
  wall.position.z = -5
  const camera = new PerspectiveCamera(fieldOfView, 1, near, 100)
  camera.position.set(0, height, 0)
  camera.lookAt(...target)
  camera.updateMatrixWorld()
  const scene = new Scene().add(water, underwater, wall)
  scene.fogNode = underwater.fog
  const drawn = new RenderTarget(pixels, pixels, { type: FloatType })
  renderer.setRenderTarget(drawn)
  renderer.render(scene, camera)
  renderer.setRenderTarget(null)
  const values = (await renderer.readRenderTargetPixelsAsync(drawn, 0, 0, pixels, pixels)) as Float32Array
  const sight = camera.getWorldDirection(new Vector3())
  return Array.from({ length: pixels * pixels }, (_, pixel) => {
    const [column, row] = [pixel % pixels, Math.floor(pixel / pixels)]
    const ray = new Vector3((2 * (column + 0.5)) / pixels - 1, (2 * (row + 0.5)) / pixels - 1, 0)
      .unproject(camera)
      .sub(camera.position)
      .normalize()
    const lens = height + (ray.y * near) / ray.dot(sight)
    return { direction: ray.toArray(), lens, radiance: values[4 * pixel]! }
  })
}

window.reflectances = async (count) => {
  await renderer.init()
  const cosine = uv().x
  const drawn = await draw(vec4(cosine, fresnel(cosine), fresnel(cosine, 1 / refractiveIndex), 1), count)
  return Array.from({ length: count }, (_, k) => Array.from(drawn.subarray(4 * k, 4 * k + 3))).flat()
}

window.coverage = async ({ nx, nz, cellSize, bed, depth, tilt, side, pixels }) => {
  await renderer.init()
  const data = new Float32Array(nx * nz)
  const source = { nx, nz, cellSize, data, bed: Float32Array.from(bed), depth: Float32Array.from(depth) }
  const ground = new GroundSurface(source)
  const water = new WaterSurface(source, { ground, refraction: false })
  for (const [surface, color] of [
    [ground, 0],
    [water, 1],
  ] as const)
    surface.traverse((part) => {
      ;(part as Mesh<BufferGeometry, NodeMaterial>).material.colorNode = vec3(color)
    })
  const camera = new OrthographicCamera(-side / 2, side / 2, side / 2, -side / 2, 0.1, 40 * side)
  camera.position.set(0, 20 * side * Math.cos(tilt), 20 * side * Math.sin(tilt))
  camera.lookAt(0, 0, 0)
  camera.updateMatrixWorld()
  const target = new RenderTarget(pixels, pixels, { type: FloatType })
  renderer.setRenderTarget(target)
  renderer.render(new Scene().add(ground, water), camera)
  renderer.setRenderTarget(null)
  const values = (await renderer.readRenderTargetPixelsAsync(target, 0, 0, pixels, pixels)) as Float32Array
  const sight = camera.getWorldDirection(new Vector3())
  return Array.from({ length: pixels * pixels }, (_, pixel) => {
    const [column, row] = [pixel % pixels, Math.floor(pixel / pixels)]
    const seen = new Vector3((2 * (column + 0.5)) / pixels - 1, (2 * (row + 0.5)) / pixels - 1, 0).unproject(camera)
    seen.addScaledVector(sight, -seen.y / sight.y)
    return { x: seen.x, z: seen.z, water: values[4 * pixel]! }
  })
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
