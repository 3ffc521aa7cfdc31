// Runs inside the browser: draws each view of fluids with a made-up flow.

import {
  DensityPlane,
  FlowArrows,
  FlowLines,
  FlowParticles,
  FlowStreamlines,
  type FluidArrays,
  SmokeVolume,
} from '@seiche/three'
import { Particles, Streamlines } from 'seiche'
import { positionWorld, vec3 } from 'three/tsl'
import {
  ACESFilmicToneMapping,
  type Camera,
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshStandardNodeMaterial,
  NoToneMapping,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  SphereGeometry,
  Vector3,
  WebGPURenderer,
} from 'three/webgpu'
import { carried, eddies, type MadeFluid, madeFluid, sampled, soften, taylorGreen, vortices } from './made-flows.js'

declare global {
  interface Window {
    /** Draws one of the pictures, as large as the window. */
    draw(name: string, webgpu?: boolean): Promise<void>
    pictures: readonly string[]
  }
}

interface Picture {
  readonly scene: Scene
  readonly camera: Camera
  readonly filmic?: boolean
}

const cellSize = 1 / 128

/** Seen straight on, filling the window. */
function flat(background: number, width: number, height: number, ...views: (Mesh | undefined)[]): Picture {
  const scene = new Scene().add(...views.filter((view) => view !== undefined))
  scene.background = new Color(background)
  const aspect = innerWidth / innerHeight
  const half = Math.min(height / 2, width / 2 / aspect)
  const camera = new OrthographicCamera(-half * aspect, half * aspect, half, -half, 0.1, 10)
  camera.position.z = 2
  return { scene, camera }
}

/** Flow in a box of 1.6 m by 1 m. */
const wide = [204, 128, 1] as const
const swirls = vortices([
  [-0.42, 0.08, 0.2, 0.9],
  [0.02, -0.16, 0.16, -0.8],
  [0.36, 0.16, 0.18, 0.85],
  [0.62, -0.24, 0.12, -0.6],
  [-0.1, 0.34, 0.1, -0.55],
  [-0.66, -0.3, 0.12, -0.6],
])

function inks(): MadeFluid {
  const fluid = madeFluid(wide, cellSize, swirls)
  const blot = (x: number, y: number, radius: number, time: number) =>
    sampled(
      wide,
      cellSize,
      3,
      carried((a, b) => soften(Math.hypot(a - x, b - y) - radius, 0.06), swirls, time, 40),
    )
  fluid.fields.blue = blot(-0.35, 0.2, 0.16, 1.7)
  fluid.fields.red = blot(0.12, -0.05, 0.15, 1.9)
  fluid.fields.yellow = blot(0.45, 0.05, 0.17, 1.6)
  return fluid
}

/** A street of vortices behind a cylinder, with the cylinder as a solid. */
function street(): MadeFluid {
  const list = Array.from({ length: 7 }, (_, n) => {
    const up = n % 2 === 0
    return [-0.32 + 0.17 * n, up ? 0.085 : -0.085, 0.055 + 0.006 * n, (up ? -0.75 : 0.75) * 0.95 ** n] as const
  })
  const swirl = vortices(list)
  const [cx, radius] = [-0.55, 0.07]
  const fluid = madeFluid(wide, cellSize, (x, y, z) => {
    // Flow around a cylinder by potential theory, and the wake that potential theory does not know.
    const [dx, r2] = [x - cx, Math.max((x - cx) ** 2 + y * y, radius * radius)]
    const factor = (radius * radius) / (r2 * r2)
    const [u, v] = swirl(x, y, z)
    const wake = 1 - 0.5 * Math.exp(-((y / 0.08) ** 2)) * soften(cx - x, 0.2) * Math.exp(-Math.max(0, dx) * 1.2)
    const near = soften(radius - Math.sqrt(r2), 0.04)
    return [near * ((1 - factor * (dx * dx - y * y)) * 0.8 * wake + u), near * (-factor * 2 * dx * y * 0.8 + v), 0]
  })
  fluid.fields.open = sampled(wide, cellSize, 3, (x, y) => soften(radius - Math.hypot(x - cx, y), cellSize * 2))
  return fluid
}

/** A rising plume with a head, in a box twice as high as wide. */
const tall = [72, 112, 72] as const
const tallCell = 1 / 72
function plume(heat: boolean): MadeFluid {
  const stir = eddies(18, 0.5, 0.16, 5)
  const ring: [number, number] = [0.42, 0.17]
  const velocity = (x: number, y: number, z: number): [number, number, number] => {
    const r = Math.hypot(x, z)
    const [a, b] = [(r - ring[1]) / 0.14, (y - ring[0]) / 0.14]
    const turn = 0.9 * Math.exp((1 - a * a - b * b) / 2)
    // Around the ring of the head: up inside, down outside.
    const [outwards, up] = [turn * b, -turn * a]
    const rise = 0.7 * Math.exp(-((r / 0.12) ** 2))
    const [u, v, w] = stir(x, y, z)
    const strength = 0.35 + 0.65 * soften(-0.45 - y, 0.5)
    return [(outwards * x) / (r + 1e-6) + strength * u, up + rise + strength * v, (outwards * z) / (r + 1e-6) + strength * w]
  }
  const fluid = madeFluid(tall, tallCell, velocity)
  const start = (x: number, y: number, z: number) => {
    const r = Math.hypot(x, z)
    const stem = soften(r - (0.05 + 0.05 * soften(-y, 1.2)), 0.07) * soften(-0.74 - y, 0.03)
    const head = soften(Math.hypot(r, (y - 0.2) * 1.1) - 0.2, 0.12)
    return Math.max(0.9 * stem * soften(y - 0.3, 0.3), head)
  }
  fluid.fields.smoke = sampled(tall, tallCell, 3, carried(start, velocity, 0.55, 12))
  if (heat) {
    const flame = (x: number, y: number, z: number) =>
      20 + 1000 * soften(Math.hypot(x, z) - 0.16 * (1 - 0.75 * (y + 0.78)), 0.13) * soften(y + 0.05, 0.75)
    fluid.fields.temperature = sampled(tall, tallCell, 3, carried(flame, (x, y, z) => {
      const [u, v, w] = velocity(x, y, z)
      return [u * 1.1, v, w * 1.1]
    }, 0.42, 12))
    fluid.fields.smoke = fluid.fields.smoke.map((density) => density * 0.55)
  }
  return fluid
}

