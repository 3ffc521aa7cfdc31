import { expect, it } from 'vitest'
import { formatProfile } from './format-profile.js'

it('shows each kernel per step, the rest of the time, and the barriers', () => {
  const profile = {
    passes: [
      { kernel: 'columnsSweep', passes: 20, milliseconds: 6, threadShare: 0.915 },
      { kernel: 'pour', passes: 5, milliseconds: 2, threadShare: 0.5 },
    ],
    runs: 10,
    milliseconds: 10,
    barriers: 30,
    waiting: 1,
    threads: 2,
  }
  expect(formatProfile(profile, 10).split('\n')).toEqual([
    'kernel          ms/step  of time  passes/step  of threads',
    'columnsSweep     0.6000   60.0 %          2.0      91.5 %',
    'pour             0.2000   20.0 %          0.5      50.0 %',
    'between passes   0.2000   20.0 %',
    '1.0 runs and 3.0 barriers a step on 2 threads, 0.1000 ms of waiting',
  ])
})
