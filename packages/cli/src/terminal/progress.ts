import { SingleBar } from 'cli-progress'
import type { Terminal } from './terminal.js'

/** Progress of one stage of the work. */
export interface Progress {
  update(done: number, note: string): void
  stop(): void
}

/** Shows a bar in a terminal, ten lines in a log, nothing with --quiet. */
export function startProgress(terminal: Terminal, label: string, total: number): Progress {
  if (terminal.quiet || total <= 0) return { update() {}, stop() {} }
  return terminal.interactive ? bar(terminal, label, total) : lines(terminal, label, total)
}

function bar(terminal: Terminal, label: string, total: number): Progress {
  const single = new SingleBar({
    format: `${label} [{bar}] {percentage} %  {note}  {eta_formatted} left`,
    stream: terminal.messages,
    barsize: 30,
    // The cursor stays visible: a killed process could not restore it.
    hideCursor: false,
    etaBuffer: 60,
  })
  single.start(total, 0, { note: '' })
  return {
    update: (done, note) => single.update(done, { note }),
    stop: () => single.stop(),
  }
}

function lines(terminal: Terminal, label: string, total: number): Progress {
  let tenths = 0
  return {
    update(done, note) {
      const reached = Math.floor((10 * done) / total)
      if (reached <= tenths) return
      tenths = reached
      terminal.say(`${label} ${reached * 10} %  ${note}`)
    },
    stop() {},
  }
}
