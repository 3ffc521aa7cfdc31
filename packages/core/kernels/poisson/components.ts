// Connected components: cells that are connected through open faces. If neither a fixed edge nor a mask nor a shift determines the
// level of p in a component, the operator is singular there: p is defined up to a constant, and a solution exists only if the
// right-hand side sums to zero. The means of the right-hand side and of p are subtracted in each singular component.
//
// Components are found by union-find (disjoint sets with path halving), and their means subtracted, by one thread in the order of
// memory. The most frequent case, in which all cells form one singular component, needs no list: conjugate-gradient.ts
// subtracts the mean from sums that all threads contribute to.

import { Field } from '../abi/field'
import { halted, ComponentsFound, lineBefore, Matrix, RhsSums } from './lines'
import { at, put } from '../abi/simd'

/** Sum of the values of one singular component, and its number of cells. */
@unmanaged
export class ComponentTotal {
  sum: f64
  cells: f64
}

@unmanaged
export class ComponentsPass extends Matrix {
  halt: Field
  /** During the search the parent of each cell in its tree; afterwards the number of the cell's singular component, else -1. */
  components: Field
  /** Scratch: 1 at the root of a component in which the level of p is determined, 0 at the root of a singular one. */
  held: Field
  /** ComponentsFound. */
  found: Field
  /** ComponentTotal of each singular component. */
  totals: Field
  /** The field to subtract means from, and its RhsSums for each line. */
  values: Field
  sums: Field
}

/** The identifier of a cell: its distance in bytes from the first cell. */
@inline function place(field: Field, l: i32, i: i32): i32 { return l * field.stride + (i << 2) }

/** The root of a cell's tree. Halves the path on the way: each visited cell is linked to its grandparent. */
@inline function rootOf(base: usize, cell: i32): i32 {
  let up = i32.load(base + cell)
  while (up != cell) {
    const next = i32.load(base + up)
    i32.store(base + cell, next)
    cell = next
    up = i32.load(base + cell)
  }
  return cell
}

/**
 * Unites the components of two neighbours; the root is the earlier of the two roots. If one cell has no equation, p is zero there
 * and determines the level of the other's component.
 */
@inline function join(base: usize, held: usize, a: i32, b: i32): void {
  const first = i32.load(base + a) < 0 ? -1 : rootOf(base, a)
  const second = i32.load(base + b) < 0 ? -1 : rootOf(base, b)
  if (first < 0 || second < 0) {
    if (first >= 0) i32.store(held + first, 1)
    if (second >= 0) i32.store(held + second, 1)
    return
  }
  const low = min(first, second), high = max(first, second)
  i32.store(base + high, low)
  if (i32.load(held + high)) i32.store(held + low, 1)
}

/**
 * Postcondition: `components` and `found`. Singular components beyond the capacity of `totals` are treated as regular ones: their
 * means are not subtracted, and a residual remains.
 */
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

/** Numbers the singular components in the order of their first cells. */
@inline function number(pass: ComponentsPass): void {
  const nx = pass.components.nx, lines = pass.components.nz, base = pass.components.row(0), held = pass.held.row(0)
  // Link every cell to its root first: the numbers below overwrite the links.
  for (let l = 0; l < lines; l++)
    for (let i = 0; i < nx; i++) {
      const cell = place(pass.components, l, i)
      if (i32.load(base + cell) >= 0) i32.store(base + cell, rootOf(base, cell))
    }
  let singular = 0, others = 0
  for (let l = 0; l < lines; l++)
    for (let i = 0; i < nx; i++) {
      const cell = place(pass.components, l, i), first = i32.load(base + cell)
      if (first < 0) continue
      if (first == cell) {
        // From here on `held` of a root is the number of its component.
        const counts = !i32.load(held + cell) && singular < pass.totals.nz
        i32.store(held + cell, counts ? singular++ : -1)
        if (!counts) others++
      }
      i32.store(base + cell, i32.load(held + first))
    }
  const found = changetype<ComponentsFound>(pass.found.origin)
  found.singular = singular == 0 ? 0 : singular == 1 && others == 0 ? 1 : 2
  found.count = <f64>singular
}

/** Postcondition: in each singular component the values sum to zero, up to rounding, and `sums` are those of the new values. */
export function poissonSubtractComponentMeans(pass: ComponentsPass, begin: i32, end: i32): void {
  const found = changetype<ComponentsFound>(pass.found.origin)
  if (halted(pass.halt) || begin == end || found.singular != 2) return
  const nx = pass.components.nx, lines = pass.components.nz
  memory.fill(pass.totals.origin, 0, <usize>found.count * offsetof<ComponentTotal>())
  for (let l = 0; l < lines; l++)
    for (let i = 0; i < nx; i++) {
      const component = i32.load(pass.components.row(l) + (<usize>i << 2))
      if (component < 0) continue
      const total = changetype<ComponentTotal>(pass.totals.row(component))
      total.sum += <f64>at(pass.values.row(l), i)
      total.cells += 1
    }
  for (let l = 0; l < lines; l++) {
    const values = pass.values.row(l)
    let sum: f64 = 0, squares: f64 = 0
    for (let i = 0; i < nx; i++) {
      const component = i32.load(pass.components.row(l) + (<usize>i << 2))
      if (component >= 0) {
        const total = changetype<ComponentTotal>(pass.totals.row(component))
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
