// Water without a visible floor, to the horizon where nothing bounds it. Lakes and harbors have land around it.

import { Clouds, type RayColor, type WaterBeyond } from '@seiche/three'
import type { Scene } from 'seiche'
import { cameraPosition, Fn, mix, normalWorldGeometry, positionWorld, smoothstep, vec3 } from 'three/tsl'
import {
  type BufferGeometry,
  Color,
  Group,
  Mesh,
  type Node,
  NodeMaterial,
  type Object3D,
  type Renderer,
  Vector3,
} from 'three/webgpu'
import { openSides } from '../../../../session/scenes/setting.js'
import { MovingBoats } from '../../../shared/boats/moving-boats.js'
import { frameGeometry } from '../../../shared/frame-geometry.js'
import type { Lighting } from '../../../shared/lighting.js'
import { landPaletteFor, type Palette } from '../../../shared/palette.js'
import type { Basin, BasinSize } from '../../../shared/solids/basin.js'
import { waterKind } from '../../../shared/surface/water-kind.js'
import type { SettingDesign } from '../basin-setting.js'
import { Land, type LandPlan } from './land.js'

/** Brightness of clouds in the shade, over that of the horizon [1]. */
const shade = 0.93
/** Tangent of the angle over the horizon of the sky that is seen just above land [1]. */
const lowSky = 0.04
/** Distance to which water goes on beyond its grid, in parts of the extent [1]. */
const horizon = 40

export const design: SettingDesign = {
  rim: 0.012,
  hasRim: false,
  hasFloor: false,
  isDeep: true,
  exposure: 1.7,
  lowered: 0.16,
  direction: { polar: 1.2, azimuth: 0.5 },
  distance: 0.75,
  rippleVariance: 0.016,
  palette: openWaterPalette,
  beyond: beyondOpenSides,
  make: (size, lighting, _water, scene) => new OpenWater(size, lighting, scene),
}

export function openWaterPalette(dark: boolean): Palette {
  const common = landPaletteFor(dark)
  return {
    ...common,
    ...waterKind('ocean', dark),
    horizonColor: new Color(dark ? common.horizonColor : 0xd3e4f0),
    zenithColor: new Color(dark ? common.zenithColor : 0x2f76c0),
    skyStrength: 1.15 * common.skyStrength,
    // In front of the camera, so that its path is in the picture: by day 28° high.
    sunDirection: dark ? common.sunDirection : new Vector3(-0.56, 0.47, -0.68).normalize(),
    obstacleColor: new Color(dark ? 0xa9a7a2 : 0xb5b0a6),
  }
}

/** Water goes on beyond all edges that do not reflect. */
export function beyondOpenSides({ grid, boundaries, solver }: Scene): WaterBeyond {
  const extent = Math.max(grid.cells[0], grid.cells[1]) * grid.cellSize
  // A sea goes on beyond the grid; wakes and waves around solids have no mirror images.
  const hasAmbient = 'ambient' in solver && solver.ambient !== undefined
  const isPeriodic = boundaries['x-'] === 'periodic'
  return {
    ...Object.fromEntries(openSides(boundaries).map((side) => [side, horizon * extent])),
    fade: (isPeriodic ? 0.6 : hasAmbient ? 0.05 : 0.03) * extent,
  }
}

export class OpenWater extends Group implements Basin {
  readonly #lighting: Lighting
  readonly #reach: number
  readonly #land: Land | undefined
  /** Height of the hills over the horizon, as the sine of its angle [1]; 0 without land. */
  readonly #skyline: number
  readonly #landColor: Color
  readonly #boats: MovingBoats
  readonly #clouds: Clouds
  readonly depths: Mesh<BufferGeometry, NodeMaterial>
  readonly background: Node<'vec3'>

  constructor(size: BasinSize, lighting: Lighting, scene: Scene, land?: LandPlan) {
    super()
    this.name = 'open water'
    this.#lighting = lighting
    this.#reach = Math.max(size.width, size.length)
    this.#skyline = land && land.open.length === 0 ? (0.25 * land.hills) / this.#reach : 0
    this.#landColor = land?.forest ?? new Color()
    this.depths = makeDepths(size, lighting)
    this.#clouds = new Clouds(lighting.sky, { cover: 0.33, texels: 512 })
    // Water and land end a little below the horizon. Beyond them is haze, not the ground of the sky.
    const { x, y, z } = normalWorldGeometry
    this.background = this.#clouds.radiance(vec3(x, y.max(0), z).normalize())
    this.#boats = new MovingBoats(scene, this.#reach, lighting)
    this.add(this.depths, this.#boats)
    if (!land) return
    // The farthest hills are as bright as the clouds low above them: against these, pale ones would be a second horizon.
    const away = positionWorld.sub(cameraPosition)
    const low = vec3(away.x, away.xz.length().mul(lowSky), away.z).normalize()
    this.add((this.#land = new Land(size, lighting, land, this.#clouds.mirrored(low))))
  }

  get mirrored(): readonly Object3D[] {
    return [this.#boats]
  }

  /** The sky, and hills above the horizon. */
  readonly reflect: RayColor = (_origin, direction) =>
    Fn(() => {
      const sky = this.#clouds.mirrored(direction)
      if (this.#skyline === 0) return sky
      const { r, g, b } = this.#landColor
      const wavy = direction.x.mul(5).sin().mul(direction.z.mul(4).add(1).sin()).mul(0.3).add(1)
      const hills = smoothstep(wavy.mul(1.2 * this.#skyline), wavy.mul(0.8 * this.#skyline), direction.y)
      const seen = mix(this.#lighting.sky.horizonColor.rgb, vec3(r, g, b).mul(this.#lighting.skylight), 0.65)
      return mix(sky, seen, hills.mul(0.8))
    })()

  sunlight(): Node<'float'> {
    return this.#clouds.sunlight
  }

  light(_point: Node<'vec3'>, normal: Node<'vec3'>): Node<'vec3'> {
    return this.#lighting.outdoors(normal)
  }

  beforeRender(renderer: Renderer): void {
    this.#clouds.color.value.copy(this.#lighting.sky.horizonColor.value).multiplyScalar(shade)
    this.#clouds.render(renderer)
  }

  setTime(time: number): void {
    this.#boats.setTime(time)
  }

  setSolids(solid: (x: number, z: number) => number): void {
    this.#land?.setSolids(solid)
  }

  override dispose(): void {
    super.dispose()
    this.#land?.dispose()
    this.#boats.dispose()
    this.#clouds.dispose()
    this.depths.geometry.dispose()
    this.depths.material.dispose()
  }
}

/** A dark level below the water: where waves are higher than their surroundings, it is seen under their edge. */
function makeDepths({ width, length, depth }: BasinSize, lighting: Lighting): Mesh<BufferGeometry, NodeMaterial> {
  const material = new NodeMaterial()
  material.name = 'depths'
  material.colorNode = lighting.water.rgb.mul(0.7)
  return new Mesh(frameGeometry([width, length], -Math.min(depth, 0.019 * Math.max(width, length))), material)
}
