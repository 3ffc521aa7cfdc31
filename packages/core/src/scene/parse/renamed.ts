// Names that were changed before the first release. A message about an old name says the new one.

/** The new name of an event, of a key of a scene or of an option, by the old one. */
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

/** The new name of something, if it has one among those that are allowed. */
export function newNameOf(name: unknown, allowed: readonly unknown[]): string | undefined {
  const now = typeof name === 'string' ? renamed.get(name) : undefined
  return now !== undefined && allowed.includes(now) ? now : undefined
}
