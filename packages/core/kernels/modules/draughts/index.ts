// The surface through the draughts of bodies (src/coupling/submersion/draught-kernel.ts has the derivation): sums over cells and over blocks of
// cells, and the heights that bodies raise.
//
// Weights are floats, as the surface is, four at a time; sums are doubles. Reading and raising use the same weights, so that their exchange of energy
// does not depend on the rounding of weights. All sums run over rows and cells in their order.

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
  /** Floats from one row of cells to the next, in levels and elevations, and in the openness. A cell is known by row × stride + column. */
  stride: i32
  openStride: i32
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
  /** Weights of a row of cells or blocks, and their derivatives along x and z: floats, `rowLength` of each. */
  rowWeights: usize
  rowLength: i32
  /** Cells and blocks of the kernel: indices (integers) and weights (floats); of the cells the openness (floats). */
  cells: usize
  cellOpenness: usize
  cellWeights: usize
  blocks: usize
  blockWeights: usize
  cellCount: i32
  blockCount: i32
  /**
   * Derivatives of the weights of the cells along x and z: pairs of floats. If they are kept, `weigh` leaves out the levels of cells, which bodies
   * before this one may still change; `sumCellLevels` adds them. 0: the levels are summed at once.
   */
  cellFalls: usize
  pad: i32
  /** Blocks and cells that the kernel reaches: first and last column and row. */
  left: i32
  right: i32
  back: i32
  front: i32
  leftCell: i32
  rightCell: i32
  backCell: i32
  frontCell: i32
  /** Sources: areas, columns and rows (doubles). */
  areas: usize
  columns: usize
  rows: usize
  sources: i32
  isSplit: i32
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
  const bytes = <usize>(d.blocksX * d.blocksZ) << 3
  memory.fill(d.open, 0, bytes)
  memory.fill(d.sum, 0, bytes)
  for (let j = 0; j < d.nz; j++) {
    sumRow(d, j)
    addRow(d, j, d.open, d.rowOpen)
    addRow(d, j, d.sum, d.rowSum)
  }
}

/** Sums openness, in the first lane, and levels of a row of cells over blocks. The sums of two blocks, before and after a cell, are in registers. */
function sumRow(d: Draughts, j: i32): void {
  const zero = f64x2.splat(0)
  const openness = d.openness + (<usize>(j * d.openStride) << 2), levels = d.level + (<usize>(j * d.stride) << 2)
  let block = 0, here = zero, next = zero
  for (let i = 0; i < d.nx; i++) {
    const before = integerAt(d.beforeX, i)
    if (before != block) {
      putPair(d, block, here)
      here = next
      next = zero
      block = before
    }
    const wet = floatAt(openness, i)
    if (wet === 0) continue
    const sums = pair(wet, wet * floatAt(levels, i))
    const share = at(d.nextX, i)
    here = f64x2.add(here, f64x2.mul(f64x2.splat(1 - share), sums))
    next = f64x2.add(next, f64x2.mul(f64x2.splat(share), sums))
  }
  putPair(d, block, here)
  putPair(d, block + 1, next)
}

function putPair(d: Draughts, block: i32, sums: v128): void {
  put(d.rowOpen, block, f64x2.extract_lane(sums, 0))
  put(d.rowSum, block, f64x2.extract_lane(sums, 1))
}

function addRow(d: Draughts, j: i32, sums: usize, row: usize): void {
  const share = at(d.nextZ, j)
  const to = sums + (<usize>(integerAt(d.beforeZ, j) * d.blocksX) << 3)
  addBlocks(to, row, 1 - share, d.blocksX)
  if (share > 0) addBlocks(to + (<usize>d.blocksX << 3), row, share, d.blocksX)
}

function addBlocks(sums: usize, row: usize, share: f64, count: i32): void {
  for (let k = 0; k + 1 < count; k += 2) {
    const x = <usize>k << 3
    v128.store(sums + x, f64x2.add(v128.load(sums + x), f64x2.mul(f64x2.splat(share), v128.load(row + x))))
  }
  if (count & 1) put(sums, count - 1, at(sums, count - 1) + share * at(row, count - 1))
}

/** Weighs the blocks and cells that a kernel reaches, and sums over them. The lists have room for all. */
export function weigh(d: Draughts): void {
  memory.fill(changetype<usize>(d) + offsetof<Draughts>('one'), 0, offsetof<Draughts>('raised') - offsetof<Draughts>('one'))
  d.blockCount = weighPart(d, false, d.left, d.right, d.back, d.front)
  d.cellCount = d.isSplit ? weighPart(d, true, d.leftCell, d.rightCell, d.backCell, d.frontCell) : 0
}

