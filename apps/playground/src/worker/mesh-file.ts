// The files of @seiche/export one by one: its entry also loads formats that need Node.
import { frameOf } from '../../../../packages/export/src/frame.js'
import { meshSequence } from '../../../../packages/export/src/meshes/sequences.js'
import { describeField, type RecordedSimulation } from '../../../../packages/export/src/run-info.js'

/**
 * The surface of a simulation as binary glTF, or of a fluid in a volume that of a dye where it reaches `level`.
 *
 * @throws Error if there is nothing to make a mesh of.
 */
export async function meshFileOf(
  sim: RecordedSimulation,
  dye: string | undefined,
  level: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { scene, grid, fieldNames } = sim
  const kind = scene.solver.type === 'stable-fluids' ? 'fluid' : 'surface'
  const format = meshSequence('glb', { level })
  const fields = format.fieldsFor({ scene, kind, grid }, fieldNames, dye === undefined ? [] : [dye])
  const frame = frameOf(sim, 0, fields)
  const described = Object.fromEntries(fields.map((name) => [name, describeField(sim, name)]))
  let file = new Uint8Array()
  const write = async (_name: string, content: Uint8Array | string) => {
    // This format writes bytes.
    file = content as Uint8Array<ArrayBuffer>
  }
  const run = { scene, kind, grid, fields: described, frames: [frame] } as const
  const writer = await format.open(run, fields, { path: '', write }, {})
  await writer.add(frame)
  return file
}
