// The surface through the draughts of bodies (src/coupling/submersion/draught-kernel.ts has the derivation): sums over cells and over blocks of
// cells, and the heights that bodies raise. A module of its own, with a copy of the surface in its memory for the time of an exchange.
//
// All sums run over sources, rows and cells in their order, so that results are those of a plain loop.

/** Cells along a block. */
export const BLOCK: i32 = 4
/** Radius of the split, in cells. A kernel of a draught of twice this is smooth enough for blocks. */
export const SPLIT: i32 = 2 * BLOCK
/** Constant c of the kernel. */
export const OUTER: f64 = 0.0072

/** The surface, its blocks and the kernel of a body. Arrays are given by their addresses. */
@unmanaged
export class Draughts {
  /** Cells and blocks along x and z. */
  nx: i32
  nz: i32
  blocksX: i32
  blocksZ: i32
  /** Of each cell, as floats: the level that acts on bodies [m], the elevation that they raise, which may be the same array, and the openness. */
  level: usize
  eta: usize
  openness: usize
  /** Block before each column and each row of cells (integers), and the weight of the next block (doubles). */
  beforeX: usize
  beforeZ: usize
  nextX: usize
  nextZ: usize
  /** Of each block, as doubles: open cells, sum of their levels [m], height by which it is to be raised [m]. */
  open: usize
  sum: usize
  rise: usize
  /** Sums of a row of cells over blocks. */
  rowOpen: usize
  rowSum: usize
  /** Cells and blocks of the kernel: numbers (integers) and weights (doubles). */
  cells: usize
  cellWeights: usize
  blocks: usize
  blockWeights: usize
  cellCount: i32
  blockCount: i32
  /** Sources: areas, columns and rows (doubles). */
  areas: usize
  columns: usize
  rows: usize
  sources: i32
  isSplit: i32
  pad: i32
  /** Centre of the waterplane, as fractional column and row. */
  column: f64
  row: f64
  /** The kernel: R², 1/s², K(R), and value and fall of the parabola. */
  reach: f64
  inverse: f64
  edge: f64
  splitValue: f64
  splitFall: f64
  /** Sums of 1, x, z and the level, with the kernel and its derivatives along x and z as weights. */
  one: f64
  x: f64
  z: f64
  sumLevel: f64
  alongX: f64
  alongZ: f64
  alongXx: f64
  alongZz: f64
  alongXLevel: f64
  alongZLevel: f64
  /** Of the heights that were raised: sum, weighted by openness, and rounding error [m]. */
  raised: f64
  error: f64
}

@inline function at(array: usize, k: i32): f64 { return f64.load(array + (<usize>k << 3)) }
@inline function put(array: usize, k: i32, value: f64): void { f64.store(array + (<usize>k << 3), value) }
@inline function integerAt(array: usize, k: i32): i32 { return i32.load(array + (<usize>k << 2)) }
@inline function floatAt(array: usize, k: i32): f64 { return <f64>f32.load(array + (<usize>k << 2)) }
@inline function pair(one: f64, two: f64): v128 { return f64x2.replace_lane(f64x2.splat(one), 1, two) }

/** Centre of a block along an axis of `cells` cells, as a fractional index of cells. */
@inline function center(block: i32, cells: i32): f64 { return min<f64>(<f64>(BLOCK * block) + <f64>(BLOCK - 1) / 2, <f64>(cells - 1)) }

/** Sums openness and levels over blocks, in bilinear weights. */
export function sumBlocks(d: Draughts): void {
  const blocksX = d.blocksX
  const bytes = <usize>(blocksX * d.blocksZ) << 3
  memory.fill(d.open, 0, bytes)
  memory.fill(d.sum, 0, bytes)
  for (let j = 0; j < d.nz; j++) {
    memory.fill(d.rowOpen, 0, <usize>blocksX << 3)
    memory.fill(d.rowSum, 0, <usize>blocksX << 3)
    for (let i = 0; i < d.nx; i++) {
      const cell = j * d.nx + i
      const wet = floatAt(d.openness, cell)
      if (wet === 0) continue
      const height = wet * floatAt(d.level, cell)
      const block = integerAt(d.beforeX, i)
      const share = at(d.nextX, i)
      put(d.rowOpen, block, at(d.rowOpen, block) + (1 - share) * wet)
      put(d.rowSum, block, at(d.rowSum, block) + (1 - share) * height)
      if (share === 0) continue
      put(d.rowOpen, block + 1, at(d.rowOpen, block + 1) + share * wet)
      put(d.rowSum, block + 1, at(d.rowSum, block + 1) + share * height)
    }
    addRow(d, j, d.open, d.rowOpen)
    addRow(d, j, d.sum, d.rowSum)
  }
}

