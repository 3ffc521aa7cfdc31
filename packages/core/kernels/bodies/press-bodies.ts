// The reaction of the forces on bodies, on all threads (src/coupling/reaction.ts): pressure over a disc around each body, pressure and drag in its own
// columns. Bodies share cells, and the order of additions decides the bits: threads divide the rows of the water, and each adds the bodies to its rows
// in their order. The sums of the discs, which only read the water, are divided by bodies before.

import { Field } from '../abi/field'
import { Columns } from '../modules/submersion/index'
import { ExchangeRecord } from './body-record'
import { at, cellAt, put, rowFor, valueAt } from './cell-list'
import { CoupledWater, isBasin as isBasinOf } from './coupled-water'

@unmanaged
export class BodyReaction {
  /** The columns of the body. */
  first: i32
  end: i32
  /** Rows of the water from the first to the last that it presses. */
  back: i32
  front: i32
  /** The disc: its centre as fractional column and row, its radius in cells; downward momentum [N s], 0 for none. */
  column: f64
  row: f64
  reach: f64
  momentum: f64
  /** Impulse for a weight of 1 [m²/s]: found by `shareDiscs`. */
  impulse: f64
  /** In the columns: impulse for a height that is submerged and not displaced [m/s], that of damping [m²/s], horizontal velocities [m/s]. */
  scale: f64
  damping: f64
  dragX: f64
  dragZ: f64
}

/** What bodies have done to a row of the water. */
@unmanaged
export class PressedRow {
  /** Impulses that the fields hold × openness [m²/s]. */
  impulse: f64
  /** First and last column that was pressed; the last is -1 if there is none. */
  left: i32
  right: i32
}

@unmanaged
export class ShareDiscsPass {
  /** A BodyReaction in each row. */
  reactions: Field
  exchange: Field
  /** Mass of a cell of 1 m depth: density × cell area [kg/m]. */
  cellMass: Field
}

@unmanaged
export class PressBodiesPass {
  reactions: Field
  exchange: Field
  /** A PressedRow for each row of the water. */
  rows: Field
  /** How many bodies there are. */
  bodies: i32
}

/** Weights of a pair of cells in a disc, (1 - r²)²: 0 beyond it. */
@inline function weights(i: i32, column: f64, away: f64, square: f64): v128 {
  const x = f64x2.sub(f64x2.replace_lane(f64x2.splat(<f64>i), 1, <f64>(i + 1)), f64x2.splat(column))
  const distance = f64x2.div(f64x2.add(f64x2.mul(x, x), f64x2.splat(away)), f64x2.splat(square))
  const rest = f64x2.sub(f64x2.splat(1), distance)
  return v128.and(f64x2.mul(rest, rest), f64x2.lt(distance, f64x2.splat(1)))
}

/** Openness of a cell with water, at the offset of its column in a row; 0 if it is dry. */
@inline function wetness(openRow: usize, depthRow: usize, x: usize, dry: f64): f64 {
  return depthRow == 0 || valueAt(depthRow + x) > dry ? valueAt(openRow + x) : 0
}

@inline function firstColumn(column: f64, half: f64): i32 { return <i32>max<f64>(0, Math.ceil(column - half)) }
@inline function lastColumn(column: f64, half: f64, nx: i32): i32 { return <i32>min(<f64>(nx - 1), Math.floor(column + half)) }
@inline function halfWidth(square: f64, away: f64): f64 { return Math.sqrt(max<f64>(0, square - away)) }

/** Finds the impulses of discs, and the rows that bodies press. */
export function shareDiscs(pass: ShareDiscsPass, begin: i32, end: i32): void {
  const exchange = changetype<ExchangeRecord>(pass.exchange.origin)
  const cellMass = f64.load(pass.cellMass.origin)
  for (let k = begin; k < end; k++) {
    const reaction = changetype<BodyReaction>(pass.reactions.row(k))
    setRows(reaction, exchange.columns)
    if (reaction.momentum != 0) shareDisc(reaction, exchange.water, cellMass)
  }
}

function setRows(reaction: BodyReaction, columns: Columns): void {
  let least = i32.MAX_VALUE, most = -1
  for (let k = reaction.first; k < reaction.end; k++) {
    const cell = cellAt(columns.cell, k)
    least = min(least, cell)
    most = max(most, cell)
  }
  reaction.back = most < 0 ? columns.nz : least / columns.nx
  reaction.front = most < 0 ? -1 : most / columns.nx
}

function shareDisc(reaction: BodyReaction, water: CoupledWater, cellMass: f64): void {
  const column = reaction.column, row = reaction.row, reach = reaction.reach, square = reach * reach
  const openness = water.openness, nx = openness.nx
  const isBasin = isBasinOf(water)
  const back = <i32>max<f64>(0, Math.ceil(row - reach)), front = <i32>min(<f64>(openness.nz - 1), Math.floor(row + reach))
  let total: f64 = 0
  for (let j = back; j <= front; j++) {
    const away = (<f64>j - row) * (<f64>j - row), half = halfWidth(square, away)
    const right = lastColumn(column, half, nx)
    const openRow = openness.row(j), depthRow: usize = isBasin ? 0 : water.depth.row(j)
    for (let i = firstColumn(column, half); i <= right; i += 2) {
      const weight = weights(i, column, away, square)
      const x = <usize>i << 2
      total += f64x2.extract_lane(weight, 0) * wetness(openRow, depthRow, x, water.dry)
      if (i < right) total += f64x2.extract_lane(weight, 1) * wetness(openRow, depthRow, x + 4, water.dry)
    }
  }
  reaction.impulse = total == 0 ? 0 : reaction.momentum / (cellMass * total)
  if (total == 0) return
  reaction.back = min(reaction.back, back)
  reaction.front = max(reaction.front, front)
}

