// Water over terrain by an implicit step, after M. Kass and G. Miller, "Rapid, stable fluid dynamics for computer graphics",
// SIGGRAPH 1990: any time step is stable. For waves that are low relative to the depth; `shallow-water` is for bores and currents.
//
//   q_t = -g d eta_x,   d_t = -q_x,   eta = bed + d          q on the faces between cells, d and eta at their centres
//
// One step, along x in every row and then along z in every column, implicit in q and eta with constant depth D at the faces:
//
//   q' = (1 - τ) q - (g dt/dx) D (eta'[i+1] - eta'[i]),   eta' = eta - (dt/dx) (q'[i+1/2] - q'[i-1/2])
//
// This is the step of the lectures (packages/textbook/src/kass-miller.ts), in which q corresponds to eta(n-1) - eta(n-2): the same
// over wet terrain along one axis. Written with q it moves water from cell to cell and conserves volume at moving shores, where
// the lectures' scheme loses it. kernels/terrain/tridiagonal-flux.ts solves for q'.
//
// Stable: multiply the first by q'/D, the second by g eta', and sum over a line. The exchange terms cancel, and since
// a' (a' - a) = (a'² - a² + (a' - a)²)/2, the energy Σ (g eta² + q²/D)/2 cannot grow, however long the step. It shrinks: a
// step multiplies the height of a wave with ω dt = X by sqrt((1 - τ)/(1 + X²)), and without τ its phase advances by atan X instead
// of X. With half the step, damping per second is half as strong.
//
// Faces. D is the mean of the two depths if both surfaces are above the sill, the higher terrain of the two; otherwise the height of the
// higher surface over the sill, or 0 if it is below, so that a lake does not climb its shore. The outflow of a cell is limited to its
// volume, so that depths stay >= 0.
//
// Conserved: the volume of every connected body of water, to rounding; a lake at rest, to the bit.

import { PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import { edgeKinds } from '../../fields/boundaries.js'
import type { Field } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import type { StartingValues } from '../../scene/load.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { KassMillerSettings } from '../../scene/schema/solver.js'
import type { StepContext, SurfaceSolver } from '../solver.js'
import { ImplicitFlow } from './implicit-flow.js'
import { TerrainBasin } from './terrain-basin.js'
import { TerrainSolver } from './terrain-solver.js'

/** Depth below which the velocity counts as 0 [cells]. */
const DRY = 1e-4

export class KassMiller extends TerrainSolver implements SurfaceSolver {
  /** Every time step is stable. */
  readonly substeps = 1
  readonly resources: SurfaceSolver['resources']
  protected readonly basin: TerrainBasin
  readonly #scene: Scene
  readonly #flow: ImplicitFlow
  readonly #step: PassList
  #amongSolids = false

  constructor(scene: Scene, settings: KassMillerSettings, grid: Grid, arena: Arena, threads: number) {
    super()
    this.#scene = scene
    const { gravity } = settings
    this.basin = new TerrainBasin(scene, grid, { gravity, dry: DRY * grid.cellSize, onFaces: true }, arena, {
      isAdvancing: false,
      startFlow: (phi) => this.#startFlow(phi),
      changed: () => this.#meetSolids(),
      entered: () => this.#flow.entered,
      resetEntered: () => this.#flow.resetEntered(),
    })
    const { depth, depthError, bed, qx, qz, openness } = this.basin.water
    const water = { depth, depthError, bed: bed.field, qx, qz, openness: openness.field }
    const { clock, boundaryData } = this.basin
    this.#flow = new ImplicitFlow(arena, grid, { ...water, clock, ...boundaryData.arguments }, settings, threads)
    const surface = this.basin.water.surfacePass()
    this.#step = new PassList(arena, [...this.basin.sourcePasses(), ...this.#flow.passes, surface])
    this.resources = [...this.basin.resources, ...this.#flow.resources, this.#step]
  }

  start(values: StartingValues): void {
    this.basin.clock.data[0] = this.#scene.timeStep
    this.basin.start(values, [this.#step])
  }

  advance(step: number, { run, exchange }: StepContext): void {
    this.basin.prepare(step)
    exchange(this.#scene.timeStep)
    run(this.#step)
  }

  #startFlow(phi: Float64Array): void {
    const { nx, nz, cellSize } = this.grid
    const { boundaries } = this.#scene
    const { qx, qz, depth } = this.basin.water
    const wrapX = boundaries['x-'] === 'periodic'
    const wrapZ = boundaries['z-'] === 'periodic'
    const flow = (i: number, j: number, k: number, l: number) =>
      (0.5 * (depth.at(i, j) + depth.at(k, l)) * (phi[l * nx + k]! - phi[j * nx + i]!)) / cellSize
    const set = (field: Field, i: number, j: number, value: number) => {
      field.data[field.offset + j * field.stride + i] = value
    }
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++) {
        set(qx, i, j, i + 1 < nx || wrapX ? flow(i, j, (i + 1) % nx, j) : 0)
        set(qz, i, j, j + 1 < nz || wrapZ ? flow(i, j, i, (j + 1) % nz) : 0)
      }
    this.#edgeFlows = []
  }

  /** Replaces the kernels by those that account for solids, as soon as there are any. */
  #meetSolids(): void {
    if (this.#amongSolids || !this.basin.water.openness.hasSolids) return
    this.#amongSolids = true
    this.#flow.meetSolids(this.#step)
  }

  /**
   * Discharge through the edges x- and z-, in front of the first cells and so outside of the part of a field that a snapshot keeps. It is 0
   * at walls, and that of the opposite edge if the two are joined.
   */
  get #edgeFlows(): number[] {
    const { nx, nz } = this.grid
    const { qx, qz } = this.basin.water
    return [
      ...(this.#isOpen('x-') ? Array.from({ length: nz }, (_, j) => qx.at(-1, j)) : []),
      ...(this.#isOpen('z-') ? Array.from({ length: nx }, (_, i) => qz.at(i, -1)) : []),
    ]
  }

  set #edgeFlows(flows: readonly number[]) {
    const { nx, nz } = this.grid
    const { qx, qz } = this.basin.water
    const joined = (edge: 'x-' | 'z-') => this.#scene.boundaries[edge] === 'periodic'
    let next = 0
    const take = (edge: 'x-' | 'z-', far: number) =>
      joined(edge) ? far : this.#isOpen(edge) ? (flows[next++] ?? 0) : 0
    for (let j = 0; j < nz; j++) qx.data[qx.offset + j * qx.stride - 1] = take('x-', qx.at(nx - 1, j))
    for (let i = 0; i < nx; i++) qz.data[qz.offset - qz.stride + i] = take('z-', qz.at(i, nz - 1))
  }

  /** Whether water can pass an edge. */
  #isOpen(edge: 'x-' | 'z-'): boolean {
    const kind = edgeKinds(this.#scene.boundaries)[edge]
    return kind === 'fixed' || kind === 'absorb' || this.#scene.inflows.some((inflow) => inflow.edge === edge)
  }

  override get scalars(): number[] {
    return [...this.#edgeFlows, ...super.scalars]
  }

  override set scalars(scalars: number[]) {
    const { nx, nz } = this.grid
    const count = (this.#isOpen('x-') ? nz : 0) + (this.#isOpen('z-') ? nx : 0)
    this.#edgeFlows = scalars.slice(0, count)
    super.scalars = scalars.slice(count)
  }

  /** Cells that a wave on the deepest water crosses in a step. */
  get courant(): number {
    const { nx, nz, cellSize } = this.grid
    const { depth, discretization } = this.basin.water
    let deepest = 0
    for (let j = 0; j < nz; j++) for (let i = 0; i < nx; i++) deepest = Math.max(deepest, depth.at(i, j))
    return (Math.sqrt(discretization.gravity * deepest) * this.#scene.timeStep) / cellSize
  }
}
