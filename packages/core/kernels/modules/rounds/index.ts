// Columns through balls, capsules, cylinders and cones, by vertical lines on a lattice. src/bodies/columns/round-columns.ts has the derivation.
//
// Two rows of lines are processed at once, one in each SIMD lane. Lanes are combined only when a row is added to its cells, so that
// sums are those of a scalar loop.

/** Sums of a cell over its lines: area, and the integrals of the lower and the upper end and of their squares. */
@unmanaged
export class CellSums {
  area: f64
  low: f64
  high: f64
  lowSquare: f64
  highSquare: f64
  /** Pads the record to whole vectors. */
  pad: f64
}
/** Bytes of the sums of a cell, for one row and for two. */
const CELL: usize = offsetof<CellSums>()
export const PAIR: usize = 2 * CELL
/** A component of the axis whose square is this small is zero: the axis is vertical, or horizontal. */
const UPRIGHT: f64 = 1e-20

/** Lines along one axis: each represents `spacing` cells, in its first cell or in that and the next. */
@unmanaged
export class Lattice {
  /** In cells of the grid. */
  middle: f64
  reach: f64
  spacing: f64
  count: i32
  /** First cell of the grid in reach, and number of cells. */
  start: i32
  cells: i32
  pad: i32

  /** Lower edge of line k, in cells of the grid. */
  @inline from(k: i32): f64 { return this.middle - this.reach + <f64>k * this.spacing }
  /** Distance of line k from the middle, in cells. */
  @inline offset(k: i32): f64 { return (<f64>k + 0.5) * this.spacing - this.reach }
}

export const enum RoundKind { sphere, capsule, cylinder, cone }

@unmanaged
export class Round {
  /** `radius`: of a cone that at its middle. `half`: from the middle to an end of the straight part [m]. */
  radius: f64
  half: f64
  /** Change of the radius of a cone with the distance along its axis [1]. */
  slope: f64
  /** RoundKind. */
  kind: i32
  /** Cells of the grid in a row. */
  nx: i32
  cellSize: f64
  /** Height of the middle, and the exact volume, to which the spans are scaled. */
  y: f64
  volume: f64
  /** Rotation from the body's axes to the scene's, by rows. */
  m0: f64
  m1: f64
  m2: f64
  m3: f64
  m4: f64
  m5: f64
  m6: f64
  m7: f64
  m8: f64
}

/** A span: the result for one cell. */
@unmanaged
export class Span {
  cell: f64
  bottom: f64
  top: f64
  /** Spread of the bottom and of the top. */
  bottomSpread: f64
  topSpread: f64
  coverage: f64
}

/**
 * A line along x, computed once for all rows: distance from the middle [m], first cell, and the shares in that cell and in the next. `isLast`: whether
 * it is the last line of its first cell.
 */
@unmanaged
export class Line {
  x: f64
  here: f64
  there: f64
  i: i32
  isLast: i32
}
const LINE: usize = offsetof<Line>()

/** Lines of two rows, one in each lane: which of them hit the shape, and the ends inside it, which are 0 for a line that misses. */
const HITS: usize = 0
const LOWS: usize = 16
const HIGHS: usize = 32
/** Bytes of a pair of lines. */
export const CUT: usize = 48

/**
 * Cuts a shape into columns. Scratch: `lines` for the lines along x, `cuts` for those of two rows, `row` for the sums of two rows, `sums` for the
 * sums of all cells. Returns the number of spans written to `spans`.
 */
export function roundColumns(
  round: Round, alongX: Lattice, alongZ: Lattice, lines: usize, cuts: usize, row: usize, sums: usize, spans: usize,
): i32 {
  const cellSize = round.cellSize
  let thickness = f64x2.splat(0)
  lay(alongX, cellSize, lines)
  memory.fill(sums, 0, <usize>alongX.cells * <usize>alongZ.cells * CELL)
  for (let k = 0; k < alongZ.count; k += 2) {
    const z = f64x2.replace_lane(f64x2.splat(alongZ.offset(k) * cellSize), 1, alongZ.offset(k + 1) * cellSize)
    // The last row may be alone.
    const lanes = k + 1 < alongZ.count ? i64x2.splat(-1) : i64x2(-1, 0)
    lastHit = -1
    const found = round.kind == RoundKind.sphere
      ? gatherBall(round, z, alongX, lines, lanes, cuts)
      : round.kind == RoundKind.cone
      ? gatherCone(round, z, alongX, lines, lanes, cuts)
      : gatherLong(round, z, alongX, lines, lanes, cuts)
    if (lastHit < 0) continue
    thickness = f64x2.add(thickness, found)
    firstCell = i32.MAX_VALUE
    lastCell = -1
    addCuts(lines, cuts, alongX.cells, row)
    if (lastCell >= 0) handPair(alongX, alongZ, k, row, sums)
  }
  const total = f64x2.extract_lane(thickness, 0) + f64x2.extract_lane(thickness, 1)
  return span(round, alongX, alongZ, total, sums, spans)
}

