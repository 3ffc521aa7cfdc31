// Ocean: a random sea from a spectrum, as a function of time (Tessendorf 2001, "Simulating ocean water").
//
//   eta(x, t) = Σ h(k, t) e^(ik·x)                h(k, t) = h0(k) e^(-iωt) + h0*(-k) e^(iωt),  ω² = (g + γk²/ρ) k tanh(k d)
//   D(x, t)   = Σ i (k/|k|) h/tanh(k d) e^(ik·x)   the water at rest at x is at x + choppiness D
//
// With choppiness 1 these are the orbits of Airy's theory: crests are sharp and troughs are flat, as in Gerstner's waves. The
// amplitudes h0 are Gaussian, with variances from the spectrum (wave-theory/sea.ts) and deviates from a hash of seed and
// wavenumber.
//
// Cascades. One spectral lattice of n × n waves spans a factor n/2 of wavelengths. The ocean is therefore a sum of several tiles. The
// grid is the largest; each of the others has as many cells, is smaller by the same whole ratio, and has the waves of its own
// band (amplitudes.ts). A point of the grid is a point of every tile, so that the sum over the tiles is exact on the grid. The grid
// samples short waves but does not resolve them: they may be shorter than its cells. The fields of the tiles resolve them.
//
// Exact in time: the fields are a function of the time, without substeps and without state.
// Energy, momentum and volume are those of the linear waves. Energy and momentum do not change in time.

import { pass } from '../../backend/pass.js'
import { PassList } from '../../backend/pass-list.js'
import type { WaterCoupling } from '../../coupling/water-coupling.js'
import type { Arena } from '../../fields/arena.js'
import { DisplacedSurface } from '../../fields/displaced-surface.js'
import { Field, type FieldInfo, RowSums } from '../../fields/field.js'
import { FieldArray } from '../../fields/field-array.js'
import { cellX, cellZ, type Grid } from '../../fields/grid.js'
import { LANES } from '../../generated/layouts/abi/simd.js'
import { OceanSums } from '../../generated/layouts/prescribed/ocean-measure.js'
import { PACKS, Part } from '../../generated/layouts/prescribed/ocean-modes.js'
import { COMPLEX } from '../../generated/layouts/spectral/lifting.js'
import { RADIANS_PER_DEGREE, WATER_DENSITY } from '../../numerics/constants.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { OceanSettings } from '../../scene/schema/solver.js'
import { angularFrequency, restoringAcceleration, type Water } from '../../wave-theory/airy.js'
import { Sea } from '../../wave-theory/sea.js'
import { phillipsSea, swellSystem, windSea } from '../../wave-theory/systems.js'
import { measuredSurface } from '../shared/measured-surface.js'
import { PrescribedCoupling } from '../shared/prescribed-coupling.js'
import { prescribedEventError } from '../shared/validate-prescribed.js'
import type { Run, StepContext, SurfaceSolver, WaterEvent } from '../solver.js'
import { Amplitudes, type Cascade, cascadesOf } from './amplitudes.js'
import { OceanModes } from './modes.js'
import { validateOcean } from './validate.js'

/** Fields on the grid, in the order of the kernel. */
const SURFACE = [
  { name: 'eta', unit: 'm', description: 'elevation of the water whose rest position is the cell' },
  { name: 'dx', unit: 'm', description: 'displacement of this water from its rest position along x' },
  { name: 'dz', unit: 'm', description: 'displacement of this water from its rest position along z' },
  { name: 'normalX', unit: '', description: 'unit normal of the displaced surface, along x' },
  {
    name: 'normalY',
    unit: '',
    description: 'unit normal of the displaced surface, up; negative where a crest has folded over',
  },
  { name: 'normalZ', unit: '', description: 'unit normal of the displaced surface, along z' },
  { name: 'jacobian', unit: '', description: 'area of the surface over its area at rest, seen from above' },
  { name: 'foam', unit: '', description: 'fraction of the surface covered by foam' },
] satisfies FieldInfo[]

/** Fields of a cascade. */
const TILE: Record<keyof typeof Part, Omit<FieldInfo, 'name'>> = {
  eta: { unit: 'm', description: 'elevation' },
  dx: { unit: 'm', description: 'displacement along x' },
  dxx: { unit: '', description: 'change along x of the displacement along x' },
  dz: { unit: 'm', description: 'displacement along z' },
  dzz: { unit: '', description: 'change along z of the displacement along z' },
  slopeX: { unit: '', description: 'slope of the elevation along x, over rest positions' },
  dxz: { unit: '', description: 'change along z of the displacement along x, and along x of that along z' },
  slopeZ: { unit: '', description: 'slope of the elevation along z, over rest positions' },
}
/** Names of the fields of a cascade, in the order of the kernels. */
const PARTS = (Object.keys(Part) as (keyof typeof Part)[]).sort((a, b) => Part[a] - Part[b])

