// Files that the person takes away.

import type { Session } from '../../session/session.js'
import { scene } from '../../session/state.js'

/** Gives the person a file to save. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** The name of the scene, with which the names of its files begin. */
export function sceneStem(): string {
  const { basis = scene.value } = scene.value
  return basis.id.replace(/^file:|\.json$/g, '').replace(/-run$/, '')
}

/** Saves the scene with all events so far. */
export async function saveRun(session: Session): Promise<void> {
  saveFile(`${sceneStem()}-run.json`, new Blob([await session.recording()], { type: 'application/json' }))
}
