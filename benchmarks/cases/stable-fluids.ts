/**
 * Fluids in a box: the engine against the textbook's step in C, steps in a row.
 *
 * Everybody carries and diffuses a flow and a dye in a square box and projects the flow. The textbook makes 20 sweeps of Gauss–Seidel to a
 * solve, whatever is left then; the engine goes on until no cell has more than `tolerance` of the largest velocity, which is checked to be less
 * than what the textbook leaves. `plain` carries as the textbook does; `second order` corrects the carrying and conserves the dye.
 */
import { fluidBox, fluidDensityStep, fluidDivergence, fluidSetBounds, fluidVelocityStep } from '@seiche/textbook'
import type { AnySimulation, FluidDiagnostics, SceneInput } from 'seiche'
import { engineName, startEngine, threadCounts, timeSteps } from '../contenders/engine.js'
import { type Loop, loopName, requireSameLoops, startLoops } from '../contenders/loops.js'
import { type Contender, interleave, type Race } from '../harness/interleave.js'
import type { BenchmarkCase, CaseOptions, CaseReport } from '../harness/report.js'
import { perStep, ratiosTable, type SizeRace, timesAsFast, timesTable } from '../harness/size-races.js'
import { renderTarget, type Target } from '../harness/targets.js'

const sizes = [128, 256, 512, 1024]
const variants = ['slides', 'redblack'] as const
const methods = ['plain', 'second order'] as const
/** As in fluid-box.c. */
const DIFFUSIVITY = 1e-4
const SWEEPS = 20

export const stableFluids: BenchmarkCase = {
  name: 'stable-fluids',
  about: "a fluid with dye in a box, 128² to 1024² cells, 1 and 2 threads, against the textbook's step in C",
  run,
}

async function run({ quick, progress }: CaseOptions): Promise<CaseReport> {
  const loops = startLoops('fluid-box', variants)
  try {
    progress('checking that all contenders compute their fluid')
    const n = 32
    await requireSameLoops(
      loops.filter(({ variant }) => variant === 'slides'),
      n,
      20,
      textbookFlow(n, 20).diagonal,
      1e-4,
    )
    const left = textbookFlow(n, 20).divergence
    for (const method of methods) await requireLess(box(n, method), 20, left)
    const races: SizeRace[] = []
    for (const cells of sizes) {
      progress(`${cells}²`)
      races.push({ n: cells, race: await raceAt(cells, loops, quick) })
    }
    return report(races, loops.length > 0)
  } finally {
    for (const { baseline } of loops) baseline.quit()
  }
}

/** The box of fluid-box.c: a vortex that fills it, and a puff. */
function box(n: number, method: (typeof methods)[number]): SceneInput {
  return {
    seiche: 1,
    name: `Box, ${method}`,
    grid: { cells: [n, n], cellSize: 1 / n },
    timeStep: 1 / n,
    solver: {
      type: 'stable-fluids',
      viscosity: DIFFUSIVITY,
      ...(method === 'plain' && { advection: 'semi-lagrangian', dyes: 'carried' }),
    },
    fluid: {
      dyes: {
        smoke: { diffusivity: DIFFUSIVITY, initial: [{ shape: 'box', center: [-0.125, -0.125], size: [0.25, 0.25] }] },
      },
      flow: [{ flow: 'vortex', center: [0.05, 0.02], radius: 0.25, speed: 1 }],
    },
  }
}