/** A room with a floor, a ball and the plume. */
function room(fluid: FluidArrays, night: boolean): Picture {
  const smoke = new SmokeVolume(fluid, night ? { glow: [120, 1000], lightStrength: 0.5, skyColor: 0x1a2030 } : {})
  const bottom = -(tall[1] * tallCell) / 2
  const floor = new Mesh(new PlaneGeometry(14, 14).rotateX(-Math.PI / 2), new MeshStandardNodeMaterial({ roughness: 0.95 }))
  floor.position.y = bottom
  floor.material.colorNode = vec3(night ? 0.09 : 0.42).mul(smoke.shadowAt(positionWorld).mul(0.75).add(0.25))
  const ball = new Mesh(new SphereGeometry(0.16, 48, 32), new MeshStandardNodeMaterial({ color: 0xc8643c, roughness: 0.5 }))
  ball.position.set(0.2, bottom + 0.16, 0.14)
  const far = new Mesh(new SphereGeometry(0.22, 48, 32), new MeshStandardNodeMaterial({ color: 0x3c78a8, roughness: 0.5 }))
  far.position.set(-0.42, bottom + 0.22, -0.62)
  const lamp = new DirectionalLight(0xfff0dc, night ? 0.5 : 2.6)
  lamp.position.copy(smoke.lightDirection.value)
  const scene = new Scene().add(floor, ball, far, lamp, new HemisphereLight(0xaebfd8, 0x4a4038, night ? 0.25 : 1.1), smoke)
  scene.background = new Color(night ? 0x07090d : 0x9fb2c6)
  const camera = new PerspectiveCamera(32, innerWidth / innerHeight, 0.05, 40)
  camera.position.set(0.9, 0.35, 3.1)
  camera.lookAt(new Vector3(0, -0.03, 0))
  return { scene, camera, filmic: true }
}

const pictures: Record<string, () => Picture> = {
  'fluid-ink': () => {
    const dyes = { blue: 0x1450b8, red: 0xd0203a, yellow: 0xf2b705 }
    return flat(0xffffff, 1.59, 1, new DensityPlane(inks(), { dyes }))
  },
  'fluid-light': () => {
    const dyes = { blue: 0x2f7bff, red: 0xff3d5a, yellow: 0xffb020 }
    return flat(0, 1.59, 1, new DensityPlane(inks(), { dyes, mixing: 'light' }))
  },
  'fluid-vorticity': () => flat(0xffffff, 1.59, 1, new DensityPlane(street(), { show: 'vorticity' })),
  'fluid-arrows': () => {
    const fluid = street()
    return flat(
      0xffffff,
      1.59,
      1,
      new DensityPlane(fluid, { show: 'vorticity', map: 'grey', range: [-60, 40] }),
      new FlowArrows(fluid, { spacing: 6 }),
    )
  },
  'fluid-lines': () => {
    const lines = new FlowLines(street())
    lines.update(0.4)
    return flat(0, 1.59, 1, lines)
  },
  'fluid-particles': () => {
    const flow = madeFluid(wide, cellSize, swirls)
    const particles = new Particles({ count: 100_000, flow, lifetime: 3 })
    for (let step = 0; step < 90; step++) particles.step(flow, 1 / 60)
    return flat(0x05060a, 1.59, 1, new FlowParticles(particles))
  },
  'fluid-cells': () => {
    const flow = madeFluid(wide, cellSize, taylorGreen(2.5))
    const particles = new Particles({ count: 20_000, flow, lifetime: 3 })
    for (let step = 0; step < 30; step++) particles.step(flow, 1 / 60)
    const dots = new FlowParticles(particles, { look: 'dots' })
    return flat(0xffffff, 1.59, 1, dots)
  },
  'fluid-streamlines': () => {
    const fluid = plume(false)
    const lines = new Streamlines({ spacing: 0.075, length: 1.4 }).update(fluid)
    const scene = new Scene().add(new FlowStreamlines(lines))
    scene.background = new Color(0x0b0e14)
    const camera = new PerspectiveCamera(32, innerWidth / innerHeight, 0.05, 40)
    camera.position.set(0.9, 0.35, 3.1)
    camera.lookAt(new Vector3(0, -0.03, 0))
    return { scene, camera }
  },
  'fluid-smoke': () => room(plume(false), false),
  'fluid-fire': () => room(plume(true), true),
}

window.pictures = Object.keys(pictures)

let renderer: WebGPURenderer | undefined
window.draw = async (name, webgpu = false) => {
  renderer?.dispose()
  document.body.replaceChildren()
  document.body.style.margin = '0'
  renderer = new WebGPURenderer({ antialias: true, forceWebGL: !webgpu })
  await renderer.init()
  renderer.setSize(innerWidth, innerHeight)
  document.body.append(renderer.domElement)
  const { scene, camera, filmic } = pictures[name]!()
  renderer.toneMapping = filmic ? ACESFilmicToneMapping : NoToneMapping
  renderer.render(scene, camera)
  await new Promise((done) => requestAnimationFrame(done))
  renderer.render(scene, camera)
}
