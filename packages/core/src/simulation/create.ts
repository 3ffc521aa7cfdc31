import { nodeBuiltin } from '../backend/host.js'
import { WasmBackend } from '../backend/wasm/wasm-backend.js'
import { validateBodyEvents } from '../bodies/find-body.js'
import { loadBodies } from '../bodies/load.js'
import { tankOf } from '../bodies/static-colliders.js'
import type { CreateBodyWorld } from '../bodies/world.js'
import { BodyCoupling } from '../coupling/body-coupling.js'
import { PoissonResponses } from '../coupling/virtual-height/poisson-responses.js'
import { Arena, MEMORY_LIMIT } from '../fields/arena.js'
import { edgeKinds } from '../fields/boundaries.js'
import type { Grid } from '../fields/grid.js'
import type { ReadElevation } from '../files/elevation.js'
import { loadStartingValues } from '../scene/load.js'
import { SceneError } from '../scene/parse/error.js'
import { type ParseOptions, toParsedScene } from '../scene/parse/parse.js'
import type { ParsedScene } from '../scene/parse/parsed-scene.js'
import { newNameOf } from '../scene/parse/renamed.js'
import type { ReadFile } from '../scene/read-file.js'
import { isBodyEvent } from '../scene/schema/event.js'
import type { Scene, SceneInput } from '../scene/schema/scene.js'
import { createSolver } from '../solvers/registry.js'
import type { Solver } from '../solvers/solver.js'
import { checksum } from './checksum.js'
import { FluidSimulation } from './fluid-simulation.js'
import type { AnySimulation, SimulationOf } from './simulation-of.js'
import { SurfaceSimulation } from './surface-simulation.js'

/** Options of {@link createSimulation}. */
export interface SimulationOptions {
  /** Threads to use, 1 to 64. Default: one for every 64Ki cells, at most four and at most the number of processor cores. */
  readonly threads?: number | undefined
  /** Reads the files that the scene names. */
  readonly readFile?: ReadFile | undefined
  /** Unpacks GeoTIFF elevation models: `readGeotiff` of `seiche/geotiff`. */
  readonly readElevation?: ReadElevation | undefined
  /** The engine that moves rigid bodies: `rapier` of `seiche/bodies`. */
  readonly rigidBodies?: CreateBodyWorld | undefined
  /** Name of the scene for messages, usually its file. */
  readonly source?: string | undefined
}

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

const CELLS_PER_THREAD = 65536
const MOST_DEFAULT_THREADS = 4
const MOST_THREADS = 64

const OPTIONS = ['threads', 'readFile', 'readElevation', 'rigidBodies', 'source']

/** Throws for an option that does not exist: a misspelt `readFile` would otherwise only cause an error about an unreadable file. */
function validateOptions(options: object): void {
  for (const name of Object.keys(options)) {
    if (OPTIONS.includes(name)) continue
    const now = newNameOf(name, OPTIONS)
    throw new TypeError(
      now
        ? `createSimulation has no option "${name}"; it is now "${now}"`
        : `createSimulation has no option "${name}"; there are ${OPTIONS.join(', ')}`,
    )
  }
}

/**
 * Creates the simulation of a scene.
 *
 * @param input The scene: an object, JSON text, or the result of {@link readScene}.
 * @param options Threads, and the functions that read files and move bodies.
 * @returns The simulation: a {@link FluidSimulation} for the solver `stable-fluids`, else a {@link SurfaceSimulation}.
 * @throws {@link SceneError} for a scene that cannot be used, with the path of every issue.
 *
 * @example
 * ```ts
 * import { createSimulation } from 'seiche'
 *
 * using sim = await createSimulation({ seiche: 1, grid: { cells: [64, 64], cellSize: 0.1 }, solver: { type: 'columns' } })
 * sim.apply({ type: 'drop', x: 0, z: 0, radius: 0.5, height: 0.1 })
 * sim.step(60)
 * console.log(sim.heightAt(0.5, 0))
 * ```
 */
export async function createSimulation<const S extends SceneInput | Scene | string | ParsedScene>(
  input: S,
  options: SimulationOptions = {},
): Promise<SimulationOf<S>> {
  validateOptions(options)
  const { threads, readFile, readElevation, rigidBodies, source } = options
  const parsed = toParsedScene(input, { source })
  const { scene } = parsed
  try {
    const poolSize = threadsFor(scene, threads)
    const { solver, arena, responses } = assemble(scene, poolSize)
    const files = new Map<string, string>()
    const read = readFile && withChecksums(readFile, files)
    const values = await loadStartingValues(scene, solver.grid, { readFile: read, readElevation })
    const engine = engineFor(scene, solver, rigidBodies)
    const backend = await WasmBackend.create(arena, [...solver.resources, ...(responses?.resources ?? [])], poolSize)
    try {
      const simulation: AnySimulation =
        solver.kind === 'fluid'
          ? new FluidSimulation(scene, solver, backend, values, files)
          : new SurfaceSimulation(scene, solver, backend, values, files)
      responses?.start((list) => backend.run(list))
      if (engine) simulation.addBodies(await createBodyCoupling(scene, solver, engine, read, responses))
      return simulation as SimulationOf<S>
    } catch (error) {
      backend.dispose()
      throw error
    }
  } catch (error) {
    throw parsed.place(error)
  }
}

