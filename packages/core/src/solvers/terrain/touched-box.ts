import type { Arena } from '../../fields/arena.js'
import type { Grid } from '../../fields/grid.js'
import { TouchedCells } from '../../generated/layouts/bodies/terrain-cells.js'

const { left: LEFT, right: RIGHT, back: BACK, front: FRONT } = TouchedCells.word

/** The smallest box around cells, in the memory of the kernels. */
export class TouchedBox {
  /** Address of the record. */
  readonly address: number
  #words: Int32Array = new Int32Array(TouchedCells.words)

  constructor(arena: Arena) {
    this.address = arena.allocate(TouchedCells.bytes)
  }

  bind(memory: ArrayBufferLike): void {
    this.#words = new Int32Array(memory, this.address, TouchedCells.words)
    this.#words[RIGHT] = -1
  }

  add(i: number, j: number): void {
    const words = this.#words
    const isFirst = words[RIGHT]! < 0
    words[LEFT] = isFirst ? i : Math.min(words[LEFT]!, i)
    words[RIGHT] = isFirst ? i : Math.max(words[RIGHT]!, i)
    words[BACK] = isFirst ? j : Math.min(words[BACK]!, j)
    words[FRONT] = isFirst ? j : Math.max(words[FRONT]!, j)
  }

  /** Sets `box` to the cells and those beside them, and forgets them. Returns false if there are none. */
  take({ nx, nz }: Grid, box: { i: number; j: number; nx: number; nz: number }): boolean {
    const words = this.#words
    if (words[RIGHT]! < 0) return false
    box.i = Math.max(0, words[LEFT]! - 1)
    box.j = Math.max(0, words[BACK]! - 1)
    box.nx = Math.min(nx, words[RIGHT]! + 2) - box.i
    box.nz = Math.min(nz, words[FRONT]! + 2) - box.j
    words[RIGHT] = -1
    return true
  }
}
