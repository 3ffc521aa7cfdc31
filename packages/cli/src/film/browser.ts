// A headless Chromium that is told what to do through a pair of pipes, by the Chrome DevTools Protocol
// (https://chromedevtools.github.io/devtools-protocol/): messages are JSON, each ended by a zero byte. No library and no port is
// needed for the few messages that a film takes.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { findChromium } from '../../../../scripts/chromium.mjs'
import { badInput, failed, reasonOf } from '../terminal/failure.js'

interface Reply {
  id?: number
  method?: string
  sessionId?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { message: string }
}

interface Pending {
  resolve(result: Record<string, unknown>): void
  reject(error: Error): void
}

/** Time in which a browser that was asked to close does it [ms]. */
const closingTime = 5000

const args = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--hide-scrollbars',
  '--mute-audio',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Where there is no graphics card, the processor draws.
  '--enable-unsafe-swiftshader',
  // As root, as in containers, Chromium starts without its sandbox or not at all. It opens one page, from this program.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Path of the browser. @param asked the path of `--chromium` */
export function chromiumPath(asked: string | undefined): string {
  const path = asked ?? findChromium()
  if (path !== undefined) return path
  throw failed('a film needs Chromium or Chrome, and none was found', {
    advice: 'Install it, for example: apt-get install chromium. Or give its path with --chromium.',
  })
}

export class Browser {
  readonly #process: ChildProcess
  readonly #input: Writable
  readonly #profile: string
  readonly #pending = new Map<number, Pending>()
  readonly #events = new Map<string, () => void>()
  #messages = 0
  #errors = ''
  #ended: Error | undefined

  private constructor(process: ChildProcess, profile: string) {
    this.#process = process
    this.#profile = profile
    this.#input = process.stdio[3] as Writable
    this.#input.on('error', () => {})
    let text = ''
    ;(process.stdio[4] as Readable).setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const messages = text.split('\0')
      text = messages.pop() ?? ''
      for (const message of messages) this.#receive(JSON.parse(message) as Reply)
    })
    process.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.#errors = (this.#errors + chunk).slice(-2000)
    })
    process.once('exit', (code) => this.#end(`the browser has ended with code ${code}${lastLine(this.#errors)}`))
  }

  static async launch(path: string): Promise<Browser> {
    const profile = await mkdtemp(join(tmpdir(), 'seiche-film-'))
    const child = spawn(path, [...args, `--user-data-dir=${profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    })
    try {
      await new Promise<void>((resolve, reject) => {
        child.once('spawn', resolve)
        child.once('error', reject)
      })
    } catch (error) {
      await rm(profile, { recursive: true, force: true })
      throw badInput(`cannot start the browser ${path}: ${reasonOf(error)}`, {
        cause: error,
        advice: 'Give the path of Chromium or Chrome with --chromium.',
      })
    }
    return new Browser(child, profile)
  }

  /** Opens a page of an exact size [px] and waits until it is loaded. */
  async open(
    address: string,
    { width, height, isDark }: { width: number; height: number; isDark: boolean },
  ): Promise<Page> {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true })
    const session = String(sessionId)
    const send = (method: string, params: object = {}) => this.send(method, params, session)
    await send('Page.enable')
    await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
    const scheme = { name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }
    await send('Emulation.setEmulatedMedia', { features: [scheme, { name: 'prefers-reduced-motion', value: '' }] })
    const loaded = new Promise<void>((resolve) => this.#events.set(`${session} Page.loadEventFired`, resolve))
    const { errorText } = await send('Page.navigate', { url: address })
    if (errorText) throw failed(`the browser cannot open the viewer: ${errorText}`)
    await loaded
    return { evaluate: (expression) => this.#evaluate(expression, session) }
  }

  async #evaluate(expression: string, session: string): Promise<unknown> {
    const asked = { expression, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = (await this.send('Runtime.evaluate', asked, session)) as {
      result?: { value?: unknown }
      exceptionDetails?: { text: string; exception?: { description?: string } }
    }
    if (exceptionDetails) {
      const { text, exception } = exceptionDetails
      throw failed(`the viewer cannot draw the run: ${exception?.description?.split('\n')[0] ?? text}`)
    }
    return result?.value
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    if (this.#ended) return Promise.reject(this.#ended)
    const id = ++this.#messages
    this.#input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }))
  }

  async close(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const gone = new Promise<void>((resolve) => this.#process.once('exit', () => resolve()))
      // Asked, the browser ends its helpers, too; one that does not listen is ended after a while.
      this.send('Browser.close').catch(() => {})
      const timer = setTimeout(() => this.#process.kill('SIGKILL'), closingTime)
      await gone
      clearTimeout(timer)
    }
    // Helpers may still be writing to the profile.
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(() => {})
  }

  #receive({ id, method, sessionId, result, error }: Reply): void {
    if (id === undefined) {
      this.#events.get(`${sessionId} ${method}`)?.()
      return
    }
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error) pending?.reject(failed(`the browser refuses to draw: ${error.message}`))
    else pending?.resolve(result ?? {})
  }

  #end(message: string): void {
    this.#ended = failed(message, { advice: 'Try another Chromium with --chromium.' })
    for (const { reject } of this.#pending.values()) reject(this.#ended)
    this.#pending.clear()
  }
}

export interface Page {
  /** Evaluates an expression in the page and waits for its value. */
  evaluate(expression: string): Promise<unknown>
}

function lastLine(text: string): string {
  const line = text.trim().split('\n').at(-1)
  return line ? `: ${line}` : ''
}
