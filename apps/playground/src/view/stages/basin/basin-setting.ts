// Each setting of a basin is a module of its own, loaded when a scene needs it.

import type { CausticsMap, SunShadow, WaterBeyond, WaterSurface } from '@seiche/three'
import type { Scene } from 'seiche'
import type { BasinSetting } from '../../../session/scenes/setting.js'
import type { ViewDirection } from '../../camera-fit.js'
import type { Lighting } from '../../shared/lighting.js'
import type { Palette } from '../../shared/palette.js'
import type { Basin, BasinSize } from '../../shared/solids/basin.js'
import type { OpennessTexture } from '../../shared/solids/openness-texture.js'

/** The parts of the water that a basin refers to. */
export interface BasinWater {
  /** Called only when shaders are built, because water and basin refer to each other. */
  readonly surface: () => WaterSurface
  /** Sunlight through the waves; only of settings with a rim. */
  readonly caustics: () => CausticsMap
  readonly openness: OpennessTexture
  /** Shadow of floating bodies. */
  readonly shadow?: SunShadow | undefined
}

export interface SettingDesign {
  /** Height of the rim above the water at rest, in parts of the extent [1]. */
  readonly rim: number
  /** Whether the rim hides the water behind it. Glass and open water do not. */
  readonly hasRim: boolean
  /** Whether the floor is visible through the water. */
  readonly hasFloor: boolean
  /** Whether it is water without a floor, in which the camera can go down. */
  readonly isDeep?: boolean
  /** Distance of the near plane, in parts of half the diagonal [1]. Default 0.008 in water without a floor, else 0.02. */
  readonly lens?: number
  readonly direction: ViewDirection
  /** Whether the water is seen through glass, down to its floor. */
  readonly hasGlass?: boolean
  /** Direction towards water that is many times as long as deep and wide: from the side it would be a thin strip. Default: `direction`. */
  readonly lengthways?: ViewDirection
  /** Factor on the light from the depth of the water, as for `asShown` [1]. Default 1. */
  readonly exposure?: number
  /** How much lower a tall window looks at water whose sides may be cut off [rad]. Default: it looks at all of it from further above. */
  readonly lowered?: number
  /** Distance of the camera over that from which all of the water is in the picture [1]. */
  readonly distance: number
  /** Variance of the slopes of ripples that the grid does not resolve [1]: those of the wind over open water. Default 0. */
  readonly rippleVariance?: number
  palette(dark: boolean): Palette
  /** Distances to which the water goes on beyond the edges [m]. */
  beyond?(scene: Scene): WaterBeyond
  make(size: BasinSize, lighting: Lighting, water: BasinWater, scene: Scene): Basin
}

const loaders: Record<BasinSetting, () => Promise<{ design: SettingDesign }>> = {
  bath: () => import('./settings/bath.js'),
  pool: () => import('./settings/garden-pool.js'),
  pond: () => import('./settings/pond.js'),
  lake: () => import('./settings/lake.js'),
  harbor: () => import('./settings/harbor.js'),
  'open-water': () => import('./settings/open-water.js'),
  laboratory: () => import('./settings/laboratory.js'),
  flume: () => import('./settings/flume.js'),
}

const designs: Partial<Record<BasinSetting, SettingDesign>> = {}

export async function loadSetting(setting: BasinSetting): Promise<void> {
  designs[setting] ??= (await loaders[setting]()).design
}

/** The design of a setting, after `loadSetting`. */
export function designOf(setting: BasinSetting): SettingDesign {
  const design = designs[setting]
  if (!design) throw new Error(`the setting "${setting}" has not been loaded`)
  return design
}
