// Heave of bodies in dispersive water: the level through the draught of each body, and its added mass.
//
// A body with waterplane A and submerged volume V has one length, T = (V + a/ρ)/A, with a its added mass at high frequency. Its natural
// frequency is √(g/T). Through the depth T it feels the waves and makes them (draught-kernel.ts): V/A of it is the mean draught, where the
// pressure of the waves acts on the bottom, and a/(ρA) stands for the water that is accelerated around the body, because a wave moves this
// water itself (1 - k a/(ρA) ≈ e^(-k a/(ρA))).

import type { BodyWorld } from '../../bodies/world.js'
import { BodyRecord } from '../../generated/layouts/bodies/body-record.js'
import { exp, log } from '../../numerics/elementary.js'
import type { WaterCoupling, WaterSurface } from '../water-coupling.js'
import { DraughtKernel } from './draught-kernel.js'
import type { SubmergedBody } from './submerged-body.js'
import type { ColumnsView, SubmergedColumns } from './submerged-columns.js'

/** Largest feedback that is solved for: beyond, a step follows the level with a delay. */
const MOST_FEEDBACK = 0.8

/** Moments of a waterplane, in the order of the kernel's record. */
const { planeArea } = BodyRecord.double
const AREA = 0
const X = BodyRecord.double.planeX - planeArea
const Z = BodyRecord.double.planeZ - planeArea
const XX = BodyRecord.double.planeXx - planeArea
const XZ = BodyRecord.double.planeXz - planeArea
const ZZ = BodyRecord.double.planeZz - planeArea
const VOLUME = BodyRecord.double.planeVolume - planeArea
const SQUARE = BodyRecord.double.planeSquare - planeArea

export class Heave {
  readonly #water: WaterCoupling
  readonly #kernel: DraughtKernel
  /** Displaced height of each cell of the body that is being followed, over all of its columns there [m]; all 0 between two calls. */
  readonly #draughts: Float64Array
  readonly #sums = new Float64Array(SQUARE + 1)
  /** Sum of the displaced heights of the last body, weighted by openness [m]. */
  displaced = 0
  /** Rounding error of the heights raised in this exchange, summed over cells [m]. */
  #error = 0

  constructor(water: WaterCoupling, surface: WaterSurface) {
    this.#water = water
    this.#kernel = new DraughtKernel(water.grid, surface, water.room)
    this.#draughts = new Float64Array(water.grid.nx * water.grid.nz)
  }

  /** Begins an exchange. */
  begin(): void {
    this.#error = 0
    this.#kernel.begin()
  }

  /** Ends an exchange. Returns the rounding error of the raised heights, summed over cells [m]. */
  end(): number {
    return this.#error + this.#kernel.end()
  }

  /**
   * Finds the waterplane of a body in its present pose, at the level of the last exchange, and its length T. On return `heave` and
   * `columns.displacedHeight` are valid for this level; `heave.raised` is the part of the change that is heave. Returns false, and clears `heave`,
   * for a body without a waterplane.
   */
  prepare(submerged: SubmergedBody, columns: SubmergedColumns): boolean {
    const { heave } = submerged
    const { openness, waterplane, x, z } = columns
    heave.clear()
    const displaced = columns.measureBelow(submerged, heave.level, 'displacedHeight')
    columns.measureWaterplane(submerged, heave.level)
    this.#sumDraughts(submerged, columns)
    const sums = this.#sums
    sums.fill(0)
    for (let k = submerged.first; k < submerged.end; k++) {
      const part = waterplane[k]! * openness[k]!
      if (part === 0) continue
      const height = this.#draughts[columns.spans.cell[k]!]! / waterplane[k]!
      sums[AREA]! += part
      sums[X]! += part * x[k]!
      sums[Z]! += part * z[k]!
      sums[XX]! += part * x[k]! * x[k]!
      sums[XZ]! += part * x[k]! * z[k]!
      sums[ZZ]! += part * z[k]! * z[k]!
      sums[VOLUME]! += part * height
      sums[SQUARE]! += part * height * height
    }
    this.#clearDraughts(submerged, columns)
    if (!(sums[AREA]! > 0)) return false
    this.take(submerged, columns, sums, 0, displaced)
    return true
  }

  /**
   * Takes the moments of a waterplane, from an index on in the order of `BodyRecord`, and the displaced heights of its body, summed with the openness as
   * weights [m].
   */
  take(submerged: SubmergedBody, { depth }: SubmergedColumns, sums: Float64Array, at: number, displaced: number): void {
    const { heave } = submerged
    const cellArea = this.#water.grid.cellSize * this.#water.grid.cellSize
    const area = sums[at + AREA]!
    const mx = sums[at + X]! / area
    const mz = sums[at + Z]! / area
    const volume = sums[at + VOLUME]!
    const mean = volume / area
    const deviation = Math.sqrt(Math.max(0, sums[at + SQUARE]! / area - mean * mean))
    const own = cellArea / 12
    heave.clear()
    this.displaced = displaced
    heave.added = addedDraught(
      area * cellArea,
      sums[at + XX]! / area - mx * mx + own,
      sums[at + XZ]! / area - mx * mz,
      sums[at + ZZ]! / area - mz * mz + own,
      mean,
      deviation,
    )
    heave.draught = shallowDraught(mean + heave.added, depth[submerged.first]!)
    heave.pierced = volume / displaced
    heave.area = area
    heave.x = mx
    heave.z = mz
    heave.raised = (displaced - submerged.displaced / cellArea) / area
  }

