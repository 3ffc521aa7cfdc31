/** A list of cells that is filled anew in each exchange and keeps its memory. */
export class CellList {
  /** The first `count` are valid. */
  cells = new Int32Array(64)
  count = 0

  clear(): void {
    this.count = 0
  }

  add(cell: number): void {
    if (this.count === this.cells.length) {
      const before = this.cells
      this.cells = new Int32Array(2 * before.length)
      this.cells.set(before)
    }
    this.cells[this.count++] = cell
  }
}
