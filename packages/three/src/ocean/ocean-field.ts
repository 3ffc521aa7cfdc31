import { Fn, float, ivec2, mix, smoothstep, texture, uniform, vec2, vec3, vec4 } from 'three/tsl'
import { type Node, type UniformNode, Vector2 } from 'three/webgpu'
import { cellTexture } from '../shared/cell-texture.js'
import { cellInside, type HeightField } from '../surface/height-field.js'
import type { SeaTextures } from './sea-textures.js'
import type { WavePatch } from './wave-patch.js'

/** Shape of the sea at a point. */
export interface SeaShape {
  /** Normal of the surface, y up; not of unit length. */
  normal: Node<'vec3'>
  /** Variance of the slopes that are not resolved at this distance, both directions together [1]. */
  variance: Node<'float'>
  /**
   * Area of the surface over its area at rest, seen from above [1], without the waves of the finest tile: these are too short to break,
   * and would scatter whitecaps into flecks.
   */
  jacobian: Node<'float'>
  /** Compression of the water by long waves [1]: the divergence of their displacement, negative on crests. */
  squeeze: Node<'float'>
}

/** Variance of the slopes of ripples shorter than the cells of a height grid [1]: those of a light breeze (Cox and Munk 1954). */
const rippleVariance = 0.014
/** Side of the ripple texture [cells]: its longest ripples have two cells, the longest that the grid does not resolve. */
const rippleSide = 8
/** Length of patches of foam along the wind over their width [1]. */
const streak = 2.4

/**
 * TSL functions of the displaced surface of an ocean. The water at rest at (x, z) is at (x + dx, eta, z + dz). Positions of
 * vertices come from the fields of the grid and agree with queries of the simulation. Normals come from the tiles, which
 * include the short waves, and are filtered by distance.
 */
export class OceanField {
  readonly #heights: HeightField
  readonly #textures: SeaTextures
  readonly #cells: UniformNode<'vec2', Vector2>
  readonly #cellSize: UniformNode<'float', number>
  readonly #patch: WavePatch | undefined
  /** Simulated time [s]; moves the ripples of a sea without tiles. */
  readonly time = uniform(0)
  /** Unit vector of the wind along x and z, along which foam is drawn out. */
  readonly wind: UniformNode<'vec2', Vector2>

  /** `windDirection`: angle from x towards z [degrees]. */
  constructor(
    heights: HeightField,
    textures: SeaTextures,
    nx: number,
    nz: number,
    cellSize: number,
    windDirection: number,
    patch?: WavePatch | undefined,
  ) {
    const angle = (windDirection * Math.PI) / 180
    this.wind = uniform(new Vector2(Math.cos(angle), Math.sin(angle)))
    this.#heights = heights
    this.#patch = patch
    this.#textures = textures
    this.#cells = uniform(new Vector2(nx, nz))
    this.#cellSize = uniform(cellSize)
  }

  get hasTiles(): boolean {
    return this.#textures.cascades.length > 0
  }

