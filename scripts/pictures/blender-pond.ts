// The duck pond as a glTF animation, rendered by Blender.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Time of the picture [s]: rings of the first drop pass between the ducks. */
const seconds = 1.75

/** Writes the picture into a folder. */
export function takePond(folder: string): void {
  const work = mkdtempSync(join(tmpdir(), 'seiche-pictures-'))
  const out = join(work, 'out')
  const entry = join(root, 'packages/cli/src/seiche.ts')
  const scene = join(root, 'scenes/duck-pond.json')
  const options = ['--duration', `${seconds}`, '--every', '0.25', '--format', 'gltf', '--quiet']
  start(process.execPath, ['--import', 'tsx', entry, 'run', scene, '--out', out, ...options])
  start('blender', [
    ...['--background', '--factory-startup', '--python-exit-code', '1'],
    ...['--python', join(root, 'scripts/pictures/blender/duck_pond.py'), '--'],
    ...[out, join(folder, 'blender-duck-pond.png'), join(root, 'packages/export/blender')],
  ])
  rmSync(work, { recursive: true })
}

function start(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${program} failed`, { cause: error })
}
