/** The loops of `baselines/<source>.c` as contenders: each variant of the source, compiled with each set of flags. */
import type { AnySimulation } from 'seiche'
import { BaselineProcess } from '../baselines/baseline-process.js'
import { compile, type FlagSet, flagSets } from '../baselines/compile.js'
import { type Contender, interleave, type Race } from '../harness/interleave.js'
import { describeMachine } from '../harness/machine.js'
import { engineName, requireMoving, threadCounts, timeSteps } from './engine.js'

export interface Loop<Variant extends string = string> {
  name: string
  variant: Variant
  baseline: BaselineProcess
}

/** Empty without gcc. */
export function startLoops<Variant extends string>(
  source: string,
  variants: readonly Variant[],
  flags: readonly FlagSet[] = flagSets,
): Loop<Variant>[] {
  if (describeMachine().gcc === null) return []
  return flags.flatMap((flagSet) => {
    const executable = compile(source, flagSet)
    return variants.map((variant) => ({
      name: loopName(variant, flagSet.name),
      variant,
      baseline: new BaselineProcess(executable, variant),
    }))
  })
}

export function loopName(variant: string, flags: string): string {
  return `C ${variant} ${flags}`
}

/** Throws unless each loop has the expected values along its diagonal after `steps` steps, to `tolerance` in their unit. */
export async function requireSameLoops(
  loops: readonly Loop[],
  n: number,
  steps: number,
  expected: readonly number[],
  tolerance: number,
): Promise<void> {
  for (const { name, baseline } of loops) {
    const actual = await baseline.check(n, steps)
    const error = Math.max(...expected.map((value, i) => Math.abs(value - (actual[i] ?? Number.NaN))))
    if (!(error <= tolerance)) throw new Error(`${name} differs from what it is meant to compute by ${error}`)
  }
}

/** Fewest steps of a run: a single one is no row, and begins and ends like a long one. */
const FEWEST_STEPS = 4

/**
 * Seconds of one step of every loop and of the engine on its threads, on n × n cells. A run is about `cellSteps` cells times
 * steps; the largest grids take seconds a step in C, so there are fewer rounds than elsewhere.
 */
export async function raceWithEngine(
  n: number,
  loops: readonly Loop[],
  start: (threads: number) => Promise<AnySimulation>,
  { cellSteps, quick }: { cellSteps: number; quick: boolean },
): Promise<Race> {
  const steps = Math.max(FEWEST_STEPS, Math.round(cellSteps / (quick ? 4 : 1) / (n * n)))
  const contenders: Contender[] = loops.map(({ name, baseline }) => ({
    name,
    run: async () => (await baseline.run(n, steps)) / steps,
  }))
  const simulations: AnySimulation[] = []
  try {
    for (const threads of threadCounts) {
      const simulation = await start(threads)
      simulations.push(simulation)
      if (simulation.threads !== threads) continue
      contenders.push({ name: engineName(threads), run: async () => (await timeSteps(simulation, steps)) / steps })
    }
    const race = await interleave(contenders, { rounds: quick ? 3 : 11, leadIn: 0.15 })
    for (const simulation of simulations) requireMoving(engineName(simulation.threads), simulation)
    return race
  } finally {
    for (const simulation of simulations) simulation.dispose()
  }
}
