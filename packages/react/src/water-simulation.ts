import { use, useEffect, useReducer, useRef } from 'react'
import {
  type AnySimulation,
  createSimulation,
  type ParsedScene,
  type Scene,
  type SceneInput,
  type SimulationOptions,
  type SurfaceSimulation,
} from 'seiche'
import { giveBack, type Loan, request, take } from './simulation-loans.js'

/** Input of `Water`: a scene as an object or as JSON text, or a simulation that exists already. */
export type WaterScene = SceneInput | Scene | string | ParsedScene | SurfaceSimulation

/** Resolves at once, and is known to React as such. */
const ready = new WeakMap<SurfaceSimulation, Promise<SurfaceSimulation>>()

function isSimulation(scene: WaterScene): scene is SurfaceSimulation {
  return typeof scene === 'object' && 'advance' in scene && typeof scene.advance === 'function'
}

function keyOf(scene: WaterScene): string {
  return typeof scene === 'string' ? scene : JSON.stringify(scene)
}

async function create(scene: Exclude<WaterScene, SurfaceSimulation>, options: SimulationOptions | undefined) {
  const simulation: AnySimulation = await createSimulation(scene as SceneInput, options)
  if (simulation.kind === 'surface') return simulation
  simulation.dispose()
  throw new TypeError('<Water> shows water with a surface; the solver "stable-fluids" has none')
}

/**
 * The simulation of a scene, as long as the component is mounted; a new one when the text of the scene changes. Suspends while it is
 * created, and throws in render what `createSimulation` throws. A simulation that is handed in stays the caller's.
 */
export function useSimulation(scene: WaterScene, options: SimulationOptions | undefined): SurfaceSimulation {
  const mine = useRef<Loan>(undefined)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const loan = isSimulation(scene) ? undefined : loanFor(mine.current, scene, options)
  const simulation = use(loan?.promise ?? handedIn(scene as SurfaceSimulation))
  useEffect(() => {
    if (!loan) return
    if (!take(loan)) {
      // Two components with the same scene have asked for one simulation; this one was slower, and asks again.
      mine.current = undefined
      renderAgain()
      return
    }
    mine.current = loan
    return () => giveBack(loan)
  }, [loan])
  return simulation
}

function loanFor(
  mine: Loan | undefined,
  scene: Exclude<WaterScene, SurfaceSimulation>,
  options: SimulationOptions | undefined,
): Loan {
  const key = keyOf(scene)
  if (mine && mine.key === key && !mine.isOver) return mine
  return request(key, () => create(scene, options))
}

function handedIn(simulation: SurfaceSimulation): Promise<SurfaceSimulation> {
  const known = ready.get(simulation)
  if (known) return known
  const promise = Object.assign(Promise.resolve(simulation), { status: 'fulfilled', value: simulation })
  ready.set(simulation, promise)
  return promise
}
