import { formatPath, type Path } from './scene-path.js'

/** The first places in which two JSON values differ, as sentences. */
export function differences(there: unknown, here: unknown, path: Path = []): string[] {
  if (Object.is(there, here)) return []
  if (!isContainer(there) || !isContainer(here) || Array.isArray(there) !== Array.isArray(here))
    return [`${formatPath(path)}: ${show(there)} there, ${show(here)} here`]
  if (Array.isArray(there) && Array.isArray(here) && there.length !== here.length)
    return [`${formatPath(path)}: ${there.length} values there, ${here.length} here`]
  const keys = [...new Set([...Object.keys(there), ...Object.keys(here)])]
  return keys.flatMap((key) => differences(there[key], here[key], [...path, Array.isArray(there) ? Number(key) : key]))
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
