import type { AtomicFolder } from '../output/atomic-folder.js'
import { Failure, reasonOf } from '../terminal/failure.js'
import type { Terminal } from '../terminal/terminal.js'

/** Ends the work on a folder after an error. A run with checkpoints stays, any other is removed. Returns the error to throw. */
export async function abandon(folder: AtomicFolder, error: unknown, terminal: Terminal): Promise<unknown> {
  if (folder.isKept) {
    const advice = `The run can be continued with: seiche resume ${folder.target}`
    if (error instanceof Failure) return error.withAdvice(advice)
    terminal.say(advice)
    return error
  }
  try {
    if (await folder.discard())
      terminal.say(`the unfinished output was removed; nothing was changed at ${folder.target}`)
  } catch (reason) {
    terminal.warn(`the unfinished output could not be removed, please delete ${folder.path}: ${reasonOf(reason)}`)
  }
  return error
}
