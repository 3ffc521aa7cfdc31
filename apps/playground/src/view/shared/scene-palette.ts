import type { Scene } from 'seiche'
import { Color, MathUtils, Vector3 } from 'three/webgpu'
import type { Palette } from './palette.js'

type SceneView = NonNullable<Scene['view']>

/** Colors of deep water and of its crests, by the kind of water. */
const waters: Record<NonNullable<SceneView['water']>, [deep: number, crest: number]> = {
  clear: [0x0a5068, 0x57c3b4],
  lake: [0x17585f, 0x4f9d8c],
  sea: [0x06384f, 0x2fa898],
  muddy: [0x5b4a30, 0x8d7a52],
}

/** Heights of the sun between which its light turns from red to white [degrees]. */
const [redSun, whiteSun] = [3, 32]
const evening = { sunColor: new Color(0xffa865), horizonColor: new Color(0xf3cfae), zenithColor: new Color(0x4f78b0) }

/** A palette with the sun and the water that a scene names. In the dark theme the moon stays where it is. */
export function asShown<P extends Palette>(palette: P, view: SceneView | undefined, dark: boolean): P {
  const shown = { ...palette }
  if (view?.water) {
    const [deep, crest] = waters[view.water]
    shown.waterColor = new Color(deep).multiplyScalar(dark ? 0.5 : 1)
    shown.crestColor = new Color(crest).multiplyScalar(dark ? 0.5 : 1)
  }
  if (!view?.sun || dark) return shown
  const { azimuth, height } = view.sun
  shown.sunDirection = new Vector3().setFromSphericalCoords(
    1,
    MathUtils.degToRad(90 - height),
    MathUtils.degToRad(azimuth),
  )
  const low = 1 - MathUtils.smoothstep(height, redSun, whiteSun)
  for (const name of ['sunColor', 'horizonColor', 'zenithColor'] as const)
    shown[name] = palette[name].clone().lerp(evening[name], low)
  // A low sun lights level ground less, and shines through more air.
  shown.sunStrength = palette.sunStrength * (1 - 0.3 * low)
  return shown
}