/** Of two rows: first and last line that hits the shape, first and last cell that they cover. */
let firstHit: i32 = 0
let lastHit: i32 = 0
let firstCell: i32 = 0
let lastCell: i32 = 0

function lay(along: Lattice, cellSize: f64, lines: usize): void {
  for (let l = 0; l < along.count; l++) {
    const line = changetype<Line>(lines + <usize>l * LINE)
    const from = along.from(l)
    const cell = Math.floor(from)
    const here = Math.min(along.spacing, cell + 1 - from)
    line.x = along.offset(l) * cellSize
    line.i = <i32>cell - along.start
    line.here = here
    line.isLast = i32(l + 1 == along.count || Math.floor(along.from(l + 1)) > cell)
    // The share of a line that ends at the edge of its cell is rounding.
    line.there = line.isLast != 0 ? along.spacing - here : 0
  }
}

/** Notes the lines of two rows that hit a ball: all between the first and the last. Returns the sums of their lengths. */
function gatherBall(round: Round, z: v128, along: Lattice, lines: usize, lanes: v128, cuts: usize): v128 {
  const zero = f64x2.splat(0)
  const within = f64x2.sub(f64x2.splat(round.radius * round.radius), f64x2.mul(z, z))
  let thickness = zero
  let last = -1
  for (let l = 0; l < along.count; l++) {
    const line = changetype<Line>(lines + <usize>l * LINE)
    const square = f64x2.sub(within, f64x2.splat(line.x * line.x))
    const hit = v128.and(f64x2.gt(square, zero), lanes)
    if (!v128.any_true(hit)) {
      if (last >= 0) break
      continue
    }
    const high = v128.and(f64x2.sqrt(f64x2.pmax(zero, square)), hit)
    thickness = f64x2.add(thickness, f64x2.add(high, high))
    note(cuts + <usize>l * CUT, hit, f64x2.neg(high), high)
    if (last < 0) firstHit = l
    last = l
  }
  lastHit = last
  return thickness
}

