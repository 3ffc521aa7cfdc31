// A reporter for the end of several runs of tests: tests that failed, those that passed only when they were repeated, and the slowest twenty
// files. The end of a long log is where people look first.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

/** Where several runs at the same time leave their times, for one list of all of them. */
export const timesFolder = join(root, '.cache/test-times')

export default class TestReport {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest').SerializedError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const times = modules.map((module) => {
      const { duration, collectDuration, environmentSetupDuration, prepareDuration, setupDuration } =
        module.diagnostic()
      const whole = duration + collectDuration + environmentSetupDuration + prepareDuration + setupDuration
      const tests = [...module.children.allTests()]
      const unstable = tests.filter((test) => test.diagnostic()?.flaky).map(described)
      const failed = [
        ...module.errors().map(({ message }) => message),
        ...[...module.children.allSuites()].flatMap((suite) => suite.errors().map(({ message }) => message)),
        ...tests.filter((test) => test.result().state === 'failed').map(described),
      ]
      return { project: module.project.name, file: module.relativeModuleId, seconds: whole / 1000, unstable, failed }
    })
    if (unhandled.length > 0) {
      const failed = unhandled.map(({ message, stack }) => stack ?? message)
      times.push({ project: '', file: 'outside of all tests', seconds: 0, unstable: [], failed })
    }
    const folder = process.env.SEICHE_TIMES
    if (!folder) return print(times)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(times))
  }
}

/** @param {import('vitest/node').TestCase} test */
const described = (test) => `${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`

/** Prints the list of all runs that left their times, and takes the times away. */
export function printReport() {
  const files = readdirSync(timesFolder).map((name) => join(timesFolder, name))
  print(files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8'))))
  rmSync(timesFolder, { recursive: true })
}

/** @param {{ project: string, file: string, seconds: number, unstable: string[], failed: string[] }[]} times */
function print(times) {
  printTests('Failed first and passed when repeated, to be mended', times, 'unstable')
  const slowest = times.sort((a, b) => b.seconds - a.seconds).slice(0, 20)
  if (times.length < 2) return printTests('Failed', times, 'failed')
  const width = Math.max(...slowest.map(({ project }) => project.length))
  console.log(`\nSlowest files, of ${times.length} [s]`)
  for (const { project, file, seconds } of slowest)
    console.log(`${seconds.toFixed(1).padStart(8)}  ${project.padEnd(width)}  ${file}`)
  printTests('Failed', times, 'failed')
}

/**
 * @param {string} title
 * @param {{ file: string, unstable: string[], failed: string[] }[]} times
 * @param {'unstable' | 'failed'} kind
 */
function printTests(title, times, kind) {
  const names = times.flatMap((time) => time[kind].map((name) => `${time.file} > ${name}`))
  if (names.length > 0) console.log(`\n${title}:\n  ${names.join('\n  ')}`)
}
