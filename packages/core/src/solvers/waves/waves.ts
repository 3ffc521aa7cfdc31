// Prescribed waves: a sum of sinusoidal trains by Airy's theory, on water of constant depth or over a plane beach, and of circular
// waves from sources on water of constant depth. The theory is in wave-theory/.
//
//   eta = Σ a cos(k·x - ω t + phase)      ω² = (g + γk²/ρ) k tanh(k depth)      flow = ∇phi
//
// The fields are a function of the time: errors do not accumulate, any time step is possible, and the edges of the grid reflect
// nothing. Queries at a point sum the trains there, in doubles, instead of interpolating between cells.
//
// With surface "normals" eta stays 0 and the slopes are those of the waves: the lecture's bump mapping.
//
// Error of the theory: second order in the steepness. Trains that are too steep keep their given height, and `breaking` (quantity.ts)
// shows where they would break; on a slope Miche's limit bounds each train from its breaker on.

import { type Pass, pass } from '../../backend/pass.js'
import { PassList } from '../../backend/pass-list.js'
import type { WaterCoupling } from '../../coupling/water-coupling.js'
import type { Arena } from '../../fields/arena.js'
import { Field, type FieldInfo, RowSums } from '../../fields/field.js'
import { cellX, cellZ, type Grid } from '../../fields/grid.js'
import { normalOf } from '../../fields/sampling.js'
import { WaveSums } from '../../generated/layouts/linear-waves/wave-sums.js'
import { RADIANS_PER_DEGREE, WATER_DENSITY } from '../../numerics/constants.js'
import { cos, sin } from '../../numerics/elementary.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { WavesSettings } from '../../scene/schema/solver.js'
import { orbitAt, type Water } from '../../wave-theory/airy.js'
import type { CircularWave } from '../../wave-theory/circular.js'
import { type Beach, ShoalingTrain } from '../../wave-theory/shoaling.js'
import { angleAt, elevationAt, slopeAt, type Train, velocityAt } from '../../wave-theory/train.js'
import { measuredSurface } from '../shared/measured-surface.js'
import { PrescribedCoupling } from '../shared/prescribed-coupling.js'
import { prescribedEventError, validatePrescribed } from '../shared/validate-prescribed.js'
import type { Run, StepContext, SurfaceSolver, WaterEvent } from '../solver.js'
import { beachWave } from './beach-waves.js'
import { circularWave, circularWavesOf } from './circular-waves.js'
import { QuadratureField } from './quadrature-field.js'
import { QUANTITIES, type QuantityName } from './quantity.js'
import { TrainField } from './train-field.js'
import { trainsOf, waterOf } from './trains.js'

const FIELDS = {
  bed: { name: 'bed', unit: 'm', description: 'elevation of the ground over the rest level' },
  openness: { name: 'openness', unit: '', description: 'open fraction of a cell: 1 water, 0 land' },
} satisfies Record<string, FieldInfo>

/** A train over a level bed or a slope, or a circular wave. */
type AnyTrain = Pick<ShoalingTrain, 'elevationAt' | 'slopeAt' | 'velocityAt'> & {
  /** Adds the velocity at the surface along x and z to `flow` [m/s], as `velocityAt` has it, without allocating anything. */
  addFlow?(flow: Float64Array, x: number, z: number, t: number): void
}

export class Waves implements SurfaceSolver {
  readonly kind = 'surface'
  readonly isPrescribed = true
  readonly grid: Grid
  readonly fields = new Map<string, Field>()
  readonly substeps = 1
  readonly courant: number
  readonly resources: SurfaceSolver['resources']
  readonly scalars: number[] = []
  readonly coupling: WaterCoupling
  readonly #timeStep: number
  readonly #settings: WavesSettings
  readonly #water: Water
  readonly #trains: readonly AnyTrain[]
  /** Their sum is the surface. */
  readonly #parts: readonly (TrainField | QuadratureField)[]
  readonly #bed: Field | undefined
  readonly #openness: Field
  readonly #computing: PassList
  readonly #measuring: PassList
  readonly #sums: RowSums
  /** Time of the fields [s], in an array: a number that is passed to a function may be allocated. */
  readonly #clock = new Float64Array(1)
  /** Number of cells with water, and the sum of their depths [m]. */
  #wetCells: number
  #depths = 0

