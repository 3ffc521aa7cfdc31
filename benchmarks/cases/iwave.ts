/**
 * iWave: the engine's three methods, steps in a row, each against what it competes with.
 *
 * `window` stands against the slides' loop in C: the time of one step of each, though the engine's window gives waves
 * their right speed and the slides' does not (packages/textbook/src/iwave.ts lists its defects). `fft` and `exponential`
 * stand against the least that a step of their kind can do, one complex transform forward and backward, by FFTW. Before
 * anything is timed, each contender shows that it computes the waves it is meant to compute.
 */
import { iwaveStep, iwaveWeights } from '@seiche/textbook'
import type { AnySimulation, SceneInput } from 'seiche'
import type { BaselineProcess } from '../baselines/baseline-process.js'
import { flagSets } from '../baselines/compile.js'
import { describeFftw, startFftw } from '../baselines/fftw.js'
import { engineName, requireMoving, startEngine, threadCounts, timeSteps } from '../contenders/engine.js'
import { type Loop, loopName, requireSameLoops, startLoops } from '../contenders/loops.js'
import { type Contender, interleave, type Race } from '../harness/interleave.js'
import type { BenchmarkCase, CaseOptions, CaseReport } from '../harness/report.js'
import { perStep, ratiosTable, type SizeRace, timesAsFast, timesTable } from '../harness/size-races.js'
import { renderTarget, type Target } from '../harness/targets.js'

const sizes = [512, 1024]
const methods = ['window', 'fft', 'exponential'] as const
const variants = ['slides', 'rows'] as const
type SceneShape = Extract<NonNullable<NonNullable<SceneInput['initial']>['eta']>, readonly unknown[]>[number]
type Method = (typeof methods)[number]
type Variant = (typeof variants)[number]

/** Cell size [m]. */
const dx = 0.1
/** Time step [s]: the shortest wave of the grid, k = √2 π/dx, has ω = sqrt(g k) = 20.9 /s, and leapfrog wants ω dt < 2. */
const dt = 0.01
const g = 9.81

const fftwPair = 'FFTW pair'

export const iwave: BenchmarkCase = {
  name: 'iwave',
  about: "surface waves on 512² and 1024² cells, 1 and 2 threads, against the slides' loop in C and FFTW",
  run,
}

async function run({ quick, progress }: CaseOptions): Promise<CaseReport> {
  const loops = startLoops('iwave', variants)
  const fftw = await startFftw('pair')
  try {
    progress('checking that all contenders compute their waves')
    await requireSameLoops(loops, 64, 100, textbookIwave(64, 100), loopTolerance)
    await checkEngine()
    const races: SizeRace[] = []
    for (const n of sizes) {
      progress(`${n}²`)
      races.push({ n, race: await raceAt(n, loops, fftw, quick) })
    }
    return report(races, loops.length > 0, await describeFftw(fftw))
  } finally {
    for (const { baseline } of loops) baseline.quit()
    fftw?.quit()
  }
}

async function raceAt(
  n: number,
  loops: readonly Loop<Variant>[],
  fftw: BaselineProcess | null,
  quick: boolean,
): Promise<Race> {
  const steps = Math.max(2, Math.round((quick ? 2.5e6 : 1e7) / (n * n)))
  // The slides' loop takes ten times as long and more, and a few of its steps are a good measure already.
  const stepsOf = (variant: Variant) => (variant === 'slides' ? Math.ceil(steps / 10) : steps)
  const contenders: Contender[] = loops.map(({ name, variant, baseline }) => ({
    name,
    run: async () => (await baseline.run(n, stepsOf(variant))) / stepsOf(variant),
  }))
  if (fftw) contenders.push({ name: fftwPair, run: async () => (await fftw.run(n, steps)) / steps })
  const simulations = new Map<string, AnySimulation>()
  try {
    for (const method of methods) {
      for (const threads of threadCounts) {
        const name = engineName(threads, method)
        const simulation = await startEngine(bump(n, method), threads)
        simulations.set(name, simulation)
        if (simulation.threads !== threads) continue
        contenders.push({ name, run: async () => (await timeSteps(simulation, steps)) / steps })
      }
    }
    const race = await interleave(contenders, { rounds: quick ? 5 : 21, leadIn: 0.15 })
    for (const [name, simulation] of simulations) requireMoving(name, simulation)
    return race
  } finally {
    for (const simulation of simulations.values()) simulation.dispose()
  }
}

// --- the engine's water ------------------------------------------------------------------------------------------

/** A bump as wide as a quarter of the water: no denormal numbers in the corners, whose slow arithmetic would be measured. */
function bump(n: number, method: Method): SceneInput {
  return water(n, method, { shape: 'gaussian', center: [0, 0], radius: (n / 8) * dx, height: 0.1 })
}

/** Edges as the competitor has them: a transform is periodic, the clamped index of the C loop is a wall. */
function water(n: number, method: Method, eta: SceneShape): SceneInput {
  const edge = method === 'window' ? 'reflect' : 'periodic'
  return {
    seiche: 1,
    name: `Surface waves, ${method}`,
    grid: { cells: [n, n], cellSize: dx },
    timeStep: dt,
    solver: { type: 'iwave', method },
    initial: { eta: [eta] },
    boundaries: { 'x-': edge, 'x+': edge, 'z-': edge, 'z+': edge },
  }
}

// --- the right waves? --------------------------------------------------------------------------------------------

/** Single precision against the double precision of the textbook, relative to the height of the bump, which is 1. */
const loopTolerance = 1e-4

