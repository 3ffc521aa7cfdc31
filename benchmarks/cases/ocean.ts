/**
 * Ocean: one step of the ambient sea against FFTW doing the transforms that such a step cannot do without.
 *
 * A cascade yields eight real fields: the height, two displacements, two slopes and three derivatives of the
 * displacements. Two real fields share one complex transform, so a cascade takes four, all backward; the spectrum itself is
 * advanced in closed form.
 */
import { performance } from 'node:perf_hooks'
import type { AnySimulation, SceneInput } from 'seiche'
import type { BaselineProcess } from '../baselines/baseline-process.js'
import { describeFftw, startFftw } from '../baselines/fftw.js'
import { engineName, requireMoving, startEngine, threadCounts } from '../contenders/engine.js'
import { type Contender, interleave, type Race, spreadOfRatios, spreadOfTimes } from '../harness/interleave.js'
import { type BenchmarkCase, type CaseOptions, type CaseReport, renderRatio, type Table } from '../harness/report.js'
import { renderTarget, type Target } from '../harness/targets.js'

/** Waves along a side of a cascade. */
const resolution = 256
const cascades = 3
/** Complex transforms of one cascade. */
const transformsPerCascade = 4

const scene: SceneInput = {
  seiche: 1,
  name: 'Open sea',
  grid: { cells: [resolution, resolution], cellSize: 1 },
  timeStep: 1 / 60,
  solver: { type: 'ocean', spectrum: 'jonswap', windSpeed: 10, cascades },
  boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
}

/** Largest time of a step over that of FFTW's transforms, which run on one thread. */
const TARGETS = [
  { threads: 1, limit: 1.5 },
  { threads: 2, limit: 0.9 },
]

const transforms = cascades * transformsPerCascade
const fftwName = `FFTW, ${transforms} backward`

export const ocean: BenchmarkCase = {
  name: 'ocean',
  about: `a sea of ${cascades} cascades of ${resolution}² waves, 1 and 2 threads, against FFTW's transforms`,
  run,
}

async function run({ quick, progress }: CaseOptions): Promise<CaseReport> {
  const fftw = await startFftw({ backward: transforms })
  try {
    progress(`${cascades} cascades of ${resolution}²`)
    const race = await raceOf(fftw, quick)
    return report(race, await describeFftw(fftw))
  } finally {
    fftw?.quit()
  }
}

/** Seconds of one step. */
async function raceOf(fftw: BaselineProcess | null, quick: boolean): Promise<Race> {
  const steps = quick ? 10 : 40
  const contenders: Contender[] = []
  if (fftw) contenders.push({ name: fftwName, run: async () => (await fftw.run(resolution, steps)) / steps })
  const simulations: AnySimulation[] = []
  try {
    for (const threads of threadCounts) {
      const simulation = await startEngine(scene, threads)
      simulations.push(simulation)
      if (simulation.threads !== threads) continue
      requireMoving(engineName(threads), simulation)
      contenders.push({ name: engineName(threads), run: async () => timeSingleSteps(simulation, steps) / steps })
    }
    return await interleave(contenders, { rounds: quick ? 5 : 21, leadIn: 0.15 })
  } finally {
    for (const simulation of simulations) simulation.dispose()
  }
}

/** One by one: a sea is a function of time, so `step(count)` may go straight to the last one. */
function timeSingleSteps(simulation: AnySimulation, count: number): number {
  const start = performance.now()
  for (let k = 0; k < count; k++) simulation.step(1)
  return (performance.now() - start) / 1000
}

// --- tables ------------------------------------------------------------------------------------------------------

function report(race: Race, aboutFftw: string): CaseReport {
  const engines = threadCounts.map((threads) => engineName(threads)).filter((name) => race.has(name))
  const targets = TARGETS.map(
    ({ threads, limit }): Target => ({
      what: `${engineName(threads)}, time over that of ${fftwName}`,
      over: engineName(threads),
      under: fftwName,
      sense: 'at most',
      limit,
    }),
  )
  const notes = [
    'Times are medians over the rounds; ratios are medians of the ratios within a round, quartiles in brackets.',
    aboutFftw,
    `${cascades} cascades of ${transformsPerCascade} complex transforms, each two of eight real fields: height, two displacements, two slopes, three derivatives of the displacements. FFTW does these transforms and nothing else; the engine also advances the spectrum and writes the fields out.`,
    ...targets.map((target) => renderTarget(race, target)),
  ]
  if (!race.has(engineName(2))) {
    notes.push('This host gave the engine one thread only, so there are no figures for two.')
  }
  return {
    tables: [timesTable(race), ...(race.has(fftwName) ? [sharesTable(race, engines)] : [])],
    notes,
    data: { resolution, cascades, transforms, secondsPerStep: Object.fromEntries(race) },
  }
}

function timesTable(race: Race): Table {
  const names = [...race.keys()]
  return {
    title: 'Milliseconds per step',
    columns: ['sea', ...names],
    rows: [[sea(), ...names.map((name) => (1000 * spreadOfTimes(race, name).median).toFixed(3))]],
  }
}

function sharesTable(race: Race, engines: readonly string[]): Table {
  return {
    title: "The step's time over that of FFTW's transforms, on one thread",
    columns: ['sea', ...engines],
    rows: [[sea(), ...engines.map((name) => renderRatio(spreadOfRatios(race, name, fftwName)))]],
  }
}

function sea(): string {
  return `${cascades} × ${resolution}²`
}