  constructor(scene: Scene, settings: WavesSettings, grid: Grid, arena: Arena) {
    validatePrescribed(scene)
    const { slope, breaking, surface } = settings
    this.grid = grid
    this.#timeStep = scene.timeStep
    this.#settings = settings
    this.coupling = new PrescribedCoupling(grid, this, settings.gravity, settings.depth ?? Number.POSITIVE_INFINITY)
    this.#water = waterOf(settings)
    const water = this.#water
    const trains = trainsOf(settings, water, grid.cellSize)
    const circular = circularWavesOf(settings, water)
    this.courant = (fastest(trains, circular) * scene.timeStep) / grid.cellSize

    const make = (description: FieldInfo) => new Field(arena, description, grid.nx, grid.nz)
    const field = (description: FieldInfo) => {
      const made = make(description)
      this.fields.set(description.name, made)
      return made
    }
    const shown = (['eta', 'phi', 'slopeX', 'slopeZ', 'breaking'] as const).map(
      (name) => [name, field(QUANTITIES[name])] as const,
    )
    const measured = (settings.surfaceTension > 0 ? (['rise', 'tensionTerm'] as const) : (['rise'] as const)).map(
      (name) => [name, make(QUANTITIES[name])] as const,
    )
    const moved = surface === 'heights' ? shown : shown.slice(1)
    const targets = Object.fromEntries([...moved, ...measured])
    if (slope) {
      const beach = { ...slope, direction: slope.direction * RADIANS_PER_DEGREE }
      const shoaling = trains.map((train) => new ShoalingTrain(train, water, beach))
      this.#trains = shoaling
      const steady = shoaling.map((train) => beachWave(train, water, breaking))
      this.#parts = [new QuadratureField(steady, water, grid, arena, targets)]
      this.#bed = field(FIELDS.bed)
    } else {
      this.#trains = [...trains.map((train) => overLevelBed(train, water)), ...circular]
      const steady = circular.map((wave) => circularWave(wave, water, breaking))
      const straight = trains.length > 0 ? [new TrainField(trains, water, grid, arena, targets, { breaking })] : []
      const adds = straight.length > 0
      const round = circular.length > 0 ? [new QuadratureField(steady, water, grid, arena, targets, { adds })] : []
      this.#parts = [...straight, ...round]
    }
    this.#openness = field(FIELDS.openness)
    this.#wetCells = grid.nx * grid.nz
    this.#sums = new RowSums(arena, grid.nz, WaveSums.doubles)

    const passes = (filled: readonly (readonly [QuantityName, Field])[]) =>
      this.#parts.flatMap((part) => part.passes(...filled.map(([name]) => name)))
    this.#computing = new PassList(arena, passes(moved))
    this.#measuring = new PassList(arena, [...passes(measured), this.#sumsPass(new Map<QuantityName, Field>(measured))])
    this.resources = [
      ...this.fields.values(),
      ...measured.map(([, scratch]) => scratch),
      ...this.#parts.flatMap((part) => part.resources),
      this.#sums,
      this.#computing,
      this.#measuring,
    ]
  }

