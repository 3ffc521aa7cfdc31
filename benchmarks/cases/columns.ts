/**
 * Columns: the engine against the textbook loop in C, steps in a row.
 *
 * Everybody does the same work: n × n cells, closed edges, the same Courant number, one substep a step, a bump that fills
 * the basin with waves. That it is the same work is checked first, against the textbook.
 */
import { columns2D, shallowWave2D } from '@seiche/textbook'
import type { AnySimulation } from 'seiche'
import { BaselineProcess } from '../baselines/baseline-process.js'
import { compile, flagSets } from '../baselines/compile.js'
import { courant, createBasin, height } from '../contenders/basin.js'
import { engineName, threadCounts, timeSteps } from '../contenders/engine.js'
import { type Contender, interleave, type Race, spreadOfRatios, spreadOfTimes } from '../harness/interleave.js'
import { describeMachine } from '../harness/machine.js'
import { type BenchmarkCase, type CaseOptions, type CaseReport, renderRatio, type Table } from '../harness/report.js'
import { renderEvenness, renderTarget, type Target } from '../harness/targets.js'

const sizes = [256, 1024, 2048, 4096]
const variants = ['clean', 'naive'] as const

export const columns: BenchmarkCase = {
  name: 'columns',
  about: 'wave equation on 256² to 4096² cells, 1 and 2 threads, against the textbook loop in C',
  run,
}

async function run({ quick, progress }: CaseOptions): Promise<CaseReport> {
  const baselines = startBaselines()
  try {
    progress('checking that all contenders compute the same water')
    await checkAgainstTextbook(baselines)
    const races: SizeRace[] = []
    for (const n of sizes) {
      progress(`${n}²`)
      races.push(await raceAt(n, baselines, quick))
    }
    return report(races, baselines.size > 0)
  } finally {
    for (const baseline of baselines.values()) baseline.quit()
  }
}

interface SizeRace {
  n: number
  /** Steps in one run of a contender. */
  steps: number
  race: Race
}

async function raceAt(n: number, baselines: Baselines, quick: boolean): Promise<SizeRace> {
  const cellSteps = quick ? 5e7 : 2e8
  const steps = Math.max(2, Math.round(cellSteps / (n * n)))
  const contenders: Contender[] = []
  for (const [name, baseline] of baselines) {
    contenders.push({ name, run: () => baseline.run(n, steps) })
  }
  const simulations: AnySimulation[] = []
  try {
    for (const threads of threadCounts) {
      const simulation = await createBasin(n, threads)
      simulations.push(simulation)
      if (simulation.threads === threads)
        contenders.push({ name: engineName(threads), run: () => timeSteps(simulation, steps) })
    }
    return { n, steps, race: await interleave(contenders, { rounds: quick ? 5 : 21, leadIn: 0.15 }) }
  } finally {
    for (const simulation of simulations) simulation.dispose()
  }
}

// --- the C baselines ---------------------------------------------------------------------------------------------

/** Running processes by contender name; empty without gcc. */
type Baselines = ReadonlyMap<string, BaselineProcess>

function startBaselines(): Baselines {
  const baselines = new Map<string, BaselineProcess>()
  if (describeMachine().gcc === null) return baselines
  for (const flagSet of flagSets) {
    const executable = compile('columns', flagSet)
    for (const variant of variants) {
      baselines.set(baselineName(variant, flagSet.name), new BaselineProcess(executable, variant))
    }
  }
  return baselines
}

function baselineName(variant: (typeof variants)[number], flags: (typeof flagSets)[number]['name']): string {
  return `C ${variant} ${flags}`
}

// --- the same work? ----------------------------------------------------------------------------------------------

/** Single precision against the double precision of the textbook, relative to the height of the bump. */
const tolerance = 1e-4

async function checkAgainstTextbook(baselines: Baselines): Promise<void> {
  const n = 64
  const steps = 200

  const expected = textbookColumns(n, steps)
  for (const [name, baseline] of baselines) {
    requireSame(name, await baseline.check(n, steps), expected, 1)
  }

  for (const threads of threadCounts) {
    const simulation = await createBasin(n, threads)
    const eta = simulation.field('eta')
    const first = eta.read()
    simulation.step()
    const continued = textbookShallowWave(n, steps, first, eta.read())
    simulation.step(steps)
    requireSame(engineName(threads), diagonal(eta.read(), n), continued, height)
    simulation.dispose()
  }
}

