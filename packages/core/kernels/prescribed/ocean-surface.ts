// The surface of an ocean from its modes (ocean-modes.ts): inverse transforms along x, four rows of the grid at a time, then the
// fields of every cascade, and their sum on the grid.
//
// Every point of the grid is also a point of every cascade: column i is column i r^c (mod n) of cascade c, whose cells are r^c
// times smaller. ocean-modes.ts has stored the rows in this order; `places` maps the columns. The sum is therefore exact,
// without interpolation.
//
// Threads: a group of four rows is processed by one thread, which writes only the tiles and rows of this group.
//
// The water at rest at (x, z) is at (x + Dx, eta, z + Dz). With 1 + Dxx, Dxz, 1 + Dzz the derivatives of its position,
//   Jacobian  J = (1 + Dxx)(1 + Dzz) - Dxz²                     area of the surface over its area at rest
//   normal    (-P, J, -Q) of length 1,  P = (1 + Dzz) ex - Dxz ez,  Q = (1 + Dxx) ez - Dxz ex,  ex, ez slopes of eta
// J below 0 is a crest that has folded over; its normal points down.

import { axisOf, intoValues } from '../spectral/axis'
import { Field } from '../abi/field'
import { COMPLEX, IM } from '../spectral/lifting'
import { PACKS, PARTS } from './ocean-modes'
import { storeTransposed } from '../spectral/spectrum'
import { add, load, mul, splat, store, sub, WIDE } from '../abi/simd'

@unmanaged
export class OceanSurfacePass {
  tiles: Field
  /** The table of the axis x. */
  axis: Field
  /** A row for each cascade: byte offset in a row of tiles of the value of each column of the grid. */
  places: Field
  /** Addresses of fields: for each cascade those of its parts (ocean-modes.ts), then the results on the grid. */
  fields: Field
  cascades: i32
  /** Cells along z. */
  nz: i32
  /** Ratio r of the cell sizes of successive cascades. */
  ratio: i32
  /** Jacobian below which there is foam, and 1 over the further decrease at which foam covers the surface completely. */
  foamStart: f32
  foamSteepness: f32
}

@inline function fieldOf(pass: OceanSurfacePass, index: i32): Field {
  return changetype<Field>(<usize>i32.load(pass.fields.origin + (<usize>index << 2)))
}

/** Stores one part, re or im, of four transformed rows to the rows j0 .. j3 of a field. */
function storeRows(field: Field, data: usize, j0: i32, j1: i32, j2: i32, j3: i32): void {
  const r0 = field.row(j0), r1 = field.row(j1), r2 = field.row(j2), r3 = field.row(j3)
  const nx = field.nx
  const last = data + <usize>(nx - 1) * COMPLEX
  // Whole vectors may run past the last cell; the excess lanes repeat it.
  for (let i = 0, x: usize = 0, p = data; i < nx; i += 4, x += WIDE, p += 4 * COMPLEX)
    storeTransposed(
      load(p), load(min(p + COMPLEX, last)), load(min(p + 2 * COMPLEX, last)), load(min(p + 3 * COMPLEX, last)),
      r0 + x, r1 + x, r2 + x, r3 + x,
    )
}

/** Transforms the packs of all cascades for the rows 4g .. 4g + 3 of the grid. */
@inline function transformRows(pass: OceanSurfacePass, g: i32, groups: i32, packs: i32): void {
  const axis = axisOf(pass.axis.origin)
  for (let tile = g, end = pass.cascades * packs * groups; tile < end; tile += groups)
    intoValues(axis, pass.tiles.row(tile))
}

/** Row of the grid in a lane of group g; the excess lanes of the last group repeat the last row. */
@inline function rowOf(pass: OceanSurfacePass, g: i32, lane: i32): i32 { return min(4 * g + lane, pass.nz - 1) }

/** Sum over the cascades of one part at a column; `tile` is its address in cascade 0, `step` the distance to the next cascade. */
@inline function sumAt(tile: usize, step: usize, places: usize, placesStep: usize, cascades: i32): v128 {
  let sum = load(tile + <usize>i32.load(places))
  for (let c = 1; c < cascades; c++) {
    tile += step
    places += placesStep
    sum = add(sum, load(tile + <usize>i32.load(places)))
  }
  return sum
}

