// Dye on a grid finer than that of the flow, for pictures.
//
// The fine dye is carried by the flow of the engine: a semi-Lagrangian step by the midpoint rule, with limited cubic interpolation, which
// keeps edges sharp that the coarse grid blurs. So that it does not drift, it is then corrected towards the engine's dye:
//
//   r = C - mean of the fine cells in a coarse cell          the difference, on the coarse grid
//   f += r₊ + k (r - r₊)                                     r₊: r averaged over four by four cells; both interpolated
//
// Averages over some cells are therefore those of the engine at once; single cells follow within 1 / k updates, which leaves the fine grid
// the edges that are sharper than the engine's. The range of the engine's values around a cell was tried as a limit: it showed the cells.
// Four passes on the graphics device: move, compare, average, correct. The averages are no mipmaps: those take longer to make and to read.

import { Fn, float, int, ivec2, Loop, mix, positionGeometry, uniform, uv, vec2, vec4 } from 'three/tsl'
import {
  type Camera,
  ClampToEdgeWrapping,
  DataTexture,
  DoubleSide,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  NearestFilter,
  type Node,
  NodeMaterial,
  OrthographicCamera,
  PlaneGeometry,
  type Renderer,
  RenderTarget,
  RepeatWrapping,
  RGBAFormat,
  RGFormat,
  type TextureNode,
} from 'three/webgpu'
import { onlyWhere } from '../light/rays/only-where.js'
import { cellTexture, drawnTexture } from '../shared/cell-texture.js'
import { toHalf } from '../shared/half-float.js'
import { type CellRaster, cubicAt, limitedCubicAt } from './cubic-sampling.js'
import type { FluidSlice } from './fluid-slice.js'

/** Most fine cells: a pass over them takes a small part of a frame on any graphics device. */
const mostCells = 480_000
/** Finest grid, in cells along a side of a cell of the flow. */
const finest = 4
/** Part of the difference of a single cell that is corrected in an update, beyond that of its neighbourhood [1]. */
const follow = 0.06
/** Cells of a neighbourhood along each side: those of one read of linear interpolation, twice. */
const wideCells = 4
/** Part of the difference from its neighbours by which a fine cell is steepened in an update [1]. */
const steepening = 0.5
/** Neighbours of a fine cell. */
const around = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const
/** Width of a pixel from which on linear interpolation does not show the fine cells, in such cells [1]. */
const widestPixel = 0.6
/** Steps backwards along the flow in an update that carries the dye farther than a cell of the flow; else one is enough. */
const mostSteps = 2
/** Farthest way of the dye in an update, in cells of the flow [1]: the paths of a longer one are unknown, and would mix cells at random. */
const farthest = 8

/** Cells of the fine grid along a side of a coarse cell; 1 where the flow itself is fine enough. */
export function finenessFor(columns: number, rows: number, most = mostCells): number {
  for (let fineness = finest; fineness > 1; fineness--)
    if (columns * rows * fineness * fineness <= Math.min(most, mostCells)) return fineness
  return 1
}

/** The fine dyes of one texture of dyes: openness and three dyes. */
export class FineDye {
  /** Cells of the fine grid. */
  readonly raster: CellRaster
  readonly #slice: FluidSlice
  /** Velocity along columns and rows [m/s], and the same as half floats, which every device filters. */
  readonly #values: Float32Array
  readonly #velocity: DataTexture
  readonly #state: RenderTarget
  readonly #moved: RenderTarget
  readonly #difference: RenderTarget
  readonly #wide: RenderTarget
  /** Materials of the passes. Two are alternatives by a condition of the whole picture: devices in software compute both sides of a branch. */
  readonly #passes: Record<'begin' | 'move' | 'compare' | 'average' | 'correct' | 'correctAroundSolids', NodeMaterial>
  readonly #screen: Mesh<PlaneGeometry, NodeMaterial>
  readonly #camera: Camera = new OrthographicCamera(-1, 1, 1, -1, 0, 1)
  /** Time over which the flow carries the dye in this update [s]. */
  readonly #passed = uniform(0)
  readonly #steps = uniform(1, 'int')
  /** Whether the dye begins anew. */
  #isNew = true
  #hasSolids = false
  #pending = 0
  /** Largest velocity along columns or rows [m/s]. */
  #fastest = 0
  #isStale = true

