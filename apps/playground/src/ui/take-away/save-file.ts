// Files that the person takes away. Their names begin with the scene, and end with the time if they show a moment.

import type { Playground } from '../../playground.js'
import { renderedDye } from '../../session/display/fluid-display.js'
import type { Session } from '../../session/session.js'
import { applySettings } from '../../session/settings/settings.js'
import { display, info, scene, settings, time } from '../../session/state.js'

/** Gives the person a file to save. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  download(address, name)
  URL.revokeObjectURL(address)
}

function download(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** The name of the scene, with which the names of its files begin. */
export function sceneStem(): string {
  const { basis = scene.value } = scene.value
  const stem = basis.id.replace(/^file:|\.[a-z]+$/g, '').replace(/-run$/, '')
  // Without characters that a terminal or an address reads as something else.
  return stem.replace(/[^\w.-]+/g, '-').replace(/^[-.]+/, '') || 'scene'
}

/** Saves the scene with all events so far, and the data files that it names if a person has brought them. */
export async function saveRun(session: Session): Promise<void> {
  const { files = {} } = scene.value
  saveFile(`${sceneStem()}-run.json`, new Blob([await session.recording()], { type: 'application/json' }))
  for (const [name, address] of Object.entries(files)) download(address, name)
}

/** Saves the scene with the person's settings, without the events of the run. */
export function saveScene(): void {
  const { basis = scene.value } = scene.value
  const text = applySettings(basis.text, settings.value)
  saveFile(`${sceneStem()}.json`, new Blob([text], { type: 'application/json' }))
}

/** Saves the water as it is drawn. */
export async function savePicture(playground: Playground): Promise<void> {
  const at = time.value
  const png = await playground.picture()
  if (png) saveFile(`${sceneStem()}-${timeText(at)}.png`, png)
}

/** Saves a field for NumPy. */
export async function saveField(session: Session, name: string): Promise<void> {
  const field = await session.field(name)
  if (!field) return
  const { writeNpy } = await import('seiche/npy')
  const npy = writeNpy(field.values, field.shape) as Uint8Array<ArrayBuffer>
  saveFile(`${sceneStem()}-${name}-${timeText(field.time)}.npy`, new Blob([npy]))
}

/** Saves the surface, or the dye that is shown, as a mesh. Returns the reason if there is none. */
export async function saveMesh(session: Session): Promise<string | undefined> {
  const [open, shown] = [info.value, display.value]
  const dye = open && shown && renderedDye(open, shown)
  const mesh = await session.mesh(dye, shown?.level ?? 0.5)
  if (!mesh?.file) return mesh?.problem
  saveFile(
    `${sceneStem()}-${dye ?? 'surface'}-${timeText(mesh.time)}.glb`,
    new Blob([mesh.file], { type: 'model/gltf-binary' }),
  )
  return undefined
}

/** A time in a file name: 1.25s. */
function timeText(seconds: number): string {
  return `${Number(seconds.toFixed(3))}s`
}
