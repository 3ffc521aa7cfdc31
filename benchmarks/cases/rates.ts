/**
 * Rates: what a core of this machine can do at best, and how near the engine comes to it.
 *
 * A target against C is out of reach where C has vectors of 512 bits and the engine, in WebAssembly, has 128: this case tells how much of the
 * rate of such additions, or of the memory, a step already has.
 */
import type { AnySimulation, SceneInput } from 'seiche'
import { BaselineProcess } from '../baselines/baseline-process.js'
import { compile, flagSets } from '../baselines/compile.js'
import { courant, createBasin } from '../contenders/basin.js'
import { engineName, startEngine, timeSteps } from '../contenders/engine.js'
import { type Contender, interleave, type Race, spreadOfTimes } from '../harness/interleave.js'
import { describeMachine } from '../harness/machine.js'
import type { BenchmarkCase, CaseOptions, CaseReport } from '../harness/report.js'

/** Of rates.c: operations of a step. */
const ROUNDS = 1024
const CHAINS = 12
/** Floats of an array that is copied, in units of 1024: 400 MB, larger than any cache. */
const COPIED = 100_000

/** Loops of rates.c. */
const loops = ['add', 'mix', 'add-widest', 'copy'] as const
/** Bytes of the vectors of WebAssembly. */
const NARROW = 16

/**
 * Steps whose additions were counted, subtractions included, for four cells: in the source, and for the transforms in V8's code of a butterfly
 * (decisions 31 and 33). Each fits into a cache.
 */
interface Counted {
  readonly name: string
  readonly n: number
  readonly additions: number
  readonly how: string
  readonly start: (n: number) => Promise<AnySimulation>
}

const wavesOn = (method: 'window' | 'exponential', edge: 'reflect' | 'periodic') => (n: number) =>
  startEngine(
    {
      seiche: 1,
      grid: { cells: [n, n], cellSize: 1 },
      timeStep: 0.1,
      solver: { type: 'iwave', method },
      initial: { eta: [{ shape: 'gaussian', radius: n / 8, height: 0.1 }] },
      boundaries: { 'x-': edge, 'x+': edge, 'z-': edge, 'z+': edge },
    } satisfies SceneInput,
    1,
  )

const counted: readonly Counted[] = [
  {
    name: 'columns',
    n: 256,
    additions: 10,
    how: 'two of the kick, seven of the Laplacian, one of the drift',
    start: (n) => createBasin(n, 1),
  },
  {
    name: 'iwave, exponential',
    n: 256,
    additions: (2 * 8 * 25) / 4,
    how: 'two transforms of eight passes of radix 4; a butterfly of 25 for four points',
    start: wavesOn('exponential', 'periodic'),
  },
]

export const ratesCase: BenchmarkCase = {
  name: 'rates',
  about: 'additions and copies of one core in C, and the part of them that steps reach',
  run,
}

async function run({ quick, progress }: CaseOptions): Promise<CaseReport> {
  if (describeMachine().gcc === null)
    return { tables: [], notes: ['Rates are measured by a program in C, and there is no gcc.'], data: {} }
  const executable = compile('rates', flagSets[0])
  const programs = loops.map((loop) => new BaselineProcess(executable, loop))
  const simulations: AnySimulation[] = []
  try {
    progress('rates and steps')
    const widest = Number(await programs[loops.indexOf('add-widest')]!.version())
    const contenders: Contender[] = loops.map((name, k) => {
      const steps = name === 'copy' ? 1 : 1000
      return { name, run: async () => (await programs[k]!.run(COPIED, steps)) / steps }
    })
    for (const { name, n, start } of counted) {
      const simulation = await start(n)
      simulations.push(simulation)
      const steps = Math.ceil(2e7 / (n * n))
      contenders.push({ name: engineName(1, name), run: async () => (await timeSteps(simulation, steps)) / steps })
    }
    return report(await interleave(contenders, { rounds: quick ? 5 : 21, leadIn: 0.1 }), widest)
  } finally {
    for (const program of programs) program.quit()
    for (const simulation of simulations) simulation.dispose()
  }
}

/** `widest`: bytes of the widest vectors of the processor. */
function report(race: Race, widest: number): CaseReport {
  const median = (name: string) => spreadOfTimes(race, name).median
  /** Vectors a nanosecond. */
  const rateOf = (loop: (typeof loops)[number]) => (1e-9 * ROUNDS * CHAINS) / median(loop)
  const additions = (what: string, loop: (typeof loops)[number], bytes: number) => [
    what,
    rateOf(loop).toFixed(1),
    ((rateOf(loop) * bytes) / 4).toFixed(0),
    '',
  ]
  return {
    tables: [
      {
        title: 'Rates of one core in C',
        columns: ['loop', 'vectors a nanosecond', 'floats a nanosecond', 'GB/s'],
        rows: [
          additions('additions, 128 bits', 'add', NARROW),
          additions('two additions and a multiplication, 128 bits', 'mix', NARROW),
          additions(`additions, ${8 * widest} bits`, 'add-widest', widest),
          ['copy, read and write', '', '', ((1e-9 * 8 * COPIED * 1024) / median('copy')).toFixed(1)],
        ],
      },
      {
        title: 'Steps of the engine on one thread, and their additions alone at the rate of 128 bits',
        columns: ['step', 'grid', 'additions for 4 cells', 'nanoseconds a cell', 'additions alone', 'part'],
        rows: counted.map(({ name, n, additions }) => {
          const time = (1e9 * median(engineName(1, name))) / (n * n)
          const least = additions / 4 / rateOf('add')
          return [
            name,
            `${n}²`,
            String(additions),
            time.toFixed(3),
            least.toFixed(3),
            `${Math.round((100 * least) / time)} %`,
          ]
        }),
      },
    ],
    notes: [
      'Times are medians over the rounds.',
      ...counted.map(({ name, how }) => `Additions of \`${name}\`: ${how}.`),
      `\`columns\` has the Courant number ${courant}. Multiplications, loads and stores run beside additions on most processors, and are not in the bound.`,
      `C may use vectors of ${8 * widest} bits: ${((rateOf('add-widest') * widest) / (rateOf('add') * NARROW)).toFixed(1)} times as many additions as 128 bits.`,
    ],
    data: { secondsPerStep: Object.fromEntries(race), rounds: ROUNDS, chains: CHAINS, copied: COPIED, widest },
  }
}
