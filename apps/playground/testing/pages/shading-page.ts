// Runs inside the browser: evaluates the shader functions of a surface at every pixel of a float target and reads them back.

import {
  type CascadeTile,
  CausticsMap,
  GroundCaustics,
  GroundSurface,
  PlanarReflection,
  UnderwaterView,
  WaterSurface,
  type WaterSurfaceOptions,
  WavePatch,
} from '@seiche/three'
import { Fn, float, uv, vec2, vec3, vec4 } from 'three/tsl'
import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  DoubleSide,
  FloatType,
  Matrix4,
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
import { fresnel, refractiveIndex } from '../../../../packages/three/src/light/optics.js'
import { pastNextWave } from '../../../../packages/three/src/surface/shading/water-light.js'
import { meniscusSlope } from '../../../../packages/three/src/surface/shore/meniscus.js'

const tileFields = ['slopeX', 'slopeZ', 'dxx', 'dzz', 'dxz'] as const
type TileField = (typeof tileFields)[number]

/** What a test asks for. */
export interface Probe {
  nx: number
  nz: number
  cellSize: number
  heights: number[]
  options?: Pick<WaterSurfaceOptions, 'heightScale' | 'tiles' | 'rippleVariance' | 'rippleSide'>
  /** Heights of a patch of 16 × 16 cells, with its middle and its rim [m]. */
  patch?: { heights: number[]; cellSize: number; center: [number, number]; fade: number }
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
  read: 'caustics' | 'height' | 'slope' | 'curvature' | 'normal' | 'displacement' | 'oceanNormal' | 'ripples'
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

/** Ripples over ground that falls along x from dry land to a depth, and the light on it. */
export interface SlopeProbe {
  /** Depth of the lower end [m], over one tile of ripples of 13 m. */
  depth: number
  /** Light lost per metre [1/m]. */
  attenuation: number
  time: number
  pixels: number
}

/** Still water 4 m deep with a white sky and black deep water, seen by a camera in it; a white wall 5 m ahead. */
export interface DiveProbe {
  /**
   * Default: a basin with its level at 0. A sea has waves of 0.5 m along x, 16 m long, of which each is displaced by 0.4 m. Water over
   * ground has its level at 1.5 m.
   */
  kind?: 'basin' | 'sea' | 'ground'
  /** Height of the camera above the water [m]. */
  height: number
  /** Point that it looks at [m]. */
  target: [number, number, number]
  /** Vertical angle of view [degrees]. */
  fieldOfView: number
  absorption: number
  pixels: number
}

/** A pixel of it: direction of its ray, point of the lens [m], and radiance [1]. */
export interface Sight {
  direction: [number, number, number]
  lens: [number, number, number]
  radiance: number
}

/** A white rod half in still water 3 m deep over a black floor, seen from above. Its middle is in the water plane, at the origin. */
export interface RodProbe {
  /** Upper end of the rod [m]; the lower one is opposite. */
  upperEnd: [number, number, number]
  /** Elevation of the camera above the horizon [rad], 8 m away. */
  elevation: number
  refraction: boolean
  pixels: number
}

/** A white object in still water, under a black sky, mirrored by deep black water. */
export interface MirrorProbe {
  /** Elevation of the camera above the horizon [rad], 8 m away. */
  elevation: number
  /** A box of 0.6 m, half in the water; or a thin rod from the origin to (0.8, 1.2, 0). Default: the box. */
  object?: 'box' | 'rod'
  reflections: 'planar' | 'frame' | 'none'
  /** Variance of the slopes of ripples that blur the mirror image [1]. Default 0. */
  variance?: number
  pixels: number
}

/** A picture: radiance of each pixel, rows from the bottom; and the camera's matrix from world to clip space. */
export interface Picture {
  radiance: number[]
  matrix: number[]
  eye: [number, number, number]
}

declare global {
  interface Window {
    rod(request: RodProbe): Promise<Picture>
    mirror(request: MirrorProbe): Promise<Picture & { again: number[] }>
    bank(request: Pick<MirrorProbe, 'elevation' | 'pixels'>): Promise<Picture>
    dive(request: DiveProbe): Promise<Sight[]>
    probe(request: Probe): Promise<Reading[]>
    /** Cosines of incidence, and reflectances from above and from below, in threes. */
    reflectances(count: number): Promise<number[]>
    /** Mean whiteness of a sea for four shares of foam: a quarter, a half, three quarters and all of it. */
    whiteness(): Promise<number[]>
    /** Slope of the water at distances from a wall up to 8 mm, for pixels of a width [m]. */
    slopeAtWall(count: number, footprint: number): Promise<number[]>
    /** Share of a mirrored ray that is left after the next wave, of this slope [1], for rises from -1 to 1. */
    leftByNextWave(count: number, slope: number): Promise<number[]>
    coverage(request: ShoreProbe): Promise<Coverage[]>
    /** Brightness of the ground relative to still water, by rows from z- to z+ and columns down the slope. */
    sunlightOnSlope(request: SlopeProbe): Promise<number[]>
  }
}

const renderer = new WebGPURenderer({ forceWebGL: true })

window.probe = async ({ nx, nz, cellSize, heights, options, extent, pixels, read, ...more }) => {
  await renderer.init()
  const { dx, dz, cascades, depths, patch } = more
  const added =
    patch && new WavePatch({ nx: 16, nz: 16, cellSize: patch.cellSize, data: Float32Array.from(patch.heights) }, patch)
  const surface = new WaterSurface(
    {
      nx,
      nz,
      cellSize,
      data: Float32Array.from(heights),
      ...(dx && dz && { dx: Float32Array.from(dx), dz: Float32Array.from(dz) }),
      ...(cascades && { cascades: cascades.map(asTile) }),
    },
    { ...options, patch: added },
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
    ripples: () => vec4(surface.material.ripples!.at(place), place.x),
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

window.dive = async ({ kind = 'basin', height, target, fieldOfView, absorption, pixels }) => {
  await renderer.init()
  const near = 0.1
  const look = { refraction: false, waterColor: 0, absorption: new Vector3(absorption, absorption, absorption) }
  const water = waterToDiveInto(kind, look)
  const underwater = new UnderwaterView(water, { above: () => vec3(1), below: () => vec3(0), depth: 4, objects: false })
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
    const lens = camera.position.clone().addScaledVector(ray, near / ray.dot(sight))
    return { direction: ray.toArray(), lens: lens.toArray(), radiance: values[4 * pixel]! }
  })
}

function waterToDiveInto(kind: NonNullable<DiveProbe['kind']>, look: WaterSurfaceOptions): WaterSurface {
  const cells = 16
  const field = (value: (x: number) => number): Float32Array =>
    Float32Array.from({ length: cells * cells }, (_, cell) => value((cell % cells) + 0.5 - cells / 2))
  const grid = { nx: cells, nz: cells, cellSize: 1 }
  const still = field(() => 0)
  if (kind === 'basin') return new WaterSurface({ ...grid, data: still }, look)
  if (kind === 'sea') {
    const waves = field((x) => 0.25 * Math.sin((2 * Math.PI * x) / cells))
    return new WaterSurface({ ...grid, data: waves, dx: field(() => 0.4), dz: still }, { ...look, tiles: 3 })
  }
  const source = { ...grid, data: still, bed: field(() => -2.5), depth: field(() => 4) }
  return new WaterSurface(source, { ...look, ground: new GroundSurface(source) })
}

/** Camera at an elevation above the origin. */
function cameraAt(elevation: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(28, 1, 0.1, 60)
  camera.position.set(0, 8 * Math.sin(elevation), 8 * Math.cos(elevation))
  camera.lookAt(0, 0, 0)
  camera.updateMatrixWorld()
  return camera
}

function plain(geometry: BufferGeometry, brightness: number): Mesh<BufferGeometry, NodeMaterial> {
  const mesh = new Mesh(geometry, new NodeMaterial())
  mesh.material.colorNode = vec3(brightness)
  return mesh
}

async function take(scene: Scene, camera: PerspectiveCamera, pixels: number): Promise<Picture> {
  const drawn = new RenderTarget(pixels, pixels, { type: FloatType })
  renderer.setRenderTarget(drawn)
  renderer.render(scene, camera)
  renderer.setRenderTarget(null)
  const values = (await renderer.readRenderTargetPixelsAsync(drawn, 0, 0, pixels, pixels)) as Float32Array
  drawn.dispose()
  const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse)
  return {
    radiance: Array.from({ length: pixels * pixels }, (_, pixel) => values[4 * pixel]!),
    matrix: matrix.toArray(),
    eye: camera.position.toArray(),
  }
}

