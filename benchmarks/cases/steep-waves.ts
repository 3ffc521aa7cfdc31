/**
 * Steep waves: a step of order 3 as a multiple of a step of `exponential`, which transforms the same two fields once there and back.
 *
 * Each of the four stages of a step transforms ten real fields into values and four into modes. All contenders run in one interleaved race.
 * Before it, the engine shows that the order matters: a wave of finite height is faster than a linear one.
 */
import { type AnySimulation, type SceneInput, stokesWave } from 'seiche'
import { engineName, requireMoving, startEngine, threadCounts, timeSteps } from '../contenders/engine.js'
import { type Contender, interleave, type Race } from '../harness/interleave.js'
import type { BenchmarkCase, CaseOptions, CaseReport } from '../harness/report.js'
import { perStep, ratiosTable, type SizeRace, timesTable } from '../harness/size-races.js'
import { renderTarget, type Target } from '../harness/targets.js'

const SIZE = 512
/** Cell size [m]. */
const dx = 0.1
/** Time step [s]: the shortest wave that order 3 keeps, k = π/(sqrt(2) dx), turns by 0.15 rad in a step. */
const dt = 0.01
const orders = [1, 3] as const

const nameOf = (order: number, threads: number) => engineName(threads, order === 1 ? 'exponential' : `order ${order}`)

export const steepWaves: BenchmarkCase = {
  name: 'steep-waves',
  about: `waves of finite height on ${SIZE}² cells, order 3, 1 and 2 threads, as multiples of linear ones`,
  run,
}

async function run({ quick, progress }: CaseOptions): Promise<CaseReport> {
  progress('checking the speed of a steep wave')
  await checkSpeed()
  progress(`${SIZE}²`)
  return report({ n: SIZE, race: await race(quick) })
}

async function race(quick: boolean): Promise<Race> {
  const contenders: Contender[] = []
  const simulations = new Map<string, AnySimulation>()
  try {
    for (const order of orders)
      for (const threads of threadCounts) {
        const name = nameOf(order, threads)
        const simulation = await startEngine(bump(order), threads)
        simulations.set(name, simulation)
        if (simulation.threads !== threads) continue
        const steps = (quick ? 1 : 3) * (order === 1 ? 10 : 2)
        contenders.push({ name, run: async () => (await timeSteps(simulation, steps)) / steps })
      }
    const times = await interleave(contenders, { rounds: quick ? 7 : 21, leadIn: quick ? 0.05 : 0.15 })
    for (const [name, simulation] of simulations) requireMoving(name, simulation)
    return times
  } finally {
    for (const simulation of simulations.values()) simulation.dispose()
  }
}

const solverOf = (order: number) => ({ type: 'iwave' as const, method: 'exponential' as const, nonlinearity: order })
const boundaries = { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' } as const

/** A bump as wide as a quarter of the water, as in the case `iwave`. */
function bump(order: number): SceneInput {
  return {
    seiche: 1,
    name: `Surface waves of order ${order}`,
    grid: { cells: [SIZE, SIZE], cellSize: dx },
    timeStep: dt,
    solver: solverOf(order),
    initial: { eta: [{ shape: 'gaussian', center: [0, 0], radius: (SIZE / 8) * dx, height: 0.1 }] },
    boundaries,
  }
}

/** A Stokes wave of ε = 0.2 is 2 % faster than a low one: order 3 must find 98 % of that after ten periods. */
async function checkSpeed(): Promise<void> {
  const [n, steepness] = [64, 0.2]
  const wavelength = n * dx
  const k = (2 * Math.PI) / wavelength
  const linear = Math.sqrt(9.81 / k)
  const steps = Math.round((10 * wavelength) / linear / dt)
  const excess = stokesWave({ wavelength, steepness }, { depth: Number.POSITIVE_INFINITY }).speed - linear
  for (const threads of threadCounts) {
    const simulation = await startEngine(
      {
        seiche: 1,
        name: 'A Stokes wave',
        grid: { cells: [n, 8], cellSize: dx },
        timeStep: dt,
        solver: solverOf(3),
        initial: { eta: [{ shape: 'stokes', wavelength, steepness }] },
        boundaries,
      },
      threads,
    )
    simulation.step(steps)
    const eta = simulation.field('eta')
    let [re, im] = [0, 0]
    for (let i = 0; i < n; i++) {
      const angle = k * ((i + 0.5 - n / 2) * dx - linear * simulation.time)
      re += eta.at(i, 0) * Math.cos(angle)
      im += eta.at(i, 0) * Math.sin(angle)
    }
    const share = Math.atan2(im, re) / (k * excess * simulation.time)
    simulation.dispose()
    if (!(Math.abs(share - 1) <= 0.02))
      throw new Error(`${nameOf(3, threads)} has ${share} of the excess speed of a Stokes wave of ε = ${steepness}`)
  }
}

function report({ n, race }: SizeRace): CaseReport {
  const races = [{ n, race }]
  const names = orders.flatMap((order) => threadCounts.map((threads) => nameOf(order, threads)))
  const notes = [
    'Times are medians over the rounds; ratios are medians of the ratios within a round, quartiles in brackets.',
    ...targets().map((target) => renderTarget(race, target)),
  ]
  if (!race.has(nameOf(3, 2))) notes.push('This host gave the engine one thread only, so there are no figures for two.')
  return {
    tables: [
      timesTable('Milliseconds per step', races, names, perStep.milliseconds),
      ratiosTable(
        'Steps of `exponential` in the time of one of order 3',
        races,
        targets().map(({ over, under }) => ({ title: over, over, under })),
      ),
    ],
    notes,
    data: [{ n, secondsPerStep: Object.fromEntries(race) }],
  }
}

function targets(): Target[] {
  return threadCounts.map((threads) => {
    const [over, under] = [nameOf(3, threads), nameOf(1, threads)]
    return { what: `${SIZE}², ${over}, time over that of ${under}`, over, under, sense: 'at most', limit: 14 }
  })
}
