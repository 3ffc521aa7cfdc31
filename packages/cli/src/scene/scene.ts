import {
  type AnySimulation,
  createSimulation,
  type ParsedScene,
  type ReadElevation,
  readScene,
  SceneError,
} from 'seiche'
import { badInput, type Failure, failed } from '../terminal/failure.js'
import { engine, hasBodies } from './rigid-bodies.js'
import type { SceneFile } from './scene-file.js'

/** Parses scene files and creates simulations. Errors of the engine become `Failure`s. */

/** The one place where the text of a scene is parsed. */
export function parse(file: SceneFile): ParsedScene {
  try {
    return readScene(file.text, { source: file.name })
  } catch (error) {
    throw explain(file, error)
  }
}

/** `parsed`: the scene of the file, or one made from it. Errors in the former have lines and columns. */
export async function simulate(file: SceneFile, parsed: ParsedScene, threads?: number): Promise<AnySimulation> {
  try {
    const rigidBodies = hasBodies(parsed.scene) ? engine : undefined
    const options = { source: file.name, readFile: file.read, readElevation, rigidBodies, threads }
    return await createSimulation(parsed, options)
  } catch (error) {
    throw explain(file, error)
  }
}

/** The GeoTIFF library is loaded when a scene first names an elevation model. */
const readElevation: ReadElevation = async (bytes) => (await import('seiche/geotiff')).readGeotiff(bytes)

function explain(file: SceneFile, error: unknown): unknown {
  if (error instanceof SceneError) return sceneFailure(error, file)
  // Too little memory is not an error in the scene.
  if (error instanceof RangeError) return failed(error.message, { cause: error, advice: 'Use fewer cells.' })
  return error
}

/** Errors of the engine contain the names of files in the scene; here their full paths are added. */
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