/** The textbook from the start of iwave.c, with its gravity and time step; heights along the diagonal. */
function textbookIwave(n: number, steps: number): number[] {
  const eta = Float64Array.from({ length: n * n }, (_, cell) => {
    const x = ((cell % n) + 0.5 - 0.4 * n) / (n / 4)
    const z = (Math.floor(cell / n) + 0.5 - 0.55 * n) / (n / 4)
    return Math.exp(-(x * x + z * z))
  })
  const surface = { nx: n, nz: n, eta, phi: new Float64Array(n * n) }
  const parameters = { weights: iwaveWeights(6), g: 1, dt: 0.1 }
  for (let step = 0; step < steps; step++) iwaveStep(surface, parameters)
  return Array.from({ length: n }, (_, i) => eta[i * n + i]!)
}

/**
 * How far the engine's standing wave may be from the exact one, relative to its height. The window's speed is fitted and
 * good to some percent; the transforms have the leapfrog's error and less.
 */
const waveTolerance: Record<Method, number> = { window: 0.05, fft: 0.005, exponential: 0.005 }

/**
 * A standing wave of 16 cells, 1.6 m, on water deep for it: eta(t) = eta(0) cos(sqrt(g k) t). It has crests on the edges
 * across its way, so that walls and periodic edges are the same to it. It is looked at after 0.4 periods, on its way down,
 * where the height tells the speed.
 */
async function checkEngine(): Promise<void> {
  const n = 64
  const wavelength = 16 * dx
  const omega = Math.sqrt((g * 2 * Math.PI) / wavelength)
  const steps = Math.round((0.4 * 2 * Math.PI) / omega / dt)
  const height = 0.01
  for (const method of methods) {
    for (const threads of threadCounts) {
      const simulation = await startEngine(water(n, method, { shape: 'wave', wavelength, height }), threads)
      const start = simulation.field('eta').read()
      simulation.step(steps)
      const end = simulation.field('eta').read()
      simulation.dispose()
      const factor = Math.cos(omega * steps * dt)
      const error = end.reduce((worst, eta, cell) => Math.max(worst, Math.abs(eta - factor * start[cell]!)), 0) / height
      if (!(error <= waveTolerance[method]))
        throw new Error(`${engineName(threads, method)} differs from the exact wave by ${error} of its height`)
    }
  }
}

// --- tables ------------------------------------------------------------------------------------------------------

function report(races: readonly SizeRace[], withC: boolean, aboutFftw: string): CaseReport {
  const engine = (method: Method) => threadCounts.map((threads) => engineName(threads, method))
  const loops = flagSets.flatMap(({ name }) => variants.map((variant) => loopName(variant, name)))
  const transforms = [...engine('exponential'), ...engine('fft')]
  const notes = [
    'Times are medians over the rounds; ratios are medians of the ratios within a round, quartiles in brackets.',
    withC
      ? "`slides` is the slides' loop as printed, which walks across the rows of memory; `rows` is the same sum along them, as a careful C programmer writes it. -O3 stands for -O3 -march=native, -ffast-math for the three together."
      : 'No gcc was found, so there is no comparison with C.',
    aboutFftw,
    "The engine's step does more than either competitor: waves of every length have their physical speed, on water of finite depth; `window` carries the long ones on a pyramid of coarser levels, which the slides' 13 × 13 weights cannot see; between the two transforms of FFTW's pair stands the rotation or the symbol, and the fields are packed and unpacked.",
    ...races.flatMap(({ n, race }) => targetsAt(n).map((target) => renderTarget(race, target))),
  ]
  if (races.some(({ race }) => !race.has(engineName(2, 'window')))) {
    notes.push('This host gave the engine one thread only, so there are no figures for two.')
  }
  return {
    tables: [
      timesTable('Window: milliseconds per step', races, [...loops, ...engine('window')], perStep.milliseconds),
      ratiosTable(
        'Window: times as fast',
        races,
        engine('window').flatMap((name) =>
          [loopName('slides', '-O3'), loopName('slides', '-ffast-math'), loopName('rows', '-ffast-math')].map((loop) =>
            timesAsFast(name, loop),
          ),
        ),
      ),
      timesTable('Transforms: milliseconds per step', races, [fftwPair, ...transforms], perStep.milliseconds),
      ratiosTable(
        "Transforms: the step's time over that of FFTW's pair, on one thread",
        races,
        transforms.map((name) => ({ title: name, over: name, under: fftwPair })),
      ),
    ].filter(({ columns }) => columns.length > 1),
    notes,
    data: races.map(({ n, race }) => ({ n, secondsPerStep: Object.fromEntries(race) })),
  }
}

/** The targets against the slides' loop are for 512², the others for both sizes. */
function targetsAt(n: number): Target[] {
  const limits = [
    { threads: 1, slides: 4, rows: 1, exponential: 1.1 },
    { threads: 2, slides: 7, rows: 1.8, exponential: 0.6 },
  ]
  const windows = (variant: Variant): Target[] =>
    limits.map(({ threads, [variant]: limit }) => {
      const [over, under] = [loopName(variant, '-ffast-math'), engineName(threads, 'window')]
      return { what: `${n}², ${under}, times as fast as ${over}`, over, under, sense: 'at least', limit }
    })
  const exponentials = limits.map(({ threads, exponential }): Target => {
    const over = engineName(threads, 'exponential')
    const what = `${n}², ${over}, time over that of ${fftwPair}`
    return { what, over, under: fftwPair, sense: 'at most', limit: exponential }
  })
  return [...(n === 512 ? windows('slides') : []), ...windows('rows'), ...exponentials]
}
