// A lake among hills.

import { Color } from 'three/webgpu'
import { waterKind } from '../../../shared/surface/water-kind.js'
import type { SettingDesign } from '../basin-setting.js'
import { beyondOpenSides, OpenWater, design as openWater, openWaterPalette } from './open-water.js'

/** Largest distance of the shore from the edges of the grid, in parts of the extent [1]. */
const bays = 0.045

export const design: SettingDesign = {
  ...openWater,
  // A lake is kilometres wide: a larger lens would not fit into its water.
  lens: 0.0015,
  // From lower down, hills would be in the way.
  lowered: 0,
  rim: 0.012,
  direction: { polar: 1.3, azimuth: 0.62 },
  distance: 0.8,
  rippleVariance: 0.007,
  // Waves are reflected at the edges: their mirror image goes on to a shore that winds.
  beyond: (scene) => {
    const extent = Math.max(...scene.grid.cells) * scene.grid.cellSize
    const shores = Object.fromEntries((['x-', 'x+', 'z-', 'z+'] as const).map((side) => [side, 1.2 * bays * extent]))
    return { ...shores, ...beyondOpenSides(scene), fade: 0.5 * extent }
  },
  palette: (dark) => ({ ...openWaterPalette(dark), ...waterKind({ organic: 0.05, turbidity: 1.4 }, dark) }),
  make(size, lighting, _water, scene) {
    const reach = Math.max(size.width, size.length)
    return new OpenWater(size, lighting, scene, {
      bank: 0.011 * reach,
      bays,
      strip: 0.012,
      hills: 0.46 * reach,
      rise: 1.2,
      open: [],
      shore: new Color(0xb9ae94),
      meadow: new Color(0x8b9f5c),
      forest: new Color(0x44633c),
      rock: new Color(0xa39c92),
      snow: true,
      haze: 5,
      trees: { most: 6000, height: 0.006 * reach, outline: [[0.08, 0.24]] },
    })
  },
}
