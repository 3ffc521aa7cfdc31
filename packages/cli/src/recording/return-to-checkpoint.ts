// Brings the folder of an unfinished run back to the state of a checkpoint: files that were written later are removed, and those
// before it are checked.

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AtomicFolder } from '../output/atomic-folder.js'
import { orderName, workName } from '../output/leftovers.js'
import { failed } from '../terminal/failure.js'
import { type Checkpoint, nameOf } from './checkpoint.js'
import { NpyFile } from './npy-file.js'
import { startAgain } from './order.js'
import { type RunPlan, recordedFile } from './run-plan.js'

/** Without a checkpoint, only the order stays. Tables are cut when they are opened. */
export async function returnTo(checkpoint: Checkpoint | undefined, plan: RunPlan, folder: AtomicFolder): Promise<void> {
  const frames = new Map<string, number>()
  const { step: reached = -1, tables = {} } = checkpoint ?? {}
  for (const { frame, step } of plan.run.frames)
    if (step <= reached)
      for (const [field, { info }] of plan.parts)
        frames.set(recordedFile(plan, field, frame), NpyFile.bytesOf(info.shape))
  const whole = new Set([
    orderName,
    ...Object.keys(tables),
    ...frames.keys(),
    ...(checkpoint ? [`${workName}/${nameOf(reached)}`] : []),
  ])
  for (const name of await namesIn(folder.path)) if (!whole.has(name)) await folder.remove(name)
  for (const [name, bytes] of frames) {
    const length = await lengthOf(join(folder.path, name))
    if (length === bytes) continue
    const fault = length === undefined ? 'is missing' : `has ${length} bytes instead of ${bytes}`
    throw failed(`the unfinished run is damaged: ${join(folder.path, name)} ${fault}`, {
      advice: startAgain(folder.target),
    })
  }
}

/** Names in the folder and in its folder of work. */
async function namesIn(path: string): Promise<string[]> {
  const outer = (await readdir(path)).filter((name) => name !== workName)
  const inner = (await readdir(join(path, workName))).map((name) => `${workName}/${name}`)
  return [...outer, ...inner]
}

async function lengthOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  )
}
