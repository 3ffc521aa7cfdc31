// WebGPU draws the same water as WebGL 2. One scene for each way of shading: `node scripts/run.mjs scripts/pictures/webgpu-views.ts`
// compares all of them.

import { expect, it } from 'vitest'
import { compareWebGpu } from '../testing/views/webgpu-difference.js'

it('draws a pool from above and from below, the sea and a landscape as WebGL 2 does', async () => {
  const differences = await compareWebGpu(['pool', 'sea', 'landscape'])
  expect(differences.map(({ name }) => name)).toContain('pool-below')
  expect(differences.filter(({ isTolerated }) => !isTolerated)).toEqual([])
})
