// Runs inside the browser: the light that a patch of sea reflects towards a direction, under a sky of radiance 1 or under the sun alone.

import { WaterSurface } from '@seiche/three'
import { Fn, float, uniform, uv, vec3, vec4 } from 'three/tsl'
import {
  FloatType,
  NodeMaterial,
  OrthographicCamera,
  QuadMesh,
  RenderTarget,
  Scene,
  Vector3,
  WebGPURenderer,
} from 'three/webgpu'
import { glitter } from '../../../../packages/three/src/light/optics.js'

/** A periodic patch of sea that is seen from afar. */
export interface SeaPatch {
  /** Cells along both sides. A cell has a side of 1 m. */
  cells: number
  heights: number[]
  slopeX: number[]
  slopeZ: number[]
  /** Pixels along both sides of the picture, and the width of each [cells]. */
  pixels: number
  pixelWidth: number
  /** Direction to the eye: from the vertical, and about it [rad]. */
  views: { polar: number; azimuth: number }[]
  /** Radiance of the sky [1]. */
  sky: number
  /** Direction to a white sun; none without it. */
  sun?: [x: number, y: number, z: number]
}

declare global {
  interface Window {
    /** Mean radiance of a patch of sea from each direction [1]. */
    seaLight(patch: SeaPatch): Promise<number[]>
    /** Sunlight that rough water reflects into all directions, over the irradiance of a surface that faces the sun [1]. */
    reflectedSunlight(request: { sun: [number, number, number]; variance: number; pixels: number }): Promise<number>
  }
}

const renderer = new WebGPURenderer({ forceWebGL: true })

window.seaLight = async ({ cells, heights, slopeX, slopeZ, pixels, pixelWidth, views, sky, sun }) => {
  await renderer.init()
  const still = new Float32Array(cells * cells)
  const tile = {
    cellSize: 1,
    slopeX: Float32Array.from(slopeX),
    slopeZ: Float32Array.from(slopeZ),
    dxx: still,
    dzz: still,
    dxz: still,
  }
  const seen = pixels * pixelWidth
  // At grazing angles, the picture reaches further along the sea.
  const longest = Math.max(...views.map(({ polar }) => seen / Math.cos(polar)))
  const water = new WaterSurface(
    { nx: cells, nz: cells, cellSize: 1, data: Float32Array.from(heights), dx: still, dz: still, cascades: [tile] },
    {
      tiles: 2 * Math.ceil((0.75 * longest) / cells) + 1,
      refraction: false,
      waterColor: 0,
      crestColor: 0,
      reflect: () => vec3(sky),
      sunColor: sun ? 0xffffff : 0,
      sunDirection: new Vector3(...(sun ?? [0, 1, 0])),
    },
  )
  const scene = new Scene().add(water)
  const target = new RenderTarget(pixels, pixels, { type: FloatType })
  // So far away that all lines of sight are parallel.
  const away = 1000 * seen
  const camera = new OrthographicCamera(-seen / 2, seen / 2, seen / 2, -seen / 2, 0.9 * away, 1.1 * away)
  const means: number[] = []
  for (const { polar, azimuth } of views) {
    camera.position.setFromSphericalCoords(away, polar, azimuth)
    if (polar < 1e-6) camera.up.set(0, 0, -1)
    else camera.up.set(0, 1, 0)
    camera.lookAt(0, 0, 0)
    camera.updateMatrixWorld()
    renderer.setRenderTarget(target)
    renderer.render(scene, camera)
    renderer.setRenderTarget(null)
    const values = (await renderer.readRenderTargetPixelsAsync(target, 0, 0, pixels, pixels)) as Float32Array
    means.push(values.reduce((sum, value, at) => sum + (at % 4 === 1 ? value : 0), 0) / (pixels * pixels))
  }
  water.dispose()
  target.dispose()
  return means
}

window.reflectedSunlight = async ({ sun, variance, pixels }) => {
  await renderer.init()
  const material = new NodeMaterial()
  const toSun = uniform(new Vector3(...sun))
  // A pixel is a direction of the hemisphere: its cosine and its turn, which have equal solid angles.
  material.fragmentNode = Fn(() => {
    const cosine = uv().x.toVar()
    const sine = cosine.mul(cosine).oneMinus().sqrt()
    const turn = uv().y.mul(2 * Math.PI)
    const toEye = vec3(sine.mul(turn.cos()), cosine, sine.mul(turn.sin())).toVar()
    return vec4(glitter(vec3(0, 1, 0), toEye, toSun, float(variance)).mul(cosine), 0, 0, 1)
  })()
  const target = new RenderTarget(pixels, pixels, { type: FloatType, depthBuffer: false })
  renderer.setRenderTarget(target)
  new QuadMesh(material).render(renderer)
  renderer.setRenderTarget(null)
  const values = (await renderer.readRenderTargetPixelsAsync(target, 0, 0, pixels, pixels)) as Float32Array
  target.dispose()
  material.dispose()
  return (2 * Math.PI * values.reduce((sum, value, at) => sum + (at % 4 === 0 ? value : 0), 0)) / (pixels * pixels)
}
