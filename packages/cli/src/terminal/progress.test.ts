import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { startProgress } from './progress.js'
import { Terminal } from './terminal.js'

describe('progress', () => {
  it('is ten lines in a log', () => {
    const { terminal, err } = capturedTerminal()
    const progress = startProgress(terminal, 'simulating', 1000)
    for (let step = 1; step <= 1000; step++) progress.update(step, `step ${step}`)
    progress.stop()
    const lines = err().trimEnd().split('\n')
    expect(lines).toHaveLength(10)
    expect(lines[0]).toBe('simulating 10 %  step 100')
    expect(lines.at(-1)).toBe('simulating 100 %  step 1000')
  })

  it('is nothing when quiet or when there is nothing to do', () => {
    const { terminal, err } = capturedTerminal()
    startProgress(terminal, 'simulating', 0).update(0, '')
    terminal.quiet = true
    startProgress(terminal, 'simulating', 10).update(10, '')
    expect(err()).toBe('')
  })

  it('is a bar on a terminal, which is left as it was found', () => {
    const screen = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
    let text = ''
    screen.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    const progress = startProgress(new Terminal(new PassThrough(), screen), 'simulating', 10)
    progress.update(5, 'step 5')
    progress.stop()
    expect(text).toContain('simulating [')
    expect(text.lastIndexOf('\u001b[?7h')).toBeGreaterThan(text.lastIndexOf('\u001b[?7l'))
    expect(text).not.toContain('\u001b[?25l')
  })
})
