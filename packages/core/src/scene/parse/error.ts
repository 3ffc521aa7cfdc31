/** A key or an index in the scene. */
export type ScenePath = readonly (string | number)[]

/** One mistake in a scene. */
export interface SceneIssue {
  /** Path of the value, as written in code: `grid.cells[0]`. Empty for the scene itself. */
  readonly path: string
  /** The mistake, and the allowed values. */
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
  /** All mistakes, or the first of very many. */
  readonly issues: readonly SceneIssue[]

  /**
   * Makes an error with a single issue.
   *
   * @param path Keys and indices of the value, from the scene inwards.
   * @param message The mistake, and the allowed values.
   * @returns The error.
   */
  static at(path: ScenePath, message: string): SceneError {
    return new SceneError([{ path: formatPath(path), message }])
  }

  /**
   * @param issues The mistakes.
   * @param source Name of the scene. Every line of the message begins with it.
   */
  constructor(issues: readonly SceneIssue[], source = 'scene') {
    super(issues.map((issue) => formatIssue(issue, source)).join('\n'))
    this.issues = issues
  }
}

/** Most characters of a path in a message. */
const LONGEST_PATH = 200

function formatIssue({ path, message, line, column }: SceneIssue, source: string): string {
  const place = line === undefined ? source : `${source}:${line}:${column}`
  const shown = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH - 1)}…` : path
  return `${place}: ${path === '' ? '' : `${shown}: `}${message}`
}

/** `['grid', 'cells', 0]` as `grid.cells[0]`; keys that are not identifiers are quoted: `boundaries["x-"]`. */
export function formatPath(path: ScenePath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`
      if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(part)) return `[${JSON.stringify(part)}]`
      return index === 0 ? part : `.${part}`
    })
    .join('')
}