/** The same for capsules and cylinders. */
function gatherLong(round: Round, z: v128, along: Lattice, lines: usize, lanes: v128, cuts: usize): v128 {
  const zero = f64x2.splat(0)
  const radius2 = round.radius * round.radius
  // A line p + t d in the body's axes, p at the height of the middle and linear in x. Perpendicular to the axis
  // |p + t d|² = r²: a t² + 2 b t + c = 0, b = b₀ + b₁ x, its discriminant q₀ + q₁ x + q₂ x²; of an upright shape r² - |p|².
  const a2 = round.m3 * round.m3 + round.m5 * round.m5
  const isUpright = !(a2 > UPRIGHT), isLevel = !(round.m4 * round.m4 > UPRIGHT), isCapsule = round.kind == RoundKind.capsule
  const a: f64 = isUpright ? 1 : a2, factor: f64 = isUpright ? 0 : 1
  const perA = isUpright ? 0 : 1 / a2
  const perY = isLevel ? 0 : 1 / round.m4
  const reach = f64x2.splat(isLevel ? Infinity : Math.abs(round.half * perY))
  const px = f64x2.mul(z, f64x2.splat(round.m6)), pz = f64x2.mul(z, f64x2.splat(round.m8))
  const along0 = f64x2.mul(z, f64x2.splat(round.m7))
  const b0 = f64x2.add(f64x2.mul(px, f64x2.splat(round.m3)), f64x2.mul(pz, f64x2.splat(round.m5)))
  const b1 = round.m0 * round.m3 + round.m2 * round.m5
  const c0 = f64x2.sub(f64x2.add(f64x2.mul(px, px), f64x2.mul(pz, pz)), f64x2.splat(radius2))
  const c1 = f64x2.add(f64x2.mul(px, f64x2.splat(round.m0)), f64x2.mul(pz, f64x2.splat(round.m2)))
  const q0 = f64x2.sub(f64x2.mul(f64x2.splat(factor), f64x2.mul(b0, b0)), f64x2.mul(f64x2.splat(a), c0))
  const q1 = f64x2.mul(f64x2.splat(2), f64x2.sub(f64x2.mul(f64x2.splat(factor * b1), b0), f64x2.mul(f64x2.splat(a), c1)))
  const q2 = factor * b1 * b1 - a * (round.m0 * round.m0 + round.m2 * round.m2)
  let thickness = zero
  let last = -1
  for (let l = 0; l < along.count; l++) {
    const line = changetype<Line>(lines + <usize>l * LINE)
    const x = line.x
    const square = f64x2.add(q0, f64x2.mul(f64x2.splat(x), f64x2.add(q1, f64x2.splat(x * q2))))
    let hit = f64x2.gt(square, zero)
    const up = f64x2.add(along0, f64x2.splat(round.m1 * x))
    if (isLevel) hit = v128.and(hit, f64x2.lt(f64x2.abs(up), f64x2.splat(round.half)))
    let enter = zero, leave = zero
    // Square roots take most of the time: lines that miss do without.
    if (v128.any_true(hit)) {
      const middle = f64x2.mul(up, f64x2.splat(-perY))
      enter = f64x2.sub(middle, reach)
      leave = f64x2.add(middle, reach)
      if (!isUpright) {
        const root = f64x2.mul(f64x2.sqrt(f64x2.pmax(zero, square)), f64x2.splat(perA))
        const deepest = f64x2.mul(f64x2.add(b0, f64x2.splat(b1 * x)), f64x2.splat(-perA))
        enter = f64x2.pmax(enter, f64x2.sub(deepest, root))
        leave = f64x2.pmin(leave, f64x2.add(deepest, root))
      }
    }
    hit = v128.and(hit, f64x2.lt(enter, leave))
    if (isCapsule)
      // A capsule is convex: a line is inside from its first entry to its last exit, through the side or an end.
      for (let end = -round.half, k = 0; k < 2; end = round.half, k++) {
        const awayX = x - end * round.m1
        const awayZ = f64x2.sub(z, f64x2.splat(end * round.m7))
        const left = f64x2.sub(f64x2.splat(radius2 - awayX * awayX), f64x2.mul(awayZ, awayZ))
        const touched = f64x2.gt(left, zero)
        if (!v128.any_true(touched)) continue
        const root = f64x2.sqrt(f64x2.pmax(zero, left))
        const center = f64x2.splat(end * round.m4)
        const low = f64x2.sub(center, root), high = f64x2.add(center, root)
        enter = v128.bitselect(v128.bitselect(f64x2.pmin(low, enter), low, hit), enter, touched)
        leave = v128.bitselect(v128.bitselect(f64x2.pmax(high, leave), high, hit), leave, touched)
        hit = v128.or(hit, touched)
      }
    hit = v128.and(hit, lanes)
    enter = v128.and(enter, hit)
    leave = v128.and(leave, hit)
    note(cuts + <usize>l * CUT, hit, enter, leave)
    if (!v128.any_true(hit)) continue
    thickness = f64x2.add(thickness, f64x2.sub(leave, enter))
    if (last < 0) firstHit = l
    last = l
  }
  lastHit = last
  return thickness
}

/** Ends of the part of a line inside a cone, relative to the height of its middle [m]. Outside, `enter` is not less than `leave`. */
let enter: f64 = 0
let leave: f64 = 0

/**
 * A line p + t d in the axes of a cone is inside where |p + t d|² across the axis is at most (r + s y)², y = p + t d along it:
 * a t² + 2 b t + c <= 0, between the two ends. A line that is steeper than the side (a < 0) is inside on one side of each root; the
 * cone, not its mirror image beyond the tip, is where the radius grows. A line that misses has NaN or infinite ends, which compare
 * false. Below a = 1e-6 the equation is linear, to 1e-6 of the size.
 */
