// Land or sea around a landscape to a hazy horizon, under clouds, and the trees on it.

import {
  Clouds,
  DistantLand,
  type GroundSurface,
  type RayColor,
  type Sky,
  type WaterSurface,
  type WiderTerrain,
} from '@seiche/three'
import type { Node, Object3D, Renderer } from 'three/webgpu'
import { cloudTexelsFor } from '../../resolution.js'
import type { Lighting } from '../../shared/lighting.js'
import { hazeOver } from './haze.js'
import { LandscapeTrees } from './landscape-trees.js'

/** Color of clouds at dusk and by day. */
const [duskCloud, dayCloud] = [0xb98a88, 0xc9d3de]

export class Surroundings {
  /** Fog of the air. */
  readonly air: Node<'vec4'>
  /** Radiance along rays that the water reflects. */
  readonly reflect: RayColor
  readonly #terrain: WiderTerrain
  readonly #clouds: Clouds
  #distant: DistantLand | undefined
  #trees: LandscapeTrees | undefined

  /** `reach`: extent of the water [m]. `quads`: most quads of a mesh along a side. */
  constructor(terrain: WiderTerrain, sky: Sky, reach: number, quads: number) {
    this.#terrain = terrain
    this.#clouds = new Clouds(sky, { texels: cloudTexelsFor(quads) })
    this.reflect = (_, direction) => this.#clouds.mirrored(direction)
    this.air = hazeOver(sky, reach)
  }

  /** Radiance of sky and clouds along a direction. */
  radiance(direction: Node<'vec3'>): Node<'vec3'> {
    return this.#clouds.radiance(direction)
  }

  /** Share of the sun's light that clouds let through. */
  sunlight(): Node<'float'> {
    return this.#clouds.sunlight
  }

  /** Land and sea around ground and water of the grid, and trees. `runUp`: height above a sea up to which waves run [m]. */
  addTo(ground: GroundSurface, water: WaterSurface, runUp: number, lighting: Lighting): Object3D[] {
    this.#distant = new DistantLand(this.#terrain, ground, water, { reflect: this.reflect })
    this.#trees = new LandscapeTrees(ground, this.#terrain, runUp, lighting)
    return [this.#distant, this.#trees]
  }

  /** Plants trees by the present ground and water: call it after the first `update()` of ground, water and this. */
  begin(): void {
    this.#trees?.begin()
  }

  setTheme(dark: boolean): void {
    this.#clouds.color.value.set(dark ? duskCloud : dayCloud)
  }

  /** Draws the picture of the clouds if it has changed. */
  render(renderer: Renderer): void {
    this.#clouds.render(renderer)
  }

  /** Follows changes of terrain and water. */
  update(): void {
    this.#distant?.update()
    this.#trees?.follow()
  }

  dispose(): void {
    this.#distant?.dispose()
    this.#trees?.dispose()
    this.#clouds.dispose()
  }
}