const FLOW = ['u', 'v', 'w'].map((name) => ({ name, unit: 'm/s', description: 'velocity of the water at the surface' }))

export class Ocean implements SurfaceSolver {
  readonly kind = 'surface'
  readonly isPrescribed = true
  readonly grid: Grid
  readonly fields = new Map<string, Field>()
  readonly state: readonly Field[]
  readonly substeps = 1
  readonly courant = 0
  readonly derive: PassList
  readonly resources: SurfaceSolver['resources']
  readonly scalars: number[] = []
  readonly coupling: WaterCoupling
  readonly #timeStep: number
  readonly #settings: OceanSettings
  readonly #water: Water
  readonly #cascades: readonly Cascade[]
  readonly #modes: OceanModes
  readonly #surface: DisplacedSurface
  readonly #eta: Field
  readonly #normal: readonly [Field, Field, Field]
  readonly #flow: readonly [Field, Field, Field]
  readonly #computing: PassList
  readonly #measuring: PassList
  readonly #sums: RowSums
  /** Energy [J] and momentum [kg m/s] of the waves, over the whole grid. */
  #energy = 0
  #momentum: [number, number] = [0, 0]

  constructor(scene: Scene, settings: OceanSettings, grid: Grid, arena: Arena, threads: number) {
    validateOcean(scene, settings)
    const { choppiness, foamStart, foamFull, ratio } = settings
    this.#timeStep = scene.timeStep
    this.#settings = settings
    this.grid = grid
    this.coupling = new PrescribedCoupling(grid, this, settings.gravity, settings.depth ?? Number.POSITIVE_INFINITY)
    this.#water = waterOf(settings)
    this.#cascades = cascadesOf(grid.cellSize, settings.cascades, ratio)
    this.#modes = new OceanModes(arena, { grid, cascades: this.#cascades, ratio }, threads)

    const plan = (description: FieldInfo) => new Field(arena, description, grid.nx, grid.nz)
    const surface = SURFACE.map(plan)
    const tiles = this.#cascades.flatMap(({ index, cellSize }) =>
      PARTS.map((name) =>
        plan({
          name: `${name}_${index}`,
          unit: TILE[name].unit,
          description: `${TILE[name].description}, of the waves of cascade ${index} on cells of ${cellSize} m`,
          cellSize,
        }),
      ),
    )
    for (const field of [...surface, ...tiles]) this.fields.set(field.name, field)
    this.state = surface
    const flow = FLOW.map(plan)
    this.#sums = new RowSums(arena, grid.nz, OceanSums.doubles)
    const [eta, dx, dz, normalX, normalY, normalZ] = surface as [Field, Field, Field, Field, Field, Field]
    this.#surface = new DisplacedSurface(grid, eta, dx, dz)
    this.#eta = eta
    this.#normal = [normalX, normalY, normalZ]
    this.#flow = flow as [Field, Field, Field]