/** Postcondition: the fields of the cascades, and on the grid eta, Dx, Dz, the unit normal, the Jacobian and foam. */
export function oceanSurface(pass: OceanSurfacePass, begin: i32, end: i32): void {
  const nx = axisOf(pass.axis.origin).n, nz = pass.nz, cascades = pass.cascades
  const groups = (nz + 3) / 4
  const rowStep = pass.tiles.row(1) - pass.tiles.row(0)
  const packStep = <usize>groups * rowStep, cascadeStep = <usize>PACKS * packStep
  const placesStep = <usize>pass.places.stride
  const one = splat(1), none = splat(0)
  const foamStart = splat(pass.foamStart), foamSteepness = splat(pass.foamSteepness)
  for (let g = begin; g < end; g++) {
    transformRows(pass, g, groups, PACKS)
    let j0 = rowOf(pass, g, 0), j1 = rowOf(pass, g, 1), j2 = rowOf(pass, g, 2), j3 = rowOf(pass, g, 3)
    for (let c = 0; c < cascades; c++) {
      for (let pack = 0; pack < PACKS; pack++) {
        const data = pass.tiles.row((PACKS * c + pack) * groups + g)
        storeRows(fieldOf(pass, PARTS * c + 2 * pack), data, j0, j1, j2, j3)
        storeRows(fieldOf(pass, PARTS * c + 2 * pack + 1), data + IM, j0, j1, j2, j3)
      }
      j0 = j0 * pass.ratio % nz
      j1 = j1 * pass.ratio % nz
      j2 = j2 * pass.ratio % nz
      j3 = j3 * pass.ratio % nz
    }
    // The results overwrite cascade 0, whose columns are those of the grid.
    const tile0 = pass.tiles.row(g), tile1 = tile0 + packStep, tile2 = tile1 + packStep, tile3 = tile2 + packStep
    for (let i = 0, places = pass.places.row(0), p: usize = 0; i < nx; i++, places += 4, p += COMPLEX) {
      const eta = sumAt(tile0, cascadeStep, places, placesStep, cascades)
      const dx = sumAt(tile0 + IM, cascadeStep, places, placesStep, cascades)
      const xx = add(one, sumAt(tile1, cascadeStep, places, placesStep, cascades))
      const dz = sumAt(tile1 + IM, cascadeStep, places, placesStep, cascades)
      const zz = add(one, sumAt(tile2, cascadeStep, places, placesStep, cascades))
      const slopeX = sumAt(tile2 + IM, cascadeStep, places, placesStep, cascades)
      const xz = sumAt(tile3, cascadeStep, places, placesStep, cascades)
      const slopeZ = sumAt(tile3 + IM, cascadeStep, places, placesStep, cascades)
      const jacobian = sub(mul(xx, zz), mul(xz, xz))
      const leanX = sub(mul(xz, slopeZ), mul(zz, slopeX)), leanZ = sub(mul(xz, slopeX), mul(xx, slopeZ))
      const square = add(add(mul(leanX, leanX), mul(leanZ, leanZ)), mul(jacobian, jacobian))
      const scale = f32x4.div(one, f32x4.sqrt(f32x4.max(square, splat(f32.MIN_NORMAL_VALUE))))
      const foam = f32x4.min(one, f32x4.max(none, mul(foamSteepness, sub(foamStart, jacobian))))
      store(tile0 + p, eta)
      store(tile0 + p + IM, dx)
      store(tile1 + p, dz)
      store(tile1 + p + IM, mul(leanX, scale))
      store(tile2 + p, mul(jacobian, scale))
      store(tile2 + p + IM, mul(leanZ, scale))
      store(tile3 + p, jacobian)
      store(tile3 + p + IM, mul(mul(foam, foam), sub(splat(3), add(foam, foam))))
    }
    j0 = rowOf(pass, g, 0)
    j1 = rowOf(pass, g, 1)
    j2 = rowOf(pass, g, 2)
    j3 = rowOf(pass, g, 3)
    for (let pack = 0; pack < PACKS; pack++) {
      const data = tile0 + <usize>pack * packStep
      storeRows(fieldOf(pass, PARTS * cascades + 2 * pack), data, j0, j1, j2, j3)
      storeRows(fieldOf(pass, PARTS * cascades + 2 * pack + 1), data + IM, j0, j1, j2, j3)
    }
  }
}

/** Postcondition: on the grid the velocity of the water at the surface, along x, up and along z. */
export function oceanFlow(pass: OceanSurfacePass, begin: i32, end: i32): void {
  const nx = axisOf(pass.axis.origin).n, cascades = pass.cascades
  const groups = (pass.nz + 3) / 4
  const rowStep = pass.tiles.row(1) - pass.tiles.row(0)
  const packStep = <usize>groups * rowStep, cascadeStep = 2 * packStep
  const placesStep = <usize>pass.places.stride
  for (let g = begin; g < end; g++) {
    transformRows(pass, g, groups, 2)
    const tile0 = pass.tiles.row(g), tile1 = tile0 + packStep
    for (let i = 0, places = pass.places.row(0), p: usize = 0; i < nx; i++, places += 4, p += COMPLEX) {
      const rise = sumAt(tile0, cascadeStep, places, placesStep, cascades)
      const u = sumAt(tile0 + IM, cascadeStep, places, placesStep, cascades)
      const w = sumAt(tile1 + IM, cascadeStep, places, placesStep, cascades)
      store(tile0 + p, rise)
      store(tile0 + p + IM, u)
      store(tile1 + p + IM, w)
    }
    const j0 = rowOf(pass, g, 0), j1 = rowOf(pass, g, 1), j2 = rowOf(pass, g, 2), j3 = rowOf(pass, g, 3)
    storeRows(fieldOf(pass, 0), tile0 + IM, j0, j1, j2, j3)
    storeRows(fieldOf(pass, 1), tile0, j0, j1, j2, j3)
    storeRows(fieldOf(pass, 2), tile1 + IM, j0, j1, j2, j3)
  }
}
