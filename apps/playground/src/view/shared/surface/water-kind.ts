import { type WaterContents, type WaterPresetName, waterOptics, waterPresets } from '@seiche/three'
import { Color, Vector3 } from 'three/webgpu'

/** Light from the depth of the water in the dark theme, over that by day [1]. */
const atNight = 0.5

/** Colors and absorption of a kind of water. */
export interface WaterKind {
  waterColor: Color
  crestColor: Color
  /** Light that the water absorbs and scatters [1/m]. */
  absorption: Vector3
}

/** The water of a preset, or of what is in it. */
export function waterKind(kind: WaterPresetName | WaterContents, dark: boolean): WaterKind {
  const { waterColor, crestColor, absorption } = typeof kind === 'string' ? waterPresets[kind] : waterOptics(kind).look
  const light = dark ? atNight : 1
  return {
    waterColor: new Color(waterColor).multiplyScalar(light),
    crestColor: new Color(crestColor).multiplyScalar(light),
    absorption: new Vector3().copy(absorption!),
  }
}
