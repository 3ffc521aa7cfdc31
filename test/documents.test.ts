// The documents name real paths, links, sections, scripts and decisions.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documents = tracked.filter((file) => file.endsWith('.md'))
/** Folders at the top: a path begins with one of them. */
const folders = [...new Set(tracked.filter((file) => file.includes('/')).map((file) => file.split('/')[0]!))]
/** Written by the build, so absent from a clone. */
const generated = /(^|\/)(dist|generated)(\/|$)/

interface Link {
  document: string
  /** As written. */
  target: string
  /** Path from the root; the document itself for `#section`. */
  path: string
  anchor: string | undefined
}

const links: Link[] = documents.flatMap((document) =>
  [...withoutCode(read(document)).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)|<(?:img|a) [^>]*?(?:src|href)="([^"]+)"/g)]
    .map(([, markdown, html]) => (markdown ?? html)!)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file, anchor] = target.split('#')
      return { document, target, path: file ? posix.join(dirname(document), file) : document, anchor }
    }),
)

describe('documents', () => {
  it('link to files that exist', () => {
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter(({ path }) => !existsSync(join(root, path))).map(named)).toEqual([])
  })

  it('link to sections that exist', () => {
    const broken = links.filter(
      ({ path, anchor }) => anchor && existsSync(join(root, path)) && !sectionsOf(path).includes(anchor),
    )
    expect(broken.map(named)).toEqual([])
  })

  it('name paths that exist, without line numbers', () => {
    const wrong: string[] = []
    for (const document of documents)
      for (const [, path] of read(document).matchAll(/`([\w@.*/-]+(?::[\d,-]+)?)`/g)) {
        if (!folders.some((folder) => path!.startsWith(`${folder}/`)) || generated.test(path!)) continue
        if (!exists(path!)) wrong.push(`${document}: ${path}`)
      }
    expect(wrong).toEqual([])
  })

  it('name npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const unknown = documents.flatMap((document) =>
      [...read(document).matchAll(/npm run ([\w:-]+)/g)]
        .filter(([, name]) => !(name! in scripts))
        .map(([said]) => `${document}: ${said}`),
    )
    expect(unknown).toEqual([])
  })

  it('are named by comments in the code only if they exist', () => {
    const wrong: string[] = []
    for (const file of tracked.filter((name) => /\.(ts|tsx|mjs)$/.test(name)))
      for (const [path] of read(file).matchAll(/(?<![\w./-])docs\/[\w./-]+\.md\b/g))
        if (!exists(path)) wrong.push(`${file}: ${path}`)
    expect(wrong).toEqual([])
  })
})

describe('decisions', () => {
  const records = tracked.filter((file) => /^docs\/decisions\/\d/.test(file)).sort()

  it('are numbered in turn, in their names and headings', () => {
    expect(records.length).toBeGreaterThan(0)
    const numbers = records.map((file) => Number(file.slice('docs/decisions/'.length, 'docs/decisions/0000'.length)))
    expect(numbers).toEqual(numbers.map((_, place) => place + 1))
    expect(records.map((file) => Number.parseInt(read(file).slice(2), 10))).toEqual(numbers)
  })

  it('are in their index, in order', () => {
    const listed = [...read('docs/decisions/README.md').matchAll(/^\| (\d+) +\| \[[^\]]+\]\(([^)]+)\)/gm)]
    expect(listed.map(([, number, file]) => `${number} docs/decisions/${file}`)).toEqual(
      records.map((file, place) => `${place + 1} ${file}`),
    )
  })
})

describe('docs/glossary.md', () => {
  it('is in the order of the alphabet, each term with its file', () => {
    const entries = [...read('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\* +\| .+ \| \[[^\]]+\]\(\S+\) +\|$/gm)]
    const terms = entries.map(([, term]) => term!.toLowerCase())
    expect(terms.length).toBe(read('docs/glossary.md').match(/^\| \*\*/gm)?.length)
    expect(terms).toEqual(terms.toSorted())
    expect(new Set(terms).size).toBe(terms.length)
  })
})

describe('docs/lectures.md', () => {
  const rows = read('docs/lectures.md')
    .split('\n')
    .filter((line) => /^\| [A-Z]\d+ \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))

  it('has functions of the textbook that exist', () => {
    const wrong: string[] = []
    let found = 0
    for (const [, path, names] of read('docs/lectures.md').matchAll(
      /\]\(\.\.\/([\w@./-]+\.ts)\)((?:,? `[A-Za-z]\w*`)+)/g,
    ))
      for (const [, name] of names!.matchAll(/`(\w+)`/g)) {
        found++
        if (!new RegExp(`\\b${name}\\b`).test(read(path!))) wrong.push(`${path}: ${name}`)
      }
    expect(wrong).toEqual([])
    expect(found).toBeGreaterThan(20)
  })

  it('counts its rows as they are', () => {
    const words = ['done', 'partly', 'missing', 'nothing to do']
    const count = (letter: string) => {
      const own = rows.filter(([, number]) => number!.startsWith(letter))
      return [...words.map((word) => own.filter((row) => row.at(-2)!.startsWith(word)).length), own.length]
    }
    const said = [...read('docs/lectures.md').matchAll(/^\| ([A-Z]): .*?\|((?: \d+ \|){5})$/gm)]
    expect(said.length).toBe(5)
    for (const [, letter, numbers] of said)
      expect([letter, ...numbers!.match(/\d+/g)!.map(Number)]).toEqual([letter, ...count(letter!)])
    for (const row of rows)
      expect(
        words.some((word) => row.at(-2)!.startsWith(word)),
        row[1],
      ).toBe(true)
  })
})

function named({ document, target }: Link): string {
  return `${document}: ${target}`
}

/** Whether a path exists; a star stands for any one name. */
function exists(path: string): boolean {
  if (!path.includes('*')) return existsSync(join(root, path))
  const pattern = new RegExp(
    `^${path
      .replace(/[.]/g, '\\.')
      .replace(/\*\*/g, '.+')
      .replace(/(?<!\.)\*/g, '[^/]*')}(/|$)`,
  )
  return tracked.some((file) => pattern.test(file))
}

/** The text without code blocks and code spans: brackets in code are no links. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
}

/** The names by which sections of a document are linked to, as GitHub makes them from headings. */
function sectionsOf(path: string): string[] {
  if (!path.endsWith('.md')) return []
  return [
    ...read(path)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/^#{1,6} (.+)$/gm),
  ].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  )
}
