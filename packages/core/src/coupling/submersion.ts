// How wet each body is, by two levels of the water, both planes: the calm level, of the water around the body, and the level
// in its own columns, which is higher by what the body has just pushed aside and has not yet flowed away.
//
// Planes, because a body answers to the heave and the tilt of the water, not to ripples under its keel.

import { BodyColumns } from '../bodies/columns/body-columns.js'
import { Spans } from '../bodies/columns/spans.js'
import { rotated, setMatrix } from '../bodies/geometry/rotation.js'
import type { Solid } from '../bodies/geometry/solid.js'
import type { BodyWorld, LoadedBody } from '../bodies/world.js'
import type { Grid } from '../fields/grid.js'
import { cellX, cellZ, rowOf } from '../fields/grid.js'
import { PlaneFit } from './plane-fit.js'
import { flowingDepth } from './pressing.js'
import type { WaterCoupling } from './water-coupling.js'

/**
 * Inertia of the calm level, in times √(width / g). Without it waves of the body's own would feed themselves; but a calm level that comes late by τ
 * raises the water under a body when it is high and lowers it when it is low, which feeds waves by ω² τ. So no more than it takes.
 */
const INERTIA = 0.2
/** Damping of the water that heaves under a body, in steps. */
const DAMPING = 1
/** Part of a body's volume over the grid from which on all of it counts as there. */
const WHOLE = 0.999
/** Samples of the water around a body for each of its widths, at most. */
const SAMPLES = 4

/** A level of the water: its height at a body's centre of mass [m] and its slopes along x and z. */
export class LocalLevel {
  height = 0
  slopeX = 0
  slopeZ = 0

  /** Level over a point at (x, z) from the centre of mass [m]. */
  at(x: number, z: number): number {
    return this.height + this.slopeX * x + this.slopeZ * z
  }
}

/** Sums over the wet columns of one body; positions are from its centre of mass. */
export class SubmergedBody {
  /** Spans of the body, from `first` to before `end`. */
  first = 0
  end = 0
  /**
   * From where spans seem to be, at the centres of their cells, to where they are, as a mean over the body [m]. Without it lift would pass beside
   * the centre of a body of few cells, and a ball that floats would turn for ever.
   */
  shiftX = 0
  shiftZ = 0
  /** Whether all of the body is over the grid. */
  isWhole = true
  /** The level around the body, how fast it rises [m/s], and the level in the body's own columns. */
  readonly undisturbed = new LocalLevel()
  undisturbedRate = 0
  readonly level = new LocalLevel()
  /** The level that counts for lift, between the two. */
  readonly felt = new LocalLevel()
  /** Volume of the body below the calm level [m³]. */
  displaced = 0
  /**
   * What was wet a step ago, and what counts for lift and pressure because that changes [m³]: water that heaves against a body loses
   * energy. Without this, steps of finite length would feed the waves of a closed basin, slowly.
   */
  before = 0
  damped = 0
  /** Whether there is water anywhere under or above the body, and whether there was a step ago. */
  isOverWater = false
  wasOverWater = false
  /** Wet volume [m³] and its moments (six.ts). */
  readonly volume = new Float64Array(10)
  /** Wet area seen from above [m²] and its moments. */
  readonly area = new Float64Array(10)
  /** The part of it where the body reaches out of the water [m²], and its moments. */
  readonly plane = new Float64Array(10)
  /** Mean velocity of the water around the wet part [m/s]. */
  flowX = 0
  flowZ = 0
}

export class Submersion {
  readonly spans = new Spans()
  /** Of each span: its place from the centre of mass of its body, seen from above [m]. */
  x = new Float64Array(256)
  z = new Float64Array(256)
  /** How open its cell is. */
  openness = new Float64Array(256)
  /** Level, -Infinity where it is dry, and depth of its cell [m], as `find` or `measure` has last seen them. */
  level = new Float64Array(256)
  depth = new Float64Array(256)
  /** Its height below the calm level, and below the level that counts for lift, as a mean over the cell [m]. */
  undisturbed = new Float64Array(256)
  heights = new Float64Array(256)
  readonly bodies: SubmergedBody[] = []
  readonly #water: WaterCoupling
  readonly #grid: Grid
  readonly #columns: BodyColumns
  readonly #fit: PlaneFit
  readonly #flow = new Float64Array(2)
  readonly #matrix = new Float64Array(9)
  /** Cells under the body at hand. */
  readonly #covered: Uint8Array

