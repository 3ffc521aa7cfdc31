import { type CreateBodyWorld, isBodyEvent, type Scene } from 'seiche'
import { failed } from '../terminal/failure.js'

const enginePackage = '@dimforge/rapier3d-deterministic-compat'

/** Whether a scene has rigid bodies, or will have. */
export function hasBodies({ bodies, events }: Scene): boolean {
  return bodies.length > 0 || events.some(isBodyEvent)
}

/** The engine that moves bodies; it is loaded when a scene first has any. */
export const engine: CreateBodyWorld = async (setup) => (await loadEngine()).rapier(setup)

/** @param load stands in for the package in tests */
export async function loadEngine(load = () => import('seiche/bodies')): Promise<typeof import('seiche/bodies')> {
  try {
    return await load()
  } catch (error) {
    if (!String(error).includes(enginePackage)) throw error
    throw failed(`the scene has bodies, and what moves them is not installed: the package ${enginePackage}`, {
      cause: error,
      advice: `npm install ${enginePackage}`,
    })
  }
}
