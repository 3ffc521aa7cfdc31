/**
 * Races this build of the engine against that of another checkout, scene by scene:
 *
 *   npm run bench:against -- ../seiche-before --only columns
 *
 * Both must be built (`npm run build`). A change that is not meant to cost time should stay within the spread of 1.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { createSimulation, SceneInput } from 'seiche'
import { timeSteps } from './contenders/engine.js'
import { type Contender, interleave, spreadOfRatios, spreadOfTimes } from './harness/interleave.js'
import { describeMachine, renderMachine } from './harness/machine.js'

/** Length of a block of steps, at least [s]: long against the wake-up of threads. */
const BLOCK_SECONDS = 0.1
const THREADS = [1, 2]

const bump = { shape: 'gaussian' as const, radius: 2, height: 0.1 }
const basin = (side: number, solver: SceneInput['solver'], others: Partial<SceneInput> = {}): SceneInput => ({
  seiche: 1,
  name: `${solver.type} ${'method' in solver ? solver.method : ''} ${side}²`.replace('  ', ' '),
  grid: { cells: [side, side], cellSize: 0.1 },
  timeStep: 0.01,
  solver,
  initial: { eta: [bump] },
  ...others,
})
const smoke = (side: number): SceneInput => ({
  seiche: 1,
  name: `stable-fluids ${side}²`,
  grid: { cells: [side, side], cellSize: 1 / side },
  timeStep: 0.01,
  solver: { type: 'stable-fluids' },
  fluid: {
    dyes: { ink: { initial: [{ shape: 'sphere', center: [0, 0], radius: 0.2 }] } },
    flow: [{ flow: 'vortex', center: [0.1, 0.05], radius: 0.2, speed: 1 }],
  },
})

const ground: Partial<SceneInput> = { terrain: [{ shape: 'plane', height: -1 }] }
const scenes: readonly SceneInput[] = [
  ...[256, 1024].map((side) => basin(side, { type: 'columns', depth: 1 })),
  basin(512, { type: 'iwave', method: 'window' }),
  basin(512, { type: 'iwave', method: 'exponential' }),
  ...[256, 1024].map((side) => basin(side, { type: 'shallow-water' }, ground)),
  basin(512, { type: 'kass-miller' }, ground),
  ...[128, 512].map(smoke),
]

type Create = typeof createSimulation

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '21' }, only: { type: 'string', default: '' } },
})
const [other] = positionals
if (other === undefined)
  throw new Error('name the folder of another checkout: npm run bench:against -- ../seiche-before')

async function engineOf(folder: string): Promise<Create> {
  const entry = join(resolve(folder), 'packages/core/dist/index.mjs')
  if (!existsSync(entry)) throw new Error(`${entry} does not exist: run npm run build in ${folder}`)
  return (await import(pathToFileURL(entry).href)).createSimulation
}

/** A contender that makes blocks of so many steps. */
async function contender(name: string, create: Create, scene: SceneInput, threads: number, steps: number) {
  const sim = await create(scene, { threads })
  return { contender: { name, run: () => timeSteps(sim, steps) } satisfies Contender, sim }
}

async function stepsOf(create: Create, scene: SceneInput): Promise<number> {
  const sim = await create(scene, { threads: 1 })
  sim.step(5)
  const seconds = (await timeSteps(sim, 5)) / 5
  sim.dispose()
  return Math.max(1, Math.ceil(BLOCK_SECONDS / seconds))
}

const [before, now] = [await engineOf(other), await engineOf(fileURLToPath(new URL('..', import.meta.url)))]
console.log(`${renderMachine(describeMachine())}\n`)
console.log('scene                          threads   before [ms/step]   now [ms/step]   now / before (quartiles)')
for (const scene of scenes.filter(({ name }) => name!.includes(values.only))) {
  const steps = await stepsOf(before, scene)
  for (const threads of THREADS) {
    const racers = [
      await contender('before', before, scene, threads, steps),
      await contender('now', now, scene, threads, steps),
    ]
    const race = await interleave(
      racers.map(({ contender }) => contender),
      { rounds: Number(values.rounds), leadIn: 0.05 },
    )
    const ms = (name: string) => ((1000 * spreadOfTimes(race, name).median) / steps).toFixed(3)
    const { lowerQuartile, median, upperQuartile } = spreadOfRatios(race, 'now', 'before')
    console.log(
      `${scene.name!.padEnd(30)} ${String(threads).padStart(7)}   ${ms('before').padStart(16)}   ${ms('now').padStart(13)}   ${median.toFixed(3)} (${lowerQuartile.toFixed(3)} to ${upperQuartile.toFixed(3)})`,
    )
    for (const { sim } of racers) sim.dispose()
  }
}
