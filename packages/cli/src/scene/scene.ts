import { createSimulation, type ParsedScene, type ReadElevation, readScene, SceneError, type Simulation } from 'seiche'
import { badInput, type Failure, failed } from '../terminal/failure.js'
import { engine, hasBodies } from './rigid-bodies.js'
import type { SceneFile } from './scene-file.js'

/** The engine's answers to a scene file, with its refusals as `Failure`s. */

/** The one place where the text of a scene is parsed. */
export function parse(file: SceneFile): ParsedScene {
  try {
    return readScene(file.text, { source: file.name })
  } catch (error) {
    throw explain(file, error)
  }
}

/** `parsed`: the scene of the file, or made from it. Of the former, refusals have lines and columns. */
export async function simulate(file: SceneFile, parsed: ParsedScene, threads?: number): Promise<Simulation> {
  try {
    const rigidBodies = hasBodies(parsed.scene) ? engine : undefined
    const options = { source: file.name, readFile: file.read, readElevation, rigidBodies, threads }
    return await createSimulation(parsed, options)
  } catch (error) {
    throw explain(file, error)
  }
}

/** The library behind it is loaded when a scene first names an elevation model. */
const readElevation: ReadElevation = async (bytes) => (await import('seiche/geotiff')).readGeotiff(bytes)

function explain(file: SceneFile, error: unknown): unknown {
  if (error instanceof SceneError) return sceneFailure(error, file)
  // Memory that the system does not give is no fault of the scene.
  if (error instanceof RangeError) return failed(error.message, { cause: error, advice: 'Use fewer cells.' })
  return error
}

/** The engine knows files only as the scene calls them; here their full paths are added. */
export function sceneFailure(error: SceneError, file?: SceneFile): Failure {
  const places = (file?.reads ?? [])
    .filter(({ name, path }) => error.message.includes(name) && !error.message.includes(path))
    .map(({ name, path }) => `${name} was read from ${path}.`)
  return badInput(error.message, {
    cause: error,
    issues: error.issues,
    ...(places.length > 0 && { advice: places.join('\n') }),
  })
}
