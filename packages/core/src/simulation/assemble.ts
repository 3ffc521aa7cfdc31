// Plans solver and memory of a scene, for `createSimulation` and `planSimulation`.

import { memoryFor } from '../backend/create-backend.js'
import { coreCount } from '../backend/host.js'
import { BodyRoom } from '../coupling/body-room.js'
import { ForceMemory } from '../coupling/force-memory.js'
import type { PoissonResponses } from '../coupling/virtual-height/poisson-responses.js'
import { Arena, MEMORY_LIMIT } from '../fields/arena.js'
import { edgeKinds } from '../fields/boundaries.js'
import type { Grid } from '../fields/grid.js'
import { SceneError } from '../scene/parse/error.js'
import { isBodyEvent } from '../scene/schema/event.js'
import type { Scene } from '../scene/schema/scene.js'
import { createSolver, loadSolver, type SolverCode } from '../solvers/registry.js'
import type { Solver } from '../solvers/solver.js'

const CELLS_PER_THREAD = 65536
const MOST_DEFAULT_THREADS = 4
const MOST_THREADS = 64

/** Code of the engine that a scene may need; a page loads only the parts that it does need. */
export interface SolverParts {
  readonly solver: Partial<SolverCode>
  /** Needed by bodies that are coupled by virtual heights. */
  readonly responses: typeof PoissonResponses | undefined
}

/** Loads the parts that a scene needs. */
export async function loadParts(scene: Scene): Promise<SolverParts> {
  const [solver, responses] = await Promise.all([
    loadSolver(scene),
    scene.coupling === 'virtual-height' ? import('../coupling/virtual-height/poisson-responses.js') : undefined,
  ])
  return { solver, responses: responses?.PoissonResponses }
}

/** Cells of the largest grid with room for bodies of which the scene has none: some 45 MB, for bodies that are added by hand. */
const MOST_CELLS_FOR_LATER = 512 ** 2

/**
 * Plans fields and passes, without allocating memory.
 * @param canAddBodies Whether bodies may be added that the scene does not name.
 */
export function assemble(
  scene: Scene,
  threads: number,
  parts: SolverParts,
  canAddBodies = false,
): {
  solver: Solver
  arena: Arena
  bytes: number
  responses: PoissonResponses | undefined
  room: BodyRoom | undefined
  /** Of scenes that have bodies, or may get some. */
  forces: ForceMemory | undefined
} {
  const arena = new Arena()
  const solver = createSolver(scene, gridOf(scene), arena, threads, parts.solver)
  const responses =
    parts.responses && scene.coupling === 'virtual-height' && solver.coupling?.isTwoWay
      ? new parts.responses(solver.grid, edgeKinds(scene.boundaries), arena)
      : undefined
  const hasBodies = scene.bodies.length > 0 || scene.events.some(isBodyEvent)
  const { nx, nz } = solver.grid
  const wantsRoom = hasBodies || (canAddBodies && nx * nz <= MOST_CELLS_FOR_LATER)
  const { coupling } = solver
  const room =
    wantsRoom && coupling?.isTwoWay ? new BodyRoom(arena, solver.grid, threads, coupling.isDispersive) : undefined
  const forces = solver.coupling && (hasBodies || canAddBodies) ? new ForceMemory(arena, threads) : undefined
  const bytes = memoryFor(arena, threads)
  if (bytes > MEMORY_LIMIT) {
    const gibibytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`
    throw SceneError.at(
      ['grid', 'cells'],
      `${scene.grid.cells.join(' × ')} cells need ${gibibytes(bytes)}; one simulation can have ${gibibytes(MEMORY_LIMIT)}: use fewer cells`,
    )
  }
  return { solver, arena, bytes, responses, room, forces }
}

/** A surface lies in x and z; a fluid fills x, y and, in a volume, z. */
function gridOf({ solver, grid: { cells, cellSize } }: Scene): Grid {
  const [nx, second, nz = 1] = cells
  return solver.type === 'stable-fluids' ? { nx, ny: second, nz, cellSize } : { nx, nz: second, cellSize }
}

/** The number of threads. Throws `RangeError` for an invalid one. */
export function threadsFor(scene: Scene, asked: number | 'auto' | undefined): number {
  const threads = asked === undefined || asked === 'auto' ? defaultThreads(scene) : asked
  if (!Number.isInteger(threads) || threads < 1 || threads > MOST_THREADS)
    throw new RangeError(`threads must be a whole number from 1 to ${MOST_THREADS} or "auto", got ${asked}`)
  return threads
}

function defaultThreads({ grid: { cells } }: Scene): number {
  return Math.max(
    1,
    Math.min(
      coreCount(),
      MOST_DEFAULT_THREADS,
      Math.ceil(cells.reduce((product, count) => product * count, 1) / CELLS_PER_THREAD),
    ),
  )
}
