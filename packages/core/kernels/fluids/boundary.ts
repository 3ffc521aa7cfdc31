// Boundary values of fluids: ghost cells beyond the edges, and values inside solids, which interpolation near a boundary reads.

import { Field } from '../abi/field'
import { FluidBox, padded } from './lines'
import { lineAfter, lineBefore } from '../poisson/lines'
import { add, at as cell, load, mul, put, splat, store, WIDE } from '../abi/simd'

@unmanaged
export class FluidGhostsPass extends FluidBox {
  q: Field
  /** Grid location: 0, 1, 2 for the faces of u, v, w; 3 for centres. */
  at: i32
  /** Ghost = sign × (cell inside) + value: sign -1 and twice the value on the edge (Dirichlet), or 1 and 0 (zero gradient). */
  xBeforeSign: f32
  xAfterSign: f32
  yBeforeSign: f32
  yAfterSign: f32
  zBeforeSign: f32
  zAfterSign: f32
  xBeforeValue: f32
  xAfterValue: f32
  yBeforeValue: f32
  yAfterValue: f32
  zBeforeValue: f32
  zAfterValue: f32
}

/**
 * Ghost cells before and after one line, two on each side: wrapped, or the second one equal to the first. On faces of u the last column is
 * the edge itself, and is copied only if x is periodic.
 */
@inline function closeEnds(pass: FluidGhostsPass, row: usize): void {
  const nx = pass.nx
  if (pass.at == 0) {
    if (pass.xWraps) put(row, nx, cell(row, 0))
    put(row, -1, cell(row, pass.xWraps ? nx - 1 : 0))
    put(row, nx + 1, cell(row, pass.xWraps ? 1 : nx))
    put(row, -2, cell(row, pass.xWraps ? max(0, nx - 2) : 0))
    put(row, nx + 2, cell(row, pass.xWraps ? min(nx, 2) : nx))
    return
  }
  put(row, -1, pass.xWraps ? cell(row, nx - 1) : pass.xBeforeSign * cell(row, 0) + pass.xBeforeValue)
  put(row, nx, pass.xWraps ? cell(row, 0) : pass.xAfterSign * cell(row, nx - 1) + pass.xAfterValue)
  put(row, -2, pass.xWraps ? cell(row, max(0, nx - 2)) : cell(row, -1))
  put(row, nx + 1, pass.xWraps ? cell(row, min(nx - 1, 1)) : cell(row, nx))
}

/**
 * Postcondition: all ghost cells that interpolation reads are filled. Rows of the pass are the lines of the location; each line fills the
 * ghost lines next to it, so that no two threads write to the same one.
 */
export function fluidGhosts(pass: FluidGhostsPass, begin: i32, end: i32): void {
  const ny = pass.ny, nz = pass.nz, deep = nz > 1
  const ys = ny + <i32>(pass.at == 1), zs = nz + <i32>(pass.at == 2)
  for (let l = begin; l < end; l++) {
    const y = l % ys, z = l / ys
    closeEnds(pass, padded(pass.q, y, z, ny, deep))
    for (let dz = deep && z == 0 ? -1 : 0; dz <= <i32>(deep && z == zs - 1); dz++)
      for (let dy = y == 0 ? -1 : 0; dy <= <i32>(y == ys - 1); dy++) ghostLine(pass, y, z, dy, dz, deep)
  }
}

