/** A value that two scenes do not share; undefined where a scene does not have it. */
export interface SceneDifference {
  /** `solver.depth`, `obstacles[2].radius` */
  path: string
  a: unknown
  b: unknown
}

/** The innermost values in which two scenes differ, in the order of the first. */
export function compareScenes(a: unknown, b: unknown, path = ''): SceneDifference[] {
  if (a === b) return []
  if (!isBranch(a) || !isBranch(b) || Array.isArray(a) !== Array.isArray(b)) return [{ path, a, b }]
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return keys.flatMap((key) => {
    const inner = Array.isArray(a) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    return compareScenes((a as Branch)[key], (b as Branch)[key], inner)
  })
}

type Branch = Record<string, unknown>

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null
}
