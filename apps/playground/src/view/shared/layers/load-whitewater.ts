// The code of whitewater is loaded when water over terrain breaks.

import type { WhitewaterLayer } from './whitewater-layer.js'

let loading: Promise<void> | undefined
let loaded: typeof WhitewaterLayer | undefined

/** Loads the code of `WhitewaterLayer`, once. */
export function loadWhitewater(): Promise<void> {
  loading ??= import('./whitewater-layer.js').then((code) => {
    loaded = code.WhitewaterLayer
  })
  return loading
}

/** The class, if it has been loaded. */
export const loadedWhitewater = (): typeof WhitewaterLayer | undefined => loaded
