import { type Flow, G } from './flow.js'

/** What moves over what ground: x, z [m], t [s]. */
export interface Candidate {
  at(x: number, z: number, t: number): Flow
  bed(x: number, z: number): number
  /** Manning's n [s/m^(1/3)]. */
  readonly manning?: number
}

/**
 * How far a flow is from obeying the shallow-water equations at a point, by central differences of its values alone:
 *
 *     d_t + (d u)_x + (d w)_z,
 *     (d u)_t + (d u² + g d²/2)_x + (d u w)_z + g d bed_x + g n² u |v|/d^(1/3),   and likewise for w.
 *
 * Each divided by the sum of the sizes of its terms, so that 1 is as wrong as can be; by 1e-3 at least, because there are
 * places where every term is zero but for rounding. The fourth-order difference with a step of 1e-3 leaves about 1e-10.
 */
export function residuals({ at, bed, manning = 0 }: Candidate, x: number, z: number, t: number, h = 1e-3): number[] {
  const derivative = (f: (s: number) => number) => (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h)
  const byTime = (f: (flow: Flow) => number) => derivative((s) => f(at(x, z, t + s)))
  const byX = (f: (flow: Flow) => number) => derivative((s) => f(at(x + s, z, t)))
  const byZ = (f: (flow: Flow) => number) => derivative((s) => f(at(x, z + s, t)))
  const pressure = ({ depth }: Flow) => (G * depth * depth) / 2
  const { depth, u, w } = at(x, z, t)
  const drag = (G * manning * manning * Math.hypot(u, w)) / Math.cbrt(depth)
  const share = (terms: number[]) =>
    Math.abs(terms.reduce((sum, term) => sum + term, 0)) /
    Math.max(
      terms.reduce((sum, term) => sum + Math.abs(term), 0),
      1e-3,
    )
  return [
    share([byTime((f) => f.depth), byX((f) => f.depth * f.u), byZ((f) => f.depth * f.w)]),
    share([
      byTime((f) => f.depth * f.u),
      byX((f) => f.depth * f.u * f.u),
      byX(pressure),
      byZ((f) => f.depth * f.u * f.w),
      G * depth * derivative((s) => bed(x + s, z)),
      drag * u,
    ]),
    share([
      byTime((f) => f.depth * f.w),
      byZ((f) => f.depth * f.w * f.w),
      byZ(pressure),
      byX((f) => f.depth * f.u * f.w),
      G * depth * derivative((s) => bed(x, z + s)),
      drag * w,
    ]),
  ]
}

/** Midpoint sum of f over [from, to]. */
export function integral(f: (x: number) => number, from: number, to: number, pieces = 20_000): number {
  const dx = (to - from) / pieces
  let sum = 0
  for (let i = 0; i < pieces; i++) sum += f(from + (i + 0.5) * dx)
  return sum * dx
}
