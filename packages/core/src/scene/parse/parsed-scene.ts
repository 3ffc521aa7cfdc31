import type { Scene } from '../schema/scene.js'
import { SceneError } from './error.js'

/** Line and column, from 1, of the value at a path such as `grid.cells[0]`. */
export type Locate = (path: string) => { line: number; column: number }

/**
 * A checked scene with the positions of its values in the text: {@link readScene} returns it. {@link createSimulation} and
 * {@link planSimulation} take it without checking it again, and their errors still have line and column.
 *
 * @example
 * ```ts
 * import { createSimulation, planSimulation, readScene } from 'seiche'
 *
 * const parsed = readScene(sceneText, { source: 'pool.json' })
 * console.log(parsed.scene.name, planSimulation(parsed).bytes)
 * const sim = await createSimulation(parsed)
 * ```
 */
export class ParsedScene {
  /** The scene, every default filled in. It is frozen, because nothing checks it again. */
  readonly scene: Scene
  /** Name of the scene in messages, usually its file. */
  readonly source: string | undefined
  readonly #locate: Locate | undefined

  /** @internal `locate`: finds the position of a value in the text; undefined if the scene was an object. */
  constructor(scene: Scene, source: string | undefined, locate: Locate | undefined) {
    this.scene = scene
    this.source = source
    this.#locate = locate
  }

  /** @internal The same scene with another name in messages. */
  named(source: string): ParsedScene {
    return new ParsedScene(this.scene, source, this.#locate)
  }

  /** @internal Gives an error of this scene its name, line and column; other errors pass through. */
  place(error: unknown): unknown {
    return placeError(error, this.source, this.#locate)
  }
}

/** Gives an error of a scene its name, line and column; other errors pass through. */
export function placeError(error: unknown, source: string | undefined, locate: Locate | undefined): unknown {
  if (!(error instanceof SceneError)) return error
  return new SceneError(
    error.issues.map((issue) => ({ ...issue, ...locate?.(issue.path) })),
    source,
  )
}
