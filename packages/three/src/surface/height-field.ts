import { Fn, float, ivec2, mix, normalize, uniform, vec2, vec3, vec4 } from 'three/tsl'
import { type DataTexture, type Node, type TextureNode, type UniformNode, Vector2 } from 'three/webgpu'
import { cellTexture } from '../shared/cell-texture.js'

/** Continuation beyond the grid: its edge cells, the grid again, its mirror image, or its mirror image that fades out. */
export type Edges = 'continue' | 'repeat' | 'mirror' | 'fade'

/**
 * Height, slope, normal and curvature of a surface as TSL functions of a local position.
 *
 * Positions are in metres, with the origin in the middle of the grid: the centre of cell (i, j) is at
 * ((i + 1/2 - nx/2) cellSize, (j + 1/2 - nz/2) cellSize). Outside the grid the edge cell continues, as the slope at a reflecting wall
 * requires; oceans are periodic, tiled water is mirrored, and water that goes on to the horizon is mirrored and fades to level.
 *
 * Height is bilinear, as `heightAt` of a simulation. Slope and curvature are those of the uniform cubic B-spline over the same cells.
 * At a cell centre its first derivative is the central difference (h[i+1] - h[i-1]) / 2 dx, its second is
 * (h[i-1] - 2 h[i] + h[i+1]) / dx². Both are continuous in between, so that highlights do not show the cells.
 */
export class HeightField {
  /** Factor on all heights [1]. */
  readonly heightScale: UniformNode<'float', number>
  readonly #cells: UniformNode<'vec2', Vector2>
  readonly #cellSize: UniformNode<'float', number>
  readonly #heights: TextureNode
  readonly #slopes: TextureNode | undefined
  readonly #edges: Edges
  readonly #fade: number

  /**
   * @internal `heightScale`: a factor of its own, or one to share with another field. `slopes`: slopes in place of those of the heights.
   * `fade`: distance from the grid at which faded waves have 1/e of their height [m].
   */
  constructor(
    heights: DataTexture,
    cellSize: number,
    heightScale: number | UniformNode<'float', number>,
    edges: Edges = 'continue',
    slopes?: DataTexture,
    fade = 1,
  ) {
    this.#fade = fade
    this.#slopes = slopes && cellTexture(slopes)
    this.#edges = edges
    this.#heights = cellTexture(heights)
    this.#cells = uniform(new Vector2(heights.image.width, heights.image.height))
    this.#cellSize = uniform(cellSize)
    this.heightScale = typeof heightScale === 'number' ? uniform(heightScale) : heightScale
  }

  /** Height above rest [m] at a local position (x, z) [m]. */
  readonly height = (position: Node<'vec2'>): Node<'float'> =>
    this.#edges === 'fade' ? this.#bilinear(position).mul(this.#remaining(position)) : this.#bilinear(position)

  /** Slope (∂h/∂x, ∂h/∂z) [1] at a local position (x, z) [m]. */
  readonly slope = (position: Node<'vec2'>): Node<'vec2'> => {
    const slope = this.#slopes ? this.#givenSlope(position) : this.#splineSlope(position)
    return this.#edges === 'fade' ? slope.mul(this.#remaining(position)) : slope
  }

  /** Unit normal in the surface's own space (y up) at a local position (x, z) [m]. */
  readonly normal = (position: Node<'vec2'>): Node<'vec3'> => normalOf(this.slope(position))

  /** Second derivatives (∂²h/∂x², ∂²h/∂z², ∂²h/∂x∂z) [1/m] at a local position (x, z) [m]. */
  readonly curvature = (position: Node<'vec2'>): Node<'vec3'> => this.#splineCurvature(position)

  /** @internal Height of a cell [m] by its column and row, which may be beyond the grid. */
  heightOfCell(cell: Node<'vec2'>): Node<'float'> {
    return this.#load(cell, 0, 0).mul(this.heightScale)
  }

