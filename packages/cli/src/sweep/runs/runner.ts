// A process that runs the scenes of a sweep, one after the other, for the process that has started it. It is started once
// and takes many runs: starting Node and compiling the kernels takes longer than a small scene.

import { once } from 'node:events'
import { runTask } from './run-task.js'
import { SweepFolder } from '../results/sweep-folder.js'
import type { Outcome, Task } from './task.js'

/** Message to the process. */
export interface RunRequest {
  /** Folder of the sweep. */
  folder: string
  task: Task
}

/** Name of the hidden command that starts such a process. */
export const runnerCommand = 'sweep-runner'

/** Serves requests until the parent process ends or closes the channel. */
export async function serveRuns(): Promise<void> {
  if (process.send === undefined) throw new Error(`the command ${runnerCommand} is started by seiche itself`)
  // The parent decides about Ctrl-C, which reaches all processes of a terminal.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('message', async ({ folder: path, task }: RunRequest) => {
    const folder = await SweepFolder.find(path)
    const outcome: Outcome = folder
      ? await runTask(folder, task)
      : { ok: false, message: `${path} is not the folder of a sweep`, isFinal: false }
    if (process.connected) process.send!(outcome)
  })
  await once(process, 'disconnect')
  // A run in progress is given up. Its partial folder is removed on exit.
  process.exit()
}
