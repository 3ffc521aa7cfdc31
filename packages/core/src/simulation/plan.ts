// Announces the resources of a simulation. It answers at once, and therefore needs the code of all solvers.

import { PoissonResponses } from '../coupling/virtual-height/poisson-responses.js'
import { type ParseOptions, toParsedScene } from '../scene/parse/parse.js'
import type { ParsedScene } from '../scene/parse/parsed-scene.js'
import type { Scene, SceneInput } from '../scene/schema/scene.js'
import { allSolvers } from '../solvers/all-solvers.js'
import { assemble, type SolverParts, threadsFor } from './assemble.js'

const everything: SolverParts = { solver: allSolvers, responses: PoissonResponses }

/** The resources that the simulation of a scene needs. */
export interface SimulationPlan {
  /** Cells of the grid. */
  readonly cells: number
  /** Memory that `createSimulation` takes for fields, passes and scratch [bytes], without bodies. */
  readonly bytes: number
  /** Solver substeps per step. */
  readonly substeps: number
  /** Names of the fields. */
  readonly fields: string[]
}

/** Options of {@link planSimulation}. */
export interface PlanOptions extends ParseOptions {
  /** Threads that the simulation will use, as in `createSimulation`: each has scratch memory of its own. */
  readonly threads?: number | 'auto' | undefined
}

/**
 * Computes the resources that a simulation needs, without allocating them.
 *
 * @param input The scene: an object, JSON text, or the result of {@link readScene}.
 * @param options Name of the scene in messages, and the number of threads.
 * @returns Cells, memory, substeps and fields.
 * @throws {@link SceneError} for a scene that cannot be used, with the path of every issue.
 *
 * @example
 * ```ts
 * import { planSimulation } from 'seiche'
 *
 * const { bytes, substeps } = planSimulation(sceneText, { source: 'pool.json' })
 * console.log(`${bytes / 2 ** 20} MiB, ${substeps} substeps`)
 * ```
 */
export function planSimulation(
  input: SceneInput | Scene | string | ParsedScene,
  { source, threads }: PlanOptions = {},
): SimulationPlan {
  const parsed = toParsedScene(input, { source })
  const { scene } = parsed
  try {
    const { solver, bytes } = assemble(scene, threadsFor(scene, threads), everything)
    const { nx, ny = 1, nz } = solver.grid
    return { cells: nx * ny * nz, bytes, substeps: solver.substeps, fields: [...solver.fields.keys()] }
  } catch (error) {
    throw parsed.place(error)
  }
}