/** Presses the cells of rows by all bodies, in their order. */
export function pressBodies(pass: PressBodiesPass, begin: i32, end: i32): void {
  const exchange = changetype<ExchangeRecord>(pass.exchange.origin)
  for (let j = begin; j < end; j++) {
    const row = changetype<PressedRow>(pass.rows.row(j))
    row.impulse = 0
    row.left = exchange.columns.nx
    row.right = -1
  }
  for (let k = 0; k < pass.bodies; k++) {
    const reaction = changetype<BodyReaction>(pass.reactions.row(k))
    if (reaction.front < begin || reaction.back >= end) continue
    if (reaction.impulse != 0) pressDisc(reaction, exchange.water, pass.rows, begin, end)
    pressColumns(reaction, exchange.columns, exchange.water, pass.rows, begin, end)
  }
}

/** Presses a cell, and returns the impulse that the fields hold: a basin's potential is a float, over terrain impulses are summed in doubles. */
@inline function press(isBasin: bool, row: usize, i: i32, impulse: f64): f64 {
  if (isBasin) {
    const here = row + (<usize>i << 2)
    const before = valueAt(here)
    const now = <f32>(before - impulse)
    f32.store(here, now)
    return before - <f64>now
  }
  put(row, i, at(row, i) + impulse)
  return impulse
}

function pressDisc(reaction: BodyReaction, water: CoupledWater, rows: Field, begin: i32, end: i32): void {
  const column = reaction.column, row = reaction.row, reach = reaction.reach, square = reach * reach, impulse = reaction.impulse
  const openness = water.openness, nx = openness.nx
  const isBasin = isBasinOf(water)
  const back = max(begin, <i32>max<f64>(0, Math.ceil(row - reach)))
  const front = min(end - 1, <i32>min(<f64>(openness.nz - 1), Math.floor(row + reach)))
  for (let j = back; j <= front; j++) {
    const away = (<f64>j - row) * (<f64>j - row), half = halfWidth(square, away)
    const right = lastColumn(column, half, nx)
    const openRow = openness.row(j), depthRow: usize = isBasin ? 0 : water.depth.row(j), pressed = water.pressed.row(j)
    const sums = changetype<PressedRow>(rows.row(j))
    let held = sums.impulse, least = sums.left, most = sums.right
    for (let i = firstColumn(column, half); i <= right; i += 2) {
      const weight = weights(i, column, away, square)
      const inside = f64x2.gt(weight, f64x2.splat(0))
      const x = <usize>i << 2
      const open = wetness(openRow, depthRow, x, water.dry)
      if (open > 0 && i64x2.extract_lane(inside, 0) != 0) {
        held += press(isBasin, pressed, i, impulse * f64x2.extract_lane(weight, 0)) * open
        least = min(least, i)
        most = max(most, i)
      }
      const next: f64 = i < right ? wetness(openRow, depthRow, x + 4, water.dry) : 0
      if (next > 0 && i64x2.extract_lane(inside, 1) != 0) {
        held += press(isBasin, pressed, i + 1, impulse * f64x2.extract_lane(weight, 1)) * next
        least = min(least, i + 1)
        most = max(most, i + 1)
      }
    }
    sums.impulse = held
    sums.left = least
    sums.right = most
  }
}

/** Presses the cells under a body: by the part of the local level above the undisturbed one, and by its damping. Over terrain, drags them along. */
function pressColumns(reaction: BodyReaction, columns: Columns, water: CoupledWater, rows: Field, begin: i32, end: i32): void {
  const scale = reaction.scale, damping = reaction.damping, dragX = reaction.dragX, dragZ = reaction.dragZ
  const nx = columns.nx, isBasin = isBasinOf(water)
  const from = begin * nx, to = end * nx
  let start = 0, after = -1
  let pressed: usize = 0, depthRow: usize = 0, alongX: usize = 0, alongZ: usize = 0
  let sums = changetype<PressedRow>(rows.origin)
  for (let k = reaction.first; k < reaction.end; k++) {
    const cell = cellAt(columns.cell, k)
    if (cell < from || cell >= to) continue
    const submerged = at(columns.submergedHeight, k), displaced = at(columns.displacedHeight, k)
    if (submerged == 0 && displaced == 0) continue
    if (cell >= after || cell < start) {
      const j = cell / nx
      start = j * nx
      after = start + nx
      pressed = water.pressed.row(j)
      sums = changetype<PressedRow>(rows.row(j))
      if (!isBasin) {
        depthRow = rowFor(water.depth, j, start)
        alongX = rowFor(water.qx, j, start)
        alongZ = rowFor(water.qz, j, start)
      }
    }
    const i = cell - start
    const above = scale * (submerged - displaced)
    const impulse = submerged == 0 ? above : above + damping * at(columns.coverage, k)
    sums.impulse += press(isBasin, pressed, i, impulse) * at(columns.openness, k)
    sums.left = min(sums.left, i)
    sums.right = max(sums.right, i)
    const x = <usize>cell << 2
    if (isBasin || valueAt(depthRow + x) <= water.dry) continue
    f32.store(alongX + x, <f32>(valueAt(alongX + x) + dragX * submerged))
    f32.store(alongZ + x, <f32>(valueAt(alongZ + x) + dragZ * submerged))
  }
}
