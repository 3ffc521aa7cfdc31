/**
 * Steady flow over a bump without friction: discharge q and, where nothing breaks, the head are the same everywhere,
 *
 *     d + bed + q²/(2 g d²) = E   or   d³ + (bed - E) d² + q²/(2 g) = 0.
 *
 * The cubic has two positive roots, one on each side of the critical depth d_c = (q²/g)^(1/3): slow and deep, fast and
 * shallow. Bump and cases are those of N. Goutal and F. Maurel, "Proceedings of the 2nd workshop on dam-break wave
 * simulation" (1997): bed = 0.2 - 0.05 (x - 10)² on 8..12 m of a channel of 25 m.
 */
import { bisect } from './bisect.js'
import { type Flow, G } from './flow.js'

/** Length of the channel [m]. */
export const LENGTH = 25
/** Where the bump is highest [m], and how high it is there [m]. */
export const CREST = { x: 10, bed: 0.2 } as const

export interface SteadyFlow {
  at(x: number): Flow
  /** Discharge per width q [m²/s]. */
  readonly discharge: number
}

/** Elevation of the ground [m]. */
export function bumpBed(x: number): number {
  return Math.max(0, CREST.bed - 0.05 * (x - CREST.x) ** 2)
}

/** Depth at which a discharge per width [m²/s] moves as fast as its waves [m]. */
export function criticalDepth(discharge: number, g = G): number {
  return Math.cbrt((discharge * discharge) / g)
}

/** Slow everywhere: the depth downstream [m] decides. */
export function subcritical(discharge: number, downstream: number, g = G): SteadyFlow {
  const critical = criticalDepth(discharge, g)
  const head = headOf(discharge, downstream, g)
  if (downstream < critical) throw new Error('the flow downstream is not subcritical')
  if (head < CREST.bed + 1.5 * critical) throw new Error('the flow is critical on the bump')
  return steady(discharge, (x) => slowDepth(head - bumpBed(x), discharge, g))
}

/** Slow up to the crest, critical on it and fast behind: the crest decides. */
export function transcritical(discharge: number, g = G): SteadyFlow {
  const head = CREST.bed + 1.5 * criticalDepth(discharge, g)
  return steady(discharge, (x) => {
    const above = head - bumpBed(x)
    return x < CREST.x ? slowDepth(above, discharge, g) : fastDepth(above, discharge, g)
  })
}

/**
 * As `transcritical`, with a jump back to slow water behind the crest, because there is `downstream` [m] of it at the end.
 * The jump stands where q²/d + g d²/2 is the same on both sides; head is lost in it.
 */
export function withJump(discharge: number, downstream: number, g = G): SteadyFlow & { readonly jump: number } {
  const before = transcritical(discharge, g)
  const head = headOf(discharge, downstream, g)
  const after = (x: number) => slowDepth(head - bumpBed(x), discharge, g)
  const force = (d: number) => (discharge * discharge) / d + (g * d * d) / 2
  // Behind the foot of the bump both depths are constant; before the place where the tail water just reaches over the
  // bump there is no slow depth.
  const first = bisect((x) => head - bumpBed(x) - 1.5 * criticalDepth(discharge, g), CREST.x, 12)
  const jump = bisect((x) => force(before.at(x).depth) - force(after(x)), first, 12)
  return { ...steady(discharge, (x) => (x < jump ? before.at(x).depth : after(x))), jump }
}

function steady(discharge: number, depthAt: (x: number) => number): SteadyFlow {
  const at = (x: number): Flow => {
    const depth = depthAt(x)
    return { depth, u: discharge / depth, w: 0 }
  }
  return { at, discharge }
}

function headOf(discharge: number, depth: number, g: number): number {
  return depth + (discharge * discharge) / (2 * g * depth * depth)
}

/** The deep root for a head [m] over the ground. */
function slowDepth(head: number, discharge: number, g: number): number {
  const critical = criticalDepth(discharge, g)
  // On the crest the two roots are one, and rounding decides on which side of it the head is.
  if (head <= 1.5 * critical) return critical
  return bisect((d) => headOf(discharge, d, g) - head, critical, head)
}

/** The shallow root. All head as speed would be a depth of q/sqrt(2 g E); there is less speed, so more depth. */
function fastDepth(head: number, discharge: number, g: number): number {
  const critical = criticalDepth(discharge, g)
  if (head <= 1.5 * critical) return critical
  return bisect((d) => headOf(discharge, d, g) - head, discharge / Math.sqrt(2 * g * head), critical)
}