function addRow(d: Draughts, j: i32, sums: usize, row: usize): void {
  const first = integerAt(d.beforeZ, j) * d.blocksX
  const share = at(d.nextZ, j)
  for (let block = 0; block < d.blocksX; block++) {
    put(sums, first + block, at(sums, first + block) + (1 - share) * at(row, block))
    if (share > 0) put(sums, first + d.blocksX + block, at(sums, first + d.blocksX + block) + share * at(row, block))
  }
}

/** 1 / sqrt(1 + square/s²); from it and its cube the kernel, and minus the derivative of the kernel by half the square. Two lanes. */
@inline function rootOf(d: Draughts, square: v128): v128 {
  return f64x2.div(f64x2.splat(1), f64x2.sqrt(f64x2.add(f64x2.splat(1), f64x2.mul(square, f64x2.splat(d.inverse)))))
}
@inline function valueOf(d: Draughts, cube: v128, share: v128): v128 {
  const outer = f64x2.mul(f64x2.mul(f64x2.splat(OUTER), share), f64x2.sub(f64x2.splat(1), share))
  return f64x2.add(f64x2.sub(cube, f64x2.splat(d.edge)), outer)
}
@inline function fallOf(d: Draughts, root: v128, cube: v128, share: v128): v128 {
  const inner = f64x2.mul(f64x2.mul(f64x2.mul(f64x2.splat(3 * d.inverse), cube), root), root)
  const outer = f64x2.mul(f64x2.splat(2 * OUTER), f64x2.sub(f64x2.splat(1), f64x2.mul(f64x2.splat(2), share)))
  return f64x2.sub(inner, f64x2.div(outer, f64x2.splat(d.reach)))
}

// Sums of the present kernel, in the order of the record.
let s0: f64 = 0, s1: f64 = 0, s2: f64 = 0, s3: f64 = 0, s4: f64 = 0
let s5: f64 = 0, s6: f64 = 0, s7: f64 = 0, s8: f64 = 0, s9: f64 = 0

/** Adds a cell or a block at (x, z) with `open` cells and a sum of their levels: its weight, and the derivatives of the weight. */
function add(x: f64, z: f64, open: f64, level: f64, weight: f64, fallX: f64, fallZ: f64): void {
  const amount = weight * open, alongX = fallX * open, alongZ = fallZ * open
  s0 += amount
  s1 += amount * x
  s2 += amount * z
  s3 += weight * level
  s4 += alongX
  s5 += alongZ
  s6 += alongX * x
  s7 += alongZ * z
  s8 += fallX * level
  s9 += fallZ * level
}

/** Weighs blocks and cells of a kernel, between the given blocks, and sums over them. The lists have room for all. */
export function weigh(d: Draughts, left: i32, right: i32, back: i32, front: i32): void {
  s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = s8 = s9 = 0
  weighBlocks(d, left, right, back, front)
  d.cellCount = 0
  if (d.isSplit) for (let source = 0; source < d.sources; source++) if (at(d.areas, source) !== 0) weighCells(d, source)
  d.one = s0
  d.x = s1
  d.z = s2
  d.sumLevel = s3
  d.alongX = s4
  d.alongZ = s5
  d.alongXx = s6
  d.alongZz = s7
  d.alongXLevel = s8
  d.alongZLevel = s9
}

