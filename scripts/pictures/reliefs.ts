// Reliefs of scenes, drawn by the command line.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Scenes, and the time of each picture [s]. */
const scenes = { breakwater: 12, harbour: 40, 'ship-wake': 27, 'double-slit': 32 }

/** Writes one picture of each scene into a folder. */
export function takeReliefs(folder: string): void {
  for (const [scene, seconds] of Object.entries(scenes)) takeRelief(scene, seconds, join(folder, `${scene}.png`))
}

/** Runs a scene for some seconds and copies the picture of its last frame. */
function takeRelief(scene: string, seconds: number, path: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'seiche-pictures-'))
  const out = join(folder, 'out')
  const entry = join(root, 'packages/cli/src/seiche.ts')
  const file = join(root, `scenes/${scene}.json`)
  const times = ['--duration', `${seconds}`, '--every', `${seconds}`]
  const args = ['run', file, '--out', out, ...times, '--format', 'relief', '--quiet']
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', entry, ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`the picture of ${scene} failed`)
  const last = readdirSync(out)
    .filter((name) => name.startsWith('relief_'))
    .sort()
    .at(-1)!
  copyFileSync(join(out, last), path)
  rmSync(folder, { recursive: true })
}
