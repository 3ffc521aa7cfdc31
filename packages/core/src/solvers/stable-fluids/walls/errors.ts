// Errors of boxes whose flow has no solution.

import { SceneError } from '../../../scene/parse/error.js'

/**
 * Fluid enters a part of the box that it cannot leave, or leaves a part that it cannot enter.
 * `rate`: net inflow [m²/s in 2-D, m³/s in a volume]. `inflows`: names of the sides with an inflow.
 */
export function imbalanceError(rate: number, dimensions: number, inflows: readonly string[]): SceneError {
  const unit = dimensions === 2 ? 'm²/s' : 'm³/s'
  const [comes, cannot] = rate > 0 ? ['comes in', 'leave'] : ['is drawn off', 'come in']
  return SceneError.at(
    ['fluid', 'boundaries'],
    `${Number(Math.abs(rate).toPrecision(4))} ${unit} ${comes} through ${inflows.join(' and ')} and nothing can ${cannot}: a fluid cannot be pressed together; make an edge "open", or let inflows sum to zero`,
  )
}

export function noRoomError(): SceneError {
  return SceneError.at(
    ['fluid', 'solids'],
    'the solids fill the whole box: there is no room for the fluid; make them smaller, or the box larger',
  )
}

/** A stroke that would leave a box with one of the errors above. */
export function rejectedStrokeError({ issues }: SceneError): SceneError {
  return new SceneError([{ path: '', message: `this stroke cannot be: ${issues[0]?.message}` }], 'event')
}
