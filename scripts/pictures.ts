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

/**
 * The playground after somebody has drawn through the water. Expects it built. Motion is reduced, so that the page stands
 * still until it is stepped: drawing in software is slow, and the picture should not depend on how slow.
 */
async function playground(): Promise<void> {
  const server = await serve(true)
  const browser = await launch()
  try {
    const page = await browser.newPage({
      viewport: { width: 1100, height: 620 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    })
    page.setDefaultTimeout(120_000)
    await page.goto(server.address)
    await page.waitForSelector('[data-testid=cells]', { state: 'attached' })
    const step = async (count: number) => {
      for (let k = 0; k < count; k++) await page.keyboard.press('.')
    }
    const draw = async (points: readonly (readonly [number, number])[]) => {
      await page.mouse.move(...points[0]!)
      await page.mouse.down()
      for (const point of points.slice(1)) await page.mouse.move(...point)
      await page.mouse.up()
    }
    await page.waitForTimeout(3000)
    await step(20)
    await page.mouse.click(300, 330)
    await step(25)
    await draw(Array.from({ length: 12 }, (_, k) => [470 + 8 * k, 390 - 12 * k] as const))
    await step(18)
    await page.waitForTimeout(6000)
    await page.screenshot({ path: join(images, 'playground.png') })
  } finally {
    await browser.close()
    await server.close()
  }
}

relief('breakwater', 12)
await playground()