  /** Part of the height that is left at a position beyond the grid [1]. */
  #remaining(position: Node<'vec2'>): Node<'float'> {
    const half = this.#cells.mul(this.#cellSize).mul(0.5)
    return position.abs().sub(half).max(0).length().div(-this.#fade).exp()
  }

  /** Position in units of cells; the centre of cell i is at i. */
  #inCells(position: Node<'vec2'>): Node<'vec2'> {
    return position.div(this.#cellSize).add(this.#cells.mul(0.5)).sub(0.5)
  }

  #load(cell: Node<'vec2'>, dx: number, dz: number): Node<'float'> {
    return this.#heights.load(ivec2(cellInside(cell.add(vec2(dx, dz)), this.#cells, this.#edges))).x
  }

  /** Four by four cells in rows, from -1 to 2 along each axis. Columns and rows beyond the grid are found once, not for each cell. */
  #rows(cell: Node<'vec2'>): Node<'vec4'>[] {
    const four = (first: Node<'float'>, count: Node<'float'>): Node<'vec4'> =>
      indexInside(vec4(first).add(vec4(-1, 0, 1, 2)), count, this.#edges).toVar()
    const columns = four(cell.x, this.#cells.x)
    const rows = four(cell.y, this.#cells.y)
    return [rows.x, rows.y, rows.z, rows.w].map((row) => {
      const at = (column: Node<'float'>): Node<'float'> => this.#heights.load(ivec2(vec2(column, row))).x
      return vec4(at(columns.x), at(columns.y), at(columns.z), at(columns.w)).toVar()
    })
  }

  readonly #bilinear = Fn(([position]: [Node<'vec2'>]) => {
    const p = this.#inCells(position).toVar()
    const cell = p.floor().toVar()
    const t = p.sub(cell).toVar()
    const near = mix(this.#load(cell, 0, 0), this.#load(cell, 1, 0), t.x)
    const far = mix(this.#load(cell, 0, 1), this.#load(cell, 1, 1), t.x)
    return mix(near, far, t.y).mul(this.heightScale)
  })

  /** Slopes of the texture, bilinear. */
  readonly #givenSlope = Fn(([position]: [Node<'vec2'>]) => {
    const p = this.#inCells(position).toVar()
    const cell = p.floor().toVar()
    const t = p.sub(cell).toVar()
    const load = (dx: number, dz: number): Node<'vec2'> =>
      this.#slopes!.load(ivec2(cellInside(cell.add(vec2(dx, dz)), this.#cells, this.#edges))).xy
    return mix(mix(load(0, 0), load(1, 0), t.x), mix(load(0, 1), load(1, 1), t.x), t.y).mul(this.heightScale)
  })

  readonly #splineSlope = Fn(([position]: [Node<'vec2'>]) => {
    const p = this.#inCells(position).toVar()
    const cell = p.floor().toVar()
    const t = p.sub(cell).toVar()
    const wx = splineWeights(t.x).toVar()
    const dx = splineFirst(t.x).toVar()
    const wz = splineWeights(t.y).toVar()
    const dz = splineFirst(t.y).toVar()
    const [r0, r1, r2, r3] = this.#rows(cell) as [Node<'vec4'>, Node<'vec4'>, Node<'vec4'>, Node<'vec4'>]
    const alongX = vec4(r0.dot(dx), r1.dot(dx), r2.dot(dx), r3.dot(dx)).dot(wz)
    const alongZ = vec4(r0.dot(wx), r1.dot(wx), r2.dot(wx), r3.dot(wx)).dot(dz)
    return vec2(alongX, alongZ).mul(this.heightScale.div(this.#cellSize))
  })

  readonly #splineCurvature = Fn(([position]: [Node<'vec2'>]) => {
    const p = this.#inCells(position).toVar()
    const cell = p.floor().toVar()
    const t = p.sub(cell).toVar()
    const wx = splineWeights(t.x).toVar()
    const dx = splineFirst(t.x).toVar()
    const ddx = splineSecond(t.x).toVar()
    const wz = splineWeights(t.y).toVar()
    const [r0, r1, r2, r3] = this.#rows(cell) as [Node<'vec4'>, Node<'vec4'>, Node<'vec4'>, Node<'vec4'>]
    const xx = vec4(r0.dot(ddx), r1.dot(ddx), r2.dot(ddx), r3.dot(ddx)).dot(wz)
    const zz = vec4(r0.dot(wx), r1.dot(wx), r2.dot(wx), r3.dot(wx)).dot(splineSecond(t.y))
    const xz = vec4(r0.dot(dx), r1.dot(dx), r2.dot(dx), r3.dot(dx)).dot(splineFirst(t.y))
    return vec3(xx, zz, xz).mul(this.heightScale.div(this.#cellSize.mul(this.#cellSize)))
  })
}

