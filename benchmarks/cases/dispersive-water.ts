/**
 * Dispersive shallow water: a step with the pressure that is not hydrostatic as a multiple of a plain one, on water of several depths. The
 * deeper the water in cells, the more iterations the pressure takes.
 *
 * All contenders of a depth run in one interleaved race. Before it, the engine shows that the pressure matters: a short standing wave
 * swings at the frequency of its model, which plain shallow water misses by a third.
 */
import type { AnySimulation, SceneInput } from 'seiche'
import { engineName, requireMoving, startEngine, threadCounts, timeSteps } from '../contenders/engine.js'
import { type Contender, interleave, type Race, spreadOfTimes } from '../harness/interleave.js'
import type { BenchmarkCase, CaseOptions, CaseReport } from '../harness/report.js'
import { renderTarget, type Target } from '../harness/targets.js'

const SIZE = 512
/** Depths [cells]. */
const depths = [2, 5, 10] as const
const kinds = ['off', 'one-layer', 'two-layers'] as const
const G = 9.81
/** Green and Naghdi's equations with one parameter. */
const alpha = 1.153

type Kind = (typeof kinds)[number]

const names = { off: 'plain', 'one-layer': 'dispersive', 'two-layers': 'two layers' } as const
const nameOf = (kind: Kind, threads: number) => engineName(threads, names[kind])

export const dispersiveWater: BenchmarkCase = {
  name: 'dispersive-water',
  about: `shallow water with dispersion on ${SIZE}² cells, 1 and 2 threads, as multiples of plain shallow water`,
  run,
}

async function run({ quick, progress }: CaseOptions): Promise<CaseReport> {
  progress('checking the frequency of a short wave')
  await checkFrequency()
  const races: { depth: number; race: Race }[] = []
  for (const depth of depths) {
    progress(`${SIZE}², depth of ${depth} cells`)
    races.push({ depth, race: await race(depth, quick) })
  }
  return report(races)
}

async function race(depth: number, quick: boolean): Promise<Race> {
  const contenders: Contender[] = []
  const simulations = new Map<string, AnySimulation>()
  try {
    for (const kind of kinds)
      for (const threads of threadCounts) {
        const name = nameOf(kind, threads)
        const simulation = await startEngine(lake(kind, depth), threads)
        simulations.set(name, simulation)
        if (simulation.threads !== threads) continue
        const steps = quick ? 2 : 4
        contenders.push({ name, run: async () => (await timeSteps(simulation, steps)) / steps })
      }
    const times = await interleave(contenders, { rounds: quick ? 5 : 15, leadIn: quick ? 0.05 : 0.15 })
    for (const [name, simulation] of simulations) requireMoving(name, simulation)
    return times
  } finally {
    for (const simulation of simulations.values()) simulation.dispose()
  }
}

/** A hump on a lake of constant depth, in cells of one meter; a step is one substep. */
function lake(kind: Kind, depth: number): SceneInput {
  return {
    seiche: 1,
    name: `A lake of ${depth} m, dispersion ${kind}`,
    grid: { cells: [SIZE, SIZE], cellSize: 1 },
    timeStep: 0.35 / Math.sqrt(G * depth),
    solver: { type: 'shallow-water', dispersion: kind, foamLife: 0 },
    terrain: [{ shape: 'plane', height: -depth }],
    initial: { eta: [{ shape: 'gaussian', center: [0, 0], radius: SIZE / 8, height: 0.1 * depth }] },
  }
}

/** A standing wave of kd = 2 has swung back after a period of its model. */
async function checkFrequency(): Promise<void> {
  const [n, depth] = [64, 20]
  const k = (2 * Math.PI) / n
  const kd2 = (k * depth) ** 2
  const omega = Math.sqrt((G * k * k * depth * (1 + ((alpha - 1) * kd2) / 3)) / (1 + (alpha * kd2) / 3))
  const steps = 400
  const swing = async (kind: Kind): Promise<number> => {
    const simulation = await startEngine(
      {
        seiche: 1,
        name: 'A standing wave',
        grid: { cells: [n, 8], cellSize: 1 },
        timeStep: (2 * Math.PI) / omega / steps,
        solver: { type: 'shallow-water', dispersion: kind, foamLife: 0 },
        terrain: [{ shape: 'plane', height: -depth }],
        initial: { eta: [{ shape: 'wave', wavelength: n, height: 0.01 }] },
        boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
      },
      1,
    )
    const amplitude = () => {
      const eta = simulation.field('eta')
      let [re, im] = [0, 0]
      for (let i = 0; i < n; i++) {
        re += eta.at(i, 0) * Math.cos(k * (i + 0.5))
        im += eta.at(i, 0) * Math.sin(k * (i + 0.5))
      }
      return [re, im] as const
    }
    const [re0, im0] = amplitude()
    simulation.step(steps)
    const [re, im] = amplitude()
    simulation.dispose()
    return (re * re0 + im * im0) / (re0 * re0 + im0 * im0)
  }
  const [plain, one, two] = [await swing('off'), await swing('one-layer'), await swing('two-layers')]
  if (!(one > 0.97 && two > 0.97 && plain < 0.7))
    throw new Error(
      `after a period the wave has ${one} of its height with one layer, ${two} with two, and ${plain} in plain shallow water`,
    )
}

function report(races: readonly { depth: number; race: Race }[]): CaseReport {
  const names = kinds.flatMap((kind) => threadCounts.map((threads) => nameOf(kind, threads)))
  const targets = targetsOf()
  return {
    tables: [
      {
        title: 'Milliseconds per step',
        columns: ['depth [cells]', ...names],
        rows: races.map(({ depth, race }) => [
          `${depth}`,
          ...names.map((name) => (race.has(name) ? (1000 * spreadOfTimes(race, name).median).toFixed(2) : '–')),
        ]),
      },
    ],
    notes: [
      'Times are medians over the rounds; ratios are medians of the ratios within a round, quartiles in brackets.',
      ...races.flatMap(({ depth, race }) =>
        targets.map((target) => renderTarget(race, { ...target, what: `depth of ${depth} cells, ${target.what}` })),
      ),
    ],
    data: races.map(({ depth, race }) => ({ n: SIZE, depth, secondsPerStep: Object.fromEntries(race) })),
  }
}

function targetsOf(): Target[] {
  return (['one-layer', 'two-layers'] as const).flatMap((kind) =>
    threadCounts.map((threads) => {
      const [over, under] = [nameOf(kind, threads), nameOf('off', threads)]
      return { what: `${over}, time over that of ${under}`, over, under, sense: 'at most', limit: 4 }
    }),
  )
}
