// Runs inside the browser: draws each view of fluids with a made-up flow.

import { DensityPlane, FlowArrows, FlowLines, FlowParticles, FlowStreamlines, SmokeVolume } from '@seiche/three'
import { Particles, Streamlines } from 'seiche'
import { positionWorld, vec3 } from 'three/tsl'
import {
  ACESFilmicToneMapping,
  type Camera,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  Mesh,
  MeshStandardNodeMaterial,
  NoToneMapping,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  PointLight,
  Scene,
  SphereGeometry,
  Vector3,
  WebGPURenderer,
} from 'three/webgpu'
import {
  eddies,
  type MadeFluid,
  madeFluid,
  sampled,
  soften,
  stirred,
  taylorGreen,
  type Velocity,
  vortices,
} from '../made-flows.js'

/** What the page offers. */
export interface FluidPage {
  /** Draws one of the pictures, as large as the window. */
  draw(name: string, webgpu?: boolean): Promise<void>
  pictures: readonly string[]
}

declare global {
  interface Window extends FluidPage {}
}

interface Picture {
  readonly scene: Scene
  readonly camera: Camera
  readonly filmic?: boolean
}

const cellSize = 1 / 125

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
const wide = [200, 125, 1] as const
const swirls = vortices([
  [-0.42, 0.08, 0.2, 0.9],
  [0.02, -0.16, 0.16, -0.8],
  [0.36, 0.16, 0.18, 0.85],
  [0.62, -0.24, 0.12, -0.6],
  [-0.1, 0.34, 0.1, -0.55],
  [-0.66, -0.3, 0.12, -0.6],
])

