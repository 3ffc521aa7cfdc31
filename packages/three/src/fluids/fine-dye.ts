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
// Three passes on the graphics device: move, compare, correct.

import { Fn, float, If, ivec2, Loop, mix, positionGeometry, texture, uniform, uv, vec2, vec4 } from 'three/tsl'
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
import { toHalf } from '../shared/half-float.js'
import { type CellRaster, cubicAt, limitedCubicAt } from './cubic-sampling.js'
import type { FluidSlice } from './fluid-slice.js'

/** Most fine cells: a pass over them takes a small part of a frame on any graphics device. */
const mostCells = 480_000
/** Finest grid, in cells along a side of a cell of the flow. */
const finest = 4
/** Part of the difference of a single cell that is corrected in an update, beyond that of its neighbourhood [1]. */
const follow = 0.06
/** Mipmap of the differences whose cells are the neighbourhood: four by four cells. */
const wideLevel = 2
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
/** Steps backwards along the flow in an update. */
const steps = 2

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
  readonly #passes: readonly { material: NodeMaterial; target: RenderTarget }[]
  readonly #screen: Mesh<PlaneGeometry, NodeMaterial>
  readonly #camera: Camera = new OrthographicCamera(-1, 1, 1, -1, 0, 1)
  /** Time over which the flow carries the dye in this update [s]. */
  readonly #passed = uniform(0)
  /** 1 if the dye begins anew. */
  readonly #isNew = uniform(1)
  /** 1 if there are solids. */
  readonly #solids = uniform(0)
  #pending = 0
  #isStale = true

  /** `coarse`: openness and dyes of the engine, not filtered. */
  constructor(slice: FluidSlice, coarse: DataTexture, fineness: number) {
    const { columns, rows, wraps } = slice
    this.#slice = slice
    this.raster = { columns: fineness * columns, rows: fineness * rows, wraps }
    this.#values = new Float32Array(2 * columns * rows)
    this.#velocity = new DataTexture(new Uint16Array(2 * columns * rows), columns, rows, RGFormat, HalfFloatType)
    this.#velocity.name = 'flow of dye'
    this.#velocity.magFilter = this.#velocity.minFilter = LinearFilter
    this.#velocity.wrapS = wraps[0] ? RepeatWrapping : ClampToEdgeWrapping
    this.#velocity.wrapT = wraps[1] ? RepeatWrapping : ClampToEdgeWrapping
    this.#state = target(this.raster, 'fine dye', true)
    this.#moved = target(this.raster, 'moved dye')
    // Its cells are read one by one.
    this.#moved.texture.magFilter = this.#moved.texture.minFilter = NearestFilter
    this.#difference = target(slice, 'difference of dyes', true)
    const engine = texture(coarse)
    this.#passes = [
      { material: pass('move dye', this.#move(engine)), target: this.#moved },
      { material: pass('compare dyes', this.#compare(engine, fineness)), target: this.#difference },
      { material: pass('correct dye', this.#correct(engine)), target: this.#state },
    ]
    this.#screen = new Mesh(new PlaneGeometry(2, 2), this.#passes[0]!.material)
    this.#screen.frustumCulled = false
  }

  /** Openness and dyes, with mipmaps for glows. */
  get node(): TextureNode {
    return texture(this.#state.texture)
  }

  /** Openness and dyes at a place, 0 to 1: by splines where a fine cell is wider than a pixel, else by linear interpolation. */
  at(place: Node<'vec2'>): Node<'vec4'> {
    const { columns, rows } = this.raster
    return Fn(() => {
      const footprint = place.mul(vec2(columns, rows)).fwidth().toVar()
      const found = this.node.sample(place).level(float(0)).toVar()
      If(footprint.x.min(footprint.y).lessThan(widestPixel), () => {
        found.assign(cubicAt(this.node, this.raster, place))
      })
      return found
    })()
  }

  /** Takes the present flow. `passed`: time since the last update [s]; below 0, or not finite, the dye begins anew. */
  update(passed: number, hasSolids: boolean): void {
    this.#slice.writeVelocity(this.#values, 2)
    const halves = this.#velocity.image.data as Uint16Array
    for (let value = 0; value < halves.length; value++) halves[value] = toHalf(this.#values[value]!)
    this.#velocity.needsUpdate = true
    this.#solids.value = Number(hasSolids)
    if (passed >= 0 && Number.isFinite(passed)) this.#pending += passed
    else this.#isNew.value = 1
    this.#isStale = true
  }

  /** Carries the dye on the graphics device, if there was an update. */
  render(renderer: Renderer): void {
    if (!this.#isStale) return
    this.#isStale = false
    this.#passed.value = this.#pending
    this.#pending = 0
    const before = renderer.getRenderTarget()
    for (const { material, target: written } of this.#passes) {
      this.#screen.material = material
      renderer.setRenderTarget(written)
      renderer.render(this.#screen, this.#camera)
    }
    renderer.setRenderTarget(before)
    this.#isNew.value = 0
  }

  dispose(): void {
    this.#velocity.dispose()
    for (const { material, target: written } of this.#passes) {
      material.dispose()
      written.dispose()
    }
    this.#screen.geometry.dispose()
  }

  /** The dye at the departure point of each fine cell; where the dye begins anew, that of the engine. */
  #move(engine: TextureNode): Node<'vec4'> {
    const [width, height] = this.#slice.size
    const flow = texture(this.#velocity)
    const perSecond = vec2(1 / width, 1 / height)
    const velocity = (place: Node<'vec2'>): Node<'vec2'> => flow.sample(place).level(float(0)).xy.mul(perSecond)
    return Fn(() => {
      const place = uv().toVar()
      const found = vec4(0).toVar()
      If(this.#isNew.greaterThan(0.5), () => {
        found.assign(cubicAt(engine, this.#slice, place).max(0))
      }).Else(() => {
        const step = this.#passed.div(steps).toVar()
        Loop({ type: 'int', start: 0, end: steps }, () => {
          const half = place.sub(velocity(place).mul(step.mul(0.5)))
          place.subAssign(velocity(half).mul(step))
        })
        found.assign(limitedCubicAt(texture(this.#state.texture), this.raster, place))
      })
      return found
    })()
  }

  /** The engine's dye minus the mean of the fine cells, in each coarse cell. */
  #compare(engine: TextureNode, fineness: number): Node<'vec4'> {
    const moved = texture(this.#moved.texture)
    const { columns, rows } = this.#slice
    return Fn(() => {
      const cell = uv().mul(vec2(columns, rows)).floor().toVar()
      let sum: Node<'vec4'> = vec4(0)
      for (let j = 0; j < fineness; j++)
        for (let i = 0; i < fineness; i++) sum = sum.add(loaded(moved, cell.mul(fineness).add(vec2(i, j))))
      return loaded(engine, cell).sub(sum.div(fineness * fineness))
    })()
  }

  #correct(engine: TextureNode): Node<'vec4'> {
    const moved = texture(this.#moved.texture)
    const { columns, rows, wraps } = this.#slice
    const raster = { columns, rows, wraps }
    return Fn(() => {
      const place = uv().toVar()
      const difference = texture(this.#difference.texture)
      const near = difference.sample(place).level(float(0))
      const wide = difference.sample(place).level(float(wideLevel))
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
      const open = float(1).toVar()
      If(this.#solids.greaterThan(0.5), () => {
        open.assign(cubicAt(engine, raster, place).x)
      })
      return vec4(open, dye.yzw)
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
