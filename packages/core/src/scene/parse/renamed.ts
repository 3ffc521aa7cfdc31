// Names that were changed before the first release. A message about an old name suggests the new one.

/** New names of events, of keys of a scene and of options, by their old names. */
const renamed = new Map([
  ['launch', 'addBody'],
  ['weigh', 'setDensity'],
  ['grip', 'grab'],
  ['ink', 'inject'],
  ['engine', 'outboard'],
  ['helm', 'rudder'],
  ['read', 'readFile'],
  ['elevation', 'readElevation'],
  ['bodies', 'rigidBodies'],
])

/** The new name for an old one, if it is among those allowed. */
export function newNameOf(name: unknown, allowed: readonly unknown[]): string | undefined {
  const now = typeof name === 'string' ? renamed.get(name) : undefined
  return now !== undefined && allowed.includes(now) ? now : undefined
}
