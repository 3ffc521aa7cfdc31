// Trees of a landscape: they stand on the ground as it is drawn, follow its changes, and are carried away by floods.

import type { GroundSurface, WiderTerrain } from '@seiche/three'
import { float } from 'three/tsl'
import { Color } from 'three/webgpu'
import type { Lighting } from '../../shared/lighting.js'
import { crowns, type TreePlan, Trees } from '../../shared/plants/trees.js'
import { isDrowned, type LandHeights, woodsOn } from './woods.js'

/** Height of a tree over the root of the extent [√m], and over the extent at most [1]: in a wide country trees are drawn larger than they are. */
const [height, mostHeight] = [0.42, 0.035]
/** Greatest number of trees. */
const most = 1400
/** Elevation above the lowest water where trees end, in parts of the extent: the ground above is drawn as rock. */
const treeLine = 0.125
/** Least elevation above the highest waves of a sea, in heights of a tree [1]. */
const aboveSea = 0.4
/** Part of its height by which a tree stands in the ground [1]: that of distant land is drawn by coarse quads. */
const rooted = 0.06
/** Frames between two looks at whether water has reached trees. */
const framesBetweenLooks = 16
/** Colors of conifers and of trees with leaves. */
const [needles, leaves] = [/* @__PURE__ */ new Color(0x688a4c), /* @__PURE__ */ new Color(0x64803f)]

/** The parts of drawn terrain that tell heights. */
type Ground = Pick<GroundSurface, 'bedAt' | 'topAt' | 'extent' | 'heightScale'> & {
  readonly material: Pick<GroundSurface['material'], 'datum'>
}

export class LandscapeTrees extends Trees {
  readonly #ground: Ground
  readonly #wider: WiderTerrain
  readonly #heights: LandHeights
  readonly #reach: number
  readonly #height: number
  /** Height above the sea up to which waves run [m]. */
  readonly #runUp: number
  #feet: [x: number, z: number][] = []
  #frames = 0
  /** Version and height factor of the land that the trees stand on. */
  #version = -1
  #scale = 0

  constructor(ground: Ground, wider: WiderTerrain, runUp: number, lighting: Lighting) {
    const reach = Math.max(...wider.extent)
    const size = Math.min(height * Math.sqrt(reach), mostHeight * reach)
    // Leaves on a coast, needles inland.
    const plan: TreePlan = wider.isSea
      ? { most, height: 0.62 * size, outline: crowns.broad, sides: 7, isLeafy: true }
      : { most, height: size, outline: crowns.spruce, sides: 7 }
    super(plan, {
      color: wider.isSea ? leaves : needles,
      size,
      light: (normal) => lighting.overland(normal, float(1), float(1)),
    })
    this.#ground = ground
    this.#wider = wider
    this.#heights = { bedAt: (x, z) => this.#at(x, z).bedAt(x, z), topAt: (x, z) => this.#at(x, z).topAt(x, z) }
    this.#reach = reach
    this.#height = plan.height
    this.#runUp = runUp
  }

  /** Plants trees by the present ground and water. */
  begin(): void {
    const { isSea, firstSeaLevel } = this.#wider
    this.#feet = woodsOn(this.#heights, {
      reach: this.#reach,
      height: this.#height,
      lowest: isSea ? firstSeaLevel.value + this.#runUp + aboveSea * this.#height : Number.NEGATIVE_INFINITY,
      highest: this.#ground.material.datum.value + treeLine * this.#reach,
      most,
    })
    this.#frames = 0
    this.#stand()
  }

  /** Follows ground and water. Allocates only when trees move or drown. */
  follow(): void {
    const isFlooded = ++this.#frames % framesBetweenLooks === 0 && this.#feet.some(this.#isDrowned)
    if (isFlooded) this.#feet = this.#feet.filter((foot) => !this.#isDrowned(foot))
    if (isFlooded || this.#version !== this.#wider.version || this.#scale !== this.#ground.heightScale.value)
      this.#stand()
  }

  readonly #isDrowned = ([x, z]: readonly [number, number]): boolean => isDrowned(this.#heights, x, z, this.#height)

  #stand(): void {
    this.#version = this.#wider.version
    this.#scale = this.#ground.heightScale.value
    const sunk = rooted * this.#height
    this.plant(this.#feet.map(([x, z]) => [x, this.#scale * this.#heights.bedAt(x, z) - sunk, z]))
  }

  /** What knows the heights at a point: the drawn grid with its margin, or the land beyond. */
  #at(x: number, z: number): LandHeights {
    const [width, length] = this.#ground.extent
    return Math.abs(x) <= width / 2 && Math.abs(z) <= length / 2 ? this.#ground : this.#wider
  }
}
