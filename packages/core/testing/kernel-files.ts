// The kernels as files, as a page loads them; in Node from addresses that contain them.

import { readFileSync } from 'node:fs'
import type { KernelFiles } from 'seiche'

const at = (name: string): string =>
  `data:application/wasm;base64,${readFileSync(new URL(`../src/generated/kernels/${name}.wasm`, import.meta.url), 'base64')}`

export const kernelFiles = (): KernelFiles => ({
  shared: at('shared'),
  single: at('single'),
  surfaces: { shared: at('shared-surfaces'), single: at('single-surfaces') },
  basins: { shared: at('shared-basins'), single: at('single-basins') },
})
