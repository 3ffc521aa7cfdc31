// A file of the textbook with the lines that run.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { Listing } from '../lesson.js'
import { linesOf, textbookFile } from '../textbook.js'

export function ListingView({ file, running }: Listing) {
  const [source, setSource] = useState<string>()
  const scroller = useRef<HTMLPreElement>(null)
  useEffect(() => {
    let isWanted = true
    textbookFile(file)
      .then((text) => isWanted && setSource(text.trimEnd()))
      .catch((error: unknown) => isWanted && setSource(String(error)))
    return () => {
      isWanted = false
    }
  }, [file])

  const parts = source === undefined ? [] : running.flatMap((name) => linesOf(source, name) ?? [])
  const first = parts[0]?.first
  useEffect(() => {
    const box = scroller.current
    const line = first === undefined ? undefined : box?.querySelector<HTMLElement>(`[data-line="${first}"]`)
    if (box && line) box.scrollTop = line.offsetTop - box.offsetTop - 12
  }, [first, source])

  return (
    <section class="listing" aria-label={`Source ${file} of the textbook`}>
      <h3>
        <code>packages/textbook/src/{file}</code>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by the keyboard */}
      <pre ref={scroller} tabIndex={0} data-testid={`listing-${file}`} data-running={running.join(' ')}>
        {source?.split('\n').map((line, n) => {
          const runs = parts.some((part) => n >= part.first && n <= part.last)
          return (
            <span key={n} data-line={n} class={classOf(line, runs)}>
              {line}
              {'\n'}
            </span>
          )
        })}
      </pre>
    </section>
  )
}

function classOf(line: string, runs: boolean): string {
  const isComment = /^\s*(\/\*\*|\*|\/\/)/.test(line)
  return `code-line${runs ? ' runs' : ''}${isComment ? ' comment' : ''}`
}
