import {
  BufferAttribute,
  type Camera,
  type Object3D,
  type PlaneGeometry,
  type Renderer,
  Vector2,
  Vector3,
} from 'three/webgpu'
import { TiledIndex } from './tiled-index.js'

/** Least sine of the angle at which quads are taken to be seen [1]: waves turn them towards the eye. */
const leastSine = 0.2
/** Difference in the picture from the full mesh up to which quads are joined, whatever their side [px]. */
const mostOff = 0.5
/** Difference from which on quads are not joined, however small they are [px]: crests of steep, short waves would be cut off. */
const tooFarOff = 2

/**
 * Level of detail of a surface mesh: parts of it that are far from the camera are drawn with fewer lines. The choice depends on nothing but the
 * camera, the size of the picture and the heights, so that equal views of equal water have equal pictures, and an index that stays the same
 * is not uploaded again.
 */
export class MeshDetail {
  readonly #geometry: PlaneGeometry
  /** Sides up to which quads are joined, in tiles with an edge of the cover and in others [px]. */
  readonly #quadSide: number
  readonly #wideQuadSide: number
  readonly #index: TiledIndex
  /** Corners of the tiles in local space: smallest x and z, largest x and z, longer side of the smallest quad, for each [m]. */
  readonly #places: Float32Array
  /** Lowest and highest place of each tile [m]. */
  readonly #heights: Float32Array
  /** Another geometry with those of the triangles whose tiles are covered, and whether each tile is. */
  #cover: PlaneGeometry | undefined
  readonly #covered: Uint8Array
  /** Whether the cover may end in each tile. */
  readonly #hasEdge: Uint8Array
  /** Difference of heights that joined quads have from the full mesh, for each tile and each stride from 2 on [m]; unknown at first. */
  readonly #off: Float32Array
  readonly #eye = new Vector3()
  readonly #size = new Vector2()