/** Unit normal, y up, of a surface with this slope. */
export function normalOf(slope: Node<'vec2'>): Node<'vec3'> {
  const { x, y } = slope.toVar()
  return normalize(vec3(x.negate(), 1, y.negate()))
}

/** Waves that are added to those of a field: height [m] and slope [1] at a position. */
interface AddedWaves {
  height(position: Node<'vec2'>): Node<'float'>
  slope(position: Node<'vec2'>): Node<'vec2'>
}

/** Height of a field with waves that are added to it [m]. */
export function heightWith(added: AddedWaves | undefined, field: HeightField, place: Node<'vec2'>): Node<'float'> {
  const height = field.height(place)
  return added ? height.add(added.height(place).mul(field.heightScale)) : height
}

/** Slope of a field with waves that are added to it [1]. */
export function slopeWith(added: AddedWaves | undefined, field: HeightField, place: Node<'vec2'>): Node<'vec2'> {
  const slope = field.slope(place)
  return added ? slope.add(added.slope(place).mul(field.heightScale)) : slope
}

/** Maps any cell to one of the grid. The division is made half a cell away from whole periods, so that rounding has no effect. */
export function cellInside(cell: Node<'vec2'>, cells: Node<'vec2'>, edges: Edges): Node<'vec2'> {
  if (edges === 'continue') return cell.clamp(vec2(0), cells.sub(1))
  const period = edges === 'repeat' ? cells : cells.mul(2)
  const within = cell.sub(cell.add(0.5).div(period).floor().mul(period))
  return edges === 'repeat' ? within : within.min(period.sub(1).sub(within))
}

/** The same for four columns, or four rows, of a grid that has `count` of them. */
function indexInside(index: Node<'vec4'>, count: Node<'float'>, edges: Edges): Node<'vec4'> {
  if (edges === 'continue') return index.clamp(vec4(0), vec4(count.sub(1)))
  const period = vec4(edges === 'repeat' ? count : count.mul(2)).toVar()
  const within = index.sub(index.add(0.5).div(period).floor().mul(period)).toVar()
  return edges === 'repeat' ? within : within.min(period.sub(1).sub(within))
}

/** Uniform cubic B-spline: weights of the cells -1, 0, 1, 2 at the fraction t between cells 0 and 1. */
function splineWeights(t: Node<'float'>): Node<'vec4'> {
  const u = float(1).sub(t)
  const t2 = t.mul(t)
  const u2 = u.mul(u)
  return vec4(u2.mul(u), t2.mul(t.mul(3).sub(6)).add(4), u2.mul(u.mul(3).sub(6)).add(4), t2.mul(t)).div(6)
}

/** Their first derivatives by t. */
function splineFirst(t: Node<'float'>): Node<'vec4'> {
  const u = float(1).sub(t)
  return vec4(u.mul(u).negate(), t.mul(t.mul(3).sub(4)), u.mul(u.mul(3).sub(4)).negate(), t.mul(t)).mul(0.5)
}

/** Their second derivatives by t. */
function splineSecond(t: Node<'float'>): Node<'vec4'> {
  const u = float(1).sub(t)
  return vec4(u, t.mul(3).sub(2), u.mul(3).sub(2), t)
}