window.rod = async ({ upperEnd, elevation, refraction, pixels }) => {
  await renderer.init()
  const cells = 24
  const water = new WaterSurface(
    { nx: cells, nz: cells, cellSize: 0.5, data: new Float32Array(cells * cells) },
    { refraction, waterColor: 0, absorption: new Vector3(), reflect: () => vec3(0), alpha: refraction ? 1 : 0 },
  )
  const end = new Vector3(...upperEnd)
  const rod = plain(new CylinderGeometry(0.03, 0.03, 2 * end.length(), 12), 1)
  rod.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), end.clone().normalize())
  const floor = plain(new PlaneGeometry(60, 60).rotateX(-Math.PI / 2), 0)
  floor.position.y = -3
  return take(new Scene().add(water, rod, floor), cameraAt(elevation), pixels)
}

window.mirror = async ({ elevation, object = 'box', reflections, variance = 0, pixels }) => {
  await renderer.init()
  const [cells, cellSize] = [64, 0.2]
  const shown = object === 'box' ? plain(new BoxGeometry(0.6, 0.6, 0.6), 1) : slantedRod()
  const planar = new PlanarReflection([shown], { resolution: 1 })
  const water = new WaterSurface(
    { nx: cells, nz: cells, cellSize, data: new Float32Array(cells * cells) },
    {
      rippleVariance: variance,
      waterColor: 0,
      crestColor: 0,
      sunColor: 0,
      absorption: new Vector3(1e3, 1e3, 1e3),
      reflect: () => vec3(0),
      reflections: reflections === 'planar' ? planar : reflections === 'frame',
    },
  )
  const scene = new Scene().add(water, shown)
  const camera = cameraAt(elevation)
  const shoot = (): Promise<Picture> => {
    const drawn = new RenderTarget(pixels, pixels)
    renderer.setRenderTarget(drawn)
    planar.render(renderer, scene, camera)
    renderer.setRenderTarget(null)
    drawn.dispose()
    return take(scene, camera, pixels)
  }
  const first = await shoot()
  const again = await shoot()
  planar.dispose()
  return { ...first, again: again.radiance }
}

