// Opens files that were dropped or chosen: a scene at once, a grid or a body after a question.

import type { readGeotiff } from 'seiche/geotiff'
import type { ReadMesh } from '../../files/body-mesh.js'
import { FileError } from '../../files/file-error.js'
import type { DataFile } from '../../files/height-map.js'
import { type FileReaders, readFiles } from '../../files/read-files.js'
import { decodeInBrowser } from '../../files/read-picture.js'
import type { Playground } from '../../playground.js'
import { fromFile, loadText, scenes } from '../../session/scenes/scenes.js'
import * as state from '../../session/state.js'

/** The libraries are loaded with the first file that needs them. */
const readElevation: typeof readGeotiff = async (...args) => (await import('seiche/geotiff')).readGeotiff(...args)
const readMesh: ReadMesh = async (bytes, beside) => (await import('seiche/bodies')).readGltf(bytes, beside)
const readers: FileReaders = { decode: decodeInBrowser, readElevation, readMesh }

/** Number of calls of `openFiles`: only the last one takes effect. */
let calls = 0

/** Opens files. A wrong file is refused with a message, and the running scene goes on. */
export async function openFiles(playground: Playground, files: readonly File[]): Promise<void> {
  const call = ++calls
  try {
    const found = await readFiles(files, readers)
    if (call !== calls) return
    state.problem.value = undefined
    if (found.kind === 'scene') await openScene(playground, found)
    else {
      if (found.kind === 'body') await checkBodies(found.body.name)
      state.incoming.value = found
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    if (call === calls) state.problem.value = error.message
  }
}

/** Opens a scene with data files. The files of the last one are released when it is gone. */
export async function openScene(
  playground: Playground,
  { source, text, files }: { source: string; text: string; files: readonly DataFile[] },
): Promise<boolean> {
  const before = state.scene.value
  const addresses = Object.fromEntries(
    files.map(({ name, bytes }) => [
      name,
      URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' })),
    ]),
  )
  const scene = fromFile(source, text, addresses)
  const isOpen = await playground.session.choose(scene)
  if (isOpen) release(before.files)
  // A scene that waits for consent still needs its files.
  else if (!state.largeScene.value) release(addresses)
  return isOpen
}

function release(files: Readonly<Record<string, string>> = {}): void {
  for (const address of Object.values(files)) URL.revokeObjectURL(address)
}

/** Refuses a body where none can be. */
async function checkBodies(name: string): Promise<void> {
  if (!state.info.value?.fluid) return
  await Promise.allSettled(scenes.map(loadText))
  const titles = scenes.filter(({ text }) => /"bodies"\s*:/.test(text)).map(({ title }) => `“${title}”`)
  throw FileError.of(
    name,
    ` is a body, and a fluid in a box has no bodies. Open water with a surface first, such as ${titles.slice(0, 4).join(', ')}.`,
  )
}
