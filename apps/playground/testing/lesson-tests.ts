// The course of every test of a lesson: a page of the shared browser, which must not complain and is closed at the end.

import type { Browser, BrowserContextOptions } from 'playwright'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { LabVisit } from './lab-page.js'
import { connect, pageAddress } from './shared-browser.js'

/**
 * Prepares a file of tests. Returns a function that opens the lesson with the settings of a query, such as `omega-dt=1.5`: by its address the
 * first time and for options of its own, afterwards in the page that is there. A test that has failed leaves no page to the next one.
 */
export function lessonTests(lesson: string): (query?: string, options?: BrowserContextOptions) => Promise<LabVisit> {
  const site = pageAddress({ isolated: true })
  let browser: Browser
  let lab: LabVisit | undefined
  let isPlain = false
  const close = async () => {
    await lab?.close()
    lab = undefined
  }
  beforeAll(async () => {
    browser = await connect()
  })
  afterAll(async () => {
    await close()
    await browser?.close()
  })
  afterEach(async ({ task }) => {
    const complaints = lab?.visit.complaints ?? []
    if (task.result?.state === 'fail' || complaints.length > 0) await close()
    expect(complaints).toEqual([])
  })
  return async (query = '', options) => {
    if (lab && isPlain && !options) await lab.reopen(lesson, query)
    else {
      await close()
      lab = await LabVisit.open(browser, site, lesson, query, options)
      isPlain = options === undefined
    }
    return lab
  }
}
