import type { SceneEdges } from '../../fields/boundaries.js'
import { SceneError } from '../../scene/parse/error.js'
import { isEventOf } from '../../scene/schema/event.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { IwaveSettings } from '../../scene/schema/solver.js'

const NO_SOLIDS = 'non-linear waves are sums of modes of the whole basin, which no solid inside it fits'
const LINEAR = 'or leave "nonlinearity" out for linear waves'

/**
 * Validates that a scene of waves of finite height has nothing that their method does not know: products of waves need transforms, which
 * know walls around the whole basin and none inside it.
 *
 * @throws SceneError
 */
export function validateNonlinear(scene: Scene, settings: IwaveSettings): void {
  if (settings.nonlinearity === 1) return
  const refuse = (path: (string | number)[], reason: string) => {
    throw SceneError.at(path, `${reason}, ${LINEAR}`)
  }
  if (settings.method !== 'exponential')
    refuse(['solver', 'method'], `waves of nonlinearity ${settings.nonlinearity} need method "exponential": choose it`)
  if (settings.surfaceTension > 0)
    refuse(
      ['solver', 'surfaceTension'],
      'non-linear waves have gravity only, because the tension of a curved surface has products of waves that they lack: leave the surface tension out',
    )
  if (scene.obstacles.length > 0) refuse(['obstacles', 0], `${NO_SOLIDS}: remove the obstacles`)
  for (const [index, event] of scene.events.entries())
    if (isEventOf('solids', event)) refuse(['events', index, 'type'], `${NO_SOLIDS}: remove the event`)
  for (const [name, edge] of Object.entries(scene.boundaries as SceneEdges)) {
    if (edge === 'fixed' || typeof edge !== 'string')
      refuse(['boundaries', name], 'no product of waves fits a fixed edge: make it "reflect", "absorb" or "periodic"')
    if (settings.ambient && edge !== 'periodic')
      refuse(
        ['boundaries', name],
        'ambient waves as the start of non-linear waves need periodic water: make all edges "periodic"',
      )
  }
}

/** The error for an event that makes solids in non-linear waves. */
export function noSolids(): SceneError {
  return new SceneError([{ path: 'type', message: `${NO_SOLIDS}: leave the water open, ${LINEAR}` }], 'event')
}
