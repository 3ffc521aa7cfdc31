// Sums for the diagnostics of fluids, by lines in doubles. The solver adds the lines from the first to the last, so that the result does
// not depend on the number of threads.

import { Field } from '../abi/field'
import { padded } from './lines'
import { at } from '../abi/simd'

/** Sums of one line, cells weighted by their openness; src/solvers/stable-fluids/stable-fluids.ts adds the lines. */
@unmanaged
export class FlowSums {
  /** Sum of u² + v² + w² at centres. */
  squares: f64
  /** Sums of u, v and w. */
  u: f64
  v: f64
  w: f64
  /** Largest speed along an axis. */
  fastest: f64
  /** Sum of the openness. */
  open: f64
}

@unmanaged
export class FluidEnergyPass {
  u: Field
  v: Field
  w: Field
  /** Openness of cells, plain. */
  open: Field
  /** FlowSums of each line. */
  sums: Field
  ny: i32
  nz: i32
}

export function fluidEnergy(pass: FluidEnergyPass, begin: i32, end: i32): void {
  const nx = pass.open.nx, ny = pass.ny, deep = pass.nz > 1
  for (let l = begin; l < end; l++) {
    const y = l % ny, z = l / ny, open = pass.open.row(l)
    const u = padded(pass.u, y, z, ny, deep), v = padded(pass.v, y, z, ny, deep), vNext = padded(pass.v, y + 1, z, ny, deep)
    const w = padded(pass.w, y, z, ny, deep), wNext = deep ? padded(pass.w, y, z + 1, ny, deep) : w
    let squares: f64 = 0, us: f64 = 0, vs: f64 = 0, ws: f64 = 0, fastest: f64 = 0, room: f64 = 0
    for (let i = 0; i < nx; i++) {
      const part = <f64>at(open, i)
      const left = <f64>at(u, i), right = <f64>at(u, i + 1), low = <f64>at(v, i), high = <f64>at(vNext, i)
      const back = deep ? <f64>at(w, i) : 0, front = deep ? <f64>at(wNext, i) : 0
      // Each face contributes half of its energy to each of its cells: this sum is invariant under an exchange of components.
      squares += part * 0.5 * (left * left + right * right + low * low + high * high + back * back + front * front)
      us += part * 0.5 * (left + right)
      vs += part * 0.5 * (low + high)
      ws += part * 0.5 * (back + front)
      fastest = max(fastest, max(abs(left), max(abs(low), abs(back))))
      room += part
    }
    const sums = changetype<FlowSums>(pass.sums.row(l))
    sums.squares = squares
    sums.u = us
    sums.v = vs
    sums.w = ws
    sums.fastest = fastest
    sums.open = room
  }
}

/** Sums of one line of a scalar. */
@unmanaged
export class ScalarSums {
  total: f64
  lowest: f64
  highest: f64
}

@unmanaged
export class FluidTotalPass {
  /** A scalar. */
  q: Field
  /** ScalarSums of each line. */
  sums: Field
}

export function fluidTotal(pass: FluidTotalPass, begin: i32, end: i32): void {
  for (let l = begin; l < end; l++) {
    const q = pass.q.row(l), sums = changetype<ScalarSums>(pass.sums.row(l))
    let sum: f64 = 0, low: f64 = Infinity, high: f64 = -Infinity
    for (let i = 0; i < pass.q.nx; i++) {
      const value = <f64>at(q, i)
      sum += value
      low = min(low, value)
      high = max(high, value)
    }
    sums.total = sum
    sums.lowest = low
    sums.highest = high
  }
}
