import { PassThrough } from 'node:stream'
import { Terminal } from '../terminal/terminal.js'

/** A terminal that records its output. */
export function capturedTerminal(): { terminal: Terminal; out(): string; err(): string } {
  const [out, err] = [new PassThrough(), new PassThrough()]
  const texts = { out: '', err: '' }
  out.on('data', (chunk: Buffer) => {
    texts.out += chunk.toString()
  })
  err.on('data', (chunk: Buffer) => {
    texts.err += chunk.toString()
  })
  return { terminal: new Terminal(out, err), out: () => texts.out, err: () => texts.err }
}