  #sumsPass(measured: ReadonlyMap<QuantityName, Field>): Pass {
    const eta = this.fields.get('eta')!
    const tensionTerm = measured.get('tensionTerm')
    return pass('waveSums', this.grid.nz, {
      eta,
      phi: this.fields.get('phi')!,
      rise: measured.get('rise')!,
      tensionTerm: tensionTerm ?? eta,
      openness: this.#openness,
      sums: this.#sums,
      kick: 0,
      tension: 0,
      level: 0,
      tense: tensionTerm ? 1 : 0,
      wrapX: 0,
      wrapZ: 0,
    })
  }

  /** Elevation and potential represent the state: all fields follow from the time and the trains. */
  get state(): readonly Field[] {
    return [this.fields.get('eta')!, this.fields.get('phi')!]
  }

  start(): void {
    for (const part of this.#parts) part.start()
    this.#openness.fill(1)
    if (this.#bed) this.#raiseBeach(this.#settings.slope!, this.#bed)
    else this.#depths = (this.#settings.depth ?? 0) * this.#wetCells
    this.#openness.extend(false, false)
  }

  #raiseBeach({ direction, toe, slope }: Beach, bed: Field): void {
    const { nx, nz } = this.grid
    const [c, s] = [cos(direction * RADIANS_PER_DEGREE), sin(direction * RADIANS_PER_DEGREE)]
    this.#wetCells = 0
    const elevations = Float64Array.from({ length: nx * nz }, (_, cell) => {
      const across = c * cellX(this.grid, cell % nx) + s * cellZ(this.grid, Math.floor(cell / nx))
      const elevation = Math.max(0, across - toe) * slope - this.#settings.depth!
      if (elevation < 0) {
        this.#wetCells++
        this.#depths -= elevation
      }
      return elevation
    })
    bed.write(elevations)
    this.#openness.write(elevations.map((elevation) => (elevation < 0 ? 1 : 0)))
    bed.extend(false, false)
  }

  advance(step: number, { run, exchange }: StepContext): void {
    exchange(this.#timeStep)
    this.refresh(step + 1, run)
  }

  refresh(step: number, run: Run): void {
    this.#clock[0] = step * this.#timeStep
    for (let part = 0; part < this.#parts.length; part++) this.#parts[part]!.setTime(this.#clock)
    run(this.#computing)
  }

  apply(event: WaterEvent): void {
    throw prescribedEventError(event, 'waves')
  }

  measure(run: Run) {
    run(this.#measuring)
    const { gravity, surfaceTension } = this.#settings
    const { cellSize } = this.grid
    const area = cellSize * cellSize
    const column = WaveSums.double
    const sum = (index: number) => this.#sums.sum(index)
    const restoring = WATER_DENSITY * gravity * sum(column.squares) + surfaceTension * sum(column.bending)
    return measuredSurface(
      {
        volume: (sum(column.eta) + this.#depths) * area,
        addedVolume: 0,
        kineticEnergy: 0.5 * WATER_DENSITY * sum(column.kinetic) * area,
        potentialEnergy: 0.5 * restoring * area,
        momentum: [WATER_DENSITY * sum(column.carriedX) * cellSize, WATER_DENSITY * sum(column.carriedZ) * cellSize],
      },
      this.#sums,
      column,
      this.#wetCells > 0,
    )
  }

  heightAt(x: number, z: number): number {
    if (this.#settings.surface === 'normals') return 0
    let eta = 0
    for (const train of this.#trains) eta += train.elevationAt(x, z, this.#clock[0]!)
    return eta
  }

  normalAt(x: number, z: number): [number, number, number] {
    let [slopeX, slopeZ] = [0, 0]
    for (const train of this.#trains) {
      const [sx, sz] = train.slopeAt(x, z, this.#clock[0]!)
      slopeX += sx
      slopeZ += sz
    }
    return normalOf(slopeX, slopeZ)
  }

  heightOver(i: number, j: number): number {
    return this.heightAt(cellX(this.grid, i), cellZ(this.grid, j))
  }

  setFlowOver(flow: Float64Array, i: number, j: number): void {
    const x = cellX(this.grid, i)
    const z = cellZ(this.grid, j)
    const t = this.#clock[0]!
    flow[0] = flow[1] = 0
    for (let k = 0; k < this.#trains.length; k++) {
      const train = this.#trains[k]!
      if (train.addFlow) train.addFlow(flow, x, z, t)
      else {
        const [u, , w] = train.velocityAt(x, 0, z, t)
        flow[0]! += u
        flow[1]! += w
      }
    }
  }

  velocityAt(x: number, z: number): [number, number, number] {
    const velocity: [number, number, number] = [0, 0, 0]
    for (const train of this.#trains) {
      const [u, v, w] = train.velocityAt(x, 0, z, this.#clock[0]!)
      velocity[0] += u
      velocity[1] += v
      velocity[2] += w
    }
    if (this.#settings.surface === 'normals') velocity[1] = 0
    return velocity
  }
}

function overLevelBed(train: Train, water: Water): AnyTrain {
  const { amplitude, kx, kz, omega } = train
  const k = Math.sqrt(kx * kx + kz * kz)
  const { along: orbit } = orbitAt(0, amplitude, k, water)
  return {
    addFlow(flow, x, z, t) {
      if (!(k > 0)) return
      const along = (omega * orbit * cos(angleAt(train, x, z, t))) / k
      flow[0]! += along * kx
      flow[1]! += along * kz
    },
    elevationAt: (x, z, t) => elevationAt(train, x, z, t),
    slopeAt: (x, z, t) => slopeAt(train, x, z, t),
    velocityAt: (x, y, z, t) => velocityAt(train, water, x, y, z, t),
  }
}

/** Largest phase speed of the waves [m/s]. */
function fastest(trains: readonly Train[], circular: readonly CircularWave[]): number {
  const speeds = trains.map(({ kx, kz, omega }) => omega / Math.sqrt(kx * kx + kz * kz))
  return Math.max(0, ...speeds, ...circular.map(({ k, omega }) => omega / k))
}