function cutCone(round: Round, x: f64, z: f64): void {
  const s = round.slope, dy = round.m4
  const px = x * round.m0 + z * round.m6, py = x * round.m1 + z * round.m7, pz = x * round.m2 + z * round.m8
  const radius = round.radius + s * py
  const a = round.m3 * round.m3 + round.m5 * round.m5 - s * s * dy * dy
  const b = px * round.m3 + pz * round.m5 - s * dy * radius
  const c = px * px + pz * pz - radius * radius
  const one = (-round.half - py) / dy, two = (round.half - py) / dy
  enter = min(one, two)
  leave = max(one, two)
  const isSteep = a < -1e-6
  const root = Math.sqrt(b * b - a * c)
  const line = -c / (2 * b)
  // The lower and the upper root, for a of either sign.
  const low = (isSteep ? root - b : -root - b) / a, high = (isSteep ? -root - b : root - b) / a
  const isLinear = !isSteep && a < 1e-6
  if (isLinear ? b >= 0 : !isSteep || s * dy <= 0) leave = min(leave, isLinear ? line : isSteep ? low : high)
  if (isLinear ? b < 0 : !isSteep || s * dy > 0) enter = max(enter, isLinear ? line : isSteep ? high : low)
}

/** The same for cones, a lane after the other. */
function gatherCone(round: Round, z: v128, along: Lattice, lines: usize, lanes: v128, cuts: usize): v128 {
  let thickness = f64x2.splat(0)
  firstHit = 0
  lastHit = along.count - 1
  for (let l = 0; l < along.count; l++) {
    const line = changetype<Line>(lines + <usize>l * LINE)
    cutCone(round, line.x, f64x2.extract_lane(z, 0))
    let low = f64x2.splat(enter), high = f64x2.splat(leave)
    cutCone(round, line.x, f64x2.extract_lane(z, 1))
    low = f64x2.replace_lane(low, 1, enter)
    high = f64x2.replace_lane(high, 1, leave)
    const hit = v128.and(f64x2.lt(low, high), lanes)
    low = v128.and(low, hit)
    high = v128.and(high, hit)
    thickness = f64x2.add(thickness, f64x2.sub(high, low))
    note(cuts + <usize>l * CUT, hit, low, high)
  }
  return thickness
}

@inline function note(to: usize, hit: v128, low: v128, high: v128): void {
  v128.store(to, hit, HITS)
  v128.store(to, low, LOWS)
  v128.store(to, high, HIGHS)
}

/** Adds the lines from the first to the last hit to the one or two cells that each covers. The sums of the present cell are in registers. */
function addCuts(lines: usize, cuts: usize, cells: i32, row: usize): void {
  const zero = f64x2.splat(0)
  let s0 = zero, s1 = zero, s2 = zero, s3 = zero, s4 = zero
  let line = changetype<Line>(lines + <usize>firstHit * LINE)
  const end = cuts + <usize>(lastHit + 1) * CUT
  let i = 0
  for (let at = cuts + <usize>firstHit * CUT; at < end; at += CUT) {
    const hit = v128.load(at, HITS), low = v128.load(at, LOWS), high = v128.load(at, HIGHS)
    const here = f64x2.splat(line.here)
    const areaLow = f64x2.mul(here, low), areaHigh = f64x2.mul(here, high)
    s0 = f64x2.add(s0, v128.and(here, hit))
    s1 = f64x2.add(s1, areaLow)
    s2 = f64x2.add(s2, areaHigh)
    s3 = f64x2.add(s3, f64x2.mul(areaLow, low))
    s4 = f64x2.add(s4, f64x2.mul(areaHigh, high))
    i = line.i
    if (line.isLast != 0) {
      keep(i, cells, row, s0, s1, s2, s3, s4)
      const there = f64x2.splat(line.there)
      const restLow = f64x2.mul(there, low), restHigh = f64x2.mul(there, high)
      s0 = v128.and(there, hit)
      s1 = restLow
      s2 = restHigh
      s3 = f64x2.mul(restLow, low)
      s4 = f64x2.mul(restHigh, high)
      i++
    }
    line = changetype<Line>(changetype<usize>(line) + LINE)
  }
  keep(i, cells, row, s0, s1, s2, s3, s4)
}