  /** `coarse`: openness and dyes of the engine, not filtered. `glows`: whether mipmaps are needed. */
  constructor(slice: FluidSlice, coarse: DataTexture, fineness: number, glows: boolean) {
    const { columns, rows, wraps } = slice
    this.#slice = slice
    this.raster = { columns: fineness * columns, rows: fineness * rows, wraps }
    this.#values = new Float32Array(2 * columns * rows)
    this.#velocity = new DataTexture(new Uint16Array(2 * columns * rows), columns, rows, RGFormat, HalfFloatType)
    this.#velocity.name = 'flow of dye'
    this.#velocity.magFilter = this.#velocity.minFilter = LinearFilter
    this.#velocity.wrapS = wraps[0] ? RepeatWrapping : ClampToEdgeWrapping
    this.#velocity.wrapT = wraps[1] ? RepeatWrapping : ClampToEdgeWrapping
    this.#state = target(this.raster, 'fine dye', glows)
    this.#moved = target(this.raster, 'moved dye')
    // Its cells are read one by one.
    this.#moved.texture.magFilter = this.#moved.texture.minFilter = NearestFilter
    this.#difference = target(slice, 'difference of dyes')
    const wide = (cells: number): number => Math.ceil(cells / wideCells)
    this.#wide = target({ columns: wide(columns), rows: wide(rows), wraps }, 'mean difference of dyes')
    const engine = cellTexture(coarse)
    this.#passes = {
      begin: pass('begin dye', this.#begin(engine)),
      move: pass('move dye', this.#move()),
      compare: pass('compare dyes', this.#compare(engine, fineness)),
      average: pass('average differences', this.#average()),
      correct: pass('correct dye', this.#correct()),
      correctAroundSolids: pass('correct dye around solids', this.#correct(engine)),
    }
    this.#screen = new Mesh(new PlaneGeometry(2, 2), this.#passes.begin)
    this.#screen.frustumCulled = false
  }

  /** Openness and dyes, with mipmaps if they glow. */
  get node(): TextureNode {
    return drawnTexture(this.#state.texture)
  }

  /** Openness and dyes at a place, 0 to 1: by splines where a fine cell is wider than a pixel, else by linear interpolation. */
  at(place: Node<'vec2'>): Node<'vec4'> {
    const { columns, rows } = this.raster
    return Fn(() => {
      const footprint = place.mul(vec2(columns, rows)).fwidth().toVar()
      const found = this.node.sample(place).level(float(0)).toVar()
      onlyWhere(footprint.x.min(footprint.y).lessThan(widestPixel), () => {
        found.assign(cubicAt(this.node, this.raster, place))
      })
      return found
    })()
  }

  /** Takes the present flow. `passed`: time since the last update [s]; below 0, or not finite, the dye begins anew. */
  update(passed: number, hasSolids: boolean): void {
    this.#slice.writeVelocity(this.#values, 2)
    const halves = this.#velocity.image.data as Uint16Array
    let fastest = 0
    for (let value = 0; value < halves.length; value++) {
      halves[value] = toHalf(this.#values[value]!)
      fastest = Math.max(fastest, Math.abs(this.#values[value]!))
    }
    this.#fastest = fastest
    this.#velocity.needsUpdate = true
    this.#hasSolids = hasSolids
    if (passed >= 0 && Number.isFinite(passed)) this.#pending += passed
    else this.#isNew = true
    this.#isStale = true
  }

  /** Carries the dye on the graphics device, if there was an update. */
  render(renderer: Renderer): void {
    if (!this.#isStale) return
    this.#isStale = false
    this.#passed.value = this.#pending
    const { size, columns } = this.#slice
    const way = (this.#fastest * this.#pending * columns) / size[0]
    if (way > farthest) this.#isNew = true
    this.#steps.value = way > 1 ? mostSteps : 1
    this.#pending = 0
    const before = renderer.getRenderTarget()
    const { begin, move, compare, average, correct, correctAroundSolids } = this.#passes
    this.#draw(renderer, this.#isNew ? begin : move, this.#moved)
    this.#draw(renderer, compare, this.#difference)
    this.#draw(renderer, average, this.#wide)
    this.#draw(renderer, this.#hasSolids ? correctAroundSolids : correct, this.#state)
    renderer.setRenderTarget(before)
    this.#isNew = false
  }

  #draw(renderer: Renderer, material: NodeMaterial, written: RenderTarget): void {
    this.#screen.material = material
    renderer.setRenderTarget(written)
    renderer.render(this.#screen, this.#camera)
  }

  dispose(): void {
    this.#velocity.dispose()
    for (const material of Object.values(this.#passes)) material.dispose()
    for (const written of [this.#state, this.#moved, this.#difference, this.#wide]) written.dispose()
    this.#screen.geometry.dispose()
  }

  /** The dye of the engine. */
  #begin(engine: TextureNode): Node<'vec4'> {
    return Fn(() => cubicAt(engine, this.#slice, uv()).max(0))()
  }

  /** The dye at the departure point of each fine cell. */
  #move(): Node<'vec4'> {
    const [width, height] = this.#slice.size
    const flow = cellTexture(this.#velocity)
    const perSecond = vec2(1 / width, 1 / height)
    const velocity = (place: Node<'vec2'>): Node<'vec2'> => flow.sample(place).level(float(0)).xy.mul(perSecond)
    return Fn(() => {
      const place = uv().toVar()
      const step = this.#passed.div(float(this.#steps)).toVar()
      Loop({ type: 'int', start: int(0), end: this.#steps, condition: '<' }, () => {
        const half = place.sub(velocity(place).mul(step.mul(0.5)))
        place.subAssign(velocity(half).mul(step))
      })
      return limitedCubicAt(this.node, this.raster, place)
    })()
  }

  /** The engine's dye minus the mean of the fine cells, in each coarse cell. */
  #compare(engine: TextureNode, fineness: number): Node<'vec4'> {
    const moved = drawnTexture(this.#moved.texture)
    const { columns, rows } = this.#slice
    return Fn(() => {
      const cell = uv().mul(vec2(columns, rows)).floor().toVar()
      let sum: Node<'vec4'> = vec4(0)
      for (let j = 0; j < fineness; j++)
        for (let i = 0; i < fineness; i++) sum = sum.add(loaded(moved, cell.mul(fineness).add(vec2(i, j))))
      return loaded(engine, cell).sub(sum.div(fineness * fineness))
    })()
  }

  /** The mean of the differences of each neighbourhood: four reads between cells, of the mean of four each. */
  #average(): Node<'vec4'> {
    const difference = drawnTexture(this.#difference.texture)
    const { width, height } = this.#wide
    return Fn(() => {
      const place = uv().toVar()
      let sum: Node<'vec4'> = vec4(0)
      for (const x of [-0.25, 0.25])
        for (const y of [-0.25, 0.25]) sum = sum.add(difference.sample(place.add(vec2(x / width, y / height))))
      return sum.div(4)
    })()
  }

  /** `solids`: openness of the engine's cells; without it all are open. */
  #correct(solids?: TextureNode): Node<'vec4'> {
    const moved = drawnTexture(this.#moved.texture)
    return Fn(() => {
      const place = uv().toVar()
      const near = drawnTexture(this.#difference.texture).sample(place)
      const wide = drawnTexture(this.#wide.texture).sample(place)
      const here = moved.sample(place).toVar()
      // Edges are steepened against the diffusion of the interpolation; within the range of the neighbours, so that nothing overshoots.
      const next = vec2(1 / this.raster.columns, 1 / this.raster.rows)
      const [low, high, sum] = [here.toVar(), here.toVar(), vec4(0).toVar()]
      for (const [x, y] of around) {
        const beside = moved.sample(place.add(next.mul(vec2(x, y)))).toVar()
        low.assign(low.min(beside))
        high.assign(high.max(beside))
        sum.addAssign(beside)
      }
      const steep = here.add(here.sub(sum.div(around.length)).mul(steepening)).clamp(low, high)
      const dye = steep.add(mix(wide, near, float(follow))).max(0)
      return vec4(solids ? cubicAt(solids, this.#slice, place).x : float(1), dye.yzw)
    })()
  }
}

function loaded(cells: TextureNode, cell: Node<'vec2'>): Node<'vec4'> {
  return cells.load(ivec2(cell.add(0.5))) as unknown as Node<'vec4'>
}

function pass(name: string, value: Node<'vec4'>): NodeMaterial {
  const material = new NodeMaterial()
  material.name = name
  material.side = DoubleSide
  // Row 0 of a target is at its top.
  material.vertexNode = vec4(positionGeometry.x, positionGeometry.y.negate(), 0.5, 1)
  material.fragmentNode = value
  material.depthTest = material.depthWrite = false
  return material
}

/** Half floats: every device filters them and draws into them. */
function target({ columns, rows, wraps }: CellRaster, name: string, mipmaps = false): RenderTarget {
  const made = new RenderTarget(columns, rows, {
    format: RGBAFormat,
    type: HalfFloatType,
    depthBuffer: false,
    generateMipmaps: mipmaps,
    minFilter: mipmaps ? LinearMipmapLinearFilter : LinearFilter,
    magFilter: LinearFilter,
    wrapS: wraps[0] ? RepeatWrapping : ClampToEdgeWrapping,
    wrapT: wraps[1] ? RepeatWrapping : ClampToEdgeWrapping,
  })
  made.texture.name = name
  return made
}
