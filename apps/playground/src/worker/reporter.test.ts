import type { PassTiming, Profile } from 'seiche'
import { expect, it } from 'vitest'
import { Clock } from './clock.js'
import type { FromWorker, Report } from './protocol.js'
import { Reporter } from './reporter.js'

/** The profile of these passes. */
function profileOf(passes: readonly PassTiming[]): Profile {
  return { passes, runs: 1, milliseconds: 21, barriers: 0, waiting: 0, threads: 1 }
}

function setUp() {
  const time = { now: 0 }
  const sim = {
    stepCount: 0,
    diagnostics: () => ({ step: sim.stepCount }) as never,
    hash: () => 'abc',
    profile: () => profileOf([]),
  }
  const clock = new Clock(true, () => time.now)
  const reports: Report[] = []
  const port = { postMessage: (message: FromWorker) => message.type === 'report' && reports.push(message) }
  return { time, sim, clock, reports, reporter: new Reporter(sim, clock, port, () => time.now) }
}

it('reports five times a second at most, and only after steps', () => {
  const { time, sim, reports, reporter } = setUp()
  reporter.reportIfDue()
  expect(reports).toHaveLength(1)
  time.now = 1000
  reporter.reportIfDue()
  expect(reports).toHaveLength(1)
  sim.stepCount = 1
  reporter.reportIfDue()
  expect(reports).toHaveLength(2)
  sim.stepCount = 2
  time.now = 1100
  reporter.reportIfDue()
  expect(reports).toHaveLength(2)
  time.now = 1200
  reporter.reportIfDue()
  expect(reports).toHaveLength(3)
})

it('adds the hash only while paused', () => {
  const { clock, reports, reporter } = setUp()
  reporter.report()
  clock.running = false
  reporter.report()
  expect(reports.map(({ hash }) => hash)).toEqual([undefined, 'abc'])
})

it('divides the times of kernels by the steps, and leaves out those of the diagnostics', () => {
  const { sim, reports, reporter } = setUp()
  reporter.report()
  sim.stepCount = 4
  const timings = [
    [{ kernel: 'sweep', passes: 8, milliseconds: 12, threadShare: 1 }],
    [{ kernel: 'measure', passes: 1, milliseconds: 9, threadShare: 1 }],
  ]
  sim.profile = () => profileOf(timings.shift() ?? [])
  reporter.report()
  sim.stepCount = 6
  reporter.report()
  expect(reports.map(({ passes }) => passes)).toEqual([undefined, [{ kernel: 'sweep', milliseconds: 3 }], undefined])
})
