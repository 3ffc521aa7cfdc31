// The surface of an ocean from its partial sums over kz (ocean-modes.ts): inverse transforms along x, four rows of the grid at a time,
// then the fields of every cascade, and their sum on the grid.
//
// One even and one odd quantity are packed into one complex field, (even + i odd). With A the partial sum of the even quantity and iB that
// of the odd one, its modes are A - B at kx and the conjugate of A + B at -kx:
//
//   pack   real part                A             imaginary part            B
//   0      elevation                S             displacement along x      kx SG
//   1      dDx/dx                   -kx² SG       displacement along z      SZG
//   2      dDz/dz                   SZZG          slope along x             kx S
//   3      dDx/dz                   -kx SZG       slope along z             SZ
//
// Every point of the grid is also a point of every cascade: column i is column i r^c (mod n) of cascade c, whose cells are r^c
// times smaller. ocean-modes.ts has stored the rows in this order; `places` maps the columns. The sum is therefore exact,
// without interpolation.
//
// Threads: a group of four rows is processed by one thread, in scratch of its own; it writes only the rows of this group.
//
// The water at rest at (x, z) is at (x + Dx, eta, z + Dz). With 1 + Dxx, Dxz, 1 + Dzz the derivatives of its position,
//   Jacobian  J = (1 + Dxx)(1 + Dzz) - Dxz²                     area of the surface over its area at rest
//   normal    (-P, J, -Q) of length 1,  P = (1 + Dzz) ex - Dxz ez,  Q = (1 + Dxx) ez - Dxz ex,  ex, ez slopes of eta
// J below 0 is a crest that has folded over; its normal points down.

import { axisOf, intoValues } from '../spectral/axis'
import { Field } from '../abi/field'
import { COMPLEX, IM } from '../spectral/lifting'
import { PACKS, Partial, PARTIALS, PARTS } from './ocean-modes'
import { storeTransposed } from '../spectral/spectrum'
import { add, load, maximum, minimum, mul, splat, store, sub, WIDE } from '../abi/simd'

@unmanaged
export class OceanFlowPass {
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
}

@unmanaged
export class OceanSurfacePass extends OceanFlowPass {
  /** For each wave along x, its byte offset among the modes, and in the second row that of its opposite. */
  waves: Field
  /** A row for each cascade: kx of each wave along x. */
  kx: Field
  /** A row for each pack of each cascade, for each thread. */
  scratch: Field
  /** Ratio r of the cell sizes of successive cascades. */
  ratio: i32
  /** Jacobian below which there is foam, and 1 over the further decrease at which foam covers the surface completely. */
  foamStart: f32
  foamSteepness: f32
}

@inline function fieldOf(pass: OceanFlowPass, index: i32): Field {
  return changetype<Field>(<usize>i32.load(pass.fields.origin + (<usize>index << 2)))
}

/** Stores one part, re or im, of four transformed rows to the rows j0 .. j3 of a field. */
function storeRows(field: Field, data: usize, j0: i32, j1: i32, j2: i32, j3: i32): void {
  const r0 = field.row(j0), r1 = field.row(j1), r2 = field.row(j2), r3 = field.row(j3)
  const nx = field.nx
  let i = 0, x: usize = 0, p = data
  for (; i + 4 <= nx; i += 4, x += WIDE, p += 4 * COMPLEX)
    storeTransposed(
      load(p), load(p + COMPLEX), load(p + 2 * COMPLEX), load(p + 3 * COMPLEX), r0 + x, r1 + x, r2 + x, r3 + x,
    )
  // A whole vector runs past the last cell; the excess lanes repeat it.
  const last = data + <usize>(nx - 1) * COMPLEX
  if (i < nx)
    storeTransposed(
      load(p), load(min(p + COMPLEX, last)), load(min(p + 2 * COMPLEX, last)), load(last), r0 + x, r1 + x, r2 + x, r3 + x,
    )
}

/** Stores the modes of one pack at kx (`here`) and -kx (`there`), which may be the same. */
@inline function put(here: usize, there: usize, aR: v128, aI: v128, bR: v128, bI: v128): void {
  store(there, add(aR, bR))
  store(there + IM, f32x4.neg(add(aI, bI)))
  store(here, sub(aR, bR))
  store(here + IM, sub(aI, bI))
}

/** Postcondition: the rows of `data` hold the values of the packs of a cascade in the rows 4g .. 4g + 3 of the grid. */
function transformCascade(pass: OceanSurfacePass, cascade: i32, g: i32, groups: i32, data: usize): void {
  const tiles = pass.tiles, step = <usize>pass.scratch.stride, axis = axisOf(pass.axis.origin)
  const tile = tiles.row(cascade * PARTIALS * groups + g), partStep = <usize>groups * <usize>tiles.stride
  const s = tile + <usize>Partial.S * partStep, sg = tile + <usize>Partial.SG * partStep, sz = tile + <usize>Partial.SZ * partStep
  const szg = tile + <usize>Partial.SZG * partStep, szzg = tile + <usize>Partial.SZZG * partStep
  const kxs = pass.kx.row(cascade), waves = pass.waves.row(0), opposites = pass.waves.row(1)
  const bytes = <usize>pass.kx.nx << 2
  for (let w: usize = 0, p: usize = 0; w < bytes; w += 4, p += COMPLEX) {
    const here = data + <usize>i32.load(waves + w), there = data + <usize>i32.load(opposites + w)
    const kx = v128.load32_splat(kxs + w), minus = f32x4.neg(kx)
    const sR = load(s + p), sI = load(s + p + IM)
    const xR = mul(kx, load(sg + p)), xI = mul(kx, load(sg + p + IM))
    const zR = load(szg + p), zI = load(szg + p + IM)
    put(here, there, sR, sI, xR, xI)
    put(here + step, there + step, mul(minus, xR), mul(minus, xI), zR, zI)
    put(here + 2 * step, there + 2 * step, load(szzg + p), load(szzg + p + IM), mul(kx, sR), mul(kx, sI))
    put(here + 3 * step, there + 3 * step, mul(minus, zR), mul(minus, zI), load(sz + p), load(sz + p + IM))
  }
  for (let pack = 0; pack < PACKS; pack++) intoValues(axis, data + <usize>pack * step)
}

