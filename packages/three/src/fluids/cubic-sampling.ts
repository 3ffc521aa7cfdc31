// Interpolation of the values of cells by Catmull–Rom splines, which pass through them. Linear interpolation shows the cells as diamonds,
// and approximating splines lower the peaks.

import { float, floor, ivec2, vec2, vec4 } from 'three/tsl'
import type { Node, TextureNode } from 'three/webgpu'

/** Cells of a texture: their numbers, and whether the columns and the rows are periodic. */
export interface CellRaster {
  readonly columns: number
  readonly rows: number
  readonly wraps: readonly [columns: boolean, rows: boolean]
}

/** One of the four numbers of a vector. */
export function channel(values: Node<'vec4'>, index: number): Node<'float'> {
  return [values.x, values.y, values.z, values.w][index]!
}

/** The four by four cells around a place, and the place among them. */
class Neighborhood {
  /** Distance from the cell (1, 1) of the sixteen, 0 to 1. */
  readonly t: Node<'vec2'>
  readonly #cells: TextureNode
  readonly #corner: Node<'vec2'>
  readonly #raster: CellRaster

  /** `place`: in parts of the whole texture, 0 to 1. */
  constructor(cells: TextureNode, raster: CellRaster, place: Node<'vec2'>) {
    this.#cells = cells
    this.#raster = raster
    const inCells = place.mul(vec2(raster.columns, raster.rows)).sub(0.5).toVar()
    this.#corner = floor(inCells).toVar()
    this.t = inCells.sub(this.#corner).toVar()
  }

  /** Value of a cell, 0 to 3 along each axis. Beyond an edge the last cell continues, or the first one follows if the axis is periodic. */
  load(i: number, j: number): Node<'vec4'> {
    const { columns, rows, wraps } = this.#raster
    const inside = (index: Node<'float'>, n: number, around: boolean) =>
      around ? index.sub(floor(index.div(n)).mul(n)) : index.clamp(0, n - 1)
    const { x, y } = this.#corner
    const cell = vec2(inside(x.add(i - 1), columns, wraps[0]), inside(y.add(j - 1), rows, wraps[1]))
    return this.#cells.load(ivec2(cell.add(0.5))) as unknown as Node<'vec4'>
  }

  sum(loaded: (i: number, j: number) => Node<'vec4'>, wx: Node<'vec4'>, wy: Node<'vec4'>): Node<'vec4'> {
    let sum: Node<'vec4'> = vec4(0)
    for (let j = 0; j < 4; j++) {
      let row: Node<'vec4'> = vec4(0)
      for (let i = 0; i < 4; i++) row = row.add(loaded(i, j).mul(channel(wx, i)))
      sum = sum.add(row.mul(channel(wy, j)))
    }
    return sum
  }
}

/** Interpolated values at a place, in parts of the whole texture, 0 to 1. */
export function cubicAt(cells: TextureNode, raster: CellRaster, place: Node<'vec2'>): Node<'vec4'> {
  const around = new Neighborhood(cells, raster, place)
  return around.sum((i, j) => around.load(i, j), weights(around.t.x).toVar(), weights(around.t.y).toVar())
}

/** The same, limited to the range of the four nearest cells: without overshoots, for values that are interpolated again and again. */
export function limitedCubicAt(cells: TextureNode, raster: CellRaster, place: Node<'vec2'>): Node<'vec4'> {
  const around = new Neighborhood(cells, raster, place)
  const [a, b] = [around.load(1, 1).toVar(), around.load(2, 1).toVar()]
  const [c, d] = [around.load(1, 2).toVar(), around.load(2, 2).toVar()]
  const nearest = [a, b, c, d]
  const loaded = (i: number, j: number): Node<'vec4'> =>
    i % 3 > 0 && j % 3 > 0 ? nearest[2 * (j - 1) + i - 1]! : around.load(i, j)
  const smooth = around.sum(loaded, weights(around.t.x).toVar(), weights(around.t.y).toVar())
  return smooth.clamp(a.min(b).min(c).min(d), a.max(b).max(c).max(d))
}

function weights(t: Node<'float'>): Node<'vec4'> {
  const u = float(1).sub(t)
  const [t2, u2] = [t.mul(t), u.mul(u)]
  const outer = (near: Node<'float'>, far: Node<'float'>) => near.mul(far).mul(-0.5)
  return vec4(outer(t, u2), t2.mul(t.mul(1.5).sub(2.5)).add(1), u2.mul(u.mul(1.5).sub(2.5)).add(1), outer(u, t2))
}
