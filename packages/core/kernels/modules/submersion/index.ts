// Loops over the columns of bodies and over discs of cells around them: the arithmetic of an exchange between bodies and water
// (src/coupling). Values of the water's cells are in arrays beside the columns.
//
// All sums are over columns in their order, so that results are those of a plain loop.

/** Where the values of all columns are: addresses of an array each. Of doubles, but for the cells. */
@unmanaged
export class Columns {
  cell: usize
  coverage: usize
  bottom: usize
  top: usize
  bottomSpread: usize
  topSpread: usize
  x: usize
  z: usize
  openness: usize
  level: usize
  depth: usize
  displacedHeight: usize
  submergedHeight: usize
  flowX: usize
  flowZ: usize
  waterplane: usize
  /** Cells of the grid along x and z, and their size [m]. */
  nx: i32
  nz: i32
  cellSize: f64
}

/** Results that are more than one number: doubles. */
@unmanaged
export class Results {
  /** Sums of a fit: 1, x, z, xx, xz, zz, height, height x, height z. */
  fit0: f64
  fit1: f64
  fit2: f64
  fit3: f64
  fit4: f64
  fit5: f64
  fit6: f64
  fit7: f64
  fit8: f64
  /** Of the columns of a body: their amount and its first moments. */
  amount: f64
  momentX: f64
  momentZ: f64
  /** Width of a body in cells. */
  width: f64
  pad: f64
  /** Ten moments of the submerged volume, six of the submerged area and six of the waterplane; sums of the flow. */
  volume: f64
  volume1: f64
  volume2: f64
  volume3: f64
  volume4: f64
  volume5: f64
  volume6: f64
  volume7: f64
  volume8: f64
  volume9: f64
  area: f64
  area1: f64
  area3: f64
  area4: f64
  area6: f64
  area9: f64
  waterplane: f64
  waterplane1: f64
  waterplane3: f64
  waterplane4: f64
  waterplane6: f64
  waterplane9: f64
  flowX: f64
  flowZ: f64
}

/** Samples of the water around a body for each of its widths, at most. */
export const SAMPLES: i32 = 4

@inline function at(array: usize, k: i32): f64 { return f64.load(array + (<usize>k << 3)) }
@inline function put(array: usize, k: i32, value: f64): void { f64.store(array + (<usize>k << 3), value) }
@inline function cellAt(cells: usize, k: i32): i32 { return i32.load(cells + (<usize>k << 2)) }
@inline function pair(one: f64, two: f64): v128 { return f64x2.replace_lane(f64x2.splat(one), 1, two) }
/** Distance of the centre of column or row `index` of `count` from the middle of the grid [m]. */
@inline function center(index: i32, count: i32, cellSize: f64): f64 { return (<f64>index + 0.5 - <f64>count / 2) * cellSize }

/** Sets the positions of columns relative to a centre of mass, and sums amount and first moments of the body over them. */
export function placeColumns(columns: Columns, first: i32, end: i32, centerX: f64, centerZ: f64, results: Results): void {
  const nx = columns.nx, nz = columns.nz, cellSize = columns.cellSize
  let amount: f64 = 0, momentX: f64 = 0, momentZ: f64 = 0
  let j = 0, start = 0, z: f64 = 0
  // No row yet: the first column sets it.
  let after = -1
  for (let k = first; k < end; k++) {
    const cell = cellAt(columns.cell, k)
    if (cell >= after || cell < start) {
      j = cell / nx
      start = j * nx
      after = start + nx
      z = center(j, nz, cellSize) - centerZ
    }
    const x = center(cell - start, nx, cellSize) - centerX
    put(columns.x, k, x)
    put(columns.z, k, z)
    const part = at(columns.coverage, k) * (at(columns.top, k) - at(columns.bottom, k))
    amount += part
    momentX += part * x
    momentZ += part * z
  }
  results.amount = amount
  results.momentX = momentX
  results.momentZ = momentZ
}

/**
 * Finds the cells around a body that are sampled: up to one body width away, and not under it. Returns how many; `width` is the body's.
 * `covered`: a byte for each cell, all 0 between two calls.
 */