/** Adds the levels of the cells of a kernel to its sums. */
export function sumCellLevels(d: Draughts): void {
  const along = changetype<usize>(d) + offsetof<Draughts>('alongXLevel')
  let sum = d.sumLevel, sums = v128.load(along)
  for (let k = 0; k < d.cellCount; k++) {
    const level = floatAt(d.cellOpenness, k) * floatAt(d.level, integerAt(d.cells, k))
    const falls = f64x2.promote_low_f32x4(v128.load64_zero(d.cellFalls + (<usize>k << 3)))
    sum += floatAt(d.cellWeights, k) * level
    sums = f64x2.add(sums, f64x2.mul(falls, f64x2.splat(level)))
  }
  d.sumLevel = sum
  v128.store(along, sums)
}

/** Weighs blocks or cells, row by row: their weights first, then the sums. Returns how many are in the list. */
function weighPart(d: Draughts, isCells: bool, left: i32, right: i32, back: i32, front: i32): i32 {
  const baseX = Math.floor(d.column), baseZ = Math.floor(d.row)
  const sums = changetype<usize>(d) + offsetof<Draughts>('one')
  // In the order of the record: 1 and x, z and level, derivatives of 1, of x and z, of the level.
  let s01 = v128.load(sums), s23 = v128.load(sums, 16), s45 = v128.load(sums, 32), s67 = v128.load(sums, 48), s89 = v128.load(sums, 64)
  const weights = d.rowWeights, bytes = <usize>d.rowLength << 2
  const list = isCells ? d.cells : d.blocks, listed = isCells ? d.cellWeights : d.blockWeights
  const falling: usize = isCells ? d.cellFalls : 0
  let count = 0
  for (let j = back; j <= front; j++) {
    const row = isCells ? <f64>j : center(j, d.nz)
    weighRow(d, isCells, left, right, baseX, <f32>(row - baseZ), baseZ)
    for (let i = left; i <= right; i++) {
      const at4 = weights + (<usize>(i - left) << 2)
      const weight = <f64>f32.load(at4)
      if (weight === 0) continue
      const index = isCells ? j * d.stride + i : j * d.blocksX + i
      const open = isCells ? floatAt(d.openness, j * d.openStride + i) : at(d.open, index)
      if (open === 0) continue
      const level: f64 = falling != 0 ? 0 : isCells ? open * floatAt(d.level, index) : at(d.sum, index)
      const x = (isCells ? <f64>i : center(i, d.nx)) - d.column, z = row - d.row
      const falls = pair(<f64>f32.load(at4 + bytes), <f64>f32.load(at4 + 2 * bytes))
      const amount = weight * open
      const along = f64x2.mul(falls, f64x2.splat(open))
      s01 = f64x2.add(s01, pair(amount, amount * x))
      s23 = f64x2.add(s23, pair(amount * z, weight * level))
      s45 = f64x2.add(s45, along)
      s67 = f64x2.add(s67, f64x2.mul(along, pair(x, z)))
      s89 = f64x2.add(s89, f64x2.mul(falls, f64x2.splat(level)))
      i32.store(list + (<usize>count << 2), index)
      f32.store(listed + (<usize>count << 2), <f32>weight)
      if (falling != 0) {
        f32.store(falling + (<usize>count << 3), f32.load(at4 + bytes))
        f32.store(falling + (<usize>count << 3), f32.load(at4 + 2 * bytes), 4)
      }
      if (isCells) f32.store(d.cellOpenness + (<usize>count << 2), <f32>open)
      count++
    }
  }
  v128.store(sums, s01)
  v128.store(sums, s23, 16)
  v128.store(sums, s45, 32)
  v128.store(sums, s67, 48)
  v128.store(sums, s89, 64)
  return count
}

/**
 * Weights of a row, summed over the sources: of blocks the kernel, within the split the parabola; of cells, within the split, the kernel minus the
 * parabola. Positions are relative to a cell near the body, which keeps them exact as floats.
 */
