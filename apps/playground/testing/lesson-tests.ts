// The course of every test of a lesson: a page of the shared browser, which must not complain and is closed at the end.

import type { Browser, BrowserContextOptions } from 'playwright'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { LabVisit } from './lab-page.js'
import { connect, pageAddress } from './shared-browser.js'

/** Prepares a file of tests. Returns a function that opens the lesson with the settings of a query, such as `omega-dt=1.5`. */
export function lessonTests(lesson: string): (query?: string, options?: BrowserContextOptions) => Promise<LabVisit> {
  const site = pageAddress({ isolated: true })
  let browser: Browser
  let lab: LabVisit | undefined
  beforeAll(async () => {
    browser = await connect()
  })
  afterAll(() => browser?.close())
  afterEach(async () => {
    expect(lab?.visit.complaints).toEqual([])
    await lab?.close()
    lab = undefined
  })
  return async (query = '', options = {}) => {
    lab = await LabVisit.open(browser, site, lesson, query, options)
    return lab
  }
}
