/**
 * Shallow water: the engine against its own scheme in C, steps in a row.
 *
 * Everybody does the same work: a lake with an island and a bump of water between walls, one substep a step. The loop in C
 * keeps the stages' results in arrays as large as the grid; what the engine gains by keeping them in the first cache is part
 * of what is measured. That it is the same scheme is checked first.
 */
import type { SceneInput } from 'seiche'
import { flagSets, ivdep } from '../baselines/compile.js'
import { engineName, startEngine, threadCounts } from '../contenders/engine.js'
import { loopName, raceWithEngine, requireSameLoops, startLoops } from '../contenders/loops.js'
import { spreadOfTimes } from '../harness/interleave.js'
import type { BenchmarkCase, CaseOptions, CaseReport } from '../harness/report.js'
import { perStep, ratiosTable, type SizeRace, timesAsFast, timesTable } from '../harness/size-races.js'
import { renderEvenness, renderRateTarget, renderTarget, type Target } from '../harness/targets.js'

const sizes = [256, 512, 1024, 2048, 4096]
const flags = [...flagSets, ivdep]

export const shallowWater: BenchmarkCase = {
  name: 'shallow-water',
  about: 'shallow water with an island on 256² to 4096² cells, 1 and 2 threads, against the same scheme in C',
  run,
}

async function run({ quick, progress }: CaseOptions): Promise<CaseReport> {
  const loops = startLoops('shallow-water', ['fields'], flags)
  try {
    progress('checking that all contenders compute the same water')
    for (const threads of threadCounts)
      await requireSameLoops(loops, 64, 100, await diagonalAfter(64, 100, threads), tolerance)
    const races: SizeRace[] = []
    for (const n of sizes) {
      progress(`${n}²`)
      const race = await raceWithEngine(n, loops, (threads) => startEngine(lake(n), threads), { cellSteps: 5e6, quick })
      races.push({ n, race })
    }
    return report(races, loops.length > 0)
  } finally {
    for (const { baseline } of loops) baseline.quit()
  }
}

/** The lake of shallow-water.c. */
function lake(n: number): SceneInput {
  const at = (x: number, z: number): [number, number] => [(x - 0.5) * n, (z - 0.5) * n]
  return {
    seiche: 1,
    name: 'Lake with an island',
    grid: { cells: [n, n], cellSize: 1 },
    timeStep: 0.03,
    // Foam is not part of the scheme.
    solver: { type: 'shallow-water', foamLife: 0 },
    terrain: [
      { shape: 'plane', height: -10 },
      { shape: 'gaussian', center: at(0.7, 0.3), radius: n / 6, height: 12 },
    ],
    initial: { eta: [{ shape: 'gaussian', center: at(0.4, 0.55), radius: n / 8, height: 2 }] },
  }
}

// --- the same work? ----------------------------------------------------------------------------------------------

/** Depths [m] in single precision whose last bits grow apart; the bump is 2 m high. */
const tolerance = 2e-5

/** The engine's depths along the diagonal. */
async function diagonalAfter(n: number, steps: number, threads: number): Promise<number[]> {
  const simulation = await startEngine(lake(n), threads)
  simulation.step(steps)
  const depth = simulation.field('depth').read()
  simulation.dispose()
  return Array.from({ length: n }, (_, i) => depth[i * n + i]!)
}

// --- tables ------------------------------------------------------------------------------------------------------

function report(races: readonly SizeRace[], withC: boolean): CaseReport {
  const names = [...(races[0]?.race.keys() ?? [])]
  const engines = threadCounts.map((threads) => engineName(threads))
  const rivals = flags.map(({ name }) => loopName('fields', name))
  const ratios = engines.flatMap((engine) => rivals.map((rival) => timesAsFast(engine, rival)))
  const notes = [
    'Times are medians over the rounds; ratios are medians of the ratios within a round, quartiles in brackets.',
    withC
      ? '`fields` is the same scheme stage by stage over the whole grid. -O3 stands for -O3 -march=native, -ffast-math for the three together; with -DIVDEP its loops are declared free of aliases, so that the compiler turns all of them into SIMD.'
      : 'No gcc was found, so there is no comparison with C.',
    ...races.flatMap(({ n, race }) => targetsAt(n).map((target) => renderTarget(race, target))),
    ...races.filter(({ n }) => n === 1024).map(({ n, race }) => renderRateTarget(race, n, engineName(2), 100)),
    ...engines
      .filter((name) => races.every(({ race }) => race.has(name)))
      .map((name) =>
        renderEvenness(
          name,
          races.map(({ n, race }) => ({ n, seconds: spreadOfTimes(race, name).median })),
          1.3,
        ),
      ),
  ]
  if (races.some(({ race }) => !race.has(engineName(2)))) {
    notes.push('This host gave the engine one thread only, so there are no figures for two.')
  }
  return {
    tables: [
      timesTable('Million cells per second', races, names, perStep.millionCellsPerSecond),
      timesTable('Nanoseconds per cell and step', races, names, perStep.nanosecondsPerCell),
      ratiosTable('Times as fast', races, [...ratios, timesAsFast(engineName(2), engineName(1))]),
    ],
    notes,
    data: races.map(({ n, race }) => ({ n, secondsPerStep: Object.fromEntries(race) })),
  }
}

function targetsAt(n: number): Target[] {
  const target = (rival: string, threads: number, limit: number): Target => {
    const [over, under] = [loopName('fields', rival), engineName(threads)]
    return { what: `${n}², ${under}, times as fast as ${over}`, over, under, sense: 'at least', limit }
  }
  return [target('-O3', 2, 3), target(ivdep.name, 1, 1.2), target(ivdep.name, 2, 2.4)]
}
