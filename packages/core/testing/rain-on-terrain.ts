// Rain on random terrain, an hour later: where is the water, against where it would be if it ran down slowly? For a property test, and with
// more terrains for `npm run soak -- --only rain`.

import { createSimulation, type SurfaceSimulation } from 'seiche'
import { writeNpy } from 'seiche/npy'
import { fractalNoise } from '../src/numerics/noise.js'
import { uniformAt } from '../src/numerics/random.js'
import { FirstOrderShallow, type Ground } from './first-order-shallow.js'

/** Time that the water has [s]. */
const HOUR = 3600
/** Time step of the engine [s]. */
const STEP = 1
/** Default of `dryDepth` [cells]. */
const DRY = 1e-4
/** Columns of the outlet before an open edge: water falls into it and leaves. */
const OUTLET = 2

/** Water after a run. */
export interface Outcome {
  /** Water that is not where it would be at rest, as a share of the rain. */
  readonly distance: number
  /** The fastest water deeper than `dryDepth` [m/s]. */
  readonly speed: number
}

export interface RainResult {
  readonly ground: Ground
  readonly name: string
  readonly engine: Outcome & {
    /** Error of the volume, as a share of the rain. */
    readonly volumeError: number
  }
  readonly firstOrder: Outcome
}

/** Terrain number `seed`: rough slopes, hills, terraces and rough hills, between walls or with an outlet, with friction or without. */
export function rainGround(seed: number): { ground: Ground; rain: number; name: string } {
  let thrown = 0
  const between = (low: number, high: number) => low + (high - low) * uniformAt(thrown++, 0, seed, 14)
  const kind = (['rough slope', 'hills', 'terraces', 'rough hills'] as const)[seed % 4]!
  const side = Math.floor(between(8, 15))
  const cellSize = between(0.5, 2)
  // Films on level ground with friction take days: nothing that an hour could tell.
  const manning = kind === 'terraces' || between(0, 1) < 0.4 ? 0 : between(0.01, 0.06)
  const isOpen = between(0, 1) < 0.5
  const [height, slope, width] = [between(0.05, 1) * cellSize, between(0.02, 0.5) * cellSize, between(2, 6)]
  const bed = new Float64Array(side * side)
  const level = (b: number) => Math.floor(b / (2 * height)) * 2 * height
  for (let j = 0; j < side; j++)
    for (let i = 0; i < side; i++) {
      const rough = height * (uniformAt(i, j, seed, 15) - 0.5)
      const hills = 2 * height * fractalNoise((i + 0.37) / width, (j + 0.61) / width, seed, 2)
      const fall = slope * (side - i)
      const part = {
        'rough slope': 2 * rough,
        hills,
        terraces: level(fall + hills) - fall,
        'rough hills': hills + rough,
      }
      bed[j * side + i] = fall + part[kind]
    }
  const lowest = bed.reduce((low, b) => Math.min(low, b), Infinity)
  // Above the level of 0 m beyond the open edge.
  for (let k = 0; k < bed.length; k++) bed[k]! += 10 * cellSize - lowest
  if (isOpen)
    for (let j = 0; j < side; j++)
      for (let k = 0; k < OUTLET; k++) bed[j * side + side - OUTLET + k] = (9 - k) * cellSize
  const ground = { nx: side, nz: side, cellSize, manning, bed, isOpen }
  const name = `${seed}: ${kind}, ${side}² cells of ${cellSize.toFixed(2)} m, n ${manning.toFixed(3)}, ${isOpen ? 'outlet' : 'walls'}`
  return { ground, rain: between(0.01, 0.05), name }
}

/** Lets rain fall on terrain number `seed`, and waits for an hour. */
export async function rainOn(seed: number): Promise<RainResult> {
  const { ground, rain, name } = rainGround(seed)
  const { nx, nz, cellSize } = ground
  const whole = rain * nx * nz * cellSize * cellSize
  const sim = await shower(ground, rain)
  try {
    // The engine rounds terrain and water; both schemes have the same.
    const rounded = { ...ground, bed: Float64Array.from(sim.field('bed').read()) }
    const plain = new FirstOrderShallow(rounded, sim.field('depth').read())
    const before = sim.diagnostics().volume
    sim.step(HOUR / STEP)
    plain.advance(HOUR)
    const [depth, qx, qz] = ['depth', 'qx', 'qz'].map((field) => sim.field(field).read()) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ]
    const { volume, addedVolume } = sim.diagnostics()
    const outcome = (d: ArrayLike<number>, speedAt: (cell: number) => number): Outcome => ({
      distance: (distanceFromRest(rounded, d) * cellSize * cellSize) / whole,
      speed: Array.from(d, (deep, k) => (deep > DRY * cellSize ? speedAt(k) : 0)).reduce((a, b) => Math.max(a, b), 0),
    })
    return {
      ground: rounded,
      name,
      engine: {
        ...outcome(depth, (k) => Math.hypot(qx[k]!, qz[k]!) / depth[k]!),
        volumeError: Math.abs(volume - before - addedVolume) / whole,
      },
      firstOrder: outcome(plain.depth, (k) => plain.speedAt(k)),
    }
  } finally {
    sim.dispose()
  }
}

