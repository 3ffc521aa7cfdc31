/**
 * Kass and Miller: the engine against the document's step in C, steps in a row.
 *
 * Everybody solves two tridiagonal systems a cell and step, along x and along z, over ground with a hill, all of it under
 * water. The engine does more: it keeps discharges, shores and the account of volume, which the document's step does not.
 * The loops must agree with the textbook; the engine must too where the two are the same scheme, which is waves along one axis.
 */
import { kassMiller1D, kassMiller2D } from '@seiche/textbook'
import type { SceneInput } from 'seiche'
import { engineName, startEngine, threadCounts } from '../contenders/engine.js'
import { loopName, raceWithEngine, requireSameLoops, startLoops } from '../contenders/loops.js'
import type { BenchmarkCase, CaseOptions, CaseReport } from '../harness/report.js'
import { perStep, ratiosTable, type SizeRace, timesAsFast, timesTable } from '../harness/size-races.js'
import { renderTarget, type Target } from '../harness/targets.js'

const sizes = [256, 512, 1024, 2048]
const variants = ['document', 'abreast'] as const

/** As in kass-miller.c. */
const parameters = { dx: 1, dt: 0.1, g: 9.81, tau: 0 }

export const kassMiller: BenchmarkCase = {
  name: 'kass-miller',
  about:
    "water over ground by an implicit step, 256² to 2048² cells, 1 and 2 threads, against the document's step in C",
  run,
}

async function run({ quick, progress }: CaseOptions): Promise<CaseReport> {
  const loops = startLoops('kass-miller', variants)
  try {
    progress('checking that all contenders compute their water')
    await requireSameLoops(loops, 64, 100, textbookPool(64, 100), tolerance)
    await checkEngine()
    const races: SizeRace[] = []
    for (const n of sizes) {
      progress(`${n}²`)
      const race = await raceWithEngine(n, loops, (threads) => startEngine(pool(n), threads), { cellSteps: 5e6, quick })
      races.push({ n, race })
    }
    return report(races, loops.length > 0)
  } finally {
    for (const { baseline } of loops) baseline.quit()
  }
}

/** The pool of kass-miller.c: a hill and a bump out of the middle. */
function pool(n: number): SceneInput {
  const at = (x: number, z: number): [number, number] => [(x - 0.5) * n, (z - 0.5) * n]
  return {
    seiche: 1,
    name: 'Pool with a hill',
    grid: { cells: [n, n], cellSize: parameters.dx },
    timeStep: parameters.dt,
    solver: { type: 'kass-miller' },
    terrain: [
      { shape: 'plane', height: -9 },
      { shape: 'gaussian', center: at(0.7, 0.3), radius: n / 6, height: 4 },
    ],
    initial: {
      eta: [
        { shape: 'plane', height: 1 },
        { shape: 'gaussian', center: at(0.4, 0.55), radius: n / 8, height: 1 },
      ],
    },
  }
}

// --- the right water? --------------------------------------------------------------------------------------------

/** Single precision against the double precision of the textbook [m]; the bump is 1 m high. */
const tolerance = 1e-4

/** The textbook from the start of kass-miller.c; elevations along the diagonal. */
function textbookPool(n: number, steps: number): number[] {
  const hill = (cell: number, x: number, z: number, radius: number) => {
    const a = ((cell % n) + 0.5 - x * n) / radius
    const b = (Math.floor(cell / n) + 0.5 - z * n) / radius
    return Math.exp(-(a * a + b * b))
  }
  const eta = Float64Array.from({ length: n * n }, (_, cell) => 1 + hill(cell, 0.4, 0.55, n / 8))
  const bed = eta.map((_, cell) => -9 + 4 * hill(cell, 0.7, 0.3, n / 6))
  const water = { nx: n, nz: n, eta, etaOld: eta.slice(), bed }
  for (let step = 0; step < steps; step++) kassMiller2D(water, parameters)
  return Array.from({ length: n }, (_, i) => eta[i * n + i]!)
}

/**
 * A standing wave along x on 10 m of water, low enough to be linear: where nothing moves along the other axis, the
 * document's second order in time and the engine's pair of elevation and discharge are one and the same implicit Euler.
 */
async function checkEngine(): Promise<void> {
  const n = 64
  const steps = 40
  const height = 1e-2
  for (const threads of threadCounts) {
    const simulation = await startEngine(
      {
        ...pool(n),
        terrain: [{ shape: 'plane', height: -10 }],
        initial: { eta: [{ shape: 'wave', wavelength: 32, height }] },
      },
      threads,
    )
    const start = simulation.field('eta').read()
    simulation.step(steps)
    const end = simulation.field('eta').read()
    simulation.dispose()
    const row = Float64Array.from(start.subarray(0, n))
    const water = { eta: row, etaOld: row.slice(), bed: new Float64Array(n).fill(-10) }
    for (let step = 0; step < steps; step++) kassMiller1D(water, parameters)
    const error = end.reduce((worst, eta, cell) => Math.max(worst, Math.abs(eta - water.eta[cell % n]!)), 0) / height
    if (!(error <= 1e-3))
      throw new Error(`${engineName(threads)} differs from the textbook by ${error} of the wave's height`)
  }
}

// --- tables ------------------------------------------------------------------------------------------------------

function report(races: readonly SizeRace[], withC: boolean): CaseReport {
  const names = [...(races[0]?.race.keys() ?? [])]
  const engines = threadCounts.map((threads) => engineName(threads))
  const rivals = [loopName('document', '-O3'), loopName('document', '-ffast-math'), loopName('abreast', '-ffast-math')]
  const ratios = engines.flatMap((engine) => rivals.map((rival) => timesAsFast(engine, rival)))
  const notes = [
    'Times are medians over the rounds; ratios are medians of the ratios within a round, quartiles in brackets.',
    withC
      ? '`document` is the step as the document has it, row by row, then column by column; `abreast` takes the columns all at once and divides half as often, as a careful C programmer does. -O3 stands for -O3 -march=native, -ffast-math for the three together.'
      : 'No gcc was found, so there is no comparison with C.',
    "The engine's step does more: it also tracks discharges, shores and the volume that is added.",
    ...races.flatMap(({ n, race }) => targetsAt(n).map((target) => renderTarget(race, target))),
  ]
  if (races.some(({ race }) => !race.has(engineName(2)))) {
    notes.push('This host gave the engine one thread only, so there are no figures for two.')
  }
  return {
    tables: [
      timesTable('Nanoseconds per cell and step', races, names, perStep.nanosecondsPerCell),
      ratiosTable('Times as fast', races, [...ratios, timesAsFast(engineName(2), engineName(1))]),
    ],
    notes,
    data: races.map(({ n, race }) => ({ n, secondsPerStep: Object.fromEntries(race) })),
  }
}

function targetsAt(n: number): Target[] {
  if (n !== 1024) return []
  const over = loopName('document', '-O3')
  return [
    { threads: 1, limit: 4 },
    { threads: 2, limit: 7 },
  ].map(({ threads, limit }): Target => {
    const under = engineName(threads)
    return { what: `${n}², ${under}, times as fast as ${over}`, over, under, sense: 'at least', limit }
  })
}
