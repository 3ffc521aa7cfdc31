// Ripples of the wind on water whose grid does not resolve them: slopes for shading, near enough to be seen one by one, and their
// variance where a pixel covers many.

import { uniform, vec2, vec3 } from 'three/tsl'
import type { Node, TextureNode } from 'three/webgpu'
import { cellTexture } from '../../shared/cell-texture.js'
import { RippleBytes } from './ripples.js'

/** Side of the tile of longer ripples, and of that of gusts, over that of the shorter ripples [1]. No whole numbers: their sum does not repeat. */
const [longer, gustier] = [4.37, 131.3]
/** Share of the variance that is the same in gusts and between them [1]. */
const steady = 0.45
/** Distance by which gusts shift the ripples, for slopes of 1 of their tile, in parts of a side [1]: no two tiles are alike. */
const shift = 0.3
/** Speed of ripples of an eighth of a tile, in tiles per second and root of its side [√m/s]: √(g λ / 2π) for λ = side / 8. */
const speedOfTile = Math.sqrt(9.81 / (2 * Math.PI * 8))

/** Two trains of ripples that cross, in gusts. */
export class WindRipples {
  readonly #ripples = new RippleBytes()
  readonly #tile: TextureNode
  /** Variance for slopes and gusts of 1 [1]. */
  readonly #variance: number
  readonly #side: number
  /** Ways of the shorter and of the longer train [tiles]. */
  readonly #drift = uniform(0)
  readonly #longDrift = uniform(0)

  /**
   * @param variance Mean variance of the slopes, both axes together [1].
   * @param side Side of the tile of the shorter train [m].
   */
  constructor(variance: number, side: number) {
    const own = this.#ripples.variance
    this.#tile = cellTexture(this.#ripples.texture)
    this.#variance = variance / (own * (steady + (1 - steady) * own))
    this.#side = side
  }

  /** Sets the time by which the ripples run [s]. */
  set time(time: number) {
    const tiles = (side: number): number => ((time * speedOfTile) / Math.sqrt(side)) % 1
    // Trains run by whole tiles: the fraction is all that counts, and keeps its digits.
    this.#drift.value = tiles(this.#side)
    this.#longDrift.value = tiles(longer * this.#side)
  }

  /** Slopes along x and z at a local position (x, z) [m], and the variance of the slopes that a pixel does not resolve [1]. */
  at(place: Node<'vec2'>): Node<'vec3'> {
    const aslant = (v: Node<'vec2'>): Node<'vec2'> => vec2(v.dot(vec2(0.8, 0.6)), v.dot(vec2(-0.6, 0.8)))
    const upright = (v: Node<'vec2'>): Node<'vec2'> => vec2(v.dot(vec2(0.8, -0.6)), v.dot(vec2(0.6, 0.8)))
    const sampled = (at: Node<'vec2'>): Node<'vec3'> => this.#ripples.decode(this.#tile.sample(at)).toVar()
    const gusts = sampled(place.yx.div(gustier * this.#side))
    const inTiles = place.div(this.#side).add(gusts.xy.mul(shift)).toVar()
    const short = sampled(inTiles.add(vec2(this.#drift, 0)))
    const long = sampled(
      aslant(inTiles)
        .div(longer)
        .add(gusts.yx.mul(shift / 3))
        .sub(vec2(this.#longDrift, 0)),
    )
    // Gusts change the place of the ripples, not their amount.
    const strength = gusts.z
      .mul(1 - steady)
      .add(steady)
      .mul(this.#variance / 2)
      .toVar()
    const hidden = (train: Node<'vec3'>): Node<'float'> => train.z.sub(train.xy.dot(train.xy)).max(0)
    return vec3(short.xy.add(upright(long.xy)).mul(strength.sqrt()), hidden(short).add(hidden(long)).mul(strength))
  }

  dispose(): void {
    this.#ripples.texture.dispose()
  }
}
