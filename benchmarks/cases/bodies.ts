/**
 * Bodies in the water: 200 of them on 256² cells and 1,000 on 512², the time of a step and where it goes.
 *
 * After the race each simulation makes its steps once more and measures its passes (`sim.profile()`), and the motion of the rigid bodies is timed where
 * the step calls it. What is left of the step is the calling thread's own: lists of cells in the order of the bodies, and everything in JavaScript.
 */
import { performance } from 'node:perf_hooks'
import { type AnySimulation, createSimulation, type SceneInput } from 'seiche'
import { rapier } from 'seiche/bodies'
import { engineName, threadCounts, timeSteps } from '../contenders/engine.js'
import { type Contender, interleave, type Race, spreadOfTimes } from '../harness/interleave.js'
import type { BenchmarkCase, CaseOptions, CaseReport, Table } from '../harness/report.js'

const CELL = 0.1
/** A crowd of bodies. `row`: how many of them are in a row; `apart`: distance between two along x and z [m]. */
interface Crowd {
  readonly cells: number
  readonly bodies: number
  readonly row: number
  readonly apart: readonly [x: number, z: number]
}
const few: Crowd = { cells: 256, bodies: 200, row: 15, apart: [1.6, 1.7] }
const many: Crowd = { cells: 512, bodies: 1000, row: 32, apart: [1.6, 1.6] }
const solvers = ['columns', 'iwave', 'kass-miller', 'shallow-water'] as const
type SolverType = (typeof solvers)[number]
/** Length of a frame [s], and the part of it that is to stay free on two threads. */
const FRAME = 1 / 60
const freeOf = (crowd: Crowd, type: SolverType) => (crowd === many ? 0 : type === 'iwave' ? 0.7 : 0.5)
/** Kernels of the passes over bodies. All others move the water. */
const cutting: ReadonlySet<string> = new Set(['cutBodies', 'unpackJobs'])
const exchanging: ReadonlySet<string> = new Set([
  'locateBodies',
  'weighBodies',
  'measureBodies',
  'solveForces',
  'shareDiscs',
  'pressBodies',
  'raiseRows',
  'clearImpulses',
  'settleImpulses',
  'settleSpeeds',
])

export const bodies: BenchmarkCase = {
  name: 'bodies',
  about:
    'bodies on four solvers, 200 on 256² cells and 1,000 on 512², 1 and 2 threads: part of a frame left, and where the time goes',
  run,
}

async function run({ quick, progress }: CaseOptions): Promise<CaseReport> {
  const steps = quick ? 10 : 60
  const reports: CaseReport[] = []
  for (const crowd of [few, many]) {
    const races: TypeRace[] = []
    for (const type of solvers) {
      progress(`${nameOf(crowd)}, ${type}`)
      races.push(await raceOn(crowd, type, crowd === many ? steps / 2 : steps, quick ? 3 : 11))
    }
    reports.push(report(crowd, races))
  }
  return {
    tables: reports.flatMap(({ tables }) => tables),
    notes: [
      'A step is the median over the rounds. The measured step is one more run, in which each pass is timed, and the columns after it are its parts.',
      'The calling thread: lists of cells in the order of the bodies, which raise and lower the water, and everything in JavaScript.',
      ...reports.flatMap(({ notes }) => notes ?? []),
    ],
    data: reports.flatMap(({ data }) => data),
  }
}

interface TypeRace {
  readonly type: SolverType
  readonly race: Race
  readonly parts: ReadonlyMap<string, Parts>
}

/** Parts of a step [s]. */
interface Parts {
  readonly step: number
  readonly cutting: number
  readonly exchange: number
  readonly rigid: number
  readonly water: number
}

const nameOf = ({ bodies, cells }: Crowd) => `${bodies} bodies on ${cells}²`

/** Balls, boxes, capsules and cylinders of five to ten cells, afloat and apart. */
function bodiesOf({ bodies, row, apart }: Crowd): NonNullable<SceneInput['bodies']> {
  const rows = Math.ceil(bodies / row)
  return Array.from({ length: bodies }, (_, k) => {
    const size = 0.5 + 0.05 * ((k * 37) % 11)
    const shape = [
      { shape: 'sphere' as const, radius: size / 2 },
      { shape: 'box' as const, size: [size, 0.6 * size, 0.8 * size] as [number, number, number] },
      { shape: 'capsule' as const, radius: size / 4, height: size },
      { shape: 'cylinder' as const, radius: size / 2, height: 0.7 * size },
    ][k % 4]!
    return {
      ...shape,
      density: 300 + 80 * ((k * 53) % 7),
      position: [((k % row) - (row - 1) / 2) * apart[0], 0.2, (Math.floor(k / row) - (rows - 1) / 2) * apart[1]],
      rotation: { axis: [1, 0.3, 0.2], angle: 17 * k },
    }
  })
}

