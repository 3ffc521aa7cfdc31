import type { ViewChoice } from './create.js'
import type { WaterView } from './view.js'

/** The kind of view that draws like another one; undefined if the browser may choose. */
export function kindOf(view: WaterView | undefined): ViewChoice | undefined {
  if (view?.renderer === '2-D canvas') return 'canvas'
  return view?.renderer === 'WebGL 2' ? 'webgl' : undefined
}
