// The identity of a scene: a snapshot can be restored in the scenes that would have made the same state from the same events. Name,
// description, duration, probes and view do not affect the state. Past events are in the snapshot itself, and future events may differ. All
// other parts have to be the same, including `initial`: the scene and the recorded events then still repeat the run.

import { formatPath, type ScenePath } from '../scene/parse/error.js'
import type { Scene } from '../scene/schema/scene.js'

/** Most characters of a value in a message. */
const LONGEST_VALUE = 60

/** The parts of a scene that determine the state, and checksums of the files that it names. */
export interface SceneIdentity {
  readonly scene: Pick<Scene, 'solver' | 'grid'>
  readonly files: Readonly<Record<string, string>>
}

export function identityOf(scene: Scene, files: ReadonlyMap<string, string>): SceneIdentity {
  const { $schema, seiche, name, description, duration, probes, view, events, ...defining } = scene
  return { scene: defining, files: Object.fromEntries(files) }
}

/** The reason why a snapshot of one scene cannot be restored in another; undefined if it can. */
export function sceneProblem(there: SceneIdentity, here: SceneIdentity): string | undefined {
  const shape = ({ scene: { solver, grid } }: SceneIdentity) => `${solver.type} on ${grid.cells.join(' × ')} cells`
  if (shape(there) !== shape(here)) return `this snapshot is of ${shape(there)}, the simulation is ${shape(here)}`
  const [first, ...others] = [...differences(there.scene, here.scene, [])]
  if (first) {
    const has = first.there === undefined ? `without ${first.path}` : `with ${first.path} ${brief(first.there)}`
    const count = others.length
    const more = count === 0 ? '' : `, and ${count} more ${count === 1 ? 'difference' : 'differences'}`
    return `this snapshot is of a scene ${has}, this one has ${first.here === undefined ? 'none' : brief(first.here)}${more}`
  }
  for (const file of Object.keys({ ...there.files, ...here.files }))
    if (there.files[file] !== here.files[file])
      return `this snapshot is of a scene in which the file ${file} has other content`
  return undefined
}

interface Difference {
  readonly path: string
  readonly there: unknown
  readonly here: unknown
}

/** The paths at which two JSON values differ. The order of keys has no meaning; an undefined value equals a missing key. */
function* differences(there: unknown, here: unknown, path: ScenePath): Generator<Difference> {
  if (there === here) return
  if (!isNested(there) || !isNested(here) || Array.isArray(there) !== Array.isArray(here)) {
    yield { path: formatPath(path), there, here }
    return
  }
  for (const key of Object.keys({ ...there, ...here }))
    yield* differences(there[key], here[key], [...path, Array.isArray(here) ? Number(key) : key])
}

function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function brief(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}