export function samplesAround(columns: Columns, first: i32, end: i32, covered: usize, samples: usize, results: Results): i32 {
  const nx = columns.nx, nz = columns.nz
  let left = nx, right = -1, back = nz, front = -1
  let j = 0, start = 0, after = -1
  for (let k = first; k < end; k++) {
    const cell = cellAt(columns.cell, k)
    store<u8>(covered + <usize>cell, 1)
    if (cell >= after || cell < start) {
      j = cell / nx
      start = j * nx
      after = start + nx
      back = min(back, j)
      front = max(front, j)
    }
    left = min(left, cell - start)
    right = max(right, cell - start)
  }
  const width = max(right - left, front - back) + 1
  const margin = max(2, width)
  // A few samples for each width determine the plane: large bodies skip cells.
  const stride = (width + SAMPLES - 1) / SAMPLES
  const lastRow = min(nz - 1, front + margin), lastColumn = min(nx - 1, right + margin)
  const firstColumn = max(0, left - margin)
  let count = 0
  for (let j = max(0, back - margin); j <= lastRow; j += stride)
    for (let i = firstColumn; i <= lastColumn; i += stride) {
      const cell = j * nx + i
      i32.store(samples + (<usize>count << 2), cell)
      count += i32(load<u8>(covered + <usize>cell) === 0)
    }
  for (let k = first; k < end; k++) store<u8>(covered + <usize>cellAt(columns.cell, k), 0)
  results.width = <f64>width
  return count
}

@inline function finishFit(results: Results, s01: v128, s23: v128, s45: v128, s67: v128, s8: f64): void {
  const to = changetype<usize>(results)
  v128.store(to, s01)
  v128.store(to, s23, 16)
  v128.store(to, s45, 32)
  v128.store(to, s67, 48)
  f64.store(to, s8, 64)
}

/** Sums of a fit to the levels of sampled cells, about a centre of mass. Cells without water are left out. */
export function fitSamples(
  columns: Columns, samples: usize, levels: usize, count: i32, centerX: f64, centerZ: f64, results: Results,
): void {
  const nx = columns.nx, nz = columns.nz, cellSize = columns.cellSize
  let s01 = f64x2.splat(0), s23 = s01, s45 = s01, s67 = s01, s8: f64 = 0
  let j = 0, start = 0, z: f64 = 0
  let after = -1
  for (let k = 0; k < count; k++) {
    const cell = cellAt(samples, k)
    if (cell >= after || cell < start) {
      j = cell / nx
      start = j * nx
      after = start + nx
      z = center(j, nz, cellSize) - centerZ
    }
    const level = at(levels, k)
    if (level === -Infinity) continue
    const x = center(cell - start, nx, cellSize) - centerX
    s01 = f64x2.add(s01, pair(1, x))
    s23 = f64x2.add(s23, pair(z, x * x))
    s45 = f64x2.add(s45, pair(x * z, z * z))
    s67 = f64x2.add(s67, pair(level, level * x))
    s8 += level * z
  }
  finishFit(results, s01, s23, s45, s67, s8)
}

/** Sums of a fit to the levels in columns, weighted by their covered fractions. Columns without water are left out. */
export function fitColumns(columns: Columns, first: i32, end: i32, results: Results): void {
  let s01 = f64x2.splat(0), s23 = s01, s45 = s01, s67 = s01, s8: f64 = 0
  for (let k = first; k < end; k++) {
    const level = at(columns.level, k)
    if (level === -Infinity) continue
    const weight = at(columns.coverage, k), x = at(columns.x, k), z = at(columns.z, k)
    const alongX = weight * x, alongZ = weight * z, high = weight * level
    s01 = f64x2.add(s01, pair(weight, alongX))
    s23 = f64x2.add(s23, pair(alongZ, alongX * x))
    s45 = f64x2.add(s45, pair(alongX * z, alongZ * z))
    s67 = f64x2.add(s67, pair(high, high * x))
    s8 += high * z
  }
  finishFit(results, s01, s23, s45, s67, s8)
}

/** Mean of max(0, level - y) over y from mean - spread to mean + spread. */
@inline function heightBelow(level: f64, mean: f64, spread: f64): f64 {
  const over = level - mean
  if (over >= spread) return over
  return over <= -spread ? 0 : ((over + spread) * (over + spread)) / (4 * spread)
}

/**
 * Fills `heights` with the heights of columns below a plane. In shallow water a column displaces at most the depth. Returns the sum of the
 * heights, weighted by openness [m].
 */
export function measureBelow(
  columns: Columns, first: i32, end: i32, height: f64, slopeX: f64, slopeZ: f64, heights: usize,
): f64 {
  let sum: f64 = 0
  for (let k = first; k < end; k++) {
    let below: f64 = 0
    if (at(columns.level, k) !== -Infinity) {
      const surface = height + slopeX * at(columns.x, k) + slopeZ * at(columns.z, k)
      const coverage = at(columns.coverage, k)
      const between =
        heightBelow(surface, at(columns.bottom, k), at(columns.bottomSpread, k)) -
        heightBelow(surface, at(columns.top, k), at(columns.topSpread, k))
      below = min(coverage * between, coverage * at(columns.depth, k))
    }
    put(heights, k, below)
    sum += below * at(columns.openness, k)
  }
  return sum
}

