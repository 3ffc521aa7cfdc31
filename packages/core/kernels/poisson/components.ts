// Lakes: cells that are connected through open faces. In one that neither an edge nor a mask nor a shift holds, p is known but for a
// constant, and there is a solution only if the right-hand side sums to zero: its mean is removed, and the mean of p.
//
// One thread finds and drains them, in the order of memory. A single loose lake, by far the most common, is left to the sums that all
// threads make (kernels/poisson/conjugate-gradient.ts).

import { Field } from '../abi/field'
import { halted, ComponentsFound, lineBefore, RhsSums } from './lines'
import { at, put } from '../abi/simd'

/** The values of one loose lake. */
@unmanaged
export class ComponentTotal {
  sum: f64
  cells: f64
}

@unmanaged
export class ComponentsPass {
  halt: Field
  inverse: Field
  e: Field
  ax: Field
  ay: Field
  az: Field
  /** While they are looked for, the cell that stands for each; then the number of the loose lake a cell is in, else -1. */
  components: Field
  /** Scratch: whether the lake that a cell stands for is held. */
  held: Field
  /** LakesFound. */
  found: Field
  /** LakeTotal of each loose lake. */
  totals: Field
  /** What to remove the means from, and RhsSums of each line. */
  values: Field
  sums: Field
  ny: i32
  xWraps: i32
  yWraps: i32
  zWraps: i32
}

/** Cells are named by their distance in bytes from the first. */
@inline function place(field: Field, l: i32, i: i32): i32 { return l * field.stride + (i << 2) }

/** The cell that stands for this one, on the way halving the way. */
@inline function standsFor(base: usize, cell: i32): i32 {
  let up = i32.load(base + cell)
  while (up != cell) {
    const next = i32.load(base + up)
    i32.store(base + cell, next)
    cell = next
    up = i32.load(base + cell)
  }
  return cell
}

/** Two neighbours are one lake; the earlier cell stands for both. If one has no equation, p is zero there and holds the other. */
@inline function join(base: usize, held: usize, a: i32, b: i32): void {
  const first = i32.load(base + a) < 0 ? -1 : standsFor(base, a)
  const second = i32.load(base + b) < 0 ? -1 : standsFor(base, b)
  if (first < 0 || second < 0) {
    if (first >= 0) i32.store(held + first, 1)
    if (second >= 0) i32.store(held + second, 1)
    return
  }
  const low = min(first, second), high = max(first, second)
  i32.store(base + high, low)
  if (i32.load(held + high)) i32.store(held + low, 1)
}

/** Postcondition: `lakes` and `found`. Lakes beyond the room for totals are not loose: their residual stays. */
export function poissonLabelComponents(pass: ComponentsPass, begin: i32, end: i32): void {
  if (begin == end) return
  const nx = pass.components.nx, lines = pass.components.nz, ny = pass.ny, planes = lines / ny
  const base = pass.components.row(0), held = pass.held.row(0)
  for (let l = 0; l < lines; l++)
    for (let i = 0; i < nx; i++) {
      const cell = place(pass.components, l, i)
      i32.store(base + cell, at(pass.inverse.row(l), i) > 0 ? cell : -1)
      i32.store(held + cell, at(pass.e.row(l), i) > 0 ? 1 : 0)
    }
  for (let l = 0; l < lines; l++) {
    const ax = pass.ax.row(l), ay = pass.ay.row(l), az = pass.az.row(l)
    const back = lineBefore(l, l % ny, ny, 1, pass.yWraps), below = lineBefore(l, l / ny, planes, ny, pass.zWraps)
    for (let i = 0; i < nx; i++) {
      const cell = place(pass.components, l, i)
      if (at(ax, i) > 0) join(base, held, cell, place(pass.components, l, i > 0 ? i - 1 : nx - 1))
      if (at(ay, i) > 0) join(base, held, cell, place(pass.components, back, i))
      if (planes > 1 && at(az, i) > 0) join(base, held, cell, place(pass.components, below, i))
    }
  }
  number(pass)
}

/** Loose lakes are numbered in the order of their first cells. */
@inline function number(pass: ComponentsPass): void {
  const nx = pass.components.nx, lines = pass.components.nz, base = pass.components.row(0), held = pass.held.row(0)
  // Every cell points at the one that stands for it before numbers take their place.
  for (let l = 0; l < lines; l++)
    for (let i = 0; i < nx; i++) {
      const cell = place(pass.components, l, i)
      if (i32.load(base + cell) >= 0) i32.store(base + cell, standsFor(base, cell))
    }
  let loose = 0, others = 0
  for (let l = 0; l < lines; l++)
    for (let i = 0; i < nx; i++) {
      const cell = place(pass.components, l, i), first = i32.load(base + cell)
      if (first < 0) continue
      if (first == cell) {
        // The number of a lake is kept where it was said whether it is held.
        const counts = !i32.load(held + cell) && loose < pass.totals.nz
        i32.store(held + cell, counts ? loose++ : -1)
        if (!counts) others++
      }
      i32.store(base + cell, i32.load(held + first))
    }
  const found = changetype<ComponentsFound>(pass.found.origin)
  found.loose = loose == 0 ? 0 : loose == 1 && others == 0 ? 1 : 2
  found.count = <f64>loose
}

/** Postcondition: the values of each of several loose lakes sum to zero, and `sums` are those of the values now. */
export function poissonSubtractComponentMeans(pass: ComponentsPass, begin: i32, end: i32): void {
  const found = changetype<ComponentsFound>(pass.found.origin)
  if (halted(pass.halt) || begin == end || found.loose != 2) return
  const nx = pass.components.nx, lines = pass.components.nz
  memory.fill(pass.totals.origin, 0, <usize>found.count * offsetof<ComponentTotal>())
  for (let l = 0; l < lines; l++)
    for (let i = 0; i < nx; i++) {
      const lake = i32.load(pass.components.row(l) + (<usize>i << 2))
      if (lake < 0) continue
      const total = changetype<ComponentTotal>(pass.totals.row(lake))
      total.sum += <f64>at(pass.values.row(l), i)
      total.cells += 1
    }
  for (let l = 0; l < lines; l++) {
    const values = pass.values.row(l)
    let sum: f64 = 0, squares: f64 = 0
    for (let i = 0; i < nx; i++) {
      const lake = i32.load(pass.components.row(l) + (<usize>i << 2))
      if (lake >= 0) {
        const total = changetype<ComponentTotal>(pass.totals.row(lake))
        put(values, i, <f32>(<f64>at(values, i) - total.sum / total.cells))
      }
      const value = <f64>at(values, i)
      sum += value
      squares += value * value
    }
    const sums = changetype<RhsSums>(pass.sums.row(l))
    sums.sum = sum
    sums.squares = squares
  }
}
