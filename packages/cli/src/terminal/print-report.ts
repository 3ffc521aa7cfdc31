import { failed, reasonOf } from './failure.js'
import type { Terminal } from './terminal.js'

/** Prints a report. The work is done: a failure to print says where it is. */
export async function printReport({ out }: { out: string }, text: string, terminal: Terminal): Promise<void> {
  try {
    await terminal.result(text)
  } catch (error) {
    throw failed(`${reasonOf(error)}; the results are complete and in ${out}`, { cause: error })
  }
}
