// Blender as a reader of our files. It is large: tests run where it is installed, and must run where SEICHE_BLENDER is set.

import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the script that users import runs with. */
const scripts = fileURLToPath(new URL('../blender', import.meta.url))

/** Whether Blender is there. Says so if not, and fails if SEICHE_BLENDER asks for it. */
export function hasBlender(): boolean {
  if (spawnSync('blender', ['--version'], { stdio: 'ignore' }).error === undefined) return true
  const message = 'Blender was not found (Debian: apt-get install --no-install-recommends blender)'
  if (process.env.SEICHE_BLENDER) throw new Error(message)
  console.warn(`Skipped tests: ${message}`)
  return false
}

/**
 * Runs a Python script in Blender, in an empty scene, with `seiche_blender` and `folder` at hand. The script assigns its `result`.
 *
 * @returns The result, through JSON.
 */
export async function runBlender(script: string, folder: string): Promise<unknown> {
  const work = await mkdtemp(join(tmpdir(), 'seiche-blender-'))
  try {
    const [program, answer] = [join(work, 'script.py'), join(work, 'result.json')]
    const lines = [
      'import sys, json, bpy',
      `sys.path.insert(0, ${JSON.stringify(scripts)})`,
      'sys.dont_write_bytecode = True',
      'import seiche_blender',
      'bpy.ops.wm.read_factory_settings(use_empty=True)',
      `folder = ${JSON.stringify(folder)}`,
      script,
      `open(${JSON.stringify(answer)}, 'w').write(json.dumps(result))`,
    ]
    await writeFile(program, `${lines.join('\n')}\n`)
    const { stdout, stderr } = spawnSync(
      'blender',
      ['--background', '--factory-startup', '--python-exit-code', '1', '--python', program],
      { encoding: 'utf8' },
    )
    return JSON.parse(
      await readFile(answer, 'utf8').catch(() => {
        throw new Error(`Blender did not finish:\n${stdout}\n${stderr}`)
      }),
    )
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
