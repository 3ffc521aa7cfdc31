// Once for all tests with a browser: a Chromium, the built page served with and without isolation headers, and the page of probes.

import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import type { TestProject } from 'vitest/node'
import { bundle } from './pages/bundled-page.js'
import { builtPage, launchOptions, serve } from './served-page.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test connects to the browser. */
    browser: string
    /** Where the built page is served; undefined if it has not been built. */
    isolatedPage: string | undefined
    plainPage: string | undefined
    /** File of the module for pages that evaluate something on a graphics device. */
    devicePage: string
  }
}

const folder = fileURLToPath(new URL('../../../.cache/test-pages/', import.meta.url))

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await chromium.launchServer(launchOptions({ plain: true }))
  const [isolated, plain] = existsSync(builtPage) ? [await serve(true), await serve(false)] : []
  const devicePage = `${folder}device-page.js`
  await mkdir(folder, { recursive: true })
  await writeFile(devicePage, await bundle('device-page.ts'))
  project.provide('browser', browser.wsEndpoint())
  project.provide('isolatedPage', isolated?.address)
  project.provide('plainPage', plain?.address)
  project.provide('devicePage', devicePage)
  return async () => {
    await browser.close()
    await isolated?.close()
    await plain?.close()
  }
}
