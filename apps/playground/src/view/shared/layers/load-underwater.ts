// The code of the picture under water is loaded when the camera is near the surface.

import type { UnderwaterView } from '@seiche/three'

let loading: Promise<void> | undefined
let loaded: typeof UnderwaterView | undefined

/** Loads the code of `UnderwaterView`, once. */
export function loadUnderwater(): Promise<void> {
  loading ??= import('./underwater.js').then((code) => {
    loaded = code.UnderwaterView
  })
  return loading
}

/** The class, if it has been loaded. */
export const loadedUnderwater = (): typeof UnderwaterView | undefined => loaded
