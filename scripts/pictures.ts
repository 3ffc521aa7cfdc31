// Takes the pictures of the documents anew: figures from the validation, a relief of a scene, the playground as it looks.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launch, serve } from '../apps/playground/testing/served-page.js'
import '../validation/figures.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const images = join(root, 'docs/images')

/** The last frame of a scene, as the command line draws it. */
function relief(scene: string, seconds: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'seiche-pictures-'))
  const out = join(folder, 'out')
  const entry = join(root, 'packages/cli/src/seiche.ts')
  const args = [
    'run',
    join(root, `scenes/${scene}.json`),
    '--out',
    out,
    '--duration',
    `${seconds}`,
    '--every',
    `${seconds}`,
    '--format',
    'relief',
    '--quiet',
  ]
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', entry, ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`the picture of ${scene} failed`)
  const last = readdirSync(out)
    .filter((name) => name.startsWith('relief_'))
    .sort()
    .at(-1)!
  copyFileSync(join(out, last), join(images, `${scene}.png`))
  rmSync(folder, { recursive: true })
}

/** The playground after somebody has drawn through the water. Expects it built; drawing in software takes a while. */
async function playground(): Promise<void> {
  const server = await serve(true)
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width: 960, height: 540 } })
    page.setDefaultTimeout(120_000)
    await page.goto(server.address)
    await page.waitForSelector('canvas')
    await page.waitForTimeout(8000)
    await page.mouse.move(180, 330)
    await page.mouse.down()
    for (let k = 1; k <= 10; k++) await page.mouse.move(180 + 18 * k, 330 - 8 * k)
    await page.mouse.up()
    await page.waitForTimeout(3000)
    await page.screenshot({ path: join(images, 'playground.png') })
  } finally {
    await browser.close()
    await server.close()
  }
}

relief('breakwater', 12)
await playground()