/** Weights of blocks: the kernel, within the split the parabola. Two blocks of a row at once. */
function weighBlocks(d: Draughts, left: i32, right: i32, back: i32, front: i32): void {
  const zero = f64x2.splat(0), reach = f64x2.splat(d.reach)
  const within = f64x2.splat(d.isSplit ? <f64>(SPLIT * SPLIT) : 0)
  let count = 0
  for (let j = back; j <= front; j++) {
    const row = center(j, d.nz)
    for (let i = left; i <= right; i += 2) {
      const column = pair(center(i, d.nx), center(i + 1, d.nx))
      let weight = zero, fallX = zero, fallZ = zero
      for (let source = 0; source < d.sources; source++) {
        const x = f64x2.sub(column, f64x2.splat(at(d.columns, source)))
        const z = row - at(d.rows, source)
        const square = f64x2.add(f64x2.mul(x, x), f64x2.splat(z * z))
        const inside = f64x2.lt(square, reach)
        if (!v128.any_true(inside)) continue
        const area = f64x2.splat(at(d.areas, source))
        const root = rootOf(d, square)
        const cube = f64x2.mul(f64x2.mul(root, root), root)
        const share = f64x2.div(square, reach)
        const isParabola = f64x2.lt(square, within)
        const parabola = f64x2.sub(f64x2.splat(d.splitValue), f64x2.mul(f64x2.splat(0.5 * d.splitFall), square))
        const value = v128.bitselect(parabola, valueOf(d, cube, share), isParabola)
        const fall = v128.bitselect(f64x2.splat(d.splitFall), fallOf(d, root, cube, share), isParabola)
        const areaFall = f64x2.mul(area, fall)
        weight = f64x2.add(weight, v128.and(f64x2.mul(area, value), inside))
        fallX = f64x2.add(fallX, v128.and(f64x2.mul(areaFall, x), inside))
        fallZ = f64x2.add(fallZ, v128.and(f64x2.mul(areaFall, f64x2.splat(z)), inside))
      }
      const block = j * d.blocksX + i
      const z = row - d.row
      if (at(d.open, block) !== 0 && f64x2.extract_lane(weight, 0) !== 0)
        count = addBlock(d, count, block, f64x2.extract_lane(column, 0), z, f64x2.extract_lane(weight, 0), f64x2.extract_lane(fallX, 0), f64x2.extract_lane(fallZ, 0))
      if (i < right && at(d.open, block + 1) !== 0 && f64x2.extract_lane(weight, 1) !== 0)
        count = addBlock(d, count, block + 1, f64x2.extract_lane(column, 1), z, f64x2.extract_lane(weight, 1), f64x2.extract_lane(fallX, 1), f64x2.extract_lane(fallZ, 1))
    }
  }
  d.blockCount = count
}

function addBlock(d: Draughts, count: i32, block: i32, column: f64, z: f64, weight: f64, fallX: f64, fallZ: f64): i32 {
  i32.store(d.blocks + (<usize>count << 2), block)
  put(d.blockWeights, count, weight)
  add(column - d.column, z, at(d.open, block), at(d.sum, block), weight, fallX, fallZ)
  return count + 1
}