/** Fills the ghost line (y + dy, z + dz), which is beyond the edge next to line (y, z). */
@inline function ghostLine(pass: FluidGhostsPass, y: i32, z: i32, dy: i32, dz: i32, deep: bool): void {
  const ny = pass.ny, nz = pass.nz
  let toY = y + dy, toZ = z + dz, fromY = y, fromZ = z
  let sign: f32 = 1, value: f32 = 0
  // On the faces of v the last line is the edge itself; if y is periodic it equals the first. Likewise for w.
  if (pass.at == 1) {
    if (dy > 0) toY = ny
    if (pass.yWraps && dy != 0) fromY = dy > 0 ? 0 : ny - 1
  } else if (dy != 0) {
    if (pass.yWraps) fromY = dy > 0 ? 0 : ny - 1
    else {
      sign = dy > 0 ? pass.yAfterSign : pass.yBeforeSign
      value = dy > 0 ? pass.yAfterValue : pass.yBeforeValue
    }
  }
  if (pass.at == 2) {
    if (dz > 0) toZ = nz
    if (pass.zWraps && dz != 0) fromZ = dz > 0 ? 0 : nz - 1
  } else if (dz != 0) {
    if (pass.zWraps) fromZ = dz > 0 ? 0 : nz - 1
    else {
      const across = dz > 0 ? pass.zAfterSign : pass.zBeforeSign
      value = across * value + (dz > 0 ? pass.zAfterValue : pass.zBeforeValue)
      sign *= across
    }
  }
  if (toY == fromY && toZ == fromZ) return
  const to = padded(pass.q, toY, toZ, ny, deep), from = padded(pass.q, fromY, fromZ, ny, deep)
  const bytes = <usize>(pass.nx + <i32>(pass.at == 0)) << 2
  const s = splat(sign), v = splat(value)
  for (let x: usize = 0; x < bytes; x += WIDE) store(to + x, add(mul(s, load(from + x)), v))
  closeEnds(pass, to)
}

@unmanaged
export class FluidPadPass {
  /** A plain scalar, and the padded field it is copied to. */
  from: Field
  to: Field
  /** Openness of cells, plain. */
  open: Field
  /** Whether there are solids. */
  solids: i32
  ny: i32
  nz: i32
  xWraps: i32
  yWraps: i32
  zWraps: i32
}

/** Postcondition: `to` = `from` in open cells; solid cells have the mean of their open neighbours, so that solids add no value. */
export function fluidPad(pass: FluidPadPass, begin: i32, end: i32): void {
  const nx = pass.from.nx, ny = pass.ny, nz = pass.nz, deep = nz > 1
  for (let l = begin; l < end; l++) {
    const y = l % ny, z = l / ny
    const from = pass.from.row(l), to = padded(pass.to, y, z, ny, deep), open = pass.open.row(l)
    memory.copy(to, from, <usize>nx << 2)
    if (!pass.solids) continue
    const back = lineBefore(l, y, ny, 1, pass.yWraps), front = lineAfter(l, y, ny, 1, pass.yWraps)
    const below = lineBefore(l, z, nz, ny, pass.zWraps), over = lineAfter(l, z, nz, ny, pass.zWraps)
    for (let i = 0; i < nx; i++) {
      if (cell(open, i) > 0) continue
      const left = i > 0 ? i - 1 : pass.xWraps ? nx - 1 : 0, right = i < nx - 1 ? i + 1 : pass.xWraps ? 0 : i
      let sum: f32 = 0, count: f32 = 0
      if (cell(open, left) > 0) { sum += cell(from, left); count++ }
      if (cell(open, right) > 0) { sum += cell(from, right); count++ }
      if (cell(pass.open.row(back), i) > 0) { sum += cell(pass.from.row(back), i); count++ }
      if (cell(pass.open.row(front), i) > 0) { sum += cell(pass.from.row(front), i); count++ }
      if (deep && cell(pass.open.row(below), i) > 0) { sum += cell(pass.from.row(below), i); count++ }
      if (deep && cell(pass.open.row(over), i) > 0) { sum += cell(pass.from.row(over), i); count++ }
      put(to, i, count > 0 ? sum / count : 0)
    }
  }
}

// Face flags: the boundary condition of the flow on a face, as a float (src/solvers/stable-fluids/walls/face-conditions.ts sets them).
//
//   flag                  condition
//   FREE                  none: the velocity is an unknown
//   HELD                  prescribed velocity: a wall, an inflow, or a no-slip solid
//   HELD - share MIRROR   a face inside a no-slip solid, next to the fluid: `share` (0 to 1) of its velocity is the mirrored flow
//   SLIPPERY + n          a face inside a free-slip solid, in layer n from its surface: extrapolated from the layer outside
//   DEEP                  a face inside a free-slip solid that interpolation never reads
export const FREE: f32 = 0
export const HELD: f32 = 1
export const MIRROR: f32 = 0.4
export const SLIPPERY: f32 = 2
export const DEEP: f32 = 4

