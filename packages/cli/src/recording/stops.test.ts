import { describe, expect, it } from 'vitest'
import { type Pace, stopsOf } from './stops.js'

const schedule = { steps: 10, frames: [0, 4, 8], interval: 4 }
const all: Pace = { frames: [0, 2], logEvery: undefined, checkpointEvery: undefined }

/** f: frame, l: line, c: checkpoint. */
function plan(pace: Partial<Pace>): string[] {
  return [...stopsOf(schedule, { ...all, ...pace })].map(
    ({ step, frame, isLogged, isCheckpoint }) =>
      `${step}${frame === undefined ? '' : ` f${frame}`}${isLogged ? ' l' : ''}${isCheckpoint ? ' c' : ''}`,
  )
}

describe('stopsOf', () => {
  it('stops at frames, with a line each, and at the end', () => {
    expect(plan({})).toEqual(['0 f0 l', '4 f1 l', '8 f2 l', '10 l'])
  })

  it('has lines at their own pace', () => {
    expect(plan({ logEvery: 3 })).toEqual(['0 f0 l', '3 l', '4 f1', '6 l', '8 f2', '9 l', '10 l'])
  })

  it('leaves frames out, but not their lines', () => {
    expect(plan({ frames: [1, 1] })).toEqual(['0 l', '4 f1 l', '8 l', '10 l'])
  })

  it('has checkpoints at their own pace, and one at the end', () => {
    expect(plan({ checkpointEvery: 4 })).toEqual(['0 f0 l', '4 f1 l c', '8 f2 l c', '10 l c'])
    expect(plan({ checkpointEvery: 5 })).toEqual(['0 f0 l', '4 f1 l', '5 c', '8 f2 l', '10 l c'])
  })

  it('has one stop in a run without steps', () => {
    const pace: Pace = { frames: [0, 0], logEvery: 2, checkpointEvery: 2 }
    expect([...stopsOf({ steps: 0, frames: [0], interval: 1 }, pace)]).toEqual([
      { step: 0, frame: 0, isLogged: true, isCheckpoint: true },
    ])
  })
})
