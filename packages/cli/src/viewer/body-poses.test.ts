import { describe, expect, it } from 'vitest'
import { CsvTable } from '../results/csv-table.js'
import { posesAt } from './body-poses.js'
import { poseValues } from './protocol.js'

const half = Math.SQRT1_2
const table = CsvTable.parse(
  [
    'step,time,body,x,y,z,qx,qy,qz,qw,vx,vy,vz,submerged',
    '0,0,0,0,0,0,0,0,0,1,0,0,0,0.5',
    '10,1,0,1,0,0,0,1,0,0,0,0,0,1',
    '20,2,0,2,0,0,0,0,0,-1,0,0,0,1',
    '20,2,late,5,6,7,0,0,0,1,0,0,0,0',
  ].join('\n'),
  'bodies.csv',
)

const pose = (poses: Float32Array, at: number) => [...poses.subarray(at * poseValues, (at + 1) * poseValues)]

describe('posesAt', () => {
  it('interpolates between rows, rotations along the shorter way', () => {
    const poses = posesAt(table, ['0'], [0, 5, 10, 15, 20])
    expect(pose(poses, 0)).toEqual([0, 0, 0, 0, 0, 0, 1, 0.5])
    const between = pose(poses, 1)
    expect(between[0]).toBe(0.5)
    expect(between[7]).toBe(0.75)
    // Half of a half turn about y is a quarter turn.
    expect(between[4]).toBeCloseTo(half, 6)
    expect(between[6]).toBeCloseTo(half, 6)
    expect(Math.hypot(...pose(poses, 3).slice(3, 7))).toBeCloseTo(1, 6)
    expect(pose(poses, 4).slice(0, 3)).toEqual([2, 0, 0])
  })

  it('keeps the last pose after the last row, and hides a body before its first', () => {
    const poses = posesAt(table, ['0', 'late'], [10, 30])
    expect(pose(poses, 1)[1]).toBeLessThan(-1000)
    expect(pose(poses, 2).slice(0, 3)).toEqual([2, 0, 0])
    expect(pose(poses, 3).slice(0, 3)).toEqual([5, 6, 7])
  })
})
