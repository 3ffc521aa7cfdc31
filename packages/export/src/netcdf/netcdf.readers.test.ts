import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasTool } from '../../testing/external-tools.js'
import { pool, recordRun } from '../../testing/recorded-run.js'
import { runProgram } from '../../testing/run-program.js'
import { writeRun } from '../../testing/scratch-output.js'
import { netcdf } from './netcdf.js'

describe.runIf(hasTool('ncdump', 'netcdf-bin'))('ncdump', () => {
  it('finds an unlimited time, and attributes that are characters', async () => {
    const recorded = await recordRun(pool, ['eta'])
    const path = join(await writeRun(netcdf, recorded), 'run.nc')
    expect(runProgram('ncdump', ['-k', path])).toBe('netCDF-4\n')
    const header = runProgram('ncdump', ['-hs', path])
    expect(header).toContain('time = UNLIMITED ; // (3 currently)')
    expect(header).toContain('float eta(time, z, x) ;')
    expect(header).toContain('\teta:units = "m" ;')
    expect(header).toContain(':title = "Test pool, 8 × 6 cells" ;')
    expect(header).toContain('eta:_DeflateLevel = 1 ;')
    expect(header).toContain('eta:_ChunkSizes = 1, 6, 8 ;')
    expect(header).not.toContain('string ')
  })
})
