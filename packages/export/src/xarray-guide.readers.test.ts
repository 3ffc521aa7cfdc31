import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { python } from '../testing/external-tools.js'
import { runXarrayGuide } from '../testing/run-xarray-guide.js'
import { scratchOutput } from '../testing/scratch-output.js'

/** Matplotlib is large: it is not among the packages that CI installs. */
const canPlot = spawnSync(python, ['-c', 'import xarray, netCDF4, matplotlib'], { stdio: 'ignore' }).status === 0
if (!canPlot)
  console.warn(
    'Skipped tests: no xarray, netCDF4 or Matplotlib (Debian: python3-xarray, python3-netcdf4, python3-matplotlib)',
  )

describe.runIf(canPlot)('the chapter on xarray', () => {
  it('finds the periods of a seiche, and draws them', async () => {
    const { path } = await scratchOutput()
    const printed = runXarrayGuide(path, ['--duration', '7200', '--every', '15'])
    const periods = [...printed.matchAll(/^n = (\d): Merian ([\d.]+) s, measured ([\d.]+) s$/gm)]
    expect(periods.map(([, n]) => Number(n))).toEqual([1, 3, 5, 7])
    for (const [, , merian, measured] of periods)
      expect(Math.abs(Number(measured) / Number(merian) - 1)).toBeLessThan(0.02)
    expect(readFileSync(join(path, 'seiche.png')).subarray(1, 4).toString()).toBe('PNG')
  })
})
