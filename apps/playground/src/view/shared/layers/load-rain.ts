// The code of rain is loaded when a scene has rain.

import type { Rain, Sky } from '@seiche/three'
import type { Scene } from 'seiche'
import { rainOf } from '../../../session/display/rain.js'

let loaded: typeof Rain | undefined

/** Loads the code of `Rain` if a scene needs it. */
export async function loadRain(scene: Scene): Promise<void> {
  if (rainOf(scene)) loaded ??= (await import('./rain-layer.js')).Rain
}

/** The rain of a scene, after `loadRain`; undefined where none falls. Where the person's system asks for reduced motion, only its rings. */
export function createRain(scene: Scene, extent: readonly [number, number], sky: Sky): Rain | undefined {
  const rain = rainOf(scene)
  if (!rain || !loaded) return undefined
  const streaks = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  return new loaded({ extent, rate: rain.rate, sky, streaks })
}

/** Shows the rain of a scene at a time [s]. */
export function showRain(rain: Rain | undefined, scene: Scene, time: number): void {
  if (!rain) return
  const { rate, start, end } = rainOf(scene)!
  const falls = time >= start && time < end
  if (falls !== rain.rate > 0) rain.rate = falls ? rate : 0
  rain.update(time)
}
