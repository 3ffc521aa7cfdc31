import type { WaterPresetName } from '@seiche/three'
import type { Scene } from 'seiche'
import { Color, MathUtils, Vector3 } from 'three/webgpu'
import type { Palette } from './palette.js'
import { waterKind } from './surface/water-kind.js'

type SceneView = NonNullable<Scene['view']>

/** The preset of the view for each kind of water that a scene may name. */
const kinds: Record<NonNullable<SceneView['water']>, WaterPresetName> = {
  clear: 'pool',
  lake: 'lake',
  sea: 'ocean',
  lagoon: 'lagoon',
  muddy: 'river',
  ink: 'ink',
}

/** Heights of the sun between which its light turns from red to white [degrees]. */
const [redSun, whiteSun] = [3, 32]
const evening = { sunColor: new Color(0xffa865), horizonColor: new Color(0xf3cfae), zenithColor: new Color(0x4f78b0) }

/**
 * A palette with the sun and the water that a scene names. In the dark theme the sun or the moon is in its direction, and keeps its own height.
 * @param exposure Factor on the light from the depth of the water [1]: a picture that is mostly of deep water is exposed for it.
 */
export function asShown<P extends Palette>(palette: P, view: SceneView | undefined, dark: boolean, exposure = 1): P {
  const shown = { ...palette, ...(view?.water && waterKind(kinds[view.water], dark)) }
  for (const name of ['waterColor', 'crestColor'] as const) shown[name] = shown[name].clone().multiplyScalar(exposure)
  if (!view?.sun) return shown
  const height = dark ? MathUtils.radToDeg(Math.asin(palette.sunDirection.y)) : view.sun.height
  shown.sunDirection = new Vector3().setFromSphericalCoords(
    1,
    MathUtils.degToRad(90 - height),
    MathUtils.degToRad(view.sun.azimuth),
  )
  if (dark) return shown
  const low = 1 - MathUtils.smoothstep(height, redSun, whiteSun)
  for (const name of ['sunColor', 'horizonColor', 'zenithColor'] as const)
    shown[name] = palette[name].clone().lerp(evening[name], low)
  // A low sun lights level ground less, and shines through more air.
  shown.sunStrength = palette.sunStrength * (1 - 0.3 * low)
  return shown
}
