import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type ParsedScene, type RecordedEvent, readScene, type Scene, SceneError } from 'seiche'
import { badInput, reasonOf } from '../terminal/failure.js'
import { sceneFailure } from './scene.js'

/** Name of the file that --save-events writes and --events reads. */
export const eventLogName = 'events.json'

/** The events as a JSON list, one per line, which can be pasted into a scene as its `events`. */
export function formatEventLog(events: readonly RecordedEvent[]): string {
  if (events.length === 0) return '[]\n'
  return `[\n${events.map((event) => `  ${JSON.stringify(event)}`).join(',\n')}\n]\n`
}

/**
 * The scene with the events of a log instead of its own. A log contains all events of a run, including those of the scene: with both,
 * the latter would happen twice.
 */
export async function replaceEvents(scene: Scene, path: string): Promise<ParsedScene> {
  let events: unknown
  try {
    events = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw badInput(`${path} is not JSON: ${error.message}`, { cause: error })
    throw badInput(`cannot read the events ${resolve(path)}: ${reasonOf(error)}`, { cause: error })
  }
  if (!Array.isArray(events)) {
    throw badInput(`${path} is not a list of events`, { advice: 'Give a file that --save-events has written.' })
  }
  try {
    return readScene({ ...scene, events }, { source: path })
  } catch (error) {
    throw error instanceof SceneError ? sceneFailure(error) : error
  }
}
