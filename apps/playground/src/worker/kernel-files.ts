// The kernels as files of the page: the browser compiles them as they arrive, and loads only those that it needs.

import type { KernelFiles } from 'seiche'
import shared from '../../../../packages/core/src/generated/kernels/shared.wasm?url'
import sharedBasins from '../../../../packages/core/src/generated/kernels/shared-basins.wasm?url'
import sharedSurfaces from '../../../../packages/core/src/generated/kernels/shared-surfaces.wasm?url'
import single from '../../../../packages/core/src/generated/kernels/single.wasm?url'
import singleBasins from '../../../../packages/core/src/generated/kernels/single-basins.wasm?url'
import singleSurfaces from '../../../../packages/core/src/generated/kernels/single-surfaces.wasm?url'
import thread from '../../../../packages/core/src/generated/kernels/thread.js?url'

export const kernelFiles: KernelFiles = {
  shared,
  single,
  surfaces: { shared: sharedSurfaces, single: singleSurfaces },
  basins: { shared: sharedBasins, single: singleBasins },
  thread,
}
