// Runs inside the browser: draws views of fluids into a float target and reads pixels of it.

import { ColorMap, type ColorMapName, DensityPlane, FlowLines, SmokeVolume } from '@seiche/three'
import { vec3 } from 'three/tsl'
import {
  Color,
  FloatType,
  Mesh,
  MeshBasicNodeMaterial,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  RenderTarget,
  Scene,
  WebGPURenderer,
} from 'three/webgpu'
import { madeFluid, sampled, soften, stirred, type Velocity } from '../made-flows.js'

/** Even smoke, a metre thick, that throws no light back, before a white ground. */
export interface SmokeProbe {
  /** How much it dims in a metre [1/m]. */
  extinction: number
  /** Where a white wall stands across the line of sight, from -0.5 m at the far side of the smoke to 0.5 m; beyond is before it. */
  wallAt?: number
  perspective: boolean
  /** Strength of fine detail, in smoke that turns. Default: none. */
  detail?: number
}

/** Dye that a turning flow has carried, on the grid of the flow and on a finer one. */
export interface FineDyeProbe {
  /** Cells along each side, and of the finer grid along a side of a cell. */
  cells: number
  fineness: number
  /** The engine's dye, and the finer one, row by row from below. */
  engine: number[]
  fine: number[]
}

declare global {
  interface Window {
    /** Light in the middle of the picture: red, green, blue. */
    planeLight(map: ColorMapName, value: number): Promise<number[]>
    /** What the map says itself, as screens are told. */
    mapColor(map: ColorMapName, value: number): number[]
    smokeLight(probe: SmokeProbe): Promise<number>
    /** Turns a disc of dye by a quarter about the middle, in as many frames as said. */
    fineDye(frames: number): Promise<FineDyeProbe>
    /** Light on the left edge of a plane that shows a wave from edge to edge, zero there. */
    edgeLight(map: ColorMapName, periodic: boolean): Promise<number[]>
    /** How much lines of a flow to the right differ between the left edge and the right one: the mean of squares, as a part of that of all lines. */
    edgeLines(periodic: boolean): Promise<number>
  }
}

/** A quarter of a turn takes π / 2 seconds. */
const turning: Velocity = (x, y) => [-y, x, 0]
const renderer = new WebGPURenderer({ forceWebGL: true })
const side = 17

async function drawn(
  scene: Scene,
  camera: OrthographicCamera | PerspectiveCamera,
  pixels: number,
): Promise<Float32Array> {
  await renderer.init()
  const target = new RenderTarget(pixels, pixels, { type: FloatType })
  renderer.setRenderTarget(target)
  renderer.render(scene, camera)
  renderer.setRenderTarget(null)
  return (await renderer.readRenderTargetPixelsAsync(target, 0, 0, pixels, pixels)) as Float32Array
}

async function middle(scene: Scene, camera: OrthographicCamera | PerspectiveCamera): Promise<number[]> {
  const pixels = await drawn(scene, camera, side)
  const at = 4 * (8 * side + 8)
  return [...pixels.slice(at, at + 3)]
}

window.mapColor = (map, value) => new ColorMap(map).at(value)

window.planeLight = (map, value) => {
  const ink = new Float32Array(64).fill(value)
  const plane = new DensityPlane(
    { cells: [8, 8], cellSize: 0.125, fields: { ink } },
    { show: 'ink', map, range: [0, 1] },
  )
  const camera = new OrthographicCamera(-0.4, 0.4, 0.4, -0.4, 0.1, 10)
  camera.position.z = 2
  return middle(new Scene().add(plane), camera)
}

window.smokeLight = async ({ extinction, wallAt, perspective, detail = 0 }) => {
  const fluid = madeFluid([10, 10, 10], 0.1, turning)
  const smoke = new SmokeVolume(
    { ...fluid, fields: { ...fluid.fields, density: new Float32Array(1000).fill(1) } },
    { extinction, color: 0, detail },
  )
  smoke.update(0.1)
  const scene = new Scene().add(smoke)
  scene.background = new Color(0xffffff)
  if (wallAt !== undefined) {
    const wall = new Mesh(new PlaneGeometry(4, 4), new MeshBasicNodeMaterial())
    wall.material.colorNode = vec3(1)
    wall.position.z = wallAt
    scene.add(wall)
  }
  const camera = perspective
    ? new PerspectiveCamera(10, 1, 0.1, 20)
    : new OrthographicCamera(-0.2, 0.2, 0.2, -0.2, 0.1, 20)
  camera.position.z = 4
  return (await middle(scene, camera))[0]!
}

window.fineDye = async (frames) => {
  const [cells, fineness] = [32, 4]
  const grid = [cells, cells, 1] as const
  const cellSize = 1 / cells
  const disc = sampled(grid, cellSize, 3, (x, y) => soften(Math.hypot(x - 0.24, y - 0.06) - 0.13, 1.5 * cellSize))
  const fluid = madeFluid(grid, cellSize, turning)
  fluid.fields.dye = disc
  // Half of the light passes through the full amount of a dye of this color: the amount follows from the light.
  const half = new Color().setRGB(0.5, 0.5, 0.5)
  const plane = new DensityPlane(fluid, { dyes: { dye: half }, background: new Color(1, 1, 1), fine: true })
  await renderer.init()
  plane.update(-1)
  plane.render(renderer)
  const dt = Math.PI / 2 / frames
  for (let frame = 0; frame < frames; frame++) {
    fluid.fields.dye = stirred(fluid.fields.dye, grid, cellSize, turning, dt, 1)
    plane.update(dt)
    plane.render(renderer)
  }
  const camera = new OrthographicCamera(-0.5, 0.5, 0.5, -0.5, 0.1, 10)
  camera.position.z = 2
  const side = cells * fineness
  const pixels = await drawn(new Scene().add(plane), camera, side)
  const fine = Array.from({ length: side * side }, (_, texel) => -Math.log2(pixels[4 * texel]!))
  return { cells, fineness, engine: [...fluid.fields.dye], fine }
}

window.edgeLight = (map, periodic) => {
  const ink = Float32Array.from({ length: 64 }, (_, cell) => 0.5 + 0.5 * Math.sin((Math.PI * ((cell % 8) + 0.5)) / 4))
  const plane = new DensityPlane(
    { cells: [8, 8], cellSize: 0.125, fields: { ink } },
    { show: 'ink', map, range: [0, 1], periodic: [periodic, false, false] },
  )
  const camera = new OrthographicCamera(-0.001, 0.001, 0.001, -0.001, 0.1, 10)
  camera.position.set(-0.498, 0, 2)
  return middle(new Scene().add(plane), camera)
}

window.edgeLines = async (periodic) => {
  const [u, v] = [new Float32Array(64).fill(1), new Float32Array(64)]
  const lines = new FlowLines(
    { cells: [8, 8], cellSize: 0.125, fields: { u, v } },
    { grain: 1 / 64, contrast: 1, periodic: [periodic, false, false] },
  )
  const camera = new OrthographicCamera(-0.5, 0.5, 0.5, -0.5, 0.1, 10)
  camera.position.z = 2
  const count = 128
  const pixels = await drawn(new Scene().add(lines), camera, count)
  const at = (i: number, j: number) => pixels[4 * (j * count + i) + 1]!
  let [differences, mean, squares] = [0, 0, 0]
  for (let j = 0; j < count; j++) {
    differences += (at(0, j) - at(count - 1, j)) ** 2 / count
    mean += at(0, j) / count
    squares += at(0, j) ** 2 / count
  }
  return differences / (squares - mean * mean)
}
