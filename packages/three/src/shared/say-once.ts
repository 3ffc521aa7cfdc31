/** Subjects of which the console already has a message. */
const said = new Set<string>()

/** Warns in the console, once for each subject: a view is updated sixty times a second. */
export function sayOnce(subject: string, message: string): void {
  if (said.has(subject)) return
  said.add(subject)
  console.warn(message)
}