    const surfaceList = new FieldArray(arena, [...tiles, ...surface])
    const flowList = new FieldArray(arena, flow)
    const groups = Math.ceil(grid.nz / LANES)
    const { x: axis, columnOffsets: places, waveOffsets: waves, kx } = this.#modes
    const common = { axis, places, cascades: this.#cascades.length, nz: grid.nz }
    const packs = threads * this.#cascades.length * PACKS
    const scratch = new Field(
      arena,
      { name: 'packs', unit: '', description: 'work space' },
      (grid.nx * COMPLEX) / 4,
      packs,
    )
    const { modes, tiles: partials } = this.#modes.pass('oceanModes', choppiness)
    const foamSteepness = 1 / (foamStart - foamFull)
    const surfaceArgs = { ...common, tiles: partials, waves, kx, scratch, ratio, foamStart, foamSteepness }
    this.#computing = new PassList(arena, [
      modes,
      pass('oceanSurface', groups, { ...surfaceArgs, fields: surfaceList }),
    ])
    const { modes: flowModes, tiles: flowTiles } = this.#modes.pass('oceanFlowModes', choppiness)
    this.derive = new PassList(arena, [
      flowModes,
      pass('oceanFlow', groups, { ...common, tiles: flowTiles, fields: flowList }),
    ])
    this.#measuring = new PassList(arena, [
      pass('oceanMeasure', grid.nz, { eta, fields: surfaceList, sums: this.#sums, cascades: this.#cascades.length }),
    ])
    this.resources = [
      ...this.fields.values(),
      ...flow,
      ...this.#modes.resources,
      scratch,
      surfaceList,
      flowList,
      this.#sums,
      this.#computing,
      this.derive,
      this.#measuring,
    ]
  }

  start(): void {
    const { seed, heightScale } = this.#settings
    const sea = seaOf(this.#settings, this.#water)
    this.#modes.start()
    for (const cascade of this.#cascades) {
      const waves = new Amplitudes(sea, cascade, this.grid.nx, this.grid.nz, seed, heightScale)
      this.#modes.write(cascade.index, waves, this.#water)
      this.#count(waves)
    }
  }

  /** Adds energy and momentum of a cascade: of a wave 2ρ(g + γk²/ρ)|h0|² per area, and this energy over ω/k, along k. */
  #count(waves: Amplitudes): void {
    const { nx, nz, cellSize } = this.grid
    const area = nx * nz * cellSize * cellSize
    waves.each((mx, mz) => {
      const [re, im] = [waves.re(mx, mz), waves.im(mx, mz)]
      if (re === 0 && im === 0) return
      const [kx, kz] = [mx * waves.dkx, mz * waves.dkz]
      const k = Math.sqrt(kx * kx + kz * kz)
      const energy = 2 * WATER_DENSITY * area * restoringAcceleration(k, this.#water) * (re * re + im * im)
      const slowness = energy / angularFrequency(k, this.#water)
      this.#energy += energy
      this.#momentum = [this.#momentum[0] + kx * slowness, this.#momentum[1] + kz * slowness]
    })
  }

  advance(step: number, { run, exchange }: StepContext): void {
    exchange(this.#timeStep)
    this.refresh(step + 1, run)
  }

  refresh(step: number, run: Run): void {
    this.#modes.time = step * this.#timeStep
    this.#surface.changed()
    run(this.#computing)
  }

  apply(event: WaterEvent): void {
    throw prescribedEventError(event, 'ocean')
  }

  measure(run: Run) {
    run(this.#measuring)
    const { nx, nz, cellSize } = this.grid
    const { gravity, surfaceTension, depth = 0 } = this.#settings
    const area = cellSize * cellSize
    const column = OceanSums.double
    const sum = (index: number) => this.#sums.sum(index)
    const potentialEnergy =
      0.5 * area * (WATER_DENSITY * gravity * sum(column.squares) + surfaceTension * sum(column.slopes))
    const measured = measuredSurface(
      {
        // If the water has no bottom, the volume above the rest level.
        volume: (sum(column.eta) + depth * nx * nz) * area,
        addedVolume: 0,
        kineticEnergy: this.#energy - potentialEnergy,
        potentialEnergy,
        momentum: [...this.#momentum],
      },
      this.#sums,
      column,
      true,
    )
    return { ...measured, energy: this.#energy }
  }

  heightAt(x: number, z: number): number {
    this.#surface.find(x, z)
    return this.#surface.valueOf(this.#eta)
  }

  normalAt(x: number, z: number): [number, number, number] {
    const [nx, ny, nz] = this.#valuesAt(x, z, this.#normal)
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    return [nx / length, ny / length, nz / length]
  }

  velocityAt(x: number, z: number): [number, number, number] {
    return this.#valuesAt(x, z, this.#flow)
  }

  heightOver(i: number, j: number): number {
    return this.heightAt(cellX(this.grid, i), cellZ(this.grid, j))
  }

  setFlowOver(flow: Float64Array, i: number, j: number): void {
    const surface = this.#surface
    surface.find(cellX(this.grid, i), cellZ(this.grid, j))
    flow[0] = surface.valueOf(this.#flow[0])
    flow[1] = surface.valueOf(this.#flow[2])
  }

  #valuesAt(x: number, z: number, fields: readonly [Field, Field, Field]): [number, number, number] {
    const surface = this.#surface
    surface.find(x, z)
    return [surface.valueOf(fields[0]), surface.valueOf(fields[1]), surface.valueOf(fields[2])]
  }
}

function waterOf({ depth, gravity, surfaceTension }: OceanSettings): Water {
  return { depth: depth ?? Number.POSITIVE_INFINITY, gravity, surfaceTension, density: WATER_DENSITY }
}

/** The sea that the settings describe. */
export function seaOf(settings: OceanSettings, water: Water = waterOf(settings)): Sea {
  const { spectrum, windSpeed, fetch, peakEnhancement: gamma, spreading, alignment, swell } = settings
  const direction = settings.windDirection * RADIANS_PER_DEGREE
  const system =
    spectrum === 'phillips'
      ? phillipsSea({ windSpeed, direction }, water)
      : windSea(
          { windSpeed, fetch, gamma, direction, spreading, swell: alignment },
          // JONSWAP is TMA on deep water.
          spectrum === 'tma' ? water : { ...water, depth: Number.POSITIVE_INFINITY },
        )
  const swells = swell ? [swellSystem({ ...swell, direction: swell.direction * RADIANS_PER_DEGREE })] : []
  return new Sea(water, [system, ...swells])
}
