// Interpolation of the values of cells by Catmull–Rom splines, which pass through them. Linear interpolation shows the cells as diamonds,
// and approximating splines lower the peaks.

import { float, floor, ivec2, vec2, vec4 } from 'three/tsl'
import type { Node, TextureNode } from 'three/webgpu'
import { onlyWhere } from '../light/rays/only-where.js'

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
  /** The four columns and the four rows. */
  readonly #columns: Node<'vec4'>
  readonly #rows: Node<'vec4'>

  /** `place`: in parts of the whole texture, 0 to 1. */
  constructor(cells: TextureNode, raster: CellRaster, place: Node<'vec2'>) {
    const { columns, rows, wraps } = raster
    this.#cells = cells
    const inCells = place.mul(vec2(columns, rows)).sub(0.5).toVar()
    const corner = floor(inCells).toVar()
    this.t = inCells.sub(corner).toVar()
    // Beyond an edge the last cell continues, or the first one follows if the axis is periodic.
    const inside = (index: Node<'vec4'>, n: number, around: boolean) =>
      around ? index.sub(floor(index.div(n)).mul(n)) : index.clamp(0, n - 1)
    const four = (first: Node<'float'>, n: number, around: boolean) =>
      inside(vec4(first).add(vec4(-1, 0, 1, 2)), n, around)
        .add(0.5)
        .toVar()
    this.#columns = four(corner.x, columns, wraps[0])
    this.#rows = four(corner.y, rows, wraps[1])
  }

  /** Value of a cell, 0 to 3 along each axis. */
  load(i: number, j: number): Node<'vec4'> {
    const cell = vec2(channel(this.#columns, i), channel(this.#rows, j))
    return this.#cells.load(ivec2(cell)) as unknown as Node<'vec4'>
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
  const [low, high] = [a.min(b).min(c).min(d).toVar(), a.max(b).max(c).max(d).toVar()]
  const nearest = [a, b, c, d]
  const loaded = (i: number, j: number): Node<'vec4'> =>
    i % 3 > 0 && j % 3 > 0 ? nearest[2 * (j - 1) + i - 1]! : around.load(i, j)
  const found = low.toVar()
  // Where the four are equal, there is nothing to interpolate: as in all water without dye.
  onlyWhere(high.sub(low).dot(vec4(1)).greaterThan(0), () => {
    const smooth = around.sum(loaded, weights(around.t.x).toVar(), weights(around.t.y).toVar())
    found.assign(smooth.clamp(low, high))
  })
  return found
}

function weights(t: Node<'float'>): Node<'vec4'> {
  const u = float(1).sub(t)
  const [t2, u2] = [t.mul(t), u.mul(u)]
  const outer = (near: Node<'float'>, far: Node<'float'>) => near.mul(far).mul(-0.5)
  return vec4(outer(t, u2), t2.mul(t.mul(1.5).sub(2.5)).add(1), u2.mul(u.mul(1.5).sub(2.5)).add(1), outer(u, t2))
}
