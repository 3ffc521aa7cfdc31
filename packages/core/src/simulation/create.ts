import { createBackend } from '../backend/create-backend.js'
import type { KernelFiles } from '../backend/wasm/kernel-source.js'
import type { CreateBodyWorld } from '../bodies/world.js'
import type { ReadElevation } from '../files/elevation.js'
import { loadStartingValues } from '../scene/load.js'
import { SceneError } from '../scene/parse/error.js'
import { toParsedScene } from '../scene/parse/parse.js'
import type { ParsedScene } from '../scene/parse/parsed-scene.js'
import { newNameOf } from '../scene/parse/renamed.js'
import type { ReadFile } from '../scene/read-file.js'
import { isBodyEvent } from '../scene/schema/event.js'
import type { Scene, SceneInput } from '../scene/schema/scene.js'
import type { Solver } from '../solvers/solver.js'
import { assemble, loadParts, threadsFor } from './assemble.js'
import { checksum } from './checksum.js'
import { FluidSimulation } from './fluid-simulation.js'
import type { AnySimulation, SimulationOf } from './simulation-of.js'
import { SurfaceSimulation } from './surface-simulation.js'

/** Options of {@link createSimulation}. */
export interface SimulationOptions {
  /**
   * Threads to use, 1 to 64, or `'auto'`, the default: one for every 64Ki cells, at most four and at most the number of processor cores,
   * and one alone for parts of a step that are faster so, as measured from time to time. The results do not depend on it.
   */
  readonly threads?: number | 'auto' | undefined
  /**
   * Whether threads stay awake between steps. Default: false. For a page or a game that makes a step each frame: a sleeping thread takes tens of
   * microseconds to wake, which at this pace costs more than it gains on all but large grids. Threads that are kept awake poll for their next
   * work for about 20 ms, then sleep. The price is a busy processor core for each thread but the caller's while steps follow each other, and
   * the battery of a laptop. The results do not depend on it.
   */
  readonly keepThreadsAwake?: boolean | undefined
  /** Reads the files that the scene names. */
  readonly readFile?: ReadFile | undefined
  /** Unpacks GeoTIFF elevation models: `readGeotiff` of `seiche/geotiff`. */
  readonly readElevation?: ReadElevation | undefined
  /** The engine that moves rigid bodies: `rapier` of `seiche/bodies`. */
  readonly rigidBodies?: CreateBodyWorld | undefined
  /**
   * Called for a scene that can have bodies, when the water is there and the bodies are not yet: a page can show the water while the engine
   * of the bodies is loaded, which begins when the promise is resolved. The simulation must not be stepped before `createSimulation` resolves.
   */
  readonly waterReady?: ((water: AnySimulation) => void | Promise<void>) | undefined
  /** Addresses of the kernels, for a page that serves the files of `seiche/kernels`. Default: the kernels inside the package. */
  readonly kernels?: KernelFiles | undefined
  /** Name of the scene for messages, usually its file. */
  readonly source?: string | undefined
}

const OPTIONS = [
  'threads',
  'keepThreadsAwake',
  'readFile',
  'readElevation',
  'rigidBodies',
  'waterReady',
  'kernels',
  'source',
]

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
  const { threads, keepThreadsAwake, readFile, readElevation, rigidBodies, waterReady, kernels, source } = options
  const parsed = toParsedScene(input, { source })
  const { scene } = parsed
  try {
    const poolSize = threadsFor(scene, threads)
    const { solver, arena, responses, room, forces } = assemble(
      scene,
      poolSize,
      await loadParts(scene),
      rigidBodies !== undefined,
    )
    const files = new Map<string, string>()
    const read = readFile && withChecksums(readFile, files)
    const values = await loadStartingValues(scene, solver.grid, { readFile: read, readElevation })
    const engine = engineFor(scene, solver, rigidBodies)
    const resources = [
      ...solver.resources,
      ...(responses?.resources ?? []),
      ...(room?.resources ?? []),
      ...(forces?.resources ?? []),
    ]
    // The responses of bodies to their columns are found by the Poisson solver of fluids.
    const kernelSet = solver.kind === 'fluid' || responses ? 'all' : isBasin(scene) ? 'basins' : 'surfaces'
    const choosesThreads = threads === undefined || threads === 'auto'
    const backend = await createBackend(arena, resources, poolSize, {
      files: kernels,
      set: kernelSet,
      choosesThreads,
      keepAwake: keepThreadsAwake,
    })
    room?.connect(backend)
    forces?.connect(backend)
    solver.coupling?.connect?.(backend.functions, room)
    try {
      const simulation: AnySimulation =
        solver.kind === 'fluid'
          ? new FluidSimulation(scene, solver, backend, values, files)
          : new SurfaceSimulation(scene, solver, backend, values, files)
      responses?.start((list) => backend.run(list))
      if (engine && forces) {
        await waterReady?.(simulation)
        if (simulation.stepCount > 0)
          throw new Error('waterReady has stepped the simulation before its bodies were there')
        const { createBodyCoupling } = await import('./start-bodies.js')
        simulation.addBodies(await createBodyCoupling(scene, solver, engine, read, forces, responses))
      }
      return simulation as SimulationOf<S>
    } catch (error) {
      backend.dispose()
      throw error
    }
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

/** Whether the water needs no kernels of terrain, of oceans or of waves of finite height. */
function isBasin({ solver }: Scene): boolean {
  return solver.type === 'columns' || (solver.type === 'iwave' && solver.nonlinearity === 1 && !solver.ambient)
}
