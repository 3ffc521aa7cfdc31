// The sources of the textbook as texts, and the lines of a function in them.

/** Each file as a module that is loaded when a lesson shows it. */
const files = import.meta.glob<string>(
  [
    '../../../../packages/textbook/src/*.ts',
    '!../../../../packages/textbook/src/*.test.ts',
    '!../../../../packages/textbook/src/*.fixture.ts',
    '!../../../../packages/textbook/src/index.ts',
  ],
  { query: '?raw', import: 'default' },
)

/** The text of a file of the textbook. */
export async function textbookFile(name: string): Promise<string> {
  const load = files[`../../../../packages/textbook/src/${name}`]
  if (!load) throw new Error(`The textbook has no file ${name}.`)
  return load()
}

/** First and last line of a declaration with its comment, counted from 0; undefined if the text has none of that name. */
export function linesOf(source: string, name: string): { first: number; last: number } | undefined {
  const lines = source.split('\n')
  const declaration = new RegExp(`^(export )?(async )?(function\\*?|class|const|interface|type) ${name}\\b`)
  const start = lines.findIndex((line) => declaration.test(line))
  if (start < 0) return undefined
  let first = start
  if (lines[start - 1]?.trimEnd().endsWith('*/')) {
    first--
    while (first > 0 && !lines[first]!.startsWith('/**')) first--
  }
  let last = start
  // A declaration ends with the first bracket in the first column; one of a single line ends there.
  const isOpen = /[{([]\s*$/.test(lines[start]!)
  while (
    isOpen &&
    last < lines.length - 1 &&
    (last === start || !/^[})\]]/.test(lines[last]!) || /[{([]\s*$/.test(lines[last]!))
  )
    last++
  return { first, last }
}
