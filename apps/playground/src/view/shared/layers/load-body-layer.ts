// The code of bodies and spray is loaded when there are some: a page shows its water before.

import type { BodyLayer } from './body-layer.js'

let loading: Promise<void> | undefined
let loaded: typeof BodyLayer | undefined

/** Loads the code of `BodyLayer`, once. */
export function loadBodyLayer(): Promise<void> {
  loading ??= import('./body-layer.js').then((code) => {
    loaded = code.BodyLayer
  })
  return loading
}

/** The class, if it has been loaded. */
export const loadedBodyLayer = (): typeof BodyLayer | undefined => loaded
