// The picture of the chapter on xarray, by the code of the chapter. Needs Python with xarray, netCDF4 and Matplotlib.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runXarrayGuide } from '../../packages/export/testing/run-xarray-guide.js'

/** Writes the picture into a folder. */
export function takeXarray(images: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'seiche-pictures-'))
  console.log(runXarrayGuide(folder))
  copyFileSync(join(folder, 'seiche.png'), join(images, 'xarray-seiche.png'))
  rmSync(folder, { recursive: true })
}
