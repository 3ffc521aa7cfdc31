// `seiche view`: a finished run in the browser.

import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { portValue } from '../result-option-values.js'
import { RunFolder } from '../results/run-folder.js'
import { exitCode, type Failure } from '../terminal/failure.js'
import { Interrupt } from '../terminal/interrupt.js'
import type { Terminal } from '../terminal/terminal.js'

export interface ViewOptions {
  port?: number | undefined
  /** Whether the browser is opened. */
  open: boolean
}

export function addView(program: Command, terminal: Terminal): void {
  program
    .command('view')
    .summary('look at a run in the browser')
    .description('Show a finished run in the browser: play it, move through time, look at its fields and probes.')
    .argument('<run>', 'folder of a run')
    .option('-p, --port <number>', 'port of the local server (default: a free one)', portValue)
    .option('--no-open', 'do not open the browser')
    .action((run: string, options: ViewOptions) => view(run, options, terminal))
}

/** Serves until a signal comes. Ctrl-C is the usual end, and no failure. */
export async function view(path: string, { port, open }: ViewOptions, terminal: Terminal): Promise<void> {
  const run = await RunFolder.open(path)
  const { serveRun } = await import('../viewer/server.js')
  const server = await serveRun(run, { port })
  const interrupt = new Interrupt()
  const release = interrupt.listen()
  try {
    for (const notice of server.described.description.notices) terminal.warn(notice)
    await terminal.result(server.address)
    terminal.say(`${run.manifest.scene.name || run.name}, ${run.frames.length} frames. Ctrl-C ends it.`)
    if (open) openBrowser(server.address)
    await new Promise<void>((resolve) => interrupt.signal.addEventListener('abort', () => resolve(), { once: true }))
    const reason = interrupt.signal.reason as Failure
    if (reason.exitCode !== exitCode.SIGINT) throw reason
  } finally {
    release()
    await server.close()
  }
}

/** Asks the system to open the address. The address is printed in any case: there may be no browser. */
function openBrowser(address: string): void {
  const [command, ...words] =
    process.platform === 'win32'
      ? ['cmd', '/c', 'start', '', address]
      : [process.platform === 'darwin' ? 'open' : 'xdg-open', address]
  const child = spawn(command!, words, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