function inks(): MadeFluid {
  const [cells, fine] = [[400, 250, 1] as const, cellSize / 2]
  const stir = eddies(8, 0.5, 0.1, 4)
  const flow: Velocity = (x, y, z) => {
    const [[u, v], [a, b]] = [swirls(x, y, z), stir(x, y, 0)]
    return [u + a, v + b, 0]
  }
  const fluid = madeFluid(cells, fine, flow)
  const blot = (x: number, y: number, radius: number, time: number) => {
    const start = sampled(cells, fine, 3, (a, b) => 1.1 * soften(Math.hypot(a - x, b - y) - radius, 0.16))
    return stirred(start, cells, fine, flow, 0.025, Math.round(time / 0.025))
  }
  fluid.fields.blue = blot(-0.22, 0.02, 0.24, 1.1)
  fluid.fields.red = blot(0.14, 0.06, 0.2, 1.2)
  fluid.fields.yellow = blot(0.42, -0.06, 0.24, 1)
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

/** A column of smoke, or a fire with smoke over it, in a box one and a half times as high as wide. */
const tall = [96, 144, 96] as const
const tallCell = 1 / 96
const height = tall[1] * tallCell
const rising: Velocity = (x, y, z) => [
  0.1 * Math.sin(4 * y),
  0.6 * Math.exp(-8 * (x * x + z * z)),
  0.1 * Math.cos(5 * y),
]

/** Bulges of a few sizes, -1 to 1, deeper between them than they are high. */
function bulges(x: number, y: number, z: number): number {
  let sum = 0
  for (const [size, part] of [
    [0.34, 0.5],
    [0.15, 0.3],
    [0.068, 0.2],
  ] as const) {
    const k = (2 * Math.PI) / size
    const [a, b, c] = [
      k * x + 1.3 * Math.sin(0.6 * k * z),
      k * y + 1.1 * Math.sin(0.5 * k * x),
      k * z + Math.sin(0.7 * k * y),
    ]
    const wave = Math.sin(a) * Math.cos(b) + Math.sin(b) * Math.cos(c) + Math.sin(c) * Math.cos(a)
    sum += part * (1 - Math.abs(wave))
  }
  return sum
}

/** How far outside a bulging column a place is [m]; the column widens upwards from `thin` to `wide` and ends at `top`. */
function column(x: number, y: number, z: number, thin: number, wide: number, top: number): number {
  const up = Math.max(0, (y + height / 2) / height)
  const radius = thin + (wide - thin) * up ** 1.1
  const [cx, cz] = [0.07 * Math.sin(5 * y + 1) * up, 0.06 * Math.cos(6 * y) * up]
  const beyond = Math.max(0, y - (top - radius))
  return Math.hypot(x - cx, z - cz, beyond) - radius * (1 + 0.62 * bulges(x, y - 0.1, z)) + 0.12 * radius
}

function plume(fire: boolean): MadeFluid {
  const fluid = madeFluid(tall, tallCell, rising)
  const smoke = (x: number, y: number, z: number) => soften(column(x, y, z, 0.035, 0.3, 0.66), 0.05)
  if (!fire) {
    fluid.fields.smoke = sampled(tall, tallCell, 3, smoke)
    return fluid
  }
  fluid.fields.smoke = sampled(tall, tallCell, 3, (x, y, z) => 0.5 * smoke(x, y, z) * soften(-0.2 - y, 0.5))
  fluid.fields.temperature = sampled(tall, tallCell, 3, (x, y, z) => {
    // Hot at the bottom; tongues draw narrower and break up above.
    const up = (y + height / 2) / height
    const tongue =
      Math.hypot(x, z) - 0.19 * (1 - 1.35 * up) - 0.13 * bulges(x * 1.2, y * 0.55 - 0.2, z * 1.2) * (0.2 + up)
    return 20 + 1000 * soften(tongue, 0.16) * soften(y - 0.05, 0.9)
  })
  return fluid
}

/** A vortex ring that also turns about its axis: lines wind around it. */
const ringWithSwirl: Velocity = (x, y, z) => {
  const r = Math.hypot(x, z)
  const [a, b] = [(r - 0.3) / 0.17, y / 0.17]
  const turn = Math.exp((1 - a * a - b * b) / 2)
  const [outwards, up, swirl] = [turn * b, -turn * a, 0.35 * turn + 0.1]
  const [c, s] = [x / (r + 1e-6), z / (r + 1e-6)]
  return [outwards * c - swirl * s, up + 0.12, outwards * s + swirl * c]
}

/** A room with a floor, two balls and what rises between them. */
function room(fire: boolean): Picture {
  const smoke = new SmokeVolume(
    plume(fire),
    fire ? { glow: [150, 900], lightStrength: 0.5, skyColor: 0x1a2030, color: 0x8a8480 } : {},
  )
  const matt = (color: number) => new MeshStandardNodeMaterial({ color, roughness: 0.6 })
  const floor = new Mesh(new PlaneGeometry(60, 60).rotateX(-Math.PI / 2), matt(0xffffff))
  floor.position.y = -height / 2
  floor.material.colorNode = vec3(fire ? 0.16 : 0.42).mul(smoke.shadowAt(positionWorld).mul(0.75).add(0.25))
  const ball = new Mesh(new SphereGeometry(0.13, 48, 32), matt(0xc8643c))
  ball.position.set(0.17, 0.13 - height / 2, 0.22)
  const far = new Mesh(new SphereGeometry(0.18, 48, 32), matt(0x3c78a8))
  far.position.set(-0.34, 0.18 - height / 2, -0.3)
  const lamp = new DirectionalLight(0xfff0dc, fire ? 0.3 : 2.6)
  lamp.position.copy(smoke.lightDirection.value).multiplyScalar(3)
  lamp.castShadow = true
  lamp.shadow.mapSize.set(2048, 2048)
  lamp.shadow.camera.zoom = 3
  lamp.shadow.radius = 4
  for (const one of [ball, far]) one.castShadow = one.receiveShadow = true
  floor.receiveShadow = true
  const scene = new Scene().add(
    floor,
    ball,
    far,
    lamp,
    new HemisphereLight(0xaebfd8, 0x4a4038, fire ? 0.15 : 1.1),
    smoke,
  )
  if (fire) {
    const flame = new PointLight(0xff9040, 1.1, 0, 1.6)
    flame.position.y = 0.25 - height / 2
    scene.add(flame)
  }
  const air = new Color(fire ? 0x07090d : 0x9fb2c6)
  scene.background = air
  scene.fog = new Fog(air, 4, 16)
  const camera = new PerspectiveCamera(32, innerWidth / innerHeight, 0.05, 60)
  camera.position.set(0.6, 0.25, 2.9)
  camera.lookAt(new Vector3(0, -0.01, 0))
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
  'fluid-arrows': () => {
    const fluid = street()
    return flat(
      0xffffff,
      1.59,
      1,
      new DensityPlane(fluid, { show: 'vorticity' }),
      new FlowArrows(fluid, { spacing: 6, color: 0x1b1f27 }),
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
    const flow = madeFluid(wide, cellSize, taylorGreen(0.2, [-0.8, -0.5]))
    const particles = new Particles({ count: 20_000, flow, lifetime: 3 })
    for (let step = 0; step < 30; step++) particles.step(flow, 1 / 60)
    const dots = new FlowParticles(particles, { look: 'dots' })
    return flat(0xffffff, 1.59, 1, dots)
  },
  'fluid-streamlines': () => {
    const lines = new Streamlines({ spacing: 0.07, length: 3 }).update(madeFluid(tall, tallCell, ringWithSwirl))
    const scene = new Scene().add(new FlowStreamlines(lines))
    scene.background = new Color(0x0b0e14)
    const camera = new PerspectiveCamera(32, innerWidth / innerHeight, 0.05, 40)
    camera.position.set(0.9, 0.35, 3.1)
    camera.lookAt(new Vector3(0, -0.03, 0))
    return { scene, camera }
  },
  'fluid-smoke': () => room(false),
  'fluid-fire': () => room(true),
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
  renderer.shadowMap.enabled = true
  document.body.append(renderer.domElement)
  const { scene, camera, filmic } = pictures[name]!()
  renderer.toneMapping = filmic ? ACESFilmicToneMapping : NoToneMapping
  renderer.render(scene, camera)
  await new Promise((done) => requestAnimationFrame(done))
  renderer.render(scene, camera)
}
