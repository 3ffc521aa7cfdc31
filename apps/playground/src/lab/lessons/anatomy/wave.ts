// The parts of one wave, by the textbook or by the engine.

import {
  airyAnatomy,
  airyBreaksByMiche,
  airyBreaksBySlide,
  airyGroupSpeed,
  airyWavenumber,
  slideAiryPhaseSpeed,
} from '@seiche/textbook'
import { airy } from 'seiche'
import type { AnatomyValues } from './anatomy.settings.js'

export interface Wave {
  /** H [m], T [s], L [m], d [m]. */
  height: number
  period: number
  length: number
  depth: number
  /** [rad/m] and [rad/s]. */
  k: number
  omega: number
  /** C and Cg [m/s]. */
  speed: number
  groupSpeed: number
  /** S = H/L [1] and Q = πH/T [m/s]. */
  steepness: number
  orbitSpeed: number
  /** C by the misprinted second form of the slide [m/s]. */
  slideSpeed: number
  /** Greatest heights by both rules [m]. */
  micheHeight: number
  slidesHeight: number
  breaksByMiche: boolean
  breaksBySlides: boolean
}

export function waveOf(values: AnatomyValues): Wave {
  const { height, depth } = values
  const water = { depth }
  const k =
    values.given === 'length'
      ? (2 * Math.PI) / values.length
      : wavenumberOf(values.by, (2 * Math.PI) / values.period, depth)
  const length = (2 * Math.PI) / k
  const common = {
    height,
    length,
    depth,
    k,
    slideSpeed: slideAiryPhaseSpeed(k, water),
    micheHeight: airy.micheHeight(k, depth),
    slidesHeight: length / Math.PI,
  }
  if (values.by === 'textbook') {
    const anatomy = airyAnatomy(height, k, water)
    return {
      ...common,
      period: anatomy.period,
      omega: (2 * Math.PI) / anatomy.period,
      speed: anatomy.speed,
      groupSpeed: airyGroupSpeed(k, water),
      steepness: anatomy.steepness,
      orbitSpeed: anatomy.orbitSpeed,
      breaksByMiche: airyBreaksByMiche(anatomy, water),
      breaksBySlides: airyBreaksBySlide(anatomy),
    }
  }
  const omega = airy.angularFrequency(k, water)
  return {
    ...common,
    period: (2 * Math.PI) / omega,
    omega,
    speed: airy.phaseSpeed(k, water),
    groupSpeed: airy.groupSpeed(k, water),
    steepness: height / length,
    orbitSpeed: airy.orbitSpeed(height, k, water),
    breaksByMiche: airy.breaksByMiche(height, k, water),
    breaksBySlides: airy.breaksBySlides(height, k, water),
  }
}

function wavenumberOf(by: AnatomyValues['by'], omega: number, depth: number): number {
  return by === 'textbook' ? airyWavenumber(omega, { depth }) : airy.wavenumberOf(omega, { depth })
}

/** Steps in a period, in all figures. */
export const stepsPerPeriod = 60

/** A figure of the lesson in the worker. */
export interface AnatomyView<Frame> {
  /** One step of the time, to t [s]. */
  step(t: number): void
  frame(): Frame
  act?(name: string, x: number, z: number): void | Promise<void>
  dispose?(): void
}
