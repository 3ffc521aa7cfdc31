// Dyes and temperature: advected by the flow, spread by diffusion. The setting `dyes` chooses the advection:
//
//   carried      semi-Lagrangian (kernels/fluids/advect.ts): any time step; the total amounts change slightly
//   conserved    by fluxes through faces (kernels/fluids/flux.ts): the total amounts are conserved; substeps of Courant number 1/2

import { type Pass, pass } from '../../backend/pass.js'
import type { PassList } from '../../backend/pass-list.js'
import type { Program } from '../../backend/program.js'
import type { Arena } from '../../fields/arena.js'
import { RowSums } from '../../fields/field.js'
import { CENTER, type VolumeField } from '../../fields/volume-field.js'
import { ScalarSums } from '../../generated/layouts/fluids/measure.js'
import type { FluidFiles } from '../../scene/fluid-load.js'
import type { FluidBlob, FluidScene, StableFluidsSettings } from '../../scene/schema/fluid.js'
import { addShape } from './emitters.js'
import { FluidLayout, type HeldOnEdge } from './layout.js'
import { FluidSubsteps } from './substeps.js'
import type { FluidWalls } from './walls/walls.js'

/** Largest Courant number of a substep, summed over the axes. */
const FLUX_COURANT = 0.5

/** A quantity at the centres of cells. */
interface Scalar {
  readonly name: string
  readonly field: VolumeField
  readonly diffusivity: number
  /** Upward acceleration for each unit above `rest` [m/s²]. */
  readonly buoyancy: number
  readonly rest: number
  readonly initial: readonly FluidBlob[]
  readonly held: HeldOnEdge
  readonly sums: RowSums
}

export class FluidScalars {
  readonly dyes = new Map<string, VolumeField>()
  readonly temperature: VolumeField | undefined
  /** Conservative advection over a step; nothing if the scalars are "carried". */
  readonly flux: Program = []
  readonly resources: { bind(memory: ArrayBufferLike): void }[] = []
  readonly #scalars: Scalar[] = []
  readonly #layout: FluidLayout
  readonly #walls: FluidWalls
  readonly #pad: VolumeField | undefined
  readonly #substeps: FluidSubsteps