  /**
   * Takes over the index of a geometry.
   * @param geometry A plane in xz, with vertices numbered row by row. Lines may have any distances.
   * @param quadSide Side in the picture up to which quads are joined [px].
   * @param wideQuadSide The same for tiles that `setCover` has told to be covered, or bare, as a whole.
   */
  constructor(geometry: PlaneGeometry, quadSide: number, wideQuadSide = quadSide) {
    const { widthSegments, heightSegments } = geometry.parameters
    this.#geometry = geometry
    this.#quadSide = quadSide
    this.#wideQuadSide = wideQuadSide
    this.#index = new TiledIndex([widthSegments, heightSegments])
    geometry.setIndex(new BufferAttribute(this.#index.vertices, 1))
    const [across, down] = this.#index.tiles
    this.#places = new Float32Array(5 * across * down)
    this.#heights = new Float32Array(2 * across * down)
    this.#covered = new Uint8Array(across * down).fill(1)
    this.#hasEdge = new Uint8Array(across * down).fill(1)
    this.#off = new Float32Array(across * down * Math.log2(this.#index.mostStride)).fill(Number.POSITIVE_INFINITY)
    const positions = geometry.getAttribute('position')
    for (let tile = 0; tile < across * down; tile++) {
      const [tileX, tileZ] = [tile % across, Math.floor(tile / across)]
      const [x0, x1] = [this.#index.line(0, tileX), this.#index.line(0, tileX + 1)]
      const [z0, z1] = [this.#index.line(1, tileZ), this.#index.line(1, tileZ + 1)]
      const xAt = (line: number): number => positions.getX(line)
      const zAt = (line: number): number => positions.getZ(line * (widthSegments + 1))
      // Beyond the edges of a grid lines are far apart, and the water between them is level.
      const side = Math.max(least(xAt, x0, x1), least(zAt, z0, z1))
      this.#places.set([xAt(x0), zAt(z0), xAt(x1), zAt(z1), side], 5 * tile)
    }
  }

  /** Lets another geometry with the same vertices have the same triangles, in the tiles that it covers. */
  share(geometry: PlaneGeometry): void {
    this.#cover = geometry
    geometry.setIndex(new BufferAttribute(new Uint32Array(this.#index.vertices.length), 1))
    this.#uploadCover()
  }

  /**
   * Tells which tiles the other geometry covers: those with a height above 0. Hidden water costs as much as visible water, because its
   * shader masks itself.
   * @param heights Height of the cover of each cell of a grid over the whole mesh, row-major [m].
   * @param nx Cells along x.
   * @param nz Cells along z.
   */
  setCover(heights: Float32Array, nx: number, nz: number): void {
    const [across, down] = this.#index.tiles
    let hasChanged = false
    for (let tileZ = 0, tile = 0; tileZ < down; tileZ++)
      for (let tileX = 0; tileX < across; tileX++, tile++) {
        // Heights between cells depend on the cells around.
        const i0 = Math.max(0, this.#cellOf(0, tileX, nx) - 1)
        const i1 = Math.min(nx, this.#cellOf(0, tileX + 1, nx) + 2)
        const j1 = Math.min(nz, this.#cellOf(1, tileZ + 1, nz) + 2)
        let [isCovered, isBare] = [0, 0]
        for (let j = Math.max(0, this.#cellOf(1, tileZ, nz) - 1); j < j1 && !(isCovered && isBare); j++)
          for (let cell = j * nx + i0; cell < j * nx + i1; cell++)
            if (heights[cell]! > 0) isCovered = 1
            else isBare = 1
        this.#hasEdge[tile] = isCovered & isBare
        hasChanged ||= this.#covered[tile] !== isCovered
        this.#covered[tile] = isCovered
      }
    if (hasChanged) this.#uploadCover()
  }

  /** The first cell of a tile along an axis. */
  #cellOf(axis: 0 | 1, tile: number, cells: number): number {
    return Math.floor((this.#index.line(axis, tile) * cells) / this.#index.quads[axis])
  }

  /**
   * Tells where the surface is, if not near y = 0.
   * @param heights Height of each cell of a grid over the whole mesh, row-major [m].
   * @param nx Cells along x.
   * @param nz Cells along z.
   */
  setHeights(heights: Float32Array, nx: number, nz: number): void {
    const [across, down] = this.#index.tiles
    for (let tile = 0; tile < across * down; tile++) {
      const [tileX, tileZ] = [tile % across, Math.floor(tile / across)]
      const cellOf = (axis: 0 | 1, tiles: number): number => this.#cellOf(axis, tiles, axis === 0 ? nx : nz)
      let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      for (let j = cellOf(1, tileZ); j < cellOf(1, tileZ + 1); j++)
        for (let i = cellOf(0, tileX); i < cellOf(0, tileX + 1); i++) {
          lowest = Math.min(lowest, heights[j * nx + i]!)
          highest = Math.max(highest, heights[j * nx + i]!)
        }
      this.#heights.set([lowest, highest], 2 * tile)
    }
  }

  /**
   * Tells the waves of a surface, so that low or long ones are drawn with few lines. A triangle between lines at a distance d is off by
   * d² (h_xx + 2 h_xz + h_zz) / 8 at most, and never by more than the highest and the lowest place differ. For waves in any direction the
   * mixed derivative is at most the mean of the others.
   * @param heights Height of each cell of a grid around the origin, row-major [m]. Tiles beyond the grid are left as they are.
   * @param nx Cells along x.
   * @param nz Cells along z.
   * @param cellSize Side of a cell [m].
   */
  setWaves(heights: Float32Array, nx: number, nz: number, cellSize: number): void {
    const levels = Math.log2(this.#index.mostStride)
    for (let tile = 0; tile < this.#index.strides.length; tile++) {
      const cellAt = (corner: number, count: number): number => this.#places[5 * tile + corner]! / cellSize + count / 2
      const [i0, i1] = [Math.floor(cellAt(0, nx) + 1e-3), Math.ceil(cellAt(2, nx) - 1e-3)]
      const [j0, j1] = [Math.floor(cellAt(1, nz) + 1e-3), Math.ceil(cellAt(3, nz) - 1e-3)]
      if (i0 < 0 || j0 < 0 || i1 > nx || j1 > nz) continue
      let [lowest, highest, bend] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
      for (let j = j0; j < j1; j++) {
        const north = j > 0 ? -nx : 0
        const south = j < nz - 1 ? nx : 0
        for (let i = i0; i < i1; i++) {
          const cell = j * nx + i
          const here = heights[cell]!
          if (here < lowest) lowest = here
          if (here > highest) highest = here
          const alongX = 2 * here - heights[i > 0 ? cell - 1 : cell]! - heights[i < nx - 1 ? cell + 1 : cell]!
          const alongZ = 2 * here - heights[cell + north]! - heights[cell + south]!
          bend = Math.max(bend, Math.abs(alongX) + Math.abs(alongZ))
        }
      }
      // Lines may be closer together than cells, or farther apart.
      const cells = this.#places[5 * tile + 4]! / cellSize
      for (let level = 0; level < levels; level++)
        this.#off[tile * levels + level] = Math.min(highest - lowest, (bend * (cells * 2 ** (level + 1)) ** 2) / 4)
    }
  }

  /**
   * Chooses the lines for a picture. To be called before the mesh is drawn.
   * @param mesh The mesh, for its place in the world.
   * @param renderer Renderer of the picture, for its size.
   * @param camera Camera of the picture.
   * @param heightScale Factor on the heights [1]. Default 1.
   */
  choose(mesh: Object3D, renderer: Renderer, camera: Camera, heightScale = 1): void {
    const target = renderer.getRenderTarget()
    if (target) this.#size.set(target.width, target.height)
    else renderer.getDrawingBufferSize(this.#size)
    const { elements } = camera.projectionMatrix
    const isPerspective = elements[15] === 0
    // Pixels of a length of 1 in local space, at a distance of 1 in local space for perspective cameras.
    const scale = isPerspective ? 1 : mesh.matrixWorld.getMaxScaleOnAxis()
    const focal = Math.abs(elements[5]!) * 0.5 * this.#size.y * scale
    const eye = mesh.worldToLocal(this.#eye.setFromMatrixPosition(camera.matrixWorld))
    const { strides, mostStride } = this.#index
    const levels = Math.log2(mostStride)
    let hasChanged = false
    for (let tile = 0; tile < strides.length; tile++) {
      const [x, y, z] = this.#wayTo(tile, eye, heightScale)
      const distance = isPerspective ? Math.max(Math.hypot(x, y, z), 1e-6 * this.#places[5 * tile + 4]!) : 1
      // Side of the largest quad in the picture, as if it were square there.
      const seen = isPerspective ? Math.sqrt(Math.max(y / distance, leastSine)) : 1
      const pixels = (this.#places[5 * tile + 4]! * focal * seen) / distance
      const most = (mostOff * distance) / (focal * heightScale)
      const side = this.#hasEdge[tile] ? this.#quadSide : this.#wideQuadSide
      let level = Math.min(levels, Math.max(0, Math.floor(Math.log2(side / pixels))))
      // Where the waves are not known, the side decides alone.
      while (level > 0 && isKnownAbove(this.#off[tile * levels + level - 1]!, (tooFarOff / mostOff) * most)) level--
      while (level < levels && this.#off[tile * levels + level]! <= most) level++
      const stride = 2 ** level
      hasChanged ||= strides[tile] !== stride
      strides[tile] = stride
    }
    if (hasChanged) this.#upload()
  }

  /** Distances of a tile from the eye along x, y and z [m]. */
  #wayTo(tile: number, { x, y, z }: Vector3, heightScale: number): [number, number, number] {
    return [
      outside(x, this.#places[5 * tile]!, this.#places[5 * tile + 2]!),
      outside(y, this.#heights[2 * tile]! * heightScale, this.#heights[2 * tile + 1]! * heightScale),
      outside(z, this.#places[5 * tile + 1]!, this.#places[5 * tile + 3]!),
    ]
  }

  #upload(): void {
    this.#index.fill()
    const { count } = this.#index
    const index = this.#geometry.getIndex()!
    index.clearUpdateRanges()
    index.addUpdateRange(0, count)
    index.needsUpdate = true
    this.#geometry.setDrawRange(0, count)
    this.#uploadCover()
  }

  #uploadCover(): void {
    const index = this.#cover?.getIndex()
    if (!index) return
    const { vertices, starts } = this.#index
    let count = 0
    for (let tile = 0; tile < this.#covered.length; tile++)
      if (this.#covered[tile])
        for (let at = starts[tile]!; at < starts[tile + 1]!; at++) index.array[count++] = vertices[at]!
    index.clearUpdateRanges()
    if (count > 0) index.addUpdateRange(0, count)
    index.needsUpdate = true
    this.#cover?.setDrawRange(0, count)
  }
}

/** Least distance of two lines that follow each other. */
function least(at: (line: number) => number, first: number, last: number): number {
  let distance = Number.POSITIVE_INFINITY
  for (let line = first; line < last; line++) distance = Math.min(distance, at(line + 1) - at(line))
  return distance
}

const isKnownAbove = (value: number, limit: number): boolean => value > limit && value < Number.POSITIVE_INFINITY

/** Distance of a number from an interval, 0 inside of it. */
const outside = (value: number, low: number, high: number): number => Math.max(low - value, value - high, 0)
