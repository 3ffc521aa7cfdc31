// Few people open files of their own: the code that reads them is loaded with the first one.

import type { Playground } from '../../playground.js'
import { problem } from '../../session/state.js'

/** Endings for the file chooser; the content decides. */
export const fileEndings = '.json,.npy,.tif,.tiff,.png,.jpg,.jpeg,.glb,.gltf,.bin'

/** Opens files. A wrong file is refused with a message, and the running scene goes on. */
export async function openFiles(playground: Playground, files: readonly File[]): Promise<void> {
  const reading = await import('./open-files.js').catch(() => undefined)
  if (reading) await reading.openFiles(playground, files)
  else problem.value = 'The code that reads files could not be loaded. Check the connection, and try again.'
}
