// Open edges: what the kernels need to let waves leave (kernels/radiation.ts has the condition).

import type { Arena } from '../fields/arena.js'
import type { EdgeKind } from '../fields/boundaries.js'
import { Field } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import type { Scene } from '../scene/schema.js'

/** Cells between two edges from which on the second cell of an open edge is not already the other edge's. */
const FEWEST_CELLS = 4

/** Cosine of the second angle that open edges let through, the first being 0: at most 1.6% comes back up to 55°. */
const OPEN_COSINE = 0.6

/** How fast things move, for the choice of weights. */
export interface WaveSpeeds {
  /** Speed of waves [m/s]. */
  readonly speed: number
  /** Diffusivity of phi [m²/s]. */
  readonly diffusivity: number
  /** Length of a substep [s]. */
  readonly dt: number
}

export class OpenEdges {
  /** The eight weights. */
  readonly weights: Field
  /** What z edges remember, three rows each; x edges remember in the padding of their rows. */
  readonly memory: Field
  readonly #values: number[]

  constructor(scene: Scene, grid: Grid, speeds: WaveSpeeds, arena: Arena) {
    this.weights = new Field(arena, { name: 'weights', unit: '', meaning: 'weights of open edges' }, 8, 1)
    const meaning = 'phi at open z edges, one substep ago'
    this.memory = new Field(arena, { name: 'edgeMemory', unit: 'm²/s', meaning }, grid.nx, 6)
    this.#values = radiationWeights(scene, grid, speeds)
  }

  /** Before the start the edges have seen the water as it is at the start. */
  start(phi: Field): void {
    const { nx, nz, data, offset, stride } = phi
    const at = (i: number, j: number) => phi.at(Math.min(nx - 1, Math.max(0, i)), Math.min(nz - 1, Math.max(0, j)))
    // Where the kernels keep the memory of x-, and behind whole vectors that of x+.
    const [before, after] = [-4, Math.floor((nx + 4) / 4) * 4 + 1]
    for (let j = 0; j < nz; j++)
      for (let slot = 0; slot < 3; slot++) {
        data[offset + j * stride + before + slot] = at(slot - 1, j)
        data[offset + j * stride + after + slot] = at(nx - slot, j)
      }
    const rows = [-1, 0, 1, nz, nz - 1, nz - 2]
    this.memory.write(rows.flatMap((j) => Array.from({ length: nx }, (_, i) => at(i, j))))
    this.weights.write(this.#values)
  }
}

/**
 * Weights of open edges, in the order of kernels/radiation.ts. A factor d/dt + v d/dn + e in the box of two cells and two
 * times reads ghost(new) + a first(new) = b ghost(old) + d first(old); the weights are those of the product of two.
 *
 * Scenes with solids get the first factor alone. A wave trapped around a solid has a tail that reaches an open edge
 * without travelling, and the product can send such a tail back stronger: a channel with a block in its middle blew up
 * within some thousand substeps. A single factor always takes energy out. It also serves basins too narrow to have a
 * second cell, and water so viscous that within a cell it creeps faster than waves travel.
 */
function radiationWeights(scene: Scene, { nx, nz, cellSize }: Grid, { speed, diffusivity, dt }: WaveSpeeds): number[] {
  const factor = (c: number, e: number) => ({
    a: (1 - c + e) / (1 + c + e),
    b: (1 - c - e) / (1 + c + e),
    d: (1 + c - e) / (1 + c + e),
  })
  const courant = (speed * dt) / cellSize
  const p = factor(courant, 0)
  const { 'x-': left, 'x+': right, 'z-': back, 'z+': front } = scene.boundaries
  const narrow = (count: number, ...edges: EdgeKind[]) => count < FEWEST_CELLS && edges.includes('absorb')
  const sluggish = diffusivity > speed * cellSize
  if (scene.obstacles.length > 0 || sluggish || narrow(nx, left, right) || narrow(nz, back, front))
    return [-p.a, 0, p.b, p.d, 0, 0, 0, 0]
  // The level runs out in the time a wave takes to cross the basin.
  const runOut = speed / (Math.max(nx, nz) * cellSize)
  const q = factor(courant / OPEN_COSINE, (runOut * dt) / 2)
  return [
    -(p.a + q.a),
    -p.a * q.a,
    p.b + q.b,
    p.d + q.d + p.a * q.b + q.a * p.b,
    p.a * q.d + q.a * p.d,
    -p.b * q.b,
    -(p.b * q.d + q.b * p.d),
    -p.d * q.d,
  ]
}