  constructor(
    layout: FluidLayout,
    walls: FluidWalls,
    { dyes, temperature }: FluidScene,
    settings: StableFluidsSettings,
    limit: RowSums,
    arena: Arena,
  ) {
    this.#layout = layout
    this.#walls = walls
    this.#substeps = new FluidSubsteps(layout, limit, settings.tolerance, FLUX_COURANT, arena)
    this.resources.push(this.#substeps.record)
    const { gravity } = settings
    const sums = () => {
      const table = new RowSums(arena, layout.lines(CENTER), ScalarSums.doubles)
      this.resources.push(table)
      return table
    }
    // Values at the edges: that of an inflow, and `rest` at open edges.
    const heldBy = (
      of: (inflow: Extract<FluidScene['boundaries']['x-'], { inflow: unknown }>) => number,
      rest: number,
    ): HeldOnEdge => {
      return (axis, after) => {
        const edge = walls.edge(axis, after)
        if (edge === 'open') return rest
        return typeof edge !== 'string' && 'inflow' in edge ? of(edge) : undefined
      }
    }
    for (const [name, { diffusivity, weight, initial }] of Object.entries(dyes)) {
      const field = layout.plain({ name, unit: '', description: 'amount of dye' })
      this.dyes.set(name, field)
      const held = heldBy((inflow) => inflow.dyes[name] ?? 0, 0)
      this.#scalars.push({
        name,
        field,
        diffusivity,
        buoyancy: -gravity * weight,
        rest: 0,
        initial,
        held,
        sums: sums(),
      })
    }
    if (temperature) {
      const { diffusivity, expansion, rest, initial } = temperature
      this.temperature = layout.plain({ name: 'temperature', unit: '°C', description: 'temperature' })
      const held = heldBy((inflow) => inflow.temperature ?? rest, rest)
      const name = 'temperature'
      this.#scalars.push({
        name,
        field: this.temperature,
        diffusivity,
        buoyancy: gravity * expansion,
        rest,
        initial,
        held,
        sums: sums(),
      })
    }
    if (this.#scalars.length === 0) return
    this.#pad = layout.scratch()
    if (settings.dyes === 'conserved') this.flux = this.#substeps.around(this.#fluxPasses(layout.plain()))
  }

  get fields(): VolumeField[] {
    return this.#scalars.map(({ field }) => field)
  }

  /** Passes that write the upward acceleration by buoyant scalars. */
  buoyancyPasses(force: VolumeField): Pass[] {
    return this.#scalars
      .filter(({ buoyancy }) => buoyancy !== 0)
      .map(({ field, buoyancy, rest }, index) =>
        pass('fluidLift', this.#layout.lines(CENTER), {
          q: field,
          force,
          lift: buoyancy,
          rest,
          first: Number(index === 0),
        }),
      )
  }

  get isBuoyant(): boolean {
    return this.#scalars.some(({ buoyancy }) => buoyancy !== 0)
  }

  /** The pass that copies a scalar into the padded field. `filled`: solid cells get the value of their neighbors, for interpolation. */
  #padPass(from: VolumeField, filled: boolean): Pass {
    const { ny, nz } = this.#layout.grid
    const solids = Number(filled && this.#walls.hasSolids)
    return pass('fluidPad', this.#layout.lines(CENTER), {
      from,
      to: this.#pad!,
      open: this.#walls.open,
      solids,
      ny,
      nz,
      ...this.#layout.wraps,
    })
  }

  /** Passes of a step: semi-Lagrangian advection and diffusion. Conservative advection is apart, in `flux`. */
  passes(): Pass[] {
    const carried = this.flux.length === 0 && this.#scalars.length > 0
    return [
      ...(carried ? [this.#layout.departurePass(CENTER)] : []),
      ...this.#scalars.flatMap(({ field, diffusivity, held }, index) => [
        ...(carried
          ? [
              this.#padPass(field, true),
              this.#layout.ghosts(this.#pad!, CENTER, held),
              ...this.#layout.advect(this.#pad!, field, CENTER, true, held),
            ]
          : []),
        ...this.#layout.diffuse(field, this.#walls.openFaces, diffusivity, index, true, held),
      ]),
    ]
  }

  #fluxPasses(half: VolumeField): Pass[] {
    const [ax, ay, az] = FluidLayout.three(this.#walls.openFaces)
    const solids = Number(this.#walls.hasSolids)
    const { flow, cells, wraps } = this.#layout
    return this.#scalars.flatMap(({ field, held }) => {
      const stage = (number: number, from: VolumeField, out: VolumeField) => [
        this.#padPass(from, false),
        this.#layout.ghosts(this.#pad!, CENTER, held),
        pass('fluidFlux', this.#layout.lines(CENTER), {
          q: this.#pad!,
          old: field,
          out,
          ...flow,
          ax,
          ay,
          az,
          scratch: this.#layout.lanes,
          solids,
          stage: number,
          ...cells,
          ...wraps,
          substeps: this.#substeps.record,
        }),
      ]
      return [...stage(0, field, half), ...stage(1, half, field)]
    })
  }

  /** Fills the fields for the start. */
  start(rest: number, files: FluidFiles): void {
    for (const { field, initial } of this.#scalars) {
      field.fill(field === this.temperature ? rest : 0)
      for (const blob of initial)
        if ('npy' in blob) this.#addFile(field, files.get(blob.npy)!, blob.amount)
        else addShape(field, this.#layout.grid, blob, blob.amount)
    }
    this.#substeps.start()
  }

  #addFile(field: VolumeField, values: Float64Array, amount: number): void {
    const { nx, ny } = this.#layout.grid
    for (let cell = 0; cell < values.length; cell++) {
      const at = field.index(cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny)))
      field.data[at]! += amount * values[cell]!
    }
  }

  /** Makes the advection in a list account for solids. Conservative advection fills no solid cells. */
  meetSolids(list: PassList): void {
    const kernel = this.flux.length > 0 ? 'fluidFlux' : 'fluidPad'
    for (const one of list.passes) if (one.kernel === kernel) list.parameter(one, 'solids').set(1)
  }

  measure(): Pass[] {
    return this.#scalars.map(({ field, sums }) => pass('fluidTotal', this.#layout.lines(CENTER), { q: field, sums }))
  }

  /** Total amounts [unit × m³; a 2-D fluid counts as a metre deep] and extremes. */
  measured(volume: number): Record<string, { total: number; minimum: number; maximum: number }> {
    const { total, lowest, highest } = ScalarSums.double
    return Object.fromEntries(
      this.#scalars.map(({ name, sums }) => [
        name,
        { total: sums.sum(total) * volume, minimum: sums.minimum(lowest), maximum: sums.maximum(highest) },
      ]),
    )
  }
}
