// A reporter that shows where the time of the tests goes, the slowest twenty files, and which tests passed only when they were repeated.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

/** Where several runs at the same time leave their times, for one list of all of them. */
export const timesFolder = join(root, '.cache/test-times')

export default class SlowestFiles {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const times = modules.map((module) => {
      const { duration, collectDuration, environmentSetupDuration, prepareDuration, setupDuration } =
        module.diagnostic()
      const whole = duration + collectDuration + environmentSetupDuration + prepareDuration + setupDuration
      const unstable = [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`)
      return { project: module.project.name, file: module.relativeModuleId, seconds: whole / 1000, unstable }
    })
    const folder = process.env.SEICHE_TIMES
    if (!folder) return print(times)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(times))
  }
}

/** Prints the list of all runs that left their times, and takes the times away. */
export function printSlowest() {
  const files = readdirSync(timesFolder).map((name) => join(timesFolder, name))
  print(files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8'))))
  rmSync(timesFolder, { recursive: true })
}

/** @param {{ project: string, file: string, seconds: number, unstable: string[] }[]} times */
function print(times) {
  const unstable = times.flatMap(({ file, unstable }) => unstable.map((name) => `${file} > ${name}`))
  if (unstable.length > 0)
    console.log(`\nFailed first and passed when repeated, to be mended:\n  ${unstable.join('\n  ')}`)
  const slowest = times.sort((a, b) => b.seconds - a.seconds).slice(0, 20)
  if (times.length < 2) return
  const width = Math.max(...slowest.map(({ project }) => project.length))
  console.log(`\nSlowest files, of ${times.length} [s]`)
  for (const { project, file, seconds } of slowest)
    console.log(`${seconds.toFixed(1).padStart(8)}  ${project.padEnd(width)}  ${file}`)
}