/** Row of the grid in a lane of group g; the excess lanes of the last group repeat the last row. */
@inline function rowOf(pass: OceanFlowPass, g: i32, lane: i32): i32 { return min(4 * g + lane, pass.nz - 1) }

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
export function oceanSurface(pass: OceanSurfacePass, begin: i32, end: i32, thread: i32): void {
  const nx = axisOf(pass.axis.origin).n, nz = pass.nz, cascades = pass.cascades
  const groups = (nz + 3) / 4
  const step = <usize>pass.scratch.stride, cascadeStep = <usize>PACKS * step
  const placesStep = <usize>pass.places.stride
  const one = splat(1), none = splat(0)
  const foamStart = splat(pass.foamStart), foamSteepness = splat(pass.foamSteepness)
  // The results overwrite cascade 0, whose columns are those of the grid.
  const tile0 = pass.scratch.row(thread * cascades * PACKS), tile1 = tile0 + step, tile2 = tile1 + step, tile3 = tile2 + step
  for (let g = begin; g < end; g++) {
    let j0 = rowOf(pass, g, 0), j1 = rowOf(pass, g, 1), j2 = rowOf(pass, g, 2), j3 = rowOf(pass, g, 3)
    for (let c = 0; c < cascades; c++) {
      const packs = tile0 + <usize>c * cascadeStep
      transformCascade(pass, c, g, groups, packs)
      for (let pack = 0; pack < PACKS; pack++) {
        const data = packs + <usize>pack * step
        storeRows(fieldOf(pass, PARTS * c + 2 * pack), data, j0, j1, j2, j3)
        storeRows(fieldOf(pass, PARTS * c + 2 * pack + 1), data + IM, j0, j1, j2, j3)
      }
      j0 = j0 * pass.ratio % nz
      j1 = j1 * pass.ratio % nz
      j2 = j2 * pass.ratio % nz
      j3 = j3 * pass.ratio % nz
    }
    for (let i = 0, places = pass.places.row(1), p: usize = 0; i < nx; i++, places += 4, p += COMPLEX) {
      let eta = load(tile0 + p), dx = load(tile0 + p + IM), dxx = load(tile1 + p), dz = load(tile1 + p + IM)
      let dzz = load(tile2 + p), slopeX = load(tile2 + p + IM), xz = load(tile3 + p), slopeZ = load(tile3 + p + IM)
      for (let c = 1, from = tile0 + cascadeStep, place = places; c < cascades; c++, from += cascadeStep, place += placesStep) {
        const a0 = from + <usize>i32.load(place), a1 = a0 + step, a2 = a1 + step, a3 = a2 + step
        eta = add(eta, load(a0))
        dx = add(dx, load(a0 + IM))
        dxx = add(dxx, load(a1))
        dz = add(dz, load(a1 + IM))
        dzz = add(dzz, load(a2))
        slopeX = add(slopeX, load(a2 + IM))
        xz = add(xz, load(a3))
        slopeZ = add(slopeZ, load(a3 + IM))
      }
      const xx = add(one, dxx), zz = add(one, dzz)
      const jacobian = sub(mul(xx, zz), mul(xz, xz))
      const leanX = sub(mul(xz, slopeZ), mul(zz, slopeX)), leanZ = sub(mul(xz, slopeX), mul(xx, slopeZ))
      const square = add(add(mul(leanX, leanX), mul(leanZ, leanZ)), mul(jacobian, jacobian))
      const scale = f32x4.div(one, f32x4.sqrt(maximum(square, splat(f32.MIN_NORMAL_VALUE))))
      const foam = minimum(maximum(mul(foamSteepness, sub(foamStart, jacobian)), none), one)
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
      const data = tile0 + <usize>pack * step
      storeRows(fieldOf(pass, PARTS * cascades + 2 * pack), data, j0, j1, j2, j3)
      storeRows(fieldOf(pass, PARTS * cascades + 2 * pack + 1), data + IM, j0, j1, j2, j3)
    }
  }
}

/** Postcondition: on the grid the velocity of the water at the surface, along x, up and along z. */
export function oceanFlow(pass: OceanFlowPass, begin: i32, end: i32): void {
  const axis = axisOf(pass.axis.origin), nx = axis.n, cascades = pass.cascades
  const groups = (pass.nz + 3) / 4
  const rowStep = pass.tiles.row(1) - pass.tiles.row(0)
  const packStep = <usize>groups * rowStep, cascadeStep = 2 * packStep
  const placesStep = <usize>pass.places.stride
  for (let g = begin; g < end; g++) {
    for (let tile = g, end = 2 * cascades * groups; tile < end; tile += groups) intoValues(axis, pass.tiles.row(tile))
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
