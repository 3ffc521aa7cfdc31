// Sums for the diagnostics of fluids, line by line in doubles; the engine adds the lines from first to last.

import { Field } from './field'
import { padded } from './fluid-lines'
import { at } from './wide'

@unmanaged
export class FluidEnergyPass {
  u: Field
  v: Field
  w: Field
  /** How open cells are, plain. */
  open: Field
  /** A record of six doubles a line: sum of u² + v² + w² at centres, sums of u, v, w, largest speed, and openness. */
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
      // Half of the energy at each face: a sum that a rotation between components does not change.
      squares += part * 0.5 * (left * left + right * right + low * low + high * high + back * back + front * front)
      us += part * 0.5 * (left + right)
      vs += part * 0.5 * (low + high)
      ws += part * 0.5 * (back + front)
      fastest = max(fastest, max(abs(left), max(abs(low), abs(back))))
      room += part
    }
    const record = pass.sums.row(l)
    f64.store(record, squares)
    f64.store(record, us, 8)
    f64.store(record, vs, 16)
    f64.store(record, ws, 24)
    f64.store(record, fastest, 32)
    f64.store(record, room, 40)
  }
}

@unmanaged
export class FluidTotalPass {
  /** A scalar. */
  q: Field
  /** A record of three doubles a line: sum, lowest, highest. */
  sums: Field
}

export function fluidTotal(pass: FluidTotalPass, begin: i32, end: i32): void {
  for (let l = begin; l < end; l++) {
    const q = pass.q.row(l), record = pass.sums.row(l)
    let sum: f64 = 0, low: f64 = Infinity, high: f64 = -Infinity
    for (let i = 0; i < pass.q.nx; i++) {
      const value = <f64>at(q, i)
      sum += value
      low = min(low, value)
      high = max(high, value)
    }
    f64.store(record, sum)
    f64.store(record, low, 8)
    f64.store(record, high, 16)
  }
}
