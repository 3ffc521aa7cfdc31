/**
 * Columns at the pace of a game: one step a frame, asleep in between.
 *
 * The case `columns` measures steps in a row, as an offline run makes them. A page or a game makes one and then waits
 * for the next frame; caches cool and worker threads have to be woken each time, which can eat what threads win. The loop in C
 * shows what the system allows: two of its threads, woken for each frame, and the same bound to a core each.
 */
import { performance } from 'node:perf_hooks'
import type { AnySimulation } from 'seiche'
import { flagSets } from '../baselines/compile.js'
import { createBasin } from '../contenders/basin.js'
import { engineName, threadCounts } from '../contenders/engine.js'
import { type Loop, loopName, startLoops } from '../contenders/loops.js'
import { type Contender, interleave, type Race, spreadOfRatios, spreadOfTimes } from '../harness/interleave.js'
import { type BenchmarkCase, type CaseOptions, type CaseReport, renderRatio } from '../harness/report.js'
import { renderTarget } from '../harness/targets.js'

/** Numbers of threads, asleep or awake between frames, and the default of the engine. */
const ways = [
  ...threadCounts.map((threads) => ({ name: engineName(threads), threads, isAwake: false })),
  { name: engineName(2, 'awake'), threads: 2, isAwake: true },
  { name: engineName('auto'), threads: 'auto' as const, isAwake: false },
]
const sizes = [256, 512, 1024, 2048]
/** Threads of the system: one, two that are woken, two that are bound to a core each. */
const variants = ['alone', 'woken', 'bound'] as const
/** Length of a frame [ms]. */
const frame = 1000 / 60

export const frames: BenchmarkCase = {
  name: 'frames',
  about:
    'one step of columns per frame at 60 frames a second, 1 thread, 2 threads asleep or awake in between, and as the engine chooses; the same with threads in C',
  run,
}

async function run({ quick, progress }: CaseOptions): Promise<CaseReport> {
  const framesPerRun = quick ? 10 : 30
  const races: { n: number; race: Race }[] = []
  const loops = startLoops('frames', variants, [flagSets[0]])
  try {
    for (const n of sizes) {
      progress(`${n}²`)
      races.push({ n, race: await raceAt(n, loops, framesPerRun, quick ? 3 : 11) })
    }
  } finally {
    for (const { baseline } of loops) baseline.quit()
  }
  const names = ways.map(({ name }) => name).filter((name) => races.every(({ race }) => race.has(name)))
  const [one, ...others] = names
  return {
    tables: [
      {
        title: 'Milliseconds per step, one step a frame',
        columns: ['grid', ...names, ...(one ? others.map((name) => `${name} : ${one}`) : [])],
        rows: races.map(({ n, race }) => [
          `${n}²`,
          ...names.map((name) => ((spreadOfTimes(race, name).median / framesPerRun) * 1000).toFixed(3)),
          ...(one ? others.map((name) => renderRatio(spreadOfRatios(race, one, name))) : []),
        ]),
      },
      ...systemThreads(races, framesPerRun, loops),
    ],
    notes: [
      'The ratio is how many times as fast as one thread the others are at this pace; `columns` has it for steps in a row.',
      ...races.map(({ n, race }) =>
        renderTarget(race, {
          what: `${n}², speed of threads as chosen over that of one`,
          over: engineName(1),
          under: engineName('auto'),
          sense: 'at least',
          limit: n >= 1024 ? 1.5 : 1,
        }),
      ),
    ],
    data: races.map(({ n, race }) => ({ n, framesPerRun, seconds: Object.fromEntries(race) })),
  }
}

/** What two threads of the system gain at this pace; no table without gcc. */
function systemThreads(races: readonly { n: number; race: Race }[], framesPerRun: number, loops: readonly Loop[]) {
  if (loops.length === 0) return []
  const [one, ...others] = variants.map((variant) => loopName(variant, flagSets[0].name))
  return [
    {
      title: 'Milliseconds per step of a loop in C, one step a frame',
      columns: ['grid', one!, ...others, ...others.map((name) => `${name} : ${one}`)],
      rows: races.map(({ n, race }) => [
        `${n}²`,
        ...[one!, ...others].map((name) => ((spreadOfTimes(race, name).median / framesPerRun) * 1000).toFixed(3)),
        ...others.map((name) => renderRatio(spreadOfRatios(race, one!, name))),
      ]),
    },
  ]
}

async function raceAt(n: number, loops: readonly Loop[], framesPerRun: number, rounds: number): Promise<Race> {
  const simulations: AnySimulation[] = []
  const contenders: Contender[] = loops.map(({ name, baseline }) => ({
    name,
    run: () => baseline.run(n, framesPerRun),
  }))
  try {
    for (const { name, threads, isAwake } of ways) {
      const simulation = await createBasin(n, threads, isAwake)
      simulations.push(simulation)
      if (threads !== 'auto' && simulation.threads !== threads) continue
      contenders.push({ name, run: () => stepEachFrame(simulation, framesPerRun) })
    }
    return await interleave(contenders, { rounds, warmups: 1, budget: 30 })
  } finally {
    for (const simulation of simulations) simulation.dispose()
  }
}

/** Seconds spent in steps; the waiting does not count. */
async function stepEachFrame(simulation: AnySimulation, count: number): Promise<number> {
  let milliseconds = 0
  for (let k = 0; k < count; k++) {
    const start = performance.now()
    simulation.step()
    const spent = performance.now() - start
    milliseconds += spent
    await new Promise((resume) => setTimeout(resume, Math.max(0, frame - spent)))
  }
  return milliseconds / 1000
}