  /** Displacement of the water at rest at (x, z) [m]. */
  displacement(place: Node<'vec2'>): Node<'vec3'> {
    const moved = this.#sideways(place).toVar()
    return vec3(moved.x, this.#elevation(place, moved), moved.y)
  }

  /** `moved`: horizontal displacement of the water at rest at `place` [m]. */
  #elevation(place: Node<'vec2'>, moved: Node<'vec2'>): Node<'float'> {
    const height = this.#heights.height(place)
    if (!this.#patch) return height
    return height.add(this.#patch.height(place.add(moved)).mul(this.#heights.heightScale))
  }

  /** Horizontal displacement of the water at rest at (x, z) [m]. */
  #sideways(place: Node<'vec2'>): Node<'vec2'> {
    const { displacement } = this.#textures
    if (!displacement) return vec2(0)
    const sideways = cellTexture(displacement)
    const value = Fn(([at]: [Node<'vec2'>]) => {
      const p = at.div(this.#cellSize).add(this.#cells.mul(0.5)).sub(0.5).toVar()
      const cell = p.floor().toVar()
      const t = p.sub(cell).toVar()
      const load = (i: number, j: number) =>
        sideways.load(ivec2(cellInside(cell.add(vec2(i, j)), this.#cells, 'repeat'))).xy
      return mix(mix(load(0, 0), load(1, 0), t.x), mix(load(0, 1), load(1, 1), t.x), t.y).mul(this.#heights.heightScale)
    })
    return value(place)
  }

  /** Whether the water is displaced horizontally. */
  get isDisplaced(): boolean {
    return this.#textures.displacement !== undefined
  }

  /** Displacement of the vertex at (x, z) [m]; vertices are on the centers of cells, where nothing has to be interpolated. */
  displacementOfVertex(place: Node<'vec2'>): Node<'vec3'> {
    const { displacement } = this.#textures
    if (!displacement) return this.displacement(place)
    const cell = place.div(this.#cellSize).add(this.#cells.mul(0.5)).sub(0.5).round()
    const moved = cellTexture(displacement)
      .load(ivec2(cellInside(cell, this.#cells, 'repeat')))
      .xy.mul(this.#heights.heightScale)
      .toVar()
    const height = this.#heights.heightOfCell(cell)
    const added = this.#patch?.height(place.add(moved)).mul(this.#heights.heightScale)
    return vec3(moved.x, added ? height.add(added) : height, moved.y)
  }

  /**
   * Normal, roughness and Jacobian at a rest position, summed over the tiles. With P = (x + dx, eta, z + dz) the normal is
   * ∂P/∂z × ∂P/∂x, whose y is the Jacobian. For fragments only: mipmap levels are chosen by screen-space derivatives.
   */
  shape(place: Node<'vec2'>, footprint: Node<'float'>): SeaShape {
    const sea = this.hasTiles ? this.#shapeOfTiles(place) : this.#shapeOfHeights(place, footprint)
    if (!this.#patch) return sea
    // A patch adds its slope to that of the sea, both in space: that of the sea is -x / y and -z / y of its normal.
    const added = this.#patch
      .slope(place.add(this.#sideways(place)))
      .mul(this.#heights.heightScale)
      .toVar()
    const { x, y, z } = sea.normal
    return { ...sea, normal: vec3(x.sub(y.mul(added.x)), y, z.sub(y.mul(added.y))).toVar() }
  }

  #shapeOfTiles(place: Node<'vec2'>): SeaShape {
    // Sample 0 of every tile is at the centre of the first cell of the grid.
    const fromFirst = place.add(this.#cells.mul(0.5).sub(0.5).mul(this.#cellSize)).toVar()
    const slopes = vec4(0).toVar()
    const dxz = float(0).toVar()
    const variance = float(0).toVar()
    const squeeze = float(0).toVar()
    const longer = vec3(0).toVar()
    const { length } = this.#textures.cascades
    for (const [c, { size, slopes: four, moments: two }] of this.#textures.cascades.entries()) {
      const uv = fromFirst
        .div(vec2(...size))
        .add(vec2(0.5).div(this.#cells))
        .toVar()
      const own = texture(four, uv).toVar()
      const moments = texture(two, uv).toVar()
      slopes.addAssign(own)
      if (c === 0) squeeze.assign(own.z.add(own.w))
      dxz.addAssign(moments.x)
      if (c === 0 || c < length - 1) longer.addAssign(vec3(own.zw, moments.x))
      variance.addAssign(moments.y.sub(own.xy.dot(own.xy)).max(0))
    }
    const scale = this.#heights.heightScale
    const s = slopes.mul(scale).toVar()
    const x = s.z.add(1).toVar()
    const z = s.w.add(1).toVar()
    const mixed = dxz.mul(scale).toVar()
    const area = x.mul(z).sub(mixed.mul(mixed))
    const l = longer.mul(scale).toVar()
    const jacobian = l.x.add(1).mul(l.y.add(1)).sub(l.z.mul(l.z)).toVar()
    const normal = vec3(
      s.y.mul(mixed).sub(s.x.mul(z)),
      // Where a crest has folded over, the normal points down. The fold is hidden under foam and drawn as a steep face.
      area.max(0.15),
      s.x.mul(mixed).sub(s.y.mul(x)),
    )
    return { normal: normal.toVar(), variance: variance.mul(scale).mul(scale).toVar(), jacobian, squeeze }
  }

  /** Shape without tiles: slopes of the heights, which fade out where a pixel is wider than a few cells. */
  #shapeOfHeights(place: Node<'vec2'>, footprint: Node<'float'>): SeaShape {
    const blur = footprint.div(this.#cellSize.mul(5)).toVar()
    const seen = blur.mul(blur).negate().exp().toVar()
    const slope = this.#heights.slope(place).toVar()
    const ripples = this.#ripples(place)
    const kept = slope.mul(seen).add(ripples.xy)
    const lost = slope.dot(slope).mul(float(1).sub(seen.mul(seen)))
    return {
      normal: vec3(kept.x.negate(), 1, kept.y.negate()).toVar(),
      variance: lost.add(ripples.z).toVar(),
      jacobian: float(1),
      squeeze: float(0),
    }
  }

  /** Slopes along x and z of two crossing trains of ripples, and the variance of their unresolved slopes. */
  #ripples(place: Node<'vec2'>): Node<'vec3'> {
    const { ripples } = this.#textures
    if (!ripples) return vec3(0)
    const side = this.#cellSize.mul(rippleSide).toVar()
    // The speed of waves one cell long on deep water.
    const drift = this.#cellSize.mul(1.56).sqrt().mul(this.time).toVar()
    const first = texture(ripples, place.add(vec2(0.8, 0.6).mul(drift)).div(side)).toVar()
    const second = texture(ripples, place.yx.sub(vec2(0.3, 0.95).mul(drift)).div(side.mul(1.618))).toVar()
    const hidden = first.z
      .sub(first.xy.dot(first.xy))
      .max(0)
      .add(second.z.sub(second.xy.dot(second.xy)).max(0))
    return vec3(first.xy.add(second.yx).mul(Math.sqrt(rippleVariance / 2)), hidden.mul(rippleVariance / 2)).toVar()
  }

  /** Foam that crests have left at a rest position: share of the surface [1]. */
  foam(place: Node<'vec2'>): Node<'float'> {
    const { foam } = this.#textures
    if (!foam) return float(0)
    return texture(foam, place.div(this.#cells.mul(this.#cellSize)).add(0.5)).x
  }

  /**
   * Whiteness of a point [1] for a share of foam: patches with soft edges and bubbles in them, drawn out along the wind; uniform white
   * from afar. Its mean over the sea grows with the share, from 0 to 0.85.
   * @param share Share of the surface under foam [1].
   * @param footprint Width of a pixel [m].
   */
  froth(place: Node<'vec2'>, share: Node<'float'>, footprint: Node<'float'>): Node<'float'> {
    const { foamNoise } = this.#textures
    if (!foamNoise) return float(0)
    const patch = this.#cellSize.mul(9)
    const along = place.dot(this.wind)
    const across = place.dot(vec2(this.wind.y.negate(), this.wind.x))
    const coarse = texture(foamNoise, vec2(along.div(streak), across).div(patch)).x
    const fine = texture(foamNoise, vec2(across, along.div(1.4)).div(patch.mul(0.13))).x.toVar()
    const noise = coarse.sub(0.5).mul(0.8).add(fine.sub(0.5).mul(0.7)).add(0.5)
    const soft = footprint.div(patch).mul(4).add(0.27).min(0.5)
    const edge = float(1).sub(share)
    const cover = smoothstep(edge.sub(soft), edge.add(soft), noise).toVar()
    // Foam that fades becomes thin before it is gone. It is thinner inside the bubbles, where some of the water shows through.
    const thick = share.mul(share).mul(-14).exp().oneMinus()
    return cover.mul(thick).mul(mix(fine.mul(0.6).add(0.4), 1, cover.mul(share).mul(0.6)))
  }
}
