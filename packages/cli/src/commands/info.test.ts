import { expect, it } from 'vitest'
import { formatInfo, info } from './info.js'

it('info says what this installation is and can do', async () => {
  const report = await info()
  expect(report).toMatchObject({
    node: process.version,
    simd: true,
    sharedMemory: true,
    solvers: expect.arrayContaining(['columns']),
    formats: expect.arrayContaining(['npy', 'zarr', 'exr', 'mp4']),
  })
  expect(report.threadsByDefault).toBeGreaterThanOrEqual(1)
  expect(formatInfo(report)).toMatch(/^seiche +\d+\.\d+\.\d+$/m)
})

it('info names solvers whose schema is shared with another part of a scene', async () => {
  expect((await info()).solvers).toEqual(expect.arrayContaining(['waves', 'ocean']))
})