/** Weights of the cells within the split around a source: the kernel minus the parabola. Two cells of a row at once. */
function weighCells(d: Draughts, source: i32): void {
  const nx = d.nx, area = at(d.areas, source), column = at(d.columns, source), row = at(d.rows, source)
  const reach = f64x2.splat(d.reach)
  const front = min(d.nz - 1, <i32>Math.floor(row + <f64>SPLIT)), right = min(nx - 1, <i32>Math.floor(column + <f64>SPLIT))
  const left = max(0, <i32>Math.ceil(column - <f64>SPLIT))
  let count = d.cellCount
  for (let j = max(0, <i32>Math.ceil(row - <f64>SPLIT)); j <= front; j++) {
    const z = <f64>j - row
    for (let i = left; i <= right; i += 2) {
      const x = f64x2.sub(pair(<f64>i, <f64>(i + 1)), f64x2.splat(column))
      const square = f64x2.add(f64x2.mul(x, x), f64x2.splat(z * z))
      const inside = f64x2.lt(square, f64x2.splat(<f64>(SPLIT * SPLIT)))
      if (!v128.any_true(inside)) continue
      const root = rootOf(d, square)
      const cube = f64x2.mul(f64x2.mul(root, root), root)
      const share = f64x2.div(square, reach)
      const fall = f64x2.mul(f64x2.splat(area), f64x2.sub(fallOf(d, root, cube, share), f64x2.splat(d.splitFall)))
      const rest = f64x2.sub(valueOf(d, cube, share), f64x2.splat(d.splitValue))
      const weight = f64x2.mul(f64x2.splat(area), f64x2.add(rest, f64x2.mul(f64x2.splat(0.5 * d.splitFall), square)))
      const fallX = f64x2.mul(fall, x), fallZ = f64x2.mul(fall, f64x2.splat(z))
      const cell = j * nx + i
      if (i64x2.extract_lane(inside, 0) !== 0)
        count = addCell(d, count, cell, <f64>i, <f64>j, f64x2.extract_lane(weight, 0), f64x2.extract_lane(fallX, 0), f64x2.extract_lane(fallZ, 0))
      if (i < right && i64x2.extract_lane(inside, 1) !== 0)
        count = addCell(d, count, cell + 1, <f64>(i + 1), <f64>j, f64x2.extract_lane(weight, 1), f64x2.extract_lane(fallX, 1), f64x2.extract_lane(fallZ, 1))
    }
  }
  d.cellCount = count
}

function addCell(d: Draughts, count: i32, cell: i32, i: f64, j: f64, weight: f64, fallX: f64, fallZ: f64): i32 {
  const open = floatAt(d.openness, cell)
  if (open === 0) return count
  i32.store(d.cells + (<usize>count << 2), cell)
  put(d.cellWeights, count, weight)
  add(i - d.column, j - d.row, open, open * floatAt(d.level, cell), weight, fallX, fallZ)
  return count + 1
}

/** Raises the cells and, for `raiseBlocks`, the blocks of the present kernel by a factor times their weights. */
export function raiseKernel(d: Draughts, factor: f64): void {
  for (let k = 0; k < d.blockCount; k++) {
    const block = integerAt(d.blocks, k)
    put(d.rise, block, at(d.rise, block) + factor * at(d.blockWeights, k))
  }
  let raised = d.raised, error: f64 = 0
  for (let k = 0; k < d.cellCount; k++) {
    const cell = integerAt(d.cells, k)
    const open = floatAt(d.openness, cell), height = factor * at(d.cellWeights, k)
    const rise = raise(d.eta, cell, height)
    raised += rise * open
    error += (rise - height) * open
  }
  d.raised = raised
  d.error = error
}

/** Raises an elevation. Returns the height by which it rose after rounding. */
@inline function raise(eta: usize, cell: i32, height: f64): f64 {
  const before = floatAt(eta, cell)
  const after = <f32>(before + height)
  f32.store(eta + (<usize>cell << 2), after)
  return <f64>after - before
}

/** Raises the cells between the given columns and rows by the bilinear heights of the blocks. */
export function raiseBlocks(d: Draughts, left: i32, right: i32, back: i32, front: i32): void {
  let raised = d.raised, error: f64 = 0
  for (let j = back; j < front; j++) {
    const row = integerAt(d.beforeZ, j) * d.blocksX
    const down = at(d.nextZ, j)
    const below = down > 0 ? row + d.blocksX : row
    for (let i = left; i < right; i++) {
      const block = integerAt(d.beforeX, i), share = at(d.nextX, i)
      const after = share > 0 ? block + 1 : block
      const upper = at(d.rise, row + block) + share * (at(d.rise, row + after) - at(d.rise, row + block))
      const lower = at(d.rise, below + block) + share * (at(d.rise, below + after) - at(d.rise, below + block))
      const height = upper + down * (lower - upper)
      if (height === 0) continue
      const cell = j * d.nx + i
      const open = floatAt(d.openness, cell)
      if (!(open > 0)) continue
      const rise = raise(d.eta, cell, height)
      raised += rise * open
      error += (rise - height) * open
    }
  }
  d.raised = raised
  d.error = error
}