  /**
   * Weighs the kernels of bodies with a waterplane, from a body on, as many as there is room for, on all threads. Kernel 0 is that of the first of
   * them. Returns the body after the last.
   */
  weigh(bodies: readonly SubmergedBody[], columns: ColumnsView, from: number): number {
    this.#kernel.clear()
    let body = from
    let kernels = 0
    for (; body < bodies.length; body++) {
      const submerged = bodies[body]!
      if (submerged.heave.added === 0) continue
      if (!this.#kernel.place(kernels, submerged, columns, submerged.heave.draught)) break
      kernels++
    }
    this.#kernel.weigh(kernels)
    return body
  }

  /**
   * Finds the level of a body with a waterplane, through one of the kernels that were weighed, and raises the water by the volume that the body has displaced by heaving since the last
   * exchange, `dt` ago [s]. On return `undisturbed`, `undisturbedRate`, `heave` and `columns.displacedHeight` are valid. Returns false, and changes
   * nothing, if there is no water.
   */
  follow(
    kernel: number,
    submerged: SubmergedBody,
    columns: SubmergedColumns,
    world: BodyWorld,
    body: number,
    dt: number,
  ): boolean {
    const { undisturbed, heave } = submerged
    const prepared = heave.raised
    if (!this.#kernel.read(kernel)) return false
    const { level, slopeX, slopeZ } = this.#kernel
    const feedback = Math.min(MOST_FEEDBACK, this.#kernel.feedback)
    heave.feedback = feedback
    const { height: before, slopeX: beforeX, slopeZ: beforeZ } = undisturbed
    undisturbed.set(level - slopeX * heave.x - slopeZ * heave.z, slopeX, slopeZ)
    // The level over the body at the moment at which its pressure acts.
    const lead = this.#water.lead ?? 0
    heave.lead = lead
    const { velocities, angularVelocities } = world
    const angularX = angularVelocities[3 * body]!
    const angularZ = angularVelocities[3 * body + 2]!
    heave.level.set(
      undisturbed.height + lead * (undisturbed.height - before - dt * velocities[3 * body + 1]!),
      slopeX + lead * (slopeX - beforeX - dt * angularZ),
      slopeZ + lead * (slopeZ - beforeZ + dt * angularX),
    )
    const displaced = columns.measureBelow(submerged, heave.level, 'displacedHeight')
    // Raising the water raises the level through the kernel, and the body displaces more: d = (V(level) - V before)/(A (1 - feedback)).
    const { cellSize } = this.#water.grid
    const change = displaced - submerged.displaced / (cellSize * cellSize) + prepared * heave.area
    const height = change / (heave.area * (1 - feedback))
    this.#error += this.#kernel.raise(kernel, height)
    heave.raised = height - prepared
    undisturbed.height += feedback * height
    heave.level.height += feedback * height
    this.displaced = columns.measureBelow(submerged, heave.level, 'displacedHeight')
    submerged.undisturbedRate = (undisturbed.height - before) / dt
    return true
  }

  #sumDraughts({ first, end }: SubmergedBody, { spans: { cell }, displacedHeight }: ColumnsView): void {
    for (let k = first; k < end; k++) this.#draughts[cell[k]!]! += displacedHeight[k]!
  }

  #clearDraughts({ first, end }: SubmergedBody, { spans: { cell } }: ColumnsView): void {
    for (let k = first; k < end; k++) this.#draughts[cell[k]!] = 0
  }
}

/**
 * Added mass of a floating body at high frequency over ρ × area of its waterplane [m]. A flat bottom at a surface of no pressure has half of the
 * added mass of a disc: 8/(3π) ρ A²/P for an ellipse of perimeter P (Lamb 1932, § 373). A rectangle is taken as the ellipse of the same second
 * moments, which is within 3 % of the plates in DNV-RP-C205. The walls of a deep body add up to a half to it, and round or pointed bottoms
 * reduce it. Both factors are fitted to cylinders, spheroids and cones by boundary elements, 0.25 to 8 radii deep, and within 4 % of them
 * (11 % for a cone as deep as its radius). `xx`, `xz`, `zz`: second moments about the centroid, per area [m²]. `mean`, `deviation`: mean and
 * standard deviation of the draught [m].
 */
function addedDraught(area: number, xx: number, xz: number, zz: number, mean: number, deviation: number): number {
  const half = 0.5 * (xx + zz)
  const difference = Math.sqrt(0.25 * (xx - zz) * (xx - zz) + xz * xz)
  // Semi-axes of an ellipse are twice its standard deviations; its perimeter is by Ramanujan 1914.
  const p = 2 * Math.sqrt(half + difference)
  const q = 2 * Math.sqrt(Math.max(0, half - difference))
  const perimeter = Math.PI * (3 * (p + q) - Math.sqrt((3 * p + q) * (p + 3 * q)))
  const radius = (2 * area) / perimeter
  const flat = (4 / (3 * Math.PI)) * radius
  const walls = 1 + (0.53 * mean) / (mean + 0.36 * radius)
  const roundness = deviation / radius
  return (flat * walls) / (1 + (3.9 * roundness) / (1 + 1.35 * roundness))
}

/** The draught T' at which e^(-kT') has the value of cosh(k(d - T))/cosh(kd), the decay in water of depth d, at kT = 1 [m]. */
function shallowDraught(draught: number, depth: number): number {
  const ratio = depth / draught
  if (ratio > 8) return draught
  if (ratio < 1) return shallowDraught(depth, depth)
  return draught * (1 - log((1 + exp(-2 * (ratio - 1))) / (1 + exp(-2 * ratio))))
}
