// Pictures of a finished run: figures by `seiche plot`, and the viewer of `seiche view`. Expects the viewer built.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decode } from 'fast-png'
import { launch } from '../../apps/playground/testing/served-page.js'
import { plot } from '../../packages/cli/src/commands/plot.js'
import { run } from '../../packages/cli/src/commands/run.js'
import { RunFolder } from '../../packages/cli/src/results/run-folder.js'
import { Terminal } from '../../packages/cli/src/terminal/terminal.js'
import { serveRun } from '../../packages/cli/src/viewer/server.js'
import { encodeIndexedPng } from './indexed-png.js'

const harbour = fileURLToPath(new URL('../../scenes/harbour.json', import.meta.url))
/** Colors of the picture of the page: its file stays small. */
const colors = 256

/** Writes `plot-probes.svg`, `plot-spectrum.svg`, `plot-field.svg` and `viewer.png` into a folder. */
export async function takeResults(folder: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'seiche-pictures-'))
  try {
    const out = join(scratch, 'harbour')
    await run(harbour, { out, duration: 60, logEvery: 3, every: { seconds: 0.5 } }, new Terminal())
    const at = (name: string) => ({ out: join(folder, name), force: true })
    await plot([out], { ...at('plot-probes.svg'), what: 'probes', size: { width: 840, height: 420 } })
    await plot([out], { ...at('plot-spectrum.svg'), what: 'spectrum', size: { width: 840, height: 420 } })
    await plot([out], { ...at('plot-field.svg'), what: 'field', frames: [36], size: { width: 640, height: 480 } })
    await takeViewer(out, join(folder, 'viewer.png'))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function takeViewer(run: string, path: string): Promise<void> {
  const server = await serveRun(await RunFolder.open(run))
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 620 }, colorScheme: 'light' })
    page.setDefaultTimeout(120_000)
    await page.goto(server.address)
    await page.getByTestId('timeline').waitFor()
    await page.getByTestId('scrub').fill('36')
    await page.getByTestId('height-scale').fill('0.3')
    await page.locator('[data-testid=timeline][data-frame="36"][data-waiting=false]').waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.waitForTimeout(8000)
    const { width, height, data, channels } = decode(await page.screenshot())
    const pixels = Uint8Array.from({ length: 4 * width * height }, (_, k) =>
      k % 4 === 3 ? 255 : data[Math.floor(k / 4) * channels + (k % 4)]!,
    )
    await writeFile(path, encodeIndexedPng(pixels, width, height, colors))
  } finally {
    await browser.close()
    await server.close()
  }
}
