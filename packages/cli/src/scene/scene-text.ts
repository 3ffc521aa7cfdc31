/** Longest line [characters]. */
const lineLength = 100

/** A scene as people write it: a value is on one line if it fits. */
export function formatScene(scene: object): string {
  return `${broken(scene, '')}\n`
}

function format(value: unknown, indent: string, used: number): string {
  const line = onOneLine(value)
  const fits = indent.length + used + line.length <= lineLength
  return fits || typeof value !== 'object' || value === null ? line : broken(value, indent)
}

function broken(value: object, indent: string): string {
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const members = Object.entries(value).map(([key, member]) => {
    const label = isList ? '' : `${JSON.stringify(key)}: `
    return `${inner}${label}${format(member, inner, label.length + 1)}`
  })
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${members.join(',\n')}\n${indent}${close}`
}

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${onOneLine(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