  constructor(water: WaterCoupling) {
    this.#water = water
    this.#grid = water.grid
    this.#columns = new BodyColumns(water.grid)
    this.#fit = new PlaneFit(water.grid.cellSize)
    this.#covered = new Uint8Array(water.grid.nx * water.grid.nz)
  }

  /** Cuts all bodies into columns where they are now, and finds what lies below the calm level. `dt`: since the last time [s], 0 if there was none. */
  find(bodies: readonly LoadedBody[], world: BodyWorld, dt: number): void {
    const { spans, bodies: submersions } = this
    spans.clear()
    for (let body = 0; body < bodies.length; body++) {
      submersions[body] ??= new SubmergedBody()
      submersions[body]!.first = spans.count
      this.#columns.add(bodies[body]!.solid, world.positions, world.rotations, body, spans)
      submersions[body]!.end = spans.count
    }
    this.#grow()
    for (let body = 0; body < bodies.length; body++) {
      const submerged = submersions[body]!
      this.#place(submerged, world.centers[3 * body]!, world.centers[3 * body + 2]!)
      this.#shift(submerged, bodies[body]!.solid, world, body)
      this.#look(submerged)
      this.#fitAround(submerged, world.centers[3 * body]!, world.centers[3 * body + 2]!, dt)
      this.#dip(submerged, submerged.undisturbed, this.undisturbed)
      let displaced = 0
      for (let k = submerged.first; k < submerged.end; k++) displaced += this.undisturbed[k]! * this.openness[k]!
      submerged.displaced = displaced * this.#grid.cellSize * this.#grid.cellSize
    }
  }

  /**
   * Measures what is wet, once the water has been raised by what is displaced: by the level in the body's own columns, which is the head
   * of the pressure there, as far as steps of `dt` can follow it. A wave that crosses the body within a step is not felt: it would be
   * kicked the wrong way.
   */
  measure(world: BodyWorld, dt: number): void {
    for (let body = 0; body < this.bodies.length; body++) {
      const submerged = this.bodies[body]!
      this.#look(submerged)
      this.#fitOwn(submerged)
      mixLevels(submerged.undisturbed, submerged.level, this.#followed(submerged, dt), submerged.felt)
      this.#dip(submerged, submerged.felt, this.heights)
      this.#sum(submerged, world.centers[3 * body + 1]!)
    }
  }

  #grow(): void {
    const { length } = this.spans.cell
    if (this.x.length === length) return
    this.x = new Float64Array(length)
    this.z = new Float64Array(length)
    this.openness = new Float64Array(length)
    this.depth = new Float64Array(length)
    this.level = new Float64Array(length)
    this.undisturbed = new Float64Array(length)
    this.heights = new Float64Array(length)
  }

