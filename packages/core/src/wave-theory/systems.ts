// The usual systems of waves, each made of a spectrum and a spreading.

import type { Water } from './airy.js'
import type { WaveSystem } from './sea.js'
import { type JonswapSea, type PhillipsSea, phillips, type SwellSea, swell, tma } from './spectrum.js'
import { cosineSquared, hasselmannSpreading, mitsuyasuSpreading, steadySpreading } from './spreading.js'

export interface WindSea extends Omit<JonswapSea, 'gravity'> {
  /** Direction the wind blows toward [rad], from +x toward +z. */
  direction: number
  /** Swell ξ from 0 to 1 [1]: aligns the crests. Default 0. */
  swell?: number
  /** Spreading function, named after its authors. Default Hasselmann. */
  spreading?: 'hasselmann' | 'mitsuyasu'
}

/** A wind sea on water of any depth: TMA, which is JONSWAP where the water is deep. */
export function windSea({ direction, swell = 0, spreading = 'hasselmann', ...sea }: WindSea, water: Water): WaveSystem {
  const gravity = water.gravity === undefined ? {} : { gravity: water.gravity }
  const spectrum = tma({ ...sea, ...gravity, depth: water.depth })
  const spread = spreading === 'hasselmann' ? hasselmannSpreading : mitsuyasuSpreading
  return {
    spectrum,
    spreading: spread({ windSpeed: sea.windSpeed, peak: spectrum.peak, ...gravity, swell }),
    direction,
  }
}

/** Tessendorf's sea: Phillips' spectrum with cos², as many waves against the wind as with it. */
export function phillipsSea(
  { direction, ...sea }: Omit<PhillipsSea, 'gravity'> & { direction: number },
  { gravity }: Water,
): WaveSystem {
  const spectrum = phillips(gravity === undefined ? sea : { ...sea, gravity })
  return { spectrum, spreading: cosineSquared, direction }
}

/** A swell from a distant storm. */
export function swellSystem({
  direction,
  narrowness = 75,
  ...sea
}: SwellSea & {
  /** Direction of travel [rad], from +x toward +z. */
  direction: number
  /** s of cos^(2s)(θ/2) [1]. Default 75. Greater makes longer crests. */
  narrowness?: number
}): WaveSystem {
  return { spectrum: swell(sea), spreading: steadySpreading(narrowness), direction }
}
