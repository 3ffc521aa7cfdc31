// Files that the person takes away.

import type { Session } from '../../session/session.js'
import { applySettings } from '../../session/settings.js'
import { scene, settings } from '../../session/state.js'

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
  const stem = basis.id.replace(/^file:|\.json$/g, '').replace(/-run$/, '')
  // Without characters that a terminal or an address reads as something else.
  return stem.replace(/[^\w.-]+/g, '-').replace(/^[-.]+/, '') || 'scene'
}

/** Saves the scene with all events so far. */
export async function saveRun(session: Session): Promise<void> {
  saveFile(`${sceneStem()}-run.json`, new Blob([await session.recording()], { type: 'application/json' }))
}

/** Saves the scene with the person's settings, without the events of the run. */
export function saveScene(): void {
  const { basis = scene.value } = scene.value
  const text = applySettings(basis.text, settings.value)
  saveFile(`${sceneStem()}.json`, new Blob([text], { type: 'application/json' }))
}