/** Options of {@link planSimulation}. */
export interface PlanOptions extends ParseOptions {
  /** Threads that the simulation will use, as in `createSimulation`: each has scratch memory of its own. */
  readonly threads?: number | undefined
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
    const { solver, bytes } = assemble(scene, threadsFor(scene, threads))
    const { nx, ny = 1, nz } = solver.grid
    return { cells: nx * ny * nz, bytes, substeps: solver.substeps, fields: [...solver.fields.keys()] }
  } catch (error) {
    throw parsed.place(error)
  }
}

/** A `ReadFile` that keeps a checksum of every file: a snapshot can only be restored with the same files. */
function withChecksums(read: ReadFile, checksums: Map<string, string>): ReadFile {
  return async (path) => {
    const bytes = await read(path)
    checksums.set(path, checksum(bytes).join(' '))
    return bytes
  }
}

/** The rigid-body engine of a scene. Throws `SceneError` for bodies without an engine, or with a solver that supports none. */
function engineFor(
  { bodies, events, solver: { type } }: Scene,
  solver: Solver,
  engine: CreateBodyWorld | undefined,
): CreateBodyWorld | undefined {
  const path = bodies.length > 0 ? ['bodies'] : ['events', events.findIndex(isBodyEvent)]
  if (bodies.length === 0 && !events.some(isBodyEvent)) return solver.coupling && engine
  if (!solver.coupling) throw SceneError.at(path, `solver "${type}" supports no bodies`)
  if (!engine)
    throw SceneError.at(
      path,
      'bodies need a rigid-body engine: import { rapier } from "seiche/bodies" and give it as createSimulation(scene, { rigidBodies: rapier })',
    )
  return engine
}

async function createBodyCoupling(
  { bodies, joints, events, timeStep }: Scene,
  solver: Solver,
  engine: CreateBodyWorld,
  read: ReadFile | undefined,
  responses: PoissonResponses | undefined,
): Promise<BodyCoupling> {
  validateBodyEvents(events, timeStep, bodies)
  const tank = tankOf(solver)
  const loaded = await loadBodies(bodies, joints, tank, read)
  const world = await engine({ bodies: loaded, joints, tank, gravity: solver.coupling!.gravity })
  return new BodyCoupling(loaded, world, tank, solver.coupling!, responses)
}

/** Plans fields and passes, without allocating memory. */
function assemble(
  scene: Scene,
  threads: number,
): { solver: Solver; arena: Arena; bytes: number; responses: PoissonResponses | undefined } {
  const arena = new Arena()
  const solver = createSolver(scene, gridOf(scene), arena, threads)
  const responses =
    scene.coupling === 'virtual-height' && solver.coupling?.isTwoWay
      ? new PoissonResponses(solver.grid, edgeKinds(scene.boundaries), arena)
      : undefined
  const bytes = WasmBackend.bytesFor(arena)
  if (bytes > MEMORY_LIMIT) {
    const gibibytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`
    throw SceneError.at(
      ['grid', 'cells'],
      `${scene.grid.cells.join(' × ')} cells need ${gibibytes(bytes)}; one simulation can have ${gibibytes(MEMORY_LIMIT)}: use fewer cells`,
    )
  }
  return { solver, arena, bytes, responses }
}

/** A surface lies in x and z; a fluid fills x, y and, in a volume, z. */
function gridOf({ solver, grid: { cells, cellSize } }: Scene): Grid {
  const [nx, second, nz = 1] = cells
  return solver.type === 'stable-fluids' ? { nx, ny: second, nz, cellSize } : { nx, nz: second, cellSize }
}

/** The number of threads. Throws `RangeError` for an invalid one. */
function threadsFor(scene: Scene, asked: number | undefined): number {
  const threads = asked ?? defaultThreads(scene)
  if (!Number.isInteger(threads) || threads < 1 || threads > MOST_THREADS)
    throw new RangeError(`threads must be a whole number from 1 to ${MOST_THREADS}, got ${asked}`)
  return threads
}

function defaultThreads({ grid: { cells } }: Scene): number {
  const cores = nodeBuiltin('node:os')?.availableParallelism() ?? globalThis.navigator?.hardwareConcurrency ?? 1
  return Math.max(
    1,
    Math.min(
      cores,
      MOST_DEFAULT_THREADS,
      Math.ceil(cells.reduce((product, count) => product * count, 1) / CELLS_PER_THREAD),
    ),
  )
}
