// Runs inside the browser: the radiance of a sky with clouds in all directions above the horizon.

import { Clouds, type CloudsOptions, Sky } from '@seiche/three'
import { Fn, uv, vec2, vec3, vec4 } from 'three/tsl'
import { FloatType, NodeMaterial, QuadMesh, RenderTarget, Vector3, WebGPURenderer } from 'three/webgpu'

/** A sky to look at. */
export interface SkyProbe {
  clouds: CloudsOptions
  /** Direction towards the sun. */
  sun: [x: number, y: number, z: number]
  /** Colors of sky and sun: black, or the defaults. */
  dark?: boolean
  /** Pixels along azimuth and along elevation. */
  pixels: number
}

/** What is seen of it. */
export interface SkySeen {
  /** Radiance with clouds, without the sun's disc, of each pixel: from the horizon up, by azimuth. */
  clouded: number[]
  /** The same of the sky alone. */
  clear: number[]
  /** Share of direct sunlight that the clouds let through [1]. */
  sunlight: number
  /** Draw calls of the first and of a second `render`. */
  draws: [number, number]
}

declare global {
  interface Window {
    lookAtSky(probe: SkyProbe): Promise<SkySeen>
  }
}

const renderer = new WebGPURenderer({ forceWebGL: true })

window.lookAtSky = async ({ clouds: options, sun, dark, pixels }) => {
  await renderer.init()
  const black = { sunColor: 0, zenithColor: 0, horizonColor: 0, groundColor: 0 }
  const sky = new Sky({ sunDirection: new Vector3(...sun), ...(dark && black) })
  const clouds = new Clouds(sky, options)
  const drawn = (): number => {
    const before = renderer.info.render.drawCalls
    clouds.render(renderer)
    return renderer.info.render.drawCalls - before
  }
  const draws: [number, number] = [drawn(), drawn()]
  const direction = Fn(() => {
    const angles = uv()
      .mul(vec2(2 * Math.PI, Math.PI / 2))
      .toVar()
    const level = angles.y.cos()
    return vec3(level.mul(angles.x.cos()), angles.y.sin(), level.mul(angles.x.sin()))
  })().toVar()
  const clouded = await read(Fn(() => vec4(clouds.mirrored(direction), 1))(), pixels)
  const clear = await read(Fn(() => vec4(sky.radiance(direction), 1))(), pixels)
  const [sunlight] = await read(Fn(() => vec4(vec3(clouds.sunlight), 1))(), 1)
  clouds.dispose()
  return { clouded, clear, sunlight: sunlight!, draws }
}

async function read(node: NodeMaterial['fragmentNode'], pixels: number): Promise<number[]> {
  const target = new RenderTarget(pixels, pixels, { type: FloatType, depthBuffer: false })
  const material = new NodeMaterial()
  material.fragmentNode = node
  const quad = new QuadMesh(material)
  renderer.setRenderTarget(target)
  quad.render(renderer)
  const values = (await renderer.readRenderTargetPixelsAsync(target, 0, 0, pixels, pixels)) as Float32Array
  renderer.setRenderTarget(null)
  material.dispose()
  target.dispose()
  return Array.from(
    { length: pixels * pixels },
    (_, at) => (values[4 * at]! + values[4 * at + 1]! + values[4 * at + 2]!) / 3,
  )
}
