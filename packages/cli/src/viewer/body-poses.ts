import type { CsvTable } from '../results/csv-table.js'
import { poseValues } from './protocol.js'

/** Depth at which a body waits that is not in the water yet [m]: out of sight. */
const outOfSight = -1e6

/**
 * The poses of bodies at the steps of frames, from bodies.csv. Between two rows of the file a pose is interpolated.
 *
 * @param names bodies in order; a body without a name has its index
 * @returns frames × bodies × `poseValues`
 */
export function posesAt(table: CsvTable, names: readonly string[], steps: readonly number[]): Float32Array {
  const poses = new Float32Array(steps.length * names.length * poseValues)
  const rows = rowsByBody(table)
  for (const [at, name] of names.entries()) {
    const own = rows.get(name) ?? []
    let row = 0
    for (const [frame, step] of steps.entries()) {
      while (row + 1 < own.length && own[row + 1]!.step <= step) row++
      const [from, to] = [own[row], own[row + 1]]
      const target = poses.subarray((frame * names.length + at) * poseValues)
      if (!from || from.step > step) target.set([0, outOfSight, 0, 0, 0, 0, 1, 0])
      else target.set(to ? between(from.pose, to.pose, (step - from.step) / (to.step - from.step)) : from.pose)
    }
  }
  return poses
}

interface Row {
  step: number
  pose: number[]
}

function rowsByBody(table: CsvTable): Map<string, Row[]> {
  const steps = table.numbers('step')
  const columns = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw', 'submerged'].map((name) => table.numbers(name))
  const rows = new Map<string, Row[]>()
  for (const [at, body] of table.texts('body').entries()) {
    const row = { step: steps[at]!, pose: columns.map((column) => column[at]!) }
    const own = rows.get(body)
    if (own) own.push(row)
    else rows.set(body, [row])
  }
  return rows
}

/** Positions linearly; rotations linearly and normalised, the shorter way round. */
function between(a: readonly number[], b: readonly number[], t: number): number[] {
  const [ra, rb] = [a.slice(3, 7), b.slice(3, 7)]
  const cosine = ra.reduce((sum, value, k) => sum + value * rb[k]!, 0)
  const sign = cosine < 0 ? -1 : 1
  const mixed = a.map((value, k) => value + t * ((k >= 3 && k < 7 ? sign * b[k]! : b[k]!) - value))
  const length = Math.hypot(...mixed.slice(3, 7)) || 1
  return mixed.map((value, k) => (k >= 3 && k < 7 ? value / length : value))
}