/** The textbook from the start of the C baseline. Only the Courant number matters, so unit cells and unit speed do. */
function textbookColumns(n: number, steps: number): number[] {
  const eta = Float64Array.from({ length: n * n }, (_, cell) => {
    const x = ((cell % n) + 0.5 - n / 2) / (n / 8)
    const z = (Math.floor(cell / n) + 0.5 - n / 2) / (n / 8)
    return Math.exp(-(x * x + z * z))
  })
  const water = { nx: n, nz: n, eta, v: new Float64Array(n * n) }
  for (let step = 0; step < steps; step++) columns2D(water, { c: 1, dx: 1, dt: courant })
  return diagonal(eta, n)
}

/**
 * The textbook continuing from two heights one step apart. The engine keeps a potential, not the columns' velocity, and
 * starts it half a step back; two heights hold the same knowledge without asking how.
 */
function textbookShallowWave(n: number, steps: number, old: Float32Array, now: Float32Array): number[] {
  const eta = Float64Array.from(now)
  const water = { nx: n, nz: n, eta, etaOld: Float64Array.from(old), etaNew: new Float64Array(n * n) }
  const parameters = { alpha: courant * courant, beta: 1, edge: { type: 'closed' } as const }
  for (let step = 0; step < steps; step++) shallowWave2D(water, parameters)
  return diagonal(eta, n)
}

function diagonal(values: Float32Array | Float64Array, n: number): number[] {
  return Array.from({ length: n }, (_, i) => values[i * n + i]!)
}

function requireSame(name: string, actual: readonly number[], expected: readonly number[], scale: number): void {
  const error = Math.max(...expected.map((value, i) => Math.abs(value - (actual[i] ?? Number.NaN)))) / scale
  if (!(error <= tolerance)) throw new Error(`${name} differs from the textbook by ${error} of the bump's height`)
}

// --- tables ------------------------------------------------------------------------------------------------------

function report(races: readonly SizeRace[], withC: boolean): CaseReport {
  const notes = [
    'Times are medians over the rounds; ratios are medians of the ratios within a round, quartiles in brackets.',
    withC
      ? 'A ratio above 1 means that the first named is faster. `clean` is the C loop without branches at the edges, `naive` the one of the slide; -O3 stands for -O3 -march=native, -ffast-math for the three together.'
      : 'No gcc was found, so there is no comparison with C.',
    ...races.flatMap(({ n, race }) => targetsAt(n).map((target) => renderTarget(race, target))),
    ...threadCounts
      .map((threads) => engineName(threads))
      .filter((name) => races.every(({ race }) => race.has(name)))
      .map((name) =>
        renderEvenness(
          name,
          races.map(({ n, steps, race }) => ({ n, seconds: spreadOfTimes(race, name).median / steps })),
          1.3,
        ),
      ),
  ]
  if (races.some(({ race }) => !race.has(engineName(2)))) {
    notes.push('This host gave the engine one thread only, so there are no figures for two.')
  }
  return {
    tables: [timesTable(races), ratiosTable(races)],
    notes,
    data: races.map(({ n, steps, race }) => ({ n, steps, seconds: Object.fromEntries(race) })),
  }
}

/** In the cache the arithmetic counts, at 2048² the sweeps over memory. */
function targetsAt(n: number): Target[] {
  const target = (threads: number, limit: number): Target => {
    const [over, under] = [baselineName('clean', '-O3'), engineName(threads)]
    return { what: `${n}², ${under}, times as fast as ${over}`, over, under, sense: 'at least', limit }
  }
  if (n === 2048) return [target(2, 3)]
  return n < 2048 ? [target(1, 0.8), target(2, 1.5)] : []
}

function timesTable(races: readonly SizeRace[]): Table {
  const names = [...(races[0]?.race.keys() ?? [])]
  return {
    title: 'Nanoseconds per cell and step',
    columns: ['grid', ...names],
    rows: races.map(({ n, steps, race }) => [
      `${n}²`,
      ...names.map((name) => ((spreadOfTimes(race, name).median / steps / (n * n)) * 1e9).toFixed(3)),
    ]),
  }
}

function ratiosTable(races: readonly SizeRace[]): Table {
  const one = engineName(1)
  const two = engineName(2)
  const present = (name: string) => races.every(({ race }) => race.has(name))
  const pairs = [one, two]
    .flatMap((engine) => flagSets.map(({ name }) => ({ faster: engine, slower: baselineName('clean', name) })))
    .concat({ faster: two, slower: one })
    .filter(({ faster, slower }) => present(faster) && present(slower))
  return {
    title: 'Times as fast',
    columns: ['grid', ...pairs.map(({ faster, slower }) => `${faster} : ${slower}`)],
    rows: races.map(({ n, race }) => [
      `${n}²`,
      ...pairs.map(({ faster, slower }) => renderRatio(spreadOfRatios(race, slower, faster))),
    ]),
  }
}
