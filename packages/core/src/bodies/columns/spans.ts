/**
 * Spans: the parts of the grid's columns that bodies occupy, each from a bottom to a top. The arrays grow and are reused.
 *
 * Within a cell the sides of a body are sloped. A span has the mean height of each side and its spread, as if the side rose
 * linearly from mean - spread to mean + spread. The submerged volume is therefore continuous when the body moves or the water rises.
 */
export class Spans {
  count = 0
  /** Cell j nx + i of each span. */
  cell: Int32Array = new Int32Array(256)
  /** Mean height of its lower and upper side over the covered part of the cell [m]. */
  bottom: Float64Array = new Float64Array(256)
  top: Float64Array = new Float64Array(256)
  /** Spread of these heights in the cell [m]. */
  bottomSpread: Float64Array = new Float64Array(256)
  topSpread: Float64Array = new Float64Array(256)
  /** Covered fraction of the cell, 0 to 1. */
  coverage: Float64Array = new Float64Array(256)

  clear(): void {
    this.count = 0
  }

  push(cell: number, bottom: number, top: number, bottomSpread: number, topSpread: number, coverage: number): void {
    const k = this.count++
    if (k === this.cell.length) this.grow(2 * k)
    this.cell[k] = cell
    this.bottom[k] = bottom
    this.top[k] = top
    this.bottomSpread[k] = bottomSpread
    this.topSpread[k] = topSpread
    this.coverage[k] = coverage
  }

  /** Fraction of the cell that is waterplane at a level: the rate at which its height below the level grows with the level [1]. */
  waterplane(k: number, level: number): number {
    const fromBottom = fractionBelow(level, this.bottom[k]!, this.bottomSpread[k]!)
    const fromTop = fractionBelow(level, this.top[k]!, this.topSpread[k]!)
    return this.coverage[k]! * (fromBottom - fromTop)
  }

  /** Makes room for so many more spans, to be written into the arrays from `count` on. */
  reserve(more: number): void {
    if (this.count + more > this.cell.length) this.grow(2 * (this.count + more))
  }

  /** Makes the arrays longer and keeps the spans. */
  protected grow(length: number): void {
    const doubled = (old: Float64Array) => {
      const next = new Float64Array(length)
      next.set(old)
      return next
    }
    const cell = new Int32Array(length)
    cell.set(this.cell)
    this.cell = cell
    this.bottom = doubled(this.bottom)
    this.top = doubled(this.top)
    this.bottomSpread = doubled(this.bottomSpread)
    this.topSpread = doubled(this.topSpread)
    this.coverage = doubled(this.coverage)
  }
}

/** Mean of max(0, level - y) over y from mean - spread to mean + spread. */
export function heightBelow(level: number, mean: number, spread: number): number {
  const over = level - mean
  if (over >= spread) return over
  return over <= -spread ? 0 : ((over + spread) * (over + spread)) / (4 * spread)
}

/** Fraction of y from mean - spread to mean + spread that is below a level. */
function fractionBelow(level: number, mean: number, spread: number): number {
  const over = level - mean
  if (over >= spread) return 1
  return over <= -spread ? 0 : (over + spread) / (2 * spread)
}

/** Half the range of a uniform distribution with this variance: its square is three times the variance. */
export function spreadOf(mean: number, meanSquare: number): number {
  return Math.sqrt(3 * Math.max(0, meanSquare - mean * mean))
}