/** From the origin to (0.8, 1.2, 0), 4 cm thick. */
function slantedRod(): Mesh<BufferGeometry, NodeMaterial> {
  const end = new Vector3(0.8, 1.2, 0)
  const rod = plain(new CylinderGeometry(0.02, 0.02, end.length(), 12), 1)
  rod.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), end.clone().normalize())
  rod.position.copy(end).multiplyScalar(0.5)
  return rod
}

/** Ripples on white water, behind which there is a low black bank under a white sky. */
window.bank = async ({ elevation, pixels }) => {
  await renderer.init()
  const [cells, cellSize, height] = [64, 0.1, 0.06]
  const ripple = (cell: number): number => {
    const away = Math.hypot((cell % cells) - cells / 2, Math.floor(cell / cells) - cells / 2)
    return height * Math.cos(0.7 * away) * Math.exp(-((away / 12) ** 2))
  }
  const water = new WaterSurface(
    { nx: cells, nz: cells, cellSize, data: Float32Array.from({ length: cells * cells }, (_, cell) => ripple(cell)) },
    {
      refraction: false,
      waterColor: 0xffffff,
      crestColor: 0,
      sunColor: 0,
      sunDirection: new Vector3(0, 1, 0),
      reflect: (_, direction) => direction.y.greaterThan(0.05).select(vec3(1), vec3(0)),
    },
  )
  return take(new Scene().add(water), cameraAt(elevation), pixels)
}

window.reflectances = async (count) => {
  await renderer.init()
  const cosine = uv().x
  const drawn = await draw(vec4(cosine, fresnel(cosine), fresnel(cosine, 1 / refractiveIndex), 1), count)
  return Array.from({ length: count }, (_, k) => Array.from(drawn.subarray(4 * k, 4 * k + 3))).flat()
}

window.whiteness = async () => {
  await renderer.init()
  const [cells, pixels] = [8, 192]
  const level = (): Float32Array => new Float32Array(cells * cells)
  const sea = new WaterSurface({ nx: cells, nz: cells, cellSize: 1, data: level(), foam: level() })
  // Four strips, each of one period of the pattern: 9 cells across the wind, 2.4 times as many along it.
  const strip = uv().y.mul(4).toVar()
  const place = vec2(uv().x.mul(21.6), strip.mul(9))
  const share = strip.floor().add(1).div(4).toVar()
  const drawn = await draw(vec4(sea.oceanField!.froth(place, share, float(0.15)), share, 0, 1), pixels)
  const sums = [0, 0, 0, 0]
  for (let at = 0; at < drawn.length; at += 4) sums[Math.round(4 * drawn[at + 1]!) - 1]! += drawn[at]!
  return sums.map((sum) => (4 * sum) / pixels ** 2)
}

window.slopeAtWall = async (count, footprint) => {
  await renderer.init()
  const drawn = await draw(vec4(meniscusSlope(vec3(uv().x.mul(0.008), 1, 0), float(footprint)), 0, 1), count)
  return Array.from({ length: count }, (_, k) => drawn[4 * k]!)
}

window.leftByNextWave = async (count, slope) => {
  await renderer.init()
  const normal = vec3(slope, 1, 0).normalize()
  const drawn = await draw(vec4(vec3(pastNextWave(uv().x.mul(2).sub(1), normal).left), 1), count)
  return Array.from({ length: count }, (_, k) => drawn[4 * k]!)
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

window.sunlightOnSlope = async ({ depth, attenuation, time, pixels }) => {
  await renderer.init()
  // Thirteen cells are one tile: the mean over it is that of all ripples.
  const [cells, cellSize] = [13, 1]
  const size = cells * cellSize
  const level = (): Float32Array => new Float32Array(cells * cells)
  const source = { nx: cells, nz: cells, cellSize, data: level(), bed: level(), depth: level() }
  const water = new WaterSurface(source, {
    ground: new GroundSurface(source),
    absorption: new Vector3(attenuation, attenuation, attenuation),
  })
  const caustics = new GroundCaustics(water)
  caustics.render(renderer, time)
  const place = uv().sub(0.5).mul(size).toVar()
  const light = caustics.lightAt(place, uv().x.mul(depth), float(size / pixels))
  const drawn = await draw(vec4(light, 0, 0, 1), pixels)
  return Array.from({ length: pixels * pixels }, (_, pixel) => drawn[4 * pixel]!)
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