function weighRow(d: Draughts, isCells: bool, left: i32, right: i32, baseX: f64, z: f32, baseZ: f64): void {
  const zero = f32x4.splat(0), one = f32x4.splat(1)
  const inverse = f32x4.splat(<f32>d.inverse), perReach = f32x4.splat(<f32>(1 / d.reach)), edge = f32x4.splat(<f32>d.edge)
  const outer = f32x4.splat(<f32>OUTER), outerFall = f32x4.splat(<f32>(2 * OUTER / d.reach)), steep = f32x4.splat(<f32>(3 * d.inverse))
  const splitValue = f32x4.splat(<f32>d.splitValue), splitFall = f32x4.splat(<f32>d.splitFall), half = f32x4.splat(<f32>(0.5 * d.splitFall))
  const split = f32x4.splat(d.isSplit ? <f32>(SPLIT * SPLIT) : 0), reach = isCells ? split : f32x4.splat(<f32>d.reach)
  const step = f32x4.splat(isCells ? 4 : <f32>4 * <f32>BLOCK), last = f32x4.splat(<f32>(<f64>(d.nx - 1) - baseX))
  const apart: f32 = isCells ? 1 : <f32>BLOCK
  const begin = <f32>((isCells ? <f64>left : <f64>(BLOCK * left) + <f64>(BLOCK - 1) / 2) - baseX)
  let place = f32x4.add(f32x4.splat(begin), f32x4.mul(f32x4(0, 1, 2, 3), f32x4.splat(apart)))
  const bytes = <usize>d.rowLength << 2
  let out = d.rowWeights
  for (let i = left; i <= right; i += 4) {
    const position = f32x4.pmin(place, last)
    let weight = zero, fallX = zero, fallZ = zero
    for (let source = 0; source < d.sources; source++) {
      const x = f32x4.sub(position, f32x4.splat(<f32>(at(d.columns, source) - baseX)))
      const away = z - <f32>(at(d.rows, source) - baseZ)
      const square = f32x4.add(f32x4.mul(x, x), f32x4.splat(away * away))
      const inside = f32x4.lt(square, reach)
      if (!v128.any_true(inside)) continue
      const area = v128.and(f32x4.splat(<f32>at(d.areas, source)), inside)
      const root = f32x4.div(one, f32x4.sqrt(f32x4.add(one, f32x4.mul(square, inverse))))
      const rootSquare = f32x4.mul(root, root), cube = f32x4.mul(rootSquare, root)
      const share = f32x4.mul(square, perReach)
      let value = f32x4.add(f32x4.sub(cube, edge), f32x4.mul(f32x4.mul(outer, share), f32x4.sub(one, share)))
      let fall = f32x4.sub(
        f32x4.mul(f32x4.mul(steep, cube), rootSquare),
        f32x4.mul(outerFall, f32x4.sub(one, f32x4.add(share, share))),
      )
      const parabola = f32x4.sub(splitValue, f32x4.mul(half, square))
      if (isCells) {
        value = f32x4.sub(value, parabola)
        fall = f32x4.sub(fall, splitFall)
      } else {
        const isParabola = f32x4.lt(square, split)
        value = v128.bitselect(parabola, value, isParabola)
        fall = v128.bitselect(splitFall, fall, isParabola)
      }
      fall = f32x4.mul(area, fall)
      weight = f32x4.add(weight, f32x4.mul(area, value))
      fallX = f32x4.add(fallX, f32x4.mul(fall, x))
      fallZ = f32x4.add(fallZ, f32x4.mul(fall, f32x4.splat(away)))
    }
    v128.store(out, weight)
    v128.store(out + bytes, fallX)
    v128.store(out + 2 * bytes, fallZ)
    out += 16
    place = f32x4.add(place, step)
  }
}

/** Raises the cells and, for `raiseBlocks`, the blocks of the present kernel by a factor times their weights. */
export function raiseKernel(d: Draughts, factor: f64): void {
  for (let k = 0; k < d.blockCount; k++) {
    const block = integerAt(d.blocks, k)
    put(d.rise, block, at(d.rise, block) + factor * floatAt(d.blockWeights, k))
  }
  let raised = d.raised, error: f64 = 0
  for (let k = 0; k < d.cellCount; k++) {
    const cell = integerAt(d.cells, k)
    const open = floatAt(d.cellOpenness, k), height = factor * floatAt(d.cellWeights, k)
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
  // Sum of the heights and of their errors.
  let sums = pair(d.raised, 0)
  for (let j = back; j < front; j++) {
    const row = d.rise + (<usize>(integerAt(d.beforeZ, j) * d.blocksX) << 3)
    const down = at(d.nextZ, j)
    const below = down > 0 ? row + (<usize>d.blocksX << 3) : row
    const openness = d.openness + (<usize>(j * d.openStride) << 2)
    // Heights of the block before a cell, in this row of blocks and the next, and their differences to the block after it.
    let block = -1, heights = f64x2.splat(0), differences = heights
    for (let i = left; i < right; i++) {
      const before = integerAt(d.beforeX, i)
      if (before != block) {
        block = before
        const after = min(block + 1, d.blocksX - 1)
        heights = pair(at(row, block), at(below, block))
        differences = f64x2.sub(pair(at(row, after), at(below, after)), heights)
      }
      const both = f64x2.add(heights, f64x2.mul(f64x2.splat(at(d.nextX, i)), differences))
      const upper = f64x2.extract_lane(both, 0)
      const height = upper + down * (f64x2.extract_lane(both, 1) - upper)
      if (height === 0) continue
      const open = floatAt(openness, i)
      if (!(open > 0)) continue
      const rise = raise(d.eta, j * d.stride + i, height)
      sums = f64x2.add(sums, f64x2.mul(pair(rise, rise - height), f64x2.splat(open)))
    }
  }
  d.raised = f64x2.extract_lane(sums, 0)
  d.error = f64x2.extract_lane(sums, 1)
}