  /** Where the spans of a body are, and how open their cells. */
  #place(submerged: SubmergedBody, atX: number, atZ: number): void {
    const { x, z, openness } = this
    const { cell } = this.spans
    const { nx } = this.#grid
    for (let k = submerged.first; k < submerged.end; k++) {
      const j = rowOf(this.#grid, cell[k]!)
      x[k] = cellX(this.#grid, cell[k]! - j * nx) - atX
      z[k] = cellZ(this.#grid, j) - atZ
      openness[k] = this.#water.opennessAt(cell[k]!)
    }
  }

  /** Compares the centre of all spans with that of the body, unless a part of it is beyond the grid. */
  #shift(
    submerged: SubmergedBody,
    { volume, center }: Solid,
    { positions, rotations, centers }: BodyWorld,
    body: number,
  ): void {
    const { coverage, top, bottom } = this.spans
    const { cellSize } = this.#grid
    let amount = 0
    let x = 0
    let z = 0
    for (let k = submerged.first; k < submerged.end; k++) {
      const part = coverage[k]! * (top[k]! - bottom[k]!)
      amount += part
      x += part * this.x[k]!
      z += part * this.z[k]!
    }
    submerged.shiftX = submerged.shiftZ = 0
    submerged.isWhole = amount * cellSize * cellSize > WHOLE * volume
    if (!submerged.isWhole) return
    setMatrix(this.#matrix, rotations, 4 * body)
    const at = rotated(this.#matrix, center)
    submerged.shiftX = positions[3 * body]! + at[0] - centers[3 * body]! - x / amount
    submerged.shiftZ = positions[3 * body + 2]! + at[2] - centers[3 * body + 2]! - z / amount
  }

  /** Sees level and depth in the body's columns. */
  #look(submerged: SubmergedBody): void {
    const { level, depth } = this
    const { cell } = this.spans
    submerged.isOverWater = false
    for (let k = submerged.first; k < submerged.end; k++) {
      level[k] = this.#water.levelAt(cell[k]!)
      depth[k] = this.#water.depthAt(cell[k]!)
      if (level[k] !== Number.NEGATIVE_INFINITY) submerged.isOverWater = true
    }
  }

  /** The level in the body's own columns, cells counted by their covered part. */
  #fitOwn(submerged: SubmergedBody): void {
    const { x, z, level } = this
    const { coverage } = this.spans
    this.#fit.clear()
    for (let k = submerged.first; k < submerged.end; k++)
      if (level[k] !== Number.NEGATIVE_INFINITY) this.#fit.add(coverage[k]!, x[k]!, z[k]!, level[k]!)
    this.#fit.solve(submerged.level)
  }

  /**
   * The level around the body: of the cells beside it, as far away as it is wide, and with some inertia. Waves as short as
   * the body is wide, its own among them, so cancel out; were they taken for the calm level they would feed themselves.
   */
  #fitAround(submerged: SubmergedBody, x: number, z: number, dt: number): void {
    const { cell } = this.spans
    const { nx, nz } = this.#grid
    const covered = this.#covered
    if (submerged.end === submerged.first) {
      // All of it is beyond the grid. What it finds when it comes back is new to it.
      submerged.undisturbedRate = 0
      submerged.wasOverWater = false
      return
    }
    let left = nx
    let right = -1
    let back = nz
    let front = -1
    for (let k = submerged.first; k < submerged.end; k++) {
      covered[cell[k]!] = 1
      const j = rowOf(this.#grid, cell[k]!)
      const i = cell[k]! - j * nx
      left = Math.min(left, i)
      right = Math.max(right, i)
      back = Math.min(back, j)
      front = Math.max(front, j)
    }
    this.#fit.clear()
    const width = Math.max(right - left, front - back) + 1
    const margin = Math.max(2, width)
    // A few samples for each width tell the plane; of large bodies not every cell has to be asked.
    const stride = Math.ceil(width / SAMPLES)
    for (let j = Math.max(0, back - margin); j <= Math.min(nz - 1, front + margin); j += stride)
      for (let i = Math.max(0, left - margin); i <= Math.min(nx - 1, right + margin); i += stride) {
        if (covered[j * nx + i] === 1) continue
        const level = this.#water.levelAt(j * nx + i)
        if (level === Number.NEGATIVE_INFINITY) continue
        this.#fit.add(1, cellX(this.#grid, i) - x, cellZ(this.#grid, j) - z, level)
      }
    for (let k = submerged.first; k < submerged.end; k++) covered[cell[k]!] = 0
    const { undisturbed } = submerged
    const before = undisturbed.height
    const wasSlopeX = undisturbed.slopeX
    const wasSlopeZ = undisturbed.slopeZ
    const isNew = dt === 0 || !submerged.wasOverWater
    // A body that covers all the water there is has no water around it: what was calm stays so. Of one that reaches beyond the grid the water lies on one
    // side only; a plane, extended from there to under the body, magnifies short waves, and they would feed themselves.
    const found = submerged.isWhole ? this.#fit.solve(undisturbed) : this.#fit.solveLevel(undisturbed)
    if (!found && isNew) {
      this.#fitOwn(submerged)
      copyLevel(submerged.level, undisturbed)
    }
    const time = INERTIA * Math.sqrt((width * this.#grid.cellSize) / this.#water.gravity)
    const share = isNew ? 1 : dt / (dt + time)
    undisturbed.height = before + share * (undisturbed.height - before)
    undisturbed.slopeX = wasSlopeX + share * (undisturbed.slopeX - wasSlopeX)
    undisturbed.slopeZ = wasSlopeZ + share * (undisturbed.slopeZ - wasSlopeZ)
    submerged.undisturbedRate = isNew ? 0 : (undisturbed.height - before) / dt
    submerged.wasOverWater = submerged.isOverWater
  }

  /** Share of the level in a body's columns that steps can follow: 1 / (1 + θ²), θ the phase of a wave as long as the body is wide twice. */
  #followed(submerged: SubmergedBody, dt: number): number {
    // Waves that do not yield have no answer that could grow.
    if (submerged.end === submerged.first || !this.#water.isTwoWay) return 1
    const width = Math.sqrt(submerged.end - submerged.first) * this.#grid.cellSize
    const depth = flowingDepth(this.#water, this.depth[submerged.first]!, width / 2)
    const phase = (Math.sqrt(this.#water.gravity * depth) * dt * Math.PI) / width
    return 1 / (1 + phase * phase)
  }

  /** What of the spans lies below a level. In shallow water a body displaces no more than there is. */
  #dip(submerged: SubmergedBody, level: LocalLevel, out: Float64Array): void {
    const { spans, x, z, depth } = this
    for (let k = submerged.first; k < submerged.end; k++) {
      const isWet = submerged.isOverWater && this.level[k]! !== Number.NEGATIVE_INFINITY
      out[k] = isWet ? Math.min(spans.below(k, level.at(x[k]!, z[k]!)), spans.coverage[k]! * depth[k]!) : 0
    }
  }

  #sum(submerged: SubmergedBody, centerY: number): void {
    const { spans, heights } = this
    const { cellSize } = this.#grid
    const cellArea = cellSize * cellSize
    submerged.volume.fill(0)
    submerged.area.fill(0)
    submerged.plane.fill(0)
    let flowX = 0
    let flowZ = 0
    for (let k = submerged.first; k < submerged.end; k++) {
      if (heights[k] === 0) continue
      const level = submerged.felt.at(this.x[k]!, this.z[k]!)
      const x = this.x[k]! + submerged.shiftX
      const z = this.z[k]! + submerged.shiftZ
      const volume = heights[k]! * this.openness[k]! * cellArea
      const covered = spans.coverage[k]! * this.openness[k]! * cellArea
      const bottom = spans.bottom[k]!
      const y = 0.5 * (bottom + Math.max(bottom, Math.min(level, spans.top[k]!))) - centerY
      add(submerged.volume, volume, x, y, z)
      addFlat(submerged.area, covered, x, z)
      const spread = spans.topSpread[k]!
      const dry = spread > 0 ? (spans.top[k]! + spread - level) / (2 * spread) : spans.top[k]! > level ? 1 : 0
      if (dry > 0) addFlat(submerged.plane, covered * Math.min(1, dry), x, z)
      this.#water.flowAt(spans.cell[k]!, this.#flow)
      flowX += volume * this.#flow[0]!
      flowZ += volume * this.#flow[1]!
    }
    const volume = submerged.volume[0]!
    // Water does not pull: a body that leaves it in a leap loses no more than its lift.
    submerged.damped = Math.max(-volume, DAMPING * (volume - submerged.before))
    submerged.before = volume
    submerged.flowX = volume > 0 ? flowX / volume : 0
    submerged.flowZ = volume > 0 ? flowZ / volume : 0
  }
}

/** `out` = one + share × (two - one). */
function mixLevels(one: LocalLevel, two: LocalLevel, share: number, out: LocalLevel): void {
  out.height = one.height + share * (two.height - one.height)
  out.slopeX = one.slopeX + share * (two.slopeX - one.slopeX)
  out.slopeZ = one.slopeZ + share * (two.slopeZ - one.slopeZ)
}

function copyLevel(from: LocalLevel, to: LocalLevel): void {
  to.height = from.height
  to.slopeX = from.slopeX
  to.slopeZ = from.slopeZ
}

/** Adds an amount at (x, y, z) to moments. */
function add(moments: Float64Array, amount: number, x: number, y: number, z: number): void {
  moments[0]! += amount
  moments[1]! += amount * x
  moments[2]! += amount * y
  moments[3]! += amount * z
  moments[4]! += amount * x * x
  moments[5]! += amount * y * y
  moments[6]! += amount * z * z
  moments[7]! += amount * x * y
  moments[8]! += amount * y * z
  moments[9]! += amount * z * x
}

/** The same for what has an area only: no height. */
function addFlat(moments: Float64Array, amount: number, x: number, z: number): void {
  moments[0]! += amount
  moments[1]! += amount * x
  moments[3]! += amount * z
  moments[4]! += amount * x * x
  moments[6]! += amount * z * z
  moments[9]! += amount * z * x
}
