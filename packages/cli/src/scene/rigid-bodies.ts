import { type CreateBodyWorld, isBodyEvent, type Scene } from 'seiche'
import { failed } from '../terminal/failure.js'

const enginePackage = '@dimforge/rapier3d-deterministic-compat'

/** Whether a scene has rigid bodies, or events that add them. */
export function hasBodies({ bodies, events }: Scene): boolean {
  return bodies.length > 0 || events.some(isBodyEvent)
}

/** The rigid-body engine, loaded when a scene first has bodies. */
export const engine: CreateBodyWorld = async (setup) => (await loadEngine()).rapier(setup)

/** @param load replaces the import of the package in tests */
export async function loadEngine(load = () => import('seiche/bodies')): Promise<typeof import('seiche/bodies')> {
  try {
    return await load()
  } catch (error) {
    if (!String(error).includes(enginePackage)) throw error
    throw failed(`the scene has bodies, and their engine is not installed: the package ${enginePackage}`, {
      cause: error,
      advice: `npm install ${enginePackage}`,
    })
  }
}
