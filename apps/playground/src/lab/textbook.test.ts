import { describe, expect, it } from 'vitest'
import { linesOf, textbookFile } from './textbook.js'

const source = `/** A file. */

/** Adds. */
export function add(a: number, b: number): number {
  if (a) {
    return a + b
  }
  return b
}

/**
 * Several
 * lines.
 */
export function many(
  { a }: { a: number },
): number {
  return a
}

export const one = 1
const two = 2
`

/** The lines of a declaration as a text. */
function text(name: string): string | undefined {
  const found = linesOf(source, name)
  return (
    found &&
    source
      .split('\n')
      .slice(found.first, found.last + 1)
      .join('\n')
  )
}

describe('the lines of a declaration', () => {
  it('begin with its comment and end with its last bracket', () => {
    expect(text('add')).toMatch(/^\/\*\* Adds\. \*\/\nexport function add[\s\S]*return b\n}$/)
    expect(text('many')).toMatch(/^\/\*\*\n \* Several[\s\S]*return a\n}$/)
  })

  it('are one line for a short constant', () => {
    expect(text('one')).toBe('export const one = 1')
    expect(text('two')).toBe('const two = 2')
  })

  it('are undefined for a name that is not there', () => {
    expect(text('ad')).toBeUndefined()
  })
})

it('files that do not exist are refused by name', async () => {
  await expect(textbookFile('no.ts')).rejects.toThrow('The textbook has no file no.ts.')
  expect(await textbookFile('oscillator.ts')).toContain('export function oscillatorLeapfrog')
})
