/**
 * The error of a run of steep waves that break: a surface that overturns has two heights at one place, and no solver of elevations can
 * follow it.
 *
 * @example
 * ```ts
 * import { BreakingWaveError } from 'seiche'
 *
 * try {
 *   sim.step(1000)
 * } catch (error) {
 *   if (error instanceof BreakingWaveError) console.error(error.time, error.x, error.z)
 *   else throw error
 * }
 * ```
 */
export class BreakingWaveError extends Error {
  override readonly name = 'BreakingWaveError'
  /** Simulated time [s]. */
  readonly time: number
  /** Position along x [m]. */
  readonly x: number
  /** Position along z [m]. */
  readonly z: number
  /** Slope of the surface there [1]; NaN if it is no longer a number. */
  readonly slope: number

  /** @internal */
  constructor(time: number, x: number, z: number, slope: number, advice: string) {
    const digits = (value: number) => String(Number(value.toPrecision(4)))
    super(
      `after ${digits(time)} s the waves break at x = ${digits(x)} m, z = ${digits(z)} m: the surface has ${Number.isFinite(slope) ? `a slope of ${digits(slope)} there` : 'no finite slope there'}, and a wave that overturns cannot be followed. ${advice}`,
    )
    this.time = time
    this.x = x
    this.z = z
    this.slope = slope
  }
}