/** Sums the moments of the submerged volume and areas below a plane, about a centre of mass, and the flow. */
export function sumSubmerged(
  columns: Columns, first: i32, end: i32, height: f64, slopeX: f64, slopeZ: f64,
  offsetX: f64, offsetZ: f64, centerY: f64, results: Results,
): void {
  const cellArea = columns.cellSize * columns.cellSize
  const zero = f64x2.splat(0)
  let v0 = zero, v1 = zero, v2 = zero, v3 = zero, v4 = zero
  let a0 = zero, a1 = zero, a2 = zero, w0 = zero, w1 = zero, w2 = zero, flow = zero
  for (let k = first; k < end; k++) {
    const submerged = at(columns.submergedHeight, k)
    if (submerged === 0) continue
    const atX = at(columns.x, k), atZ = at(columns.z, k)
    const level = height + slopeX * atX + slopeZ * atZ
    const x = atX + offsetX, z = atZ + offsetZ
    const openness = at(columns.openness, k)
    const volume = submerged * openness * cellArea
    const area = at(columns.coverage, k) * openness * cellArea
    const low = at(columns.bottom, k), high = at(columns.top, k)
    const y = 0.5 * (low + max(low, min(level, high))) - centerY
    const alongX = volume * x, alongY = volume * y, alongZ = volume * z
    v0 = f64x2.add(v0, pair(volume, alongX))
    v1 = f64x2.add(v1, pair(alongY, alongZ))
    v2 = f64x2.add(v2, pair(alongX * x, alongY * y))
    v3 = f64x2.add(v3, pair(alongZ * z, alongX * y))
    v4 = f64x2.add(v4, pair(alongY * z, alongZ * x))
    const areaX = area * x, areaZ = area * z
    a0 = f64x2.add(a0, pair(area, areaX))
    a1 = f64x2.add(a1, pair(areaZ, areaX * x))
    a2 = f64x2.add(a2, pair(areaZ * z, areaZ * x))
    const spread = at(columns.topSpread, k)
    const dry: f64 = spread > 0 ? (high + spread - level) / (2 * spread) : high > level ? 1 : 0
    if (dry > 0) {
      const plane = area * min<f64>(1, dry)
      const planeX = plane * x, planeZ = plane * z
      w0 = f64x2.add(w0, pair(plane, planeX))
      w1 = f64x2.add(w1, pair(planeZ, planeX * x))
      w2 = f64x2.add(w2, pair(planeZ * z, planeZ * x))
    }
    flow = f64x2.add(flow, pair(volume * at(columns.flowX, k), volume * at(columns.flowZ, k)))
  }
  const to = changetype<usize>(results) + offsetof<Results>('volume')
  v128.store(to, v0)
  v128.store(to, v1, 16)
  v128.store(to, v2, 32)
  v128.store(to, v3, 48)
  v128.store(to, v4, 64)
  v128.store(to, a0, 80)
  v128.store(to, a1, 96)
  v128.store(to, a2, 112)
  v128.store(to, w0, 128)
  v128.store(to, w1, 144)
  v128.store(to, w2, 160)
  v128.store(to, flow, 176)
}

/**
 * Lists the cells of columns with water and the changes that relax their level to a plane by a fraction of its deviation. The mean deviation is
 * subtracted. Returns how many there are.
 */
export function listSmoothing(
  columns: Columns, first: i32, end: i32, height: f64, slopeX: f64, slopeZ: f64, fraction: f64, cells: usize, changes: usize,
): i32 {
  let sum: f64 = 0, weight: f64 = 0
  for (let k = first; k < end; k++) {
    const level = at(columns.level, k)
    if (level === -Infinity) continue
    const open = at(columns.coverage, k) * at(columns.openness, k)
    sum += open * (height + slopeX * at(columns.x, k) + slopeZ * at(columns.z, k) - level)
    weight += open
  }
  if (weight === 0) return 0
  const mean = sum / weight
  let count = 0
  for (let k = first; k < end; k++) {
    const level = at(columns.level, k)
    if (level === -Infinity) continue
    const deviation = height + slopeX * at(columns.x, k) + slopeZ * at(columns.z, k) - level - mean
    i32.store(cells + (<usize>count << 2), cellAt(columns.cell, k))
    put(changes, count++, fraction * at(columns.coverage, k) * deviation)
  }
  return count
}