function sceneOf({ cells }: Crowd, type: SolverType): SceneInput {
  const grid = { cells: [cells, cells] as [number, number], cellSize: CELL }
  const initial = { eta: [{ shape: 'gaussian' as const, radius: 2, height: 0.2 }] }
  if (type === 'columns' || type === 'iwave') return { seiche: 1, grid, initial, solver: { type, depth: 3 } }
  return { seiche: 1, grid, initial, solver: { type }, terrain: [{ shape: 'plane', height: -3 }] }
}

async function raceOn(crowd: Crowd, type: SolverType, steps: number, rounds: number): Promise<TypeRace> {
  const afloat = new Map<string, AfloatSimulation>()
  try {
    for (const threads of threadCounts) {
      const one = await setAfloat({ ...sceneOf(crowd, type), bodies: bodiesOf(crowd) }, threads)
      if (one.sim.threads === threads) afloat.set(engineName(threads), one)
      else one.sim.dispose()
    }
    const contenders = [...afloat].map(
      ([name, { sim }]): Contender => ({ name, run: async () => (await timeSteps(sim, steps)) / steps }),
    )
    const race = await interleave(contenders, { rounds, warmups: 1, leadIn: 0.15 })
    const parts = new Map<string, Parts>()
    for (const [name, one] of afloat) parts.set(name, await measureParts(one, steps))
    return { type, race, parts }
  } finally {
    for (const { sim } of afloat.values()) sim.dispose()
  }
}

interface AfloatSimulation {
  readonly sim: AnySimulation
  /** Time in the rigid-body engine so far [ms]. */
  readonly clock: { moving: number }
}

async function setAfloat(scene: SceneInput, threads: number): Promise<AfloatSimulation> {
  const clock = { moving: 0 }
  const sim = await createSimulation(scene, {
    threads,
    rigidBodies: async (setup) => {
      const world = await rapier(setup)
      const step = world.step.bind(world)
      world.step = (seconds) => {
        const start = performance.now()
        step(seconds)
        clock.moving += performance.now() - start
      }
      return world
    },
  })
  return { sim, clock }
}

async function measureParts({ sim, clock }: AfloatSimulation, steps: number): Promise<Parts> {
  sim.step(steps)
  sim.measurePasses(true)
  const before = clock.moving
  const step = (await timeSteps(sim, steps)) / steps
  const { passes } = sim.profile()
  sim.measurePasses(false)
  const timeOf = (isPart: (kernel: string) => boolean) =>
    passes.reduce((sum, { kernel, milliseconds }) => sum + (isPart(kernel) ? milliseconds : 0), 0) / 1000 / steps
  return {
    step,
    cutting: timeOf((kernel) => cutting.has(kernel)),
    exchange: timeOf((kernel) => exchanging.has(kernel)),
    rigid: (clock.moving - before) / 1000 / steps,
    water: timeOf((kernel) => !cutting.has(kernel) && !exchanging.has(kernel)),
  }
}

function report(crowd: Crowd, races: readonly TypeRace[]): CaseReport {
  const median = (race: Race, name: string) => spreadOfTimes(race, name).median
  const milliseconds = (seconds: number) => (1000 * seconds).toFixed(3)
  const counts = threadCounts.filter((threads) => races.every(({ race }) => race.has(engineName(threads))))
  const parts = counts.map(
    (threads): Table => ({
      title: `Milliseconds of a step, ${nameOf(crowd)}, ${engineName(threads)}`,
      columns: [
        'solver',
        'step',
        'frame left',
        'measured step',
        'columns through bodies',
        'exchange',
        'rigid bodies',
        'water',
        'calling thread',
      ],
      rows: races.map(({ type, race, parts }) => {
        const whole = median(race, engineName(threads))
        const { step, cutting, exchange, rigid, water } = parts.get(engineName(threads))!
        const rest = step - cutting - exchange - rigid - water
        return [
          type,
          milliseconds(whole),
          `${Math.round(100 * (1 - whole / FRAME))} %`,
          ...[step, cutting, exchange, rigid, water, rest].map(milliseconds),
        ]
      }),
    }),
  )
  const two = engineName(2)
  return {
    tables: parts,
    notes: races.map(({ type, race }) => {
      const free = freeOf(crowd, type)
      const asked = `Target: ${nameOf(crowd)}, ${type}, part of a 60 Hz frame left on 2 threads, at least ${free}.`
      if (!race.has(two)) return `${asked} Not measured.`
      const left = 1 - median(race, two) / FRAME
      return `${asked} Measured ${left.toFixed(2)}: ${left >= free ? 'met' : 'missed'}.`
    }),
    data: races.map(({ type, race, parts }) => ({
      solver: type,
      bodies: crowd.bodies,
      cells: crowd.cells,
      secondsPerStep: Object.fromEntries(race),
      parts: Object.fromEntries(parts),
    })),
  }
}
