// The cells under and around bodies, in water that has elevation and potential (src/solvers/shared/basin-coupling.ts). The lists are in the
// memory of the fields; one thread calls these functions between two substeps. Arithmetic is in doubles.

import { Field } from '../abi/field'
import { at, cellAt, put, rowFor, valueAt } from './cell-list'

/** Fills `levels` with the elevation, and with -Infinity in solids. */
export function readBasinLevels(eta: Field, openness: Field, cells: usize, first: i32, end: i32, levels: usize): void {
  const nx = eta.nx
  let start = 0, after = -1
  let row: usize = 0, openRow: usize = 0
  for (let k = first; k < end; k++) {
    const cell = cellAt(cells, k)
    if (cell >= after || cell < start) {
      const j = cell / nx
      start = j * nx
      after = start + nx
      row = rowFor(eta, j, start)
      openRow = rowFor(openness, j, start)
    }
    const x = <usize>cell << 2
    put(levels, k, f32.load(openRow + x) > 0 ? valueAt(row + x) : -Infinity)
  }
}

/** Fills `flowX` and `flowZ` with the gradient of the potential; 0 through the faces of solids. */
export function readBasinFlow(
  phi: Field, openness: Field, cellSize: f64, cells: usize, first: i32, end: i32, flowX: usize, flowZ: usize,
): void {
  const nx = phi.nx, nz = phi.nz
  const stride = <usize>phi.stride, openStride = <usize>openness.stride
  let start = 0, after = -1, j = 0
  let row: usize = 0, openRow: usize = 0
  for (let k = first; k < end; k++) {
    const cell = cellAt(cells, k)
    if (cell >= after || cell < start) {
      j = cell / nx
      start = j * nx
      after = start + nx
      row = rowFor(phi, j, start)
      openRow = rowFor(openness, j, start)
    }
    const here = row + (<usize>cell << 2), open = openRow + (<usize>cell << 2)
    const value = valueAt(here)
    const right: f64 = cell + 1 < after && f32.load(open, 4) > 0 ? valueAt(here + 4) - value : 0
    const left: f64 = cell > start && f32.load(open - 4) > 0 ? value - valueAt(here - 4) : 0
    const front: f64 = j + 1 < nz && f32.load(open + openStride) > 0 ? valueAt(here + stride) - value : 0
    const back: f64 = j > 0 && f32.load(open - openStride) > 0 ? value - valueAt(here - stride) : 0
    put(flowX, k, (0.5 * (right + left)) / cellSize)
    put(flowZ, k, (0.5 * (front + back)) / cellSize)
  }
}

/** Raises cells. Each height becomes the height by which its cell rose. Returns `raised` + the sum of these heights × openness [m]. */
export function raiseBasin(
  eta: Field, openness: Field, cells: usize, first: i32, end: i32, heights: usize, raised: f64,
): f64 {
  const nx = eta.nx
  let start = 0, after = -1
  let row: usize = 0, openRow: usize = 0
  for (let k = first; k < end; k++) {
    const cell = cellAt(cells, k)
    if (cell >= after || cell < start) {
      const j = cell / nx
      start = j * nx
      after = start + nx
      row = rowFor(eta, j, start)
      openRow = rowFor(openness, j, start)
    }
    const here = row + (<usize>cell << 2)
    const open = valueAt(openRow + (<usize>cell << 2))
    if (open === 0) {
      put(heights, k, 0)
      continue
    }
    const before = valueAt(here)
    const now = <f32>(before + at(heights, k))
    f32.store(here, now)
    const rise = <f64>now - before
    raised += rise * open
    put(heights, k, rise)
  }
  return raised
}

/** Lowers the potential by impulses. Each becomes the impulse that the field holds. */
export function pressBasin(phi: Field, cells: usize, first: i32, end: i32, impulses: usize): void {
  const nx = phi.nx
  let start = 0, after = -1
  let row: usize = 0
  for (let k = first; k < end; k++) {
    const cell = cellAt(cells, k)
    if (cell >= after || cell < start) {
      const j = cell / nx
      start = j * nx
      after = start + nx
      row = rowFor(phi, j, start)
    }
    const here = row + (<usize>cell << 2)
    const before = valueAt(here)
    const now = <f32>(before - at(impulses, k))
    f32.store(here, now)
    put(impulses, k, before - <f64>now)
  }
}
