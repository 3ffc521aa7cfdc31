// The pages under their Content-Security-Policy: everything works, and a script that was not built into them does not run.

import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Visit } from '../testing/served-page.js'
import { connect, pageAddress, patience } from '../testing/shared-browser.js'

let browser: Browser
let at: Visit

beforeAll(async () => {
  browser = await connect()
})

afterEach(() => at.close())
afterAll(() => browser?.close())

/** A page, not yet opened, that keeps the directives that were violated. Violations in workers are complaints of the console. */
async function watched(): Promise<Visit> {
  at = await Visit.prepare(browser, { reducedMotion: 'reduce' })
  await at.page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      violations.push(`${effectiveDirective} ${blockedURI}`),
    )
  })
  return at
}

const violations = () => at.page.evaluate(() => (window as unknown as { violations: string[] }).violations)

/** Tries to run scripts as an injected piece of markup would; tells whether any ran. */
const inject = () =>
  at.page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.injected = true'
    document.body.append(script)
    const button = document.createElement('button')
    button.setAttribute('onclick', 'window.injected = true')
    document.body.append(button)
    button.click()
    return 'injected' in window
  })

it('water with data files, bodies and threads obeys the policy of the server', async () => {
  const { page } = await watched()
  const sent = (await page.request.get(pageAddress({ isolated: true }))).headers()['content-security-policy']
  expect(sent).toMatch(/^default-src 'none'; /)
  expect(sent).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/)
  await at.open(`${pageAddress({ isolated: true })}?view=canvas&scene=valley-flood`)
  await at.open(`${pageAddress({ isolated: true })}?view=canvas&scene=balls-in-a-tank`)
  // Threads are started from a file of the page: neither policy allows blobs as scripts.
  const threads = page.getByTestId('threads')
  for (const count of ['1', '2'])
    if ((await threads.inputValue()) !== count) await at.reopen(() => threads.selectOption(count))
  expect(await threads.inputValue()).toBe('2')
  await at.steps(3)
  expect(at.complaints).toEqual([])
  expect(await violations()).toEqual([])

  expect(await inject()).toBe(false)
  // Each is told twice: by the policy of the header and by that in the page.
  const told = async () => [...new Set(await violations())]
  await expect.poll(told, patience).toEqual(['script-src-elem inline', 'script-src-attr inline'])
})

it('on a plain server the built page has the policy in itself, and draws in three dimensions', async () => {
  const { page } = await watched()
  const address = `${pageAddress({ isolated: false })}?view=webgl&scene=drop`
  expect((await page.request.get(address)).headers()['content-security-policy']).toBeUndefined()
  await at.open(address)
  await expect.poll(async () => (await at.picture()).variety, patience).toBeGreaterThan(3)
  expect(at.complaints).toEqual([])
  expect(await violations()).toEqual([])
  expect(await inject()).toBe(false)
})

it('a lesson with formulas and a chart obeys the policy', async () => {
  const { page } = await watched()
  await page.goto(`${pageAddress({ isolated: true })}lab/?lesson=springs`)
  await page.locator('.lesson-figures canvas').first().waitFor()
  await page.locator('.katex').first().waitFor()
  // The fonts of formulas are loaded, and their styles are applied.
  const isLoaded = () => page.evaluate(() => [...document.fonts].some((font) => font.status === 'loaded'))
  await expect.poll(isLoaded, patience).toBe(true)
  expect(await page.locator('.katex [style]').count()).toBeGreaterThan(10)
  expect(at.complaints).toEqual([])
  expect(await violations()).toEqual([])
  expect(await inject()).toBe(false)
})
