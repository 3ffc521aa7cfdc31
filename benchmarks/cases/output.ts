/** The cost of files: a frame of every step as .npy, against the same run without, and the memory of long runs. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BenchmarkCase, CaseOptions, CaseReport } from '../harness/report.js'
import type { Measured, Subject } from './output-probe.js'

const probe = fileURLToPath(new URL('./output-probe.ts', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

export const output: BenchmarkCase = {
  name: 'output',
  about: 'npy of every step at 1024² cells, and the memory of 100 and of 10,000 steps',
  run,
}

async function run({ quick, progress }: CaseOptions): Promise<CaseReport> {
  const rounds = quick ? 1 : 5
  const steps = quick ? 20 : 60
  const solvers = ['columns', 'shallow-water'] as const
  const costs: { solver: string; without: number[]; with: number[] }[] = []
  for (const solver of solvers) {
    const times = { solver, without: [] as number[], with: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      progress(`${solver}, round ${round + 1} of ${rounds}`)
      times.without.push((await measure({ solver, n: 1024, steps, every: steps })).seconds)
      times.with.push((await measure({ solver, n: 1024, steps, every: 1 })).seconds)
    }
    costs.push(times)
  }
  const memories: { steps: number; memory: number }[] = []
  for (const count of [100, quick ? 1000 : 10_000]) {
    progress(`memory of ${count} steps`)
    const { memory } = await measure({ solver: 'columns', n: 128, steps: count, every: 1 })
    memories.push({ steps: count, memory })
  }
  return {
    tables: [
      {
        title: `${steps} steps on 1024² cells, a frame of eta at each (4 MiB)`,
        columns: ['solver', 'without frames [ms/step]', 'with frames [ms/step]', 'share of the files'],
        rows: costs.map((times) => {
          const [without, all] = [median(times.without), median(times.with)]
          const perStep = (seconds: number) => ((seconds / steps) * 1000).toFixed(2)
          return [times.solver, perStep(without), perStep(all), `${(100 * (1 - without / all)).toFixed(0)} %`]
        }),
      },
      {
        title: 'Largest resident memory, columns on 128² cells, a frame at each step',
        columns: ['steps', 'MiB'],
        rows: memories.map(({ steps: count, memory }) => [String(count), (memory / 2 ** 20).toFixed(1)]),
      },
    ],
    notes: [
      'Runs are processes of their own, with and without frames in turn; the time ends when all files have reached the device.',
    ],
    data: { steps, costs, memories },
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

async function measure(subject: Subject): Promise<Measured> {
  const words = ['--import', 'tsx', probe, JSON.stringify(subject)]
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root })
  return JSON.parse(stdout) as Measured
}
