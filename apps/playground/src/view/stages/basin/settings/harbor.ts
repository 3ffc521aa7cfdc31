// A harbor: quays, moles, the coast behind them, and the sea beyond.

import type { WaterBeyond } from '@seiche/three'
import type { Scene } from 'seiche'
import { Color } from 'three/webgpu'
import { openSides } from '../../../../session/scenes/setting.js'
import { crowns } from '../../../shared/plants/trees.js'
import { waterKind } from '../../../shared/surface/water-kind.js'
import type { SettingDesign } from '../basin-setting.js'
import { beyondOpenSides, OpenWater, design as openWater, openWaterPalette } from './open-water.js'

export const design: SettingDesign = {
  ...openWater,
  rim: 0.014,
  direction: { polar: 1.13, azimuth: 0.42 },
  distance: 0.8,
  rippleVariance: 0.009,
  beyond: beyondMouth,
  palette: (dark) => ({ ...openWaterPalette(dark), ...waterKind({ organic: 0.015, turbidity: 1.8 }, dark) }),
  make(size, lighting, _water, scene) {
    const reach = Math.max(size.width, size.length)
    return new OpenWater(size, lighting, scene, {
      bank: 0.7 * size.rim,
      strip: 0.05,
      hills: 0.16 * reach,
      rise: 0.8,
      open: openSides(scene.boundaries),
      shore: new Color(0xb5b0a6),
      meadow: new Color(0x93a160),
      forest: new Color(0x5b7a44),
      rock: new Color(0xa79f94),
      snow: false,
      haze: 5,
      trees: { most: 2500, height: 0.024 * reach, outline: crowns.spruce, sides: 8 },
    })
  },
}

/** The sea beyond the mouth of a harbor widens: it goes on below the land at the other edges, too. */
function beyondMouth(scene: Scene): WaterBeyond {
  const { fade, ...open } = beyondOpenSides(scene)
  const farthest = Math.max(0, ...Object.values(open))
  return { 'x-': farthest, 'x+': farthest, 'z-': farthest, 'z+': farthest, ...(fade !== undefined && { fade }) }
}
