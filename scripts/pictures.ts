// Takes the pictures of the documents anew: figures from the validation, a relief of a scene, the playground as it looks.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import '../validation/figures.js'
import { fluidPictures } from './fluid-pictures.js'
import { fluidPlayPictures } from './fluid-play-pictures.js'
import { playgroundPictures } from './playground-pictures.js'

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

relief('breakwater', 12)
relief('harbour', 40)
relief('ship-wake', 27)
relief('double-slit', 32)
await playgroundPictures(images)
await fluidPictures(join(root, 'docs/pictures'))
await fluidPlayPictures(join(root, 'docs/pictures'))
