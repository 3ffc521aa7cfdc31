// Fluid that enters through an open edge comes from rest.
//
// At an open edge the pressure is that of the fluid outside, and the velocity is free. Advection finds no velocity there but that of the edge
// itself: what enters would keep its speed whatever it is. A low pressure inside would make it faster in each step, eddies at the edge would feed
// themselves, and the flow would grow without bound. With still fluid in the cell outside, upstream differences are
//
//   dq/dt = -w (q - 0)/dx,   w the velocity through the edge into the box
//
// for all components, and are solved implicitly, q' = q / (1 + w dt/dx): stable for any time step. The speed that a pressure difference p can
// cause is then sqrt(p/ρ), where Bernoulli's law has sqrt(2 p/ρ). Fluid that leaves is not changed.

import { Field } from '../abi/field'
import { FREE } from './boundary'
import { padded } from './lines'
import { at as cell, put } from '../abi/simd'

@unmanaged
export class FluidEnterPass {
  /** A velocity component: its axis, and its face flags (boundary.ts). */
  q: Field
  at: i32
  faceFlag: Field
  /** The component across the edges: their axis, and whether that at its lower and at its upper end is open. */
  normal: Field
  axis: i32
  before: i32
  after: i32
  nx: i32
  ny: i32
  nz: i32
  /** Whether the box is periodic along the axis of q. */
  wraps: i32
  /** dt/dx [s/m]. */
  rate: f32
}

/** Velocity across the edge face `edge` beside cell i, y or z, of which the one along the axis of the edges does not count. */
@inline function across(pass: FluidEnterPass, edge: i32, i: i32, y: i32, z: i32): f32 {
  const axis = pass.axis
  return cell(padded(pass.normal, axis == 1 ? edge : y, axis == 2 ? edge : z, pass.ny, pass.nz > 1), axis == 0 ? edge : i)
}

/** The same beside a face of q: the mean of the cells on both sides of it. */
function acrossBeside(pass: FluidEnterPass, edge: i32, i: i32, y: i32, z: i32): f32 {
  const at = pass.at
  if (at == pass.axis) return across(pass, edge, i, y, z)
  const place = at == 0 ? i : at == 1 ? y : z, count = at == 0 ? pass.nx : at == 1 ? pass.ny : pass.nz
  const low = place > 0 ? place - 1 : pass.wraps ? count - 1 : 0, high = place < count ? place : pass.wraps ? 0 : count - 1
  return 0.5 * (
    across(pass, edge, at == 0 ? low : i, at == 1 ? low : y, at == 2 ? low : z) +
    across(pass, edge, at == 0 ? high : i, at == 1 ? high : y, at == 2 ? high : z)
  )
}

/** Slows q at one face beside an edge, if fluid enters there. `upper`: whether the edge is at the upper end of its axis. */
@inline function slow(pass: FluidEnterPass, q: usize, faceFlag: usize, i: i32, y: i32, z: i32, upper: bool): void {
  const axis = pass.axis, count = axis == 0 ? pass.nx : axis == 1 ? pass.ny : pass.nz
  const velocity = acrossBeside(pass, upper ? count : 0, i, y, z), speed = upper ? -velocity : velocity
  if (speed > 0 && cell(faceFlag, i) == FREE) put(q, i, cell(q, i) / (1 + speed * pass.rate))
}

/** Postcondition: in the layer beside open edges, q has been slowed down where fluid enters. Rows are the lines of q. */
export function fluidEnter(pass: FluidEnterPass, begin: i32, end: i32): void {
  const at = pass.at, axis = pass.axis, ny = pass.ny, deep = pass.nz > 1
  const columns = pass.nx + <i32>(at == 0), ys = ny + <i32>(at == 1)
  const last = (axis == 0 ? columns : axis == 1 ? ys : pass.nz + <i32>(at == 2)) - 1
  for (let l = begin; l < end; l++) {
    const y = l % ys, z = l / ys
    const q = padded(pass.q, y, z, ny, deep), faceFlag = padded(pass.faceFlag, y, z, ny, deep)
    if (axis == 0) {
      if (pass.before) slow(pass, q, faceFlag, 0, y, z, false)
      if (pass.after) slow(pass, q, faceFlag, last, y, z, true)
      continue
    }
    const place = axis == 1 ? y : z
    if (pass.before && place == 0) for (let i = 0; i < columns; i++) slow(pass, q, faceFlag, i, y, z, false)
    if (pass.after && place == last) for (let i = 0; i < columns; i++) slow(pass, q, faceFlag, i, y, z, true)
  }
}