/** Whether a cell belongs to the outlet. Its water has left the terrain, though not yet the grid: on level ground friction holds it. */
function isOutlet({ nx, isOpen }: Ground, cell: number): boolean {
  return isOpen && cell % nx >= nx - OUTLET
}

/** The engine on terrain under an even layer of water [m]. */
export async function shower(ground: Ground, rain: number | ArrayLike<number>): Promise<SurfaceSimulation> {
  const { nx, nz, cellSize, manning, bed, isOpen } = ground
  const eta = bed.map((b, k) => b + (typeof rain === 'number' ? rain : rain[k]!))
  const files = new Map([
    ['bed', writeNpy(bed, [nz, nx])],
    ['eta', writeNpy(eta, [nz, nx])],
  ])
  return (await createSimulation(
    {
      seiche: 1,
      grid: { cells: [nx, nz], cellSize },
      timeStep: STEP,
      solver: { type: 'shallow-water', manning, foamLife: 0 },
      terrain: { npy: 'bed' },
      initial: { eta: { npy: 'eta' } },
      ...(isOpen && { boundaries: { 'x+': 'absorb' as const } }),
    },
    { threads: 1, readFile: async (name) => files.get(name)! },
  )) as SurfaceSimulation
}

/** Water that still has to move until all is at rest [m of one cell]. Films thinner than `dryDepth` count as dry. */
export function distanceFromRest(ground: Ground, depth: ArrayLike<number>): number {
  const rest = restOf(ground, depth)
  const dry = DRY * ground.cellSize
  let sum = 0
  for (let k = 0; k < rest.length; k++) if (!isOutlet(ground, k)) sum += Math.max(0, depth[k]! - rest[k]! - dry)
  return sum
}

/**
 * The depths to which water comes that runs down slowly, always to the lowest cell next to it, until every pond is level. All that
 * reaches the outlet has left.
 */
export function restOf(ground: Ground, depth: ArrayLike<number>): Float64Array {
  const { nx, nz, bed } = ground
  const rest = Float64Array.from(depth)
  const cells = Array.from(rest.keys())
  const level = (k: number) => bed[k]! + rest[k]!
  const total = rest.reduce((a, b) => a + b, 0)
  for (let sweep = 0, moved = Infinity; moved > 1e-7 * total && sweep < 20_000; sweep++) {
    moved = 0
    cells.sort((a, b) => level(b) - level(a))
    for (const k of cells) {
      const i = k % nx
      if (isOutlet(ground, k)) {
        rest[k] = 0
        continue
      }
      let lowest = k
      const look = (next: number) => {
        if (level(next) < level(lowest)) lowest = next
      }
      if (i > 0) look(k - 1)
      if (i < nx - 1) look(k + 1)
      if (k >= nx) look(k - nx)
      if (k < nx * (nz - 1)) look(k + nx)
      const amount = Math.min(rest[k]!, 0.5 * (level(k) - level(lowest)))
      rest[k]! -= amount
      rest[lowest]! += amount
      moved += amount
    }
  }
  return rest
}

/** Share of the rain that may be farther from rest than by the scheme of first order: rounding. */
const NOT_WORSE = 1e-6

/** A sentence about a result that is not as it must be; undefined if all is well. */
export function rainTrouble({ name, engine, firstOrder }: RainResult): string | undefined {
  if (!(engine.volumeError <= 1e-6)) return `${name}: ${engine.volumeError} of the water is missing`
  if (!(engine.speed <= 1)) return `${name}: water still moves at ${engine.speed} m/s`
  if (!(engine.distance <= 0.01)) return `${name}: ${engine.distance} of the water is neither in a hollow nor gone`
  if (!(engine.distance <= firstOrder.distance + NOT_WORSE))
    return `${name}: ${engine.distance} of the water is not at rest, by the scheme of first order ${firstOrder.distance}`
  return undefined
}
