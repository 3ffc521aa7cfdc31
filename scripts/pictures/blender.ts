// Runs that Blender imports and renders.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decode } from 'fast-png'
import { encodeIndexedPng } from './indexed-png.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Scene, options of the run and script of each picture. The last frame is rendered. */
const pictures = {
  // Rings of the first drop pass between the ducks.
  'blender-duck-pond': {
    scene: 'duck-pond',
    run: ['--duration', '1.75', '--every', '0.25', '--format', 'gltf'],
    script: 'duck_pond.py',
  },
  'blender-sea': {
    scene: 'ocean-gale',
    run: ['--duration', '0.1', '--every-steps', '2', '--format', 'exr'],
    script: 'sea.py',
  },
} as const

/** Writes the pictures into a folder. */
export function takeBlenderPictures(folder: string): void {
  for (const [name, { scene, run, script }] of Object.entries(pictures)) {
    const work = mkdtempSync(join(tmpdir(), 'seiche-pictures-'))
    const [out, render] = [join(work, 'out'), join(work, 'render.png')]
    const entry = join(root, 'packages/cli/src/seiche.ts')
    const file = join(root, `scenes/${scene}.json`)
    start(process.execPath, ['--import', 'tsx', entry, 'run', file, '--out', out, ...run, '--quiet'])
    start('blender', [
      ...['--background', '--factory-startup', '--python-exit-code', '1'],
      ...['--python', join(root, 'scripts/pictures/blender', script)],
      ...['--', out, render, join(root, 'packages/export/blender')],
    ])
    writeSmall(readFileSync(render), join(folder, `${name}.png`))
    rmSync(work, { recursive: true })
  }
}

function start(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${program} failed`, { cause: error })
}

/** Writes a picture with 256 colours: a third of the size, and the grain hides the steps. */
function writeSmall(png: Uint8Array, path: string): void {
  const { width, height, data, channels } = decode(png)
  const pixels = new Uint8Array(4 * width * height)
  for (let k = 0; k < width * height; k++)
    for (let part = 0; part < 4; part++) pixels[4 * k + part] = part < channels ? data[channels * k + part]! : 255
  writeFileSync(path, encodeIndexedPng(pixels, width, height))
}