@unmanaged
export class FluidExtendPass {
  q: Field
  /** Face flags. */
  faceFlag: Field
  /** Prescribed velocity of faces that are not free. */
  faceVelocity: Field
  at: i32
  /** The layer to fill: from SLIPPERY on. */
  layer: i32
  nx: i32
  ny: i32
  nz: i32
}

/** Whether the neighbour on a side is outside the box. */
@inline function beyond(axis: i32, up: i32, i: i32, y: i32, z: i32, columns: i32, ys: i32, zs: i32): bool {
  const place = axis == 0 ? i : axis == 1 ? y : z
  return up ? place == (axis == 0 ? columns : axis == 1 ? ys : zs) - 1 : place == 0
}

/**
 * Postcondition: inside a no-slip solid, faces next to the fluid have the velocity for which linear interpolation gives the velocity of
 * the solid on its surface: the neighbours' velocity relative to the solid, with the opposite sign, times the share in the flag.
 */
export function fluidMirror(pass: FluidExtendPass, begin: i32, end: i32): void {
  const ny = pass.ny, deep = pass.nz > 1, ys = ny + <i32>(pass.at == 1), columns = pass.nx + <i32>(pass.at == 0)
  const stride = pass.q.stride, plane = (ny + 2) * stride, sides = deep ? 6 : 4, zs = pass.nz + <i32>(pass.at == 2)
  for (let l = begin; l < end; l++) {
    const y = l % ys, z = l / ys
    const q = padded(pass.q, y, z, ny, deep), faceFlag = padded(pass.faceFlag, y, z, ny, deep), faceVelocity = padded(pass.faceVelocity, y, z, ny, deep)
    for (let i = 0; i < columns; i++) {
      const held = cell(faceFlag, i)
      if (held <= 0.5 || held >= HELD) continue
      let sum: f32 = 0, count: f32 = 0
      for (let side = 0; side < sides; side++) {
        const axis = side >> 1, up = side & 1
        if (beyond(axis, up, i, y, z, columns, ys, zs)) continue
        const step = (axis == 0 ? 4 : axis == 1 ? stride : plane) * (up ? 1 : -1)
        if (f32.load(faceFlag + (i << 2) + step) != 0) continue
        sum += f32.load(q + (i << 2) + step)
        count++
      }
      const solid = cell(faceVelocity, i)
      if (count > 0) put(q, i, solid - (HELD - held) / MIRROR * (sum / count - solid))
    }
  }
}

/** Postcondition: faces of the layer have the mean of their neighbours nearer to the fluid: free slip, the flow continues unchanged. */
export function fluidExtend(pass: FluidExtendPass, begin: i32, end: i32): void {
  const ny = pass.ny, deep = pass.nz > 1, ys = ny + <i32>(pass.at == 1), columns = pass.nx + <i32>(pass.at == 0)
  const stride = pass.q.stride, plane = (ny + 2) * stride, zs = pass.nz + <i32>(pass.at == 2)
  const layer = <f32>pass.layer, sides = deep ? 6 : 4
  for (let l = begin; l < end; l++) {
    const y = l % ys, z = l / ys
    const q = padded(pass.q, y, z, ny, deep), faceFlag = padded(pass.faceFlag, y, z, ny, deep)
    for (let i = 0; i < columns; i++) {
      if (cell(faceFlag, i) != layer) continue
      let sum: f32 = 0, count: f32 = 0
      for (let side = 0; side < sides; side++) {
        const axis = side >> 1, up = side & 1
        if (beyond(axis, up, i, y, z, columns, ys, zs)) continue
        const step = (axis == 0 ? 4 : axis == 1 ? stride : plane) * (up ? 1 : -1)
        const there = f32.load(faceFlag + (i << 2) + step)
        if (there == 0 || (there > 1.5 && there < layer)) {
          sum += f32.load(q + (i << 2) + step)
          count++
        }
      }
      if (count > 0) put(q, i, sum / count)
    }
  }
}