/** Stores the sums of cell i of two rows, unless it is beyond the grid. */
function keep(i: i32, cells: i32, row: usize, s0: v128, s1: v128, s2: v128, s3: v128, s4: v128): void {
  if (i < 0 || i >= cells) return
  const sums = row + <usize>i * PAIR
  v128.store(sums, s0)
  v128.store(sums, s1, 16)
  v128.store(sums, s2, 32)
  v128.store(sums, s3, 48)
  v128.store(sums, s4, 64)
  firstCell = min(firstCell, i)
  lastCell = i
}

/**
 * Adds rows k and k + 1 of the lines, one in each lane, to the one or two rows of cells that they cover. A lane without lines has sums of 0. Both
 * rows together are no wider than half a cell.
 */
function handPair(alongX: Lattice, alongZ: Lattice, k: i32, row: usize, sums: usize): void {
  const spacing = alongZ.spacing
  const one = alongZ.from(k), two = alongZ.from(k + 1)
  const cell = Math.floor(one)
  const here = Math.min(spacing, cell + 1 - one), next = Math.max(0, Math.min(spacing, cell + 1 - two))
  const j = <i32>cell - alongZ.start
  const to = sums + <usize>(j * alongX.cells + firstCell) * CELL
  if (j >= 0 && j < alongZ.cells) addRows(to, row, here, next)
  if (next < spacing && j + 1 >= 0 && j + 1 < alongZ.cells)
    addRows(to + <usize>alongX.cells * CELL, row, spacing - here, spacing - next)
}

/** Adds covered cells of both rows, times a weight each, to sums, the first of which are those of the first covered cell. */
function addRows(sums: usize, row: usize, one: f64, two: f64): void {
  const weight = f64x2.splat(one), next = f64x2.splat(two)
  const end = row + <usize>(lastCell + 1) * PAIR
  for (let from = row + <usize>firstCell * PAIR; from < end; from += 32) {
    const a = v128.load(from), b = v128.load(from, 16)
    const sum = f64x2.add(v128.load(sums), f64x2.mul(weight, v128.shuffle<f64>(a, b, 0, 2)))
    v128.store(sums, f64x2.add(sum, f64x2.mul(next, v128.shuffle<f64>(a, b, 1, 3))))
    sums += 16
  }
}

/** Makes a span from the lines in each cell. The thickness is scaled so that the spans have the exact volume. */
function span(round: Round, alongX: Lattice, alongZ: Lattice, thickness: f64, sums: usize, spans: usize): i32 {
  let count = 0
  const cellArea = round.cellSize * round.cellSize
  const fill = round.volume / (thickness * alongX.spacing * alongZ.spacing * cellArea)
  for (let j = 0; j < alongZ.cells; j++)
    for (let i = 0; i < alongX.cells; i++) {
      const cell = changetype<CellSums>(sums + <usize>(j * alongX.cells + i) * CELL)
      const area = cell.area
      if (area <= 0) continue
      const perArea = f64x2.splat(area)
      const means = f64x2.div(v128.load(changetype<usize>(cell), offsetof<CellSums>('low')), perArea)
      const squares = f64x2.div(v128.load(changetype<usize>(cell), offsetof<CellSums>('lowSquare')), perArea)
      const low = f64x2.extract_lane(means, 0), high = f64x2.extract_lane(means, 1)
      // The shares of a cell add up to one up to rounding.
      const coverage = Math.min(1, area)
      const middle = (low + high) / 2
      const half = ((high - low) / 2) * fill * (area / coverage)
      const out = changetype<Span>(spans + <usize>count * offsetof<Span>())
      out.cell = <f64>((alongZ.start + j) * round.nx + alongX.start + i)
      out.bottom = round.y + middle - half
      out.top = round.y + middle + half
      // Half the range of a uniform distribution with this variance, which is a third of its square.
      const variance = f64x2.pmax(f64x2.splat(0), f64x2.sub(squares, f64x2.mul(means, means)))
      const spreads = f64x2.sqrt(f64x2.mul(f64x2.splat(3), variance))
      v128.store(changetype<usize>(out), spreads, offsetof<Span>('bottomSpread'))
      // Heights over the base of a cone are not spread evenly: an even spread of the same variance would reach below the base, and the
      // volume under a level there would be negative.
      if (round.kind == RoundKind.cone)
        out.topSpread = Math.min(f64x2.extract_lane(spreads, 1), out.top - out.bottom + out.bottomSpread)
      out.coverage = coverage
      count++
    }
  return count
}
