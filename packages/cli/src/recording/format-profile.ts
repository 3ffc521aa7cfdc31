import type { Profile } from 'seiche'

/** A profile as a table: for each kernel the time in a step, its part of all time, its passes, and its use of the threads. */
export function formatProfile(
  { passes, runs, milliseconds, barriers, waiting, threads }: Profile,
  steps: number,
): string {
  const perStep = (sum: number) => sum / Math.max(1, steps)
  const percent = (part: number) => `${(100 * part).toFixed(1)} %`
  const inKernels = passes.reduce((sum, one) => sum + one.milliseconds, 0)
  const rows = [
    ['kernel', 'ms/step', 'of time', 'passes/step', 'of threads'],
    ...passes.map((one) => [
      one.kernel,
      perStep(one.milliseconds).toFixed(4),
      percent(one.milliseconds / milliseconds),
      perStep(one.passes).toFixed(1),
      percent(one.threadShare),
    ]),
    ['between passes', perStep(milliseconds - inKernels).toFixed(4), percent(1 - inKernels / milliseconds), '', ''],
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  )
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
  return [
    ...lines,
    `${perStep(runs).toFixed(1)} runs and ${perStep(barriers).toFixed(1)} barriers a step on ${count(threads, 'thread')}, ${perStep(waiting).toFixed(4)} ms of waiting`,
  ].join('\n')
}
