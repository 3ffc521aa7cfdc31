/**
 * Bodies in the water: 200 of them on 256² cells and 1,000 on 512², the time of a step and where it goes.
 *
 * A step has four parts: cutting the bodies into columns and finding what is wet of them, the exchange of momentum and volume with the water, the
 * rigid-body engine, the water itself. The engine hands out whole steps only, so each part is timed by itself on the same scene: the rigid
 * bodies without water, the water without bodies, the columns alone; the exchange is what is left of a step.
 */
import { performance } from 'node:perf_hooks'
import { type AnySimulation, createSimulation, type SceneInput } from 'seiche'
import { type BodyWorld, rapier } from 'seiche/bodies'
import { BodyColumns } from '../../packages/core/src/bodies/columns/body-columns.js'
import { Spans } from '../../packages/core/src/bodies/columns/spans.js'
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
/** What the parts' contenders are called. */
const [COLUMNS, WATER, RIGID] = ['columns through bodies', 'water', 'rigid bodies']

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
      races.push({ type, race: await raceOn(crowd, type, crowd === many ? steps / 2 : steps, quick ? 3 : 11) })
    }
    reports.push(report(crowd, races))
  }
  return {
    tables: reports.flatMap(({ tables }) => tables),
    notes: [
      'Times are medians over the rounds. The exchange is the step less its other parts: levels around bodies, forces, displaced water.',
      'Rigid bodies are timed without water, on the ground: they touch it, which bodies afloat do not.',
      ...reports.flatMap(({ notes }) => notes ?? []),
    ],
    data: reports.flatMap(({ data }) => data),
  }
}

interface TypeRace {
  readonly type: SolverType
  readonly race: Race
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

async function raceOn(crowd: Crowd, type: SolverType, steps: number, rounds: number): Promise<Race> {
  const simulations: AnySimulation[] = []
  const worlds: BodyWorld[] = []
  const start = async (scene: SceneInput, threads: number) => {
    const sim = await createSimulation(scene, {
      threads,
      rigidBodies: async (setup) => {
        // The bodies once more, on their own: they fall to the ground and lie there.
        worlds.push(await rapier(setup))
        return rapier(setup)
      },
    })
    simulations.push(sim)
    return sim
  }
  const perStep = async (seconds: Promise<number>) => (await seconds) / steps
  const contenders: Contender[] = []
  try {
    for (const threads of threadCounts) {
      const afloat = await start({ ...sceneOf(crowd, type), bodies: bodiesOf(crowd) }, threads)
      if (afloat.threads !== threads) continue
      const water = await start(sceneOf(crowd, type), threads)
      contenders.push(
        { name: engineName(threads), run: () => perStep(timeSteps(afloat, steps)) },
        { name: engineName(threads, WATER), run: () => perStep(timeSteps(water, steps)) },
      )
    }
    const [afloat] = simulations
    const [world] = worlds
    const [columns, spans] = [new BodyColumns(afloat!.grid), new Spans()]
    const rotations = Float64Array.from(afloat!.bodies.flatMap(({ rotation }) => [...rotation]))
    const positions = Float64Array.from(afloat!.bodies.flatMap(({ position }) => [...position]))
    contenders.push(
      {
        name: COLUMNS,
        run: () =>
          perStep(
            timed(steps, () => {
              spans.clear()
              for (const { index, solid } of afloat!.bodies) columns.add(solid, positions, rotations, index, spans)
            }),
          ),
      },
      { name: RIGID, run: () => perStep(timed(steps, () => world!.step(FRAME))) },
    )
    return await interleave(contenders, { rounds, warmups: 1 })
  } finally {
    for (const sim of simulations) sim.dispose()
    for (const world of worlds) world.dispose()
  }
}

async function timed(times: number, work: () => void): Promise<number> {
  const start = performance.now()
  for (let k = 0; k < times; k++) work()
  return (performance.now() - start) / 1000
}

function report(crowd: Crowd, races: readonly TypeRace[]): CaseReport {
  const median = (race: Race, name: string) => spreadOfTimes(race, name).median
  const milliseconds = (seconds: number) => (1000 * seconds).toFixed(3)
  const counts = threadCounts.filter((threads) => races.every(({ race }) => race.has(engineName(threads))))
  const parts = counts.map(
    (threads): Table => ({
      title: `Milliseconds of a step, ${nameOf(crowd)}, ${engineName(threads)}`,
      columns: ['solver', 'step', COLUMNS, 'exchange', RIGID, WATER, 'frame left'],
      rows: races.map(({ type, race }) => {
        const whole = median(race, engineName(threads))
        const known = [COLUMNS, RIGID, engineName(threads, WATER)].map((name) => median(race, name))
        const [columns, rigid, water] = known as [number, number, number]
        return [
          type,
          milliseconds(whole),
          milliseconds(columns),
          milliseconds(whole - columns - rigid - water),
          milliseconds(rigid),
          milliseconds(water),
          `${Math.round(100 * (1 - whole / FRAME))} %`,
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
    data: races.map(({ type, race }) => ({
      solver: type,
      bodies: crowd.bodies,
      cells: crowd.cells,
      secondsPerStep: Object.fromEntries(race),
    })),
  }
}
