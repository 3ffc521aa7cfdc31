// Hot and cold fluid in boxes at random, and what must never come of it: for `npm run soak` and a sample of it in the tests.

import { createSimulation, type FluidSimulation, type SceneInput } from 'seiche'
import { Dice } from './dice.js'

/** Steps that a scene is run for, and steps between two looks at it. */
const [STEPS, LOOK] = [1500, 150]
/**
 * Speed that buoyancy may cause, over that of fluid that keeps its highest temperature difference all along the height of the box [1]: eddies
 * that run into each other are faster than one that rises alone. Confinement adds to them.
 */
const MOST = 3
/** Speed of any flow that is not worth a remark [m/s]. */
const SLOW = 1

type Edge = 'open' | 'no-slip' | 'free-slip' | 'periodic'

/** A box with a source of heat or cold. */
export function fluidSoakScene(seed: number): SceneInput {
  const dice = new Dice(seed)
  const whole = (low: number, high: number): number => Math.floor(dice.between(low, high + 1))
  const isFlat = dice.chance(0.7)
  const [nx, ny] = isFlat ? [whole(20, 50), whole(20, 60)] : [whole(12, 20), whole(12, 24)]
  const cellSize = dice.pick([0.02, 0.05])
  const boundaries: Record<string, Edge> = {}
  for (const axis of isFlat ? ['x', 'y'] : ['x', 'y', 'z']) {
    const isPeriodic = axis !== 'y' && dice.chance(0.15)
    for (const end of ['-', '+'])
      boundaries[`${axis}${end}`] = isPeriodic ? 'periodic' : dice.pick(['open', 'no-slip', 'free-slip'] as const)
  }
  const place = dice.triple(0.3)
  const center = [place[0] * nx * cellSize, place[1] * ny * cellSize, 0].slice(0, isFlat ? 2 : 3)
  return {
    seiche: 1,
    grid: { cells: isFlat ? [nx, ny] : [nx, ny, 12], cellSize },
    timeStep: dice.pick([0.01, 0.02, 0.05]),
    solver: {
      type: 'stable-fluids',
      density: 1.2,
      viscosity: dice.pick([0, 1.5e-5, 1e-3]),
      advection: dice.pick(['semi-lagrangian', 'maccormack', 'bfecc', 'quick'] as const),
      confinement: dice.pick([0, 0, 2]),
    },
    fluid: {
      boundaries,
      dyes: { smoke: {} },
      temperature: { rest: 20 },
      emitters: [
        { shape: 'sphere', center, radius: 4 * cellSize, dyes: { smoke: 8 }, heat: dice.pick([100, 300, 1000, -200]) },
      ],
    },
  } as SceneInput
}

/** Runs a scene; what is wrong with it, or undefined. Throws if a field is no longer finite. */
export async function fluidTrouble(scene: SceneInput, steps = STEPS): Promise<string | undefined> {
  const sim = (await createSimulation(scene, { threads: 1 })) as FluidSimulation
  const { ny = 1, cellSize } = sim.grid
  const height = ny * cellSize
  try {
    for (let step = 0; step < steps; step += LOOK) {
      sim.step(LOOK)
      const difference = sim
        .field('temperature')
        .read()
        .reduce((most, temperature) => Math.max(most, Math.abs(temperature - 20)), 0)
      const { speed } = sim.diagnostics()
      const most = SLOW + MOST * Math.sqrt((2 * 9.81 * height * difference) / 293)
      if (!(speed <= most))
        return `after step ${sim.stepCount} it moves at ${speed.toPrecision(3)} m/s, ${most.toPrecision(3)} m/s at most are to be expected`
    }
    return undefined
  } finally {
    sim.dispose()
  }
}