/** Adds the changes of the columns with water, weighted by openness, to a sum. */
export function addSmoothed(columns: Columns, first: i32, end: i32, changes: usize, sum: f64): f64 {
  let count = 0
  for (let k = first; k < end; k++)
    if (at(columns.level, k) !== -Infinity) sum += at(changes, count++) * at(columns.openness, k)
  return sum
}

/**
 * Lists the cells under a body with their openness, their submerged heights and their impulses: of the local level above the undisturbed
 * one, and of its damping [m²/s].
 */
export function listPressed(
  columns: Columns, first: i32, end: i32, scale: f64, damping: f64, cells: usize, impulses: usize, openness: usize, heights: usize,
): i32 {
  let count = 0
  for (let k = first; k < end; k++) {
    const submerged = at(columns.submergedHeight, k), displaced = at(columns.displacedHeight, k)
    if (submerged === 0 && displaced === 0) continue
    const above = scale * (submerged - displaced)
    i32.store(cells + (<usize>count << 2), cellAt(columns.cell, k))
    put(openness, count, at(columns.openness, k))
    put(heights, count, submerged)
    put(impulses, count++, submerged === 0 ? above : above + damping * at(columns.coverage, k))
  }
  return count
}

/** Adds the momentum of pressed cells to a sum: each impulse × density × cell area × openness. */
export function addMomentum(impulses: usize, openness: usize, count: i32, density: f64, cellArea: f64, sum: f64): f64 {
  for (let k = 0; k < count; k++) sum += at(impulses, k) * density * cellArea * at(openness, k)
  return sum
}

/** Lists the cells of a disc around a fractional column and row, with weights (1 - r²)². Returns how many there are. */
export function listDisc(columns: Columns, column: f64, row: f64, reach: f64, cells: usize, weights: usize): i32 {
  const nx = columns.nx, square = reach * reach
  const front = min(<f64>(columns.nz - 1), Math.floor(row + reach))
  let count = 0
  for (let j = max<f64>(0, Math.ceil(row - reach)); j <= front; j++) {
    const away = (j - row) * (j - row)
    const half = Math.sqrt(max<f64>(0, square - away))
    const right = <i32>min(<f64>(nx - 1), Math.floor(column + half))
    const start = <i32>j * nx
    for (let i = <i32>max<f64>(0, Math.ceil(column - half)); i <= right; i += 2) {
      const x = f64x2.sub(pair(<f64>i, <f64>(i + 1)), f64x2.splat(column))
      const distance = f64x2.div(f64x2.add(f64x2.mul(x, x), f64x2.splat(away)), f64x2.splat(square))
      const rest = f64x2.sub(f64x2.splat(1), distance)
      // What is stored beyond the disc is overwritten by the next cell.
      const inside = f64x2.lt(distance, f64x2.splat(1))
      const weight = f64x2.mul(rest, rest)
      i32.store(cells + (<usize>count << 2), start + i)
      put(weights, count, f64x2.extract_lane(weight, 0))
      count += i32(i64x2.extract_lane(inside, 0)) & 1
      i32.store(cells + (<usize>count << 2), start + i + 1)
      put(weights, count, f64x2.extract_lane(weight, 1))
      count += i32(i64x2.extract_lane(inside, 1)) & i32(i < right)
    }
  }
  return count
}

/**
 * Removes cells without water from a list, and turns weights into impulses [m²/s] that have a downward momentum [N s] together. `cellMass`:
 * density × cell area. Returns how many are left, 0 if none of them has a weight.
 */
export function shareMomentum(
  cells: usize, weights: usize, openness: usize, given: i32, momentum: f64, cellMass: f64,
): i32 {
  let count = 0, total: f64 = 0
  for (let k = 0; k < given; k++) {
    const open = at(openness, k)
    if (!(open > 0)) continue
    const weight = at(weights, k)
    i32.store(cells + (<usize>count << 2), cellAt(cells, k))
    put(weights, count, weight)
    put(openness, count++, open)
    total += weight * open
  }
  if (total === 0) return 0
  const impulse = momentum / (cellMass * total)
  for (let k = 0; k < count; k++) put(weights, k, impulse * at(weights, k))
  return count
}

/** Sum of values × openness. */
export function sumOpen(values: usize, openness: usize, count: i32): f64 {
  let sum: f64 = 0
  for (let k = 0; k < count; k++) sum += at(values, k) * at(openness, k)
  return sum
}
