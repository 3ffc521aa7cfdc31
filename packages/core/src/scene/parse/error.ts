/** A key or an index in the scene. */
export type ScenePath = readonly (string | number)[]

/** One thing that is wrong with a scene. */
export interface SceneIssue {
  /** Where, as written in code: `grid.cells[0]`. Empty for the scene itself. */
  readonly path: string
  /** What is wrong and what is allowed. */
  readonly message: string
  /** Line in the JSON text, from 1. */
  readonly line?: number
  /** Column in the JSON text, from 1. */
  readonly column?: number
}

/**
 * The error for a scene or an event that cannot be used. `message` lists every issue, one a line, ready to print.
 *
 * @example
 * ```ts
 * import { parseScene, SceneError } from 'seiche'
 *
 * try {
 *   parseScene('{ "seiche": 1 }', { source: 'pool.json' })
 * } catch (error) {
 *   if (error instanceof SceneError) for (const { path, message, line } of error.issues) console.log(line, path, message)
 * }
 * ```
 */
export class SceneError extends Error {
  override readonly name = 'SceneError'
  /** Everything that is wrong, or the first of very many. */
  readonly issues: readonly SceneIssue[]

  /**
   * Makes an error with a single issue.
   *
   * @param path Keys and indices that lead to the place, from the scene inwards.
   * @param message What is wrong and what is allowed.
   * @returns The error.
   */
  static at(path: ScenePath, message: string): SceneError {
    return new SceneError([{ path: formatPath(path), message }])
  }

  /**
   * @param issues What is wrong.
   * @param source Name of the scene, which every line of the message begins with.
   */
  constructor(issues: readonly SceneIssue[], source = 'scene') {
    super(issues.map((issue) => formatIssue(issue, source)).join('\n'))
    this.issues = issues
  }
}

/** Characters of a path that a message shows. */
const LONGEST_PATH = 200

function formatIssue({ path, message, line, column }: SceneIssue, source: string): string {
  const place = line === undefined ? source : `${source}:${line}:${column}`
  const shown = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH - 1)}…` : path
  return `${place}: ${path === '' ? '' : `${shown}: `}${message}`
}

/** `['grid', 'cells', 0]` as `grid.cells[0]`; keys that are no identifiers are quoted: `boundaries["x-"]`. */
export function formatPath(path: ScenePath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`
      if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(part)) return `[${JSON.stringify(part)}]`
      return index === 0 ? part : `.${part}`
    })
    .join('')
}
