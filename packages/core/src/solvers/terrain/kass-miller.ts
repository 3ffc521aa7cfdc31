// Water over ground by an implicit step, after M. Kass and G. Miller, "Rapid, stable fluid dynamics for computer graphics",
// SIGGRAPH 1990: any time step is stable. For waves low against the depth; bores and currents are for `shallow-water`.
//
//   q_t = -g d eta_x,   d_t = -q_x,   eta = bed + d          q on the faces between cells, d and eta at their centres
//
// One step, along x in every row and then along z in every column, implicit in q and eta with the depth D of faces held:
//
//   q' = (1 - τ) q - (g dt/dx) D (eta'[i+1] - eta'[i]),   eta' = eta - (dt/dx) (q'[i+1/2] - q'[i-1/2])
//
// This is the step of the lectures (packages/textbook/src/kass-miller.ts), q being what makes eta(n-1) - eta(n-2): the same
// over wet ground along one axis. Written with q it moves water from cell to cell and keeps its volume at moving shores, where
// the lectures' scheme loses it. kernels/terrain/tridiagonal-flux.ts solves for q'.
//
// Stable: multiply the first by q'/D, the second by g eta', and sum over a line. What the two exchange cancels, and since
// a' (a' - a) = (a'² - a² + (a' - a)²)/2, the energy Σ (g eta² + q²/D)/2 cannot grow, however long the step. It shrinks: a
// wave with ω dt = X keeps sqrt((1 - τ)/(1 + X²)) of its height in a step, and without τ its phase goes on by atan X instead
// of X. Halve the step and a second damps half as much.
//
// Faces. D is the mean of the two depths where both waters stand above the sill, the higher ground of the two; else the
// height of the higher water over the sill: nothing where it stands below, so that a lake does not climb its shore. A cell
// gives away no more than it has, so depths stay >= 0.
//
// Kept: volume, of every body of water, to rounding; a lake at rest, to the bit.

import { PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import type { Field } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import type { StartingValues } from '../../scene/load.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { KassMillerSettings } from '../../scene/schema/solver.js'
import type { Solver } from '../solver.js'
import { ImplicitFlow } from './implicit-flow.js'
import { TerrainSolver } from './terrain-solver.js'

/** Water shallower than this is not shown to flow, in cells. */
const DRY = 1e-4

export class KassMiller extends TerrainSolver implements Solver {
  readonly step: PassList
  readonly resources: Solver['resources']
  /** Every step is stable as it is. */
  readonly substeps = 1
  readonly #flow: ImplicitFlow
  readonly #gravity: number
  #amongSolids = false

  constructor(scene: Scene, settings: KassMillerSettings, grid: Grid, arena: Arena, threads: number) {
    const { gravity } = settings
    super(scene, grid, { gravity, dry: DRY * grid.cellSize, onFaces: true }, arena)
    this.#gravity = gravity
    const { depth, depthError, qx, qz, clock } = this
    const water = {
      depth,
      depthError,
      bed: this.bed.field,
      qx,
      qz,
      openness: this.openness.field,
      clock,
      ...this.edges.arguments,
    }
    this.#flow = new ImplicitFlow(arena, grid, water, settings, threads)
    this.step = new PassList(arena, [...this.pours(), ...this.#flow.passes, this.surfacePass()])
    this.resources = [...this.shared, ...this.#flow.resources, this.step]
  }

  start(values: StartingValues): void {
    this.clock.data[0] = this.scene.timeStep
    this.fill(values, this.step)
    this.disturbed()
  }

  protected startFlow(phi: Float64Array): void {
    const { nx, nz, cellSize } = this.grid
    const { boundaries } = this.scene
    const { qx, qz, depth } = this
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
    this.#firstFlows = []
  }

  /** From the first solid on, the kernels that know of solids do the work. */
  protected disturbed(): void {
    if (this.#amongSolids || !this.openness.hasSolids) return
    this.#amongSolids = true
    this.#flow.meetSolids(this.step)
  }

  protected enteredThroughEdges(): number {
    return this.#flow.entered
  }

  protected forgetEntered(): void {
    this.#flow.forgetEntered()
  }

  /**
   * Discharge through the edges x- and z-, which lie before the first cells and so outside what a snapshot keeps of a field.
   * None goes through walls; joined edges have that of the far side.
   */
  get #firstFlows(): number[] {
    const { nx, nz } = this.grid
    return [
      ...(this.#isOpen('x-') ? Array.from({ length: nz }, (_, j) => this.qx.at(-1, j)) : []),
      ...(this.#isOpen('z-') ? Array.from({ length: nx }, (_, i) => this.qz.at(i, -1)) : []),
    ]
  }

  set #firstFlows(flows: readonly number[]) {
    const { nx, nz } = this.grid
    const { qx, qz } = this
    const joined = (edge: 'x-' | 'z-') => this.scene.boundaries[edge] === 'periodic'
    let next = 0
    const take = (edge: 'x-' | 'z-', far: number) =>
      joined(edge) ? far : this.#isOpen(edge) ? (flows[next++] ?? 0) : 0
    for (let j = 0; j < nz; j++) qx.data[qx.offset + j * qx.stride - 1] = take('x-', qx.at(nx - 1, j))
    for (let i = 0; i < nx; i++) qz.data[qz.offset - qz.stride + i] = take('z-', qz.at(i, nz - 1))
  }

  /** Whether anything may come through an edge from outside. */
  #isOpen(edge: 'x-' | 'z-'): boolean {
    const kind = this.scene.boundaries[edge]
    return kind === 'fixed' || kind === 'absorb' || this.scene.inflows.some((inflow) => inflow.edge === edge)
  }

  override get scalars(): number[] {
    return [...this.#firstFlows, ...super.scalars]
  }

  override set scalars(scalars: number[]) {
    const { nx, nz } = this.grid
    const count = (this.#isOpen('x-') ? nz : 0) + (this.#isOpen('z-') ? nx : 0)
    this.#firstFlows = scalars.slice(0, count)
    super.scalars = scalars.slice(count)
  }

  /** Cells that a wave on the deepest water crosses in a step. */
  get courant(): number {
    const { nx, nz, cellSize } = this.grid
    let deepest = 0
    for (let j = 0; j < nz; j++) for (let i = 0; i < nx; i++) deepest = Math.max(deepest, this.depth.at(i, j))
    return (Math.sqrt(this.#gravity * deepest) * this.scene.timeStep) / cellSize
  }
}
