/** Heap allocation per step, measured in a process of its own so that nothing else allocates meanwhile. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BenchmarkCase, CaseOptions, CaseReport } from '../harness/report.js'
import type { Growth } from './allocation-probe.js'

const probe = fileURLToPath(new URL('./allocation-probe.ts', import.meta.url))
/** Steps with bodies, which allocate: the young generation is not to be full before the end. */
const STEPS_WITH_BODIES = 500
const root = fileURLToPath(new URL('../..', import.meta.url))

export const allocation: BenchmarkCase = {
  name: 'allocation',
  about: 'bytes of JavaScript heap taken by one step',
  run,
}

async function run({ quick, progress }: CaseOptions): Promise<CaseReport> {
  const steps = quick ? 5000 : 20000
  const subjects = [
    'nothing',
    'one small object',
    'columns, 1 thread',
    'columns, 2 threads',
    'iwave, exponential',
    'iwave, fft, a solid',
    'iwave, window, a solid',
    'iwave, ambient trains, a solid',
    'iwave, ambient ocean',
    'waves',
    'ocean',
    'kass-miller, an island',
    'shallow-water, an island',
    'shallow-water, a solid, a river, rain',
    'stable-fluids',
    'stable-fluids, an emitter that moves',
    'stable-fluids, solids that move',
    'stable-fluids, in three dimensions',
    'rigid bodies alone',
    'columns, bodies',
    'columns, bodies by virtual height',
    'iwave, bodies',
    'iwave, bodies, ambient trains',
    'waves, bodies',
    'ocean, bodies',
    'kass-miller, bodies',
    'shallow-water, bodies',
  ] as const
  const growths: Growth[] = []
  for (const subject of subjects) {
    progress(subject)
    growths.push(await measure(subject, subject.includes('bodies') ? STEPS_WITH_BODIES : steps))
  }
  return {
    tables: [
      {
        title: 'Growth over calls of step() on 64² cells',
        columns: ['subject', 'calls', 'heap, bytes per step', 'array buffers, bytes per step', 'collections meanwhile'],
        rows: growths.map(({ subject, steps, heap, arrayBuffers, collections }) => [
          subject,
          String(steps),
          (heap / steps).toFixed(3),
          (arrayBuffers / steps).toFixed(3),
          String(collections),
        ]),
      },
    ],
    notes: [
      'The first two rows are controls: a loop that does nothing shows what the reading itself takes (some 600 bytes in all), a loop that makes one object a turn shows that allocation is seen.',
      'A row counts only when no collection happened meanwhile.',
      'Two readings of the clock, by which threads learn the pace of steps, take 16 bytes each in Node 20.',
      renderTarget(growths),
    ],
    data: { growths },
  }
}

/** One sentence: every subject but the control that allocates is to take no more than the reading itself. */
function renderTarget([nothing, , ...subjects]: readonly Growth[]): string {
  const taken = ({ steps, heap, arrayBuffers }: Growth) => (heap + arrayBuffers) / steps
  // A byte a step is less than any object has: what the collector and the reading leave differs by less.
  const allocating = subjects.filter((growth) => growth.collections > 0 || taken(growth) > taken(nothing!) + 1)
  const verdict =
    allocating.length === 0 ? 'met by all' : `missed by ${allocating.map(({ subject }) => subject).join('; ')}`
  return `Target: no allocation in a step. ${subjects.length - allocating.length} of ${subjects.length} subjects: ${verdict}.`
}

async function measure(subject: string, steps: number): Promise<Growth> {
  // A young generation of 64 MiB: the run ends before it is full, so nothing that was allocated is collected unseen.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--expose-gc',
      // Without it, V8 collects garbage after some seconds in which hardly any was made.
      '--no-memory-reducer',
      '--min-semi-space-size=64',
      '--max-semi-space-size=64',
      '--import',
      'tsx',
      probe,
      subject,
      String(steps),
    ],
    { cwd: root },
  )
  return JSON.parse(stdout) as Growth
}