/** u along the diagonal after so many steps of the textbook, and the divergence it leaves, times a cell, as a part of the largest velocity. */
function textbookFlow(n: number, steps: number): { diagonal: number[]; divergence: number } {
  const fluid = fluidBox(n, 2)
  const { grid, velocity } = fluid
  const [u, v] = [velocity[0]!, velocity[1]!]
  const wave = (cell: number) => (Math.PI * (cell - 0.5)) / n
  for (let j = 1; j <= n; j++)
    for (let i = 1; i <= n; i++) {
      u[j * (n + 2) + i] = Math.sin(wave(i)) * Math.cos(wave(j))
      v[j * (n + 2) + i] = -Math.cos(wave(i)) * Math.sin(wave(j))
    }
  fluidSetBounds(grid, 1, u)
  fluidSetBounds(grid, 2, v)
  const zeros = new Float64Array(grid.size)
  const parameters = { dx: 1 / n, dt: 1 / n, diffusion: DIFFUSIVITY, viscosity: DIFFUSIVITY, sweeps: SWEEPS }
  for (let step = 0; step < steps; step++) {
    fluidVelocityStep(fluid, [zeros, zeros], parameters)
    fluidDensityStep(fluid, zeros, parameters)
  }
  const largest = (values: Float64Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const speed = Math.max(largest(u), largest(v))
  return {
    diagonal: Array.from({ length: n }, (_, i) => u[(i + 1) * (n + 3)]!),
    divergence: largest(fluidDivergence(grid, velocity, 1 / n)) / n / speed,
  }
}

/** Throws unless the engine's flow moves and leaves less divergence than the textbook's. */
async function requireLess(scene: SceneInput, steps: number, limit: number): Promise<void> {
  const simulation = await startEngine(scene, 1)
  simulation.step(steps)
  const { divergence, speed } = simulation.diagnostics() as FluidDiagnostics
  const left = (divergence * simulation.grid.cellSize) / speed
  simulation.dispose()
  if (!(speed > 0.1)) throw new Error(`"${scene.name}" does not move`)
  if (!(left <= limit)) throw new Error(`"${scene.name}" leaves a divergence of ${left}, the textbook ${limit}`)
}

async function raceAt(n: number, loops: readonly Loop[], quick: boolean): Promise<Race> {
  const steps = Math.max(1, Math.round((quick ? 5e5 : 2e6) / (n * n)))
  const contenders: Contender[] = loops.map(({ name, baseline }) => ({
    name,
    run: async () => (await baseline.run(n, steps)) / steps,
  }))
  const simulations: AnySimulation[] = []
  try {
    for (const method of methods)
      for (const threads of threadCounts) {
        const simulation = await startEngine(box(n, method), threads)
        simulations.push(simulation)
        if (simulation.threads !== threads) continue
        contenders.push({
          name: engineName(threads, method),
          run: async () => (await timeSteps(simulation, steps)) / steps,
        })
      }
    return await interleave(contenders, { rounds: quick ? 3 : 11, leadIn: 0.15 })
  } finally {
    for (const simulation of simulations) simulation.dispose()
  }
}

function report(races: readonly SizeRace[], withC: boolean): CaseReport {
  const names = [...(races[0]?.race.keys() ?? [])]
  const rivals = [loopName('slides', '-O3'), loopName('redblack', '-ffast-math')]
  const engines = methods.flatMap((method) => threadCounts.map((threads) => engineName(threads, method)))
  const ratios = engines.flatMap((engine) => rivals.map((rival) => timesAsFast(engine, rival)))
  const notes = [
    'Times are medians over the rounds; ratios are medians of the ratios within a round, quartiles in brackets.',
    withC
      ? '`slides` is the textbook’s step, cell after cell; `redblack` visits cells by colours, which lets its loops run ahead. -O3 stands for -O3 -march=native, -ffast-math for the three together.'
      : 'No gcc was found, so there is no comparison with C.',
    'The textbook leaves what 20 sweeps leave; the engine goes on until no cell has more divergence than 1e-4 of the largest velocity, times the width of a cell.',
    ...races.flatMap(({ n, race }) => targetsAt(n).map((target) => renderTarget(race, target))),
  ]
  return {
    tables: [
      timesTable('Milliseconds per step', races, names, perStep.milliseconds),
      ratiosTable('Times as fast', races, [
        ...ratios,
        ...methods.map((method) => timesAsFast(engineName(2, method), engineName(1, method))),
      ]),
    ],
    notes,
    data: races.map(({ n, race }) => ({ n, secondsPerStep: Object.fromEntries(race) })),
  }
}

function targetsAt(n: number): Target[] {
  if (n !== 512) return []
  return [
    asFast(n, 'plain', loopName('slides', '-O3'), 8),
    // The rival carries to first order and stops after 20 sweeps: the engine is to be faster although it does more.
    asFast(n, 'second order', loopName('redblack', '-ffast-math'), 1.5),
  ]
}

/** On two threads. */
function asFast(n: number, method: (typeof methods)[number], over: string, limit: number): Target {
  const under = engineName(2, method)
  return { what: `${n}², ${under}, times as fast as ${over}`, over, under, sense: 'at least', limit }
}
