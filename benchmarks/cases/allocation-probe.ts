/**
 * Run by allocation.ts in a node process with --expose-gc: prints how much the heap grows over many steps, as JSON.
 *
 *   allocation-probe.ts <subject> <steps>
 */
import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { createSimulation, type SceneInput } from 'seiche'
import { type BodyWorld, rapier } from 'seiche/bodies'
import { createBasin } from '../contenders/basin.js'
import { startEngine } from '../contenders/engine.js'

export interface Growth {
  subject: string
  steps: number
  /** Growth of the used JavaScript heap over the steps [bytes]; the least of several repetitions. */
  heap: number
  /** Growth of the memory behind array buffers over the steps [bytes]; the least of several repetitions. */
  arrayBuffers: number
  /** Garbage collections during the steps. Any hides allocation, so the figures count only when it is 0. */
  collections: number
}

interface Subject {
  step(): void
  dispose(): void
}

const obstacles: SceneInput['obstacles'] = [{ shape: 'disc', radius: 6 }]
const trains = [{ wavelength: 12, height: 0.2, direction: 30 }]

/** 64² cells of water around a torus. */
function createSea(solver: SceneInput['solver'], more: Partial<SceneInput> = {}): Promise<Subject> {
  const boundaries = { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' } as const
  return startEngine({ seiche: 1, grid: { cells: [64, 64], cellSize: 1 }, solver, boundaries, ...more }, 1)
}

const overGround: Partial<SceneInput> = {
  terrain: [
    { shape: 'plane', height: -1 },
    { shape: 'gaussian', center: [9, 4], radius: 8, height: 2 },
  ],
  initial: { eta: [{ shape: 'gaussian', radius: 6, height: 0.2 }] },
}
const weather: Partial<SceneInput> = {
  boundaries: {},
  sources: [{ shape: { shape: 'disc', radius: 10 }, rate: 1e-6 }],
  inflows: [{ edge: 'x-', discharge: { amplitude: 0.5, period: 9 } }],
}

/** To and fro for ever. */
const path = [
  { time: 0, by: [0, 0] },
  { time: 1, by: [4, 2] },
  { time: 2, by: [0, 0] },
]

/** 64² cells of smoke. */
function createSmoke(fluid: SceneInput['fluid']): Promise<Subject> {
  return startEngine(
    {
      seiche: 1,
      grid: { cells: [64, 64], cellSize: 1 },
      timeStep: 0.05,
      solver: { type: 'stable-fluids', viscosity: 0.1 },
      fluid: {
        dyes: { smoke: { initial: [{ shape: 'sphere', radius: 8 }], diffusivity: 0.1 } },
        flow: [{ flow: 'vortex', radius: 10, speed: 4 }],
        ...fluid,
      },
    },
    1,
  )
}

/** 16³ cells of smoke that rises. */
function createSmokeInSpace(): Promise<Subject> {
  return startEngine(
    {
      seiche: 1,
      grid: { cells: [16, 16, 16], cellSize: 1 },
      timeStep: 0.05,
      solver: { type: 'stable-fluids', viscosity: 0.1 },
      fluid: {
        dyes: { smoke: { initial: [{ shape: 'sphere', radius: 4 }] } },
        flow: [{ flow: 'vortex', radius: 4, speed: 2 }],
      },
    },
    1,
  )
}

/** One body of each kind of shape, and one that the scene moves; the first is steered by its outboard motor. */
const bodies: SceneInput['bodies'] = [
  {
    shape: 'box',
    size: [6, 2, 4],
    density: 400,
    position: [-12, 0, -12],
    outboard: { position: [-3, -0.8, 0], thrust: 500, throttle: 0.5, rudder: 0.2 },
  },
  { shape: 'sphere', radius: 2, density: 500, position: [12, 0, -12] },
  {
    shape: 'capsule',
    radius: 1.5,
    height: 6,
    density: 500,
    position: [-12, 0, 12],
    rotation: { axis: [1, 0, 0], angle: 80 },
  },
  { shape: 'cylinder', radius: 2, height: 3, density: 300, position: [12, 0, 12] },
  { shape: 'cone', radius: 2, height: 3, density: 600, position: [0, 0, 20] },
  {
    shape: 'sphere',
    radius: 2,
    kind: 'kinematic',
    path: [
      { time: 0, at: [0, 0, -20] },
      { time: 1e6, at: [0, 0, -19] },
    ],
  },
]
const depth = 4
const overLevelGround: Partial<SceneInput> = { terrain: [{ shape: 'plane', height: -depth }] }

/** The rigid-body engine alone, with the bodies of the others. */
async function createRigidBodies(): Promise<Subject> {
  let world: BodyWorld | undefined
  const sim = await createBodies({ type: 'columns', depth }, {}, async (setup) => {
    world = await rapier(setup)
    return rapier(setup)
  })
  return { step: () => world!.step(1 / 60), dispose: () => sim.dispose() }
}

/** 64² cells of water with bodies and their splashes. */
function createBodies(
  solver: SceneInput['solver'],
  more: Partial<SceneInput> = {},
  rigidBodies = rapier,
): ReturnType<typeof createSimulation> {
  const scene = { seiche: 1, grid: { cells: [64, 64], cellSize: 1 }, solver, bodies, ...more } as const
  return createSimulation(scene as SceneInput, { threads: 1, rigidBodies })
}

const subjects: Record<string, () => Promise<Subject>> = {
  nothing: async () => ({ step: () => undefined, dispose: () => undefined }),
  'one small object': async () => {
    const kept: { turn: number }[] = [{ turn: 0 }]
    return { step: () => void (kept[0] = { turn: kept[0]!.turn + 1 }), dispose: () => undefined }
  },
  'columns, 1 thread': () => createBasin(64, 1),
  'columns, 2 threads': () => createBasin(64, 2),
  'iwave, exponential': () => createSea({ type: 'iwave' }),
  'iwave, fft, a solid': () => createSea({ type: 'iwave', method: 'fft' }, { obstacles }),
  'iwave, window, a solid': () => createSea({ type: 'iwave', method: 'window' }, { obstacles }),
  'iwave, ambient trains, a solid': () =>
    createSea({ type: 'iwave', method: 'fft', ambient: { type: 'waves', trains } }, { obstacles }),
  'iwave, ambient ocean': () => createSea({ type: 'iwave', ambient: { type: 'ocean' } }),
  waves: () => createSea({ type: 'waves', trains }),
  ocean: () => createSea({ type: 'ocean' }),
  'kass-miller, an island': () => createSea({ type: 'kass-miller' }, overGround),
  'shallow-water, an island': () => createSea({ type: 'shallow-water' }, overGround),
  'shallow-water, a solid, a river, rain': () =>
    createSea({ type: 'shallow-water' }, { ...overGround, obstacles, ...weather }),
  'stable-fluids': () => createSmoke({}),
  'stable-fluids, an emitter that moves': () =>
    createSmoke({ emitters: [{ shape: 'sphere', radius: 3, dyes: { smoke: 1 }, motion: { path, loop: true } }] }),
  'stable-fluids, solids that move': () =>
    createSmoke({
      solids: [
        { shape: 'sphere', center: [-12, 3], radius: 5, motion: { path, loop: true } },
        { shape: 'box', center: [9, -8], size: [8, 5], angle: 30, slip: 'free-slip', motion: { path, loop: true } },
      ],
    }),
  'stable-fluids, in three dimensions': createSmokeInSpace,
  'rigid bodies alone': createRigidBodies,
  'columns, bodies': () => createBodies({ type: 'columns', depth }),
  'columns, bodies by virtual height': () => createBodies({ type: 'columns', depth }, { coupling: 'virtual-height' }),
  'iwave, bodies': () => createBodies({ type: 'iwave', depth }),
  'iwave, bodies, ambient trains': () =>
    createBodies({ type: 'iwave', depth, method: 'fft', ambient: { type: 'waves', trains } }),
  'waves, bodies': () => createBodies({ type: 'waves', trains }),
  'ocean, bodies': () => createBodies({ type: 'ocean' }),
  'kass-miller, bodies': () => createBodies({ type: 'kass-miller' }, overLevelGround),
  'shallow-water, bodies': () => createBodies({ type: 'shallow-water' }, overLevelGround),
}

const [name = '', count = ''] = process.argv.slice(2)
const create = subjects[name]
const steps = Number(count)
if (!create || !(steps > 0))
  throw new Error(`usage: allocation-probe.ts <${Object.keys(subjects).join(' | ')}> <steps>`)

const subject = await create()
process.stdout.write(
  `${JSON.stringify({ subject: name, steps, ...(await measure(subject, steps)) } satisfies Growth)}\n`,
)
subject.dispose()

async function measure(subject: Subject, steps: number): Promise<Omit<Growth, 'subject' | 'steps'>> {
  // Long enough for the compilers to have had their turn, which allocate too; the same for the measuring itself.
  growthOver(subject, 5000)
  await turnOfEventLoop()

  let collections = 0
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().length
  })
  collectGarbage()
  collectGarbage()
  await turnOfEventLoop()
  observer.observe({ entryTypes: ['gc'] })
  growthOver(subject, 1) // the first reading after a collection takes some 10 kB itself
  // What a step allocates shows in every repetition; a function compiled anew shows in one.
  const growths = Array.from({ length: 5 }, () => growthOver(subject, steps))
  await turnOfEventLoop()
  observer.disconnect()
  return {
    heap: Math.min(...growths.map(({ heap }) => heap)),
    arrayBuffers: Math.min(...growths.map(({ arrayBuffers }) => arrayBuffers)),
    collections,
  }
}

function growthOver(subject: Subject, steps: number): Pick<Growth, 'heap' | 'arrayBuffers'> {
  const buffersBefore = process.memoryUsage().arrayBuffers
  const heapBefore = getHeapStatistics().used_heap_size
  for (let step = 0; step < steps; step++) subject.step()
  const heap = getHeapStatistics().used_heap_size - heapBefore
  const arrayBuffers = process.memoryUsage().arrayBuffers - buffersBefore
  return { heap, arrayBuffers }
}

function collectGarbage(): void {
  if (!globalThis.gc) throw new Error('start node with --expose-gc')
  globalThis.gc()
}

/** Observers are told of collections between turns of the event loop. */
function turnOfEventLoop(): Promise<void> {
  return new Promise((resume) => setTimeout(resume, 50))
}
