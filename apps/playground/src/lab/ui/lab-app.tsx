// The lab: contents at one side, the chosen lesson beside them.

import { useEffect, useState } from 'preact/hooks'
import type { Lesson } from '../lesson.js'
import { type LessonEntry, lessons } from '../lessons/lessons.js'
import { LessonPage } from './lesson-page.js'

export function LabApp() {
  const [choice, setChoice] = useState(chosenByAddress)
  useEffect(() => {
    const follow = () => setChoice(chosenByAddress())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  const open = (entry: LessonEntry): void => {
    window.history.pushState(null, '', `${window.location.pathname}?lesson=${entry.id}`)
    setChoice({ entry, unknown: undefined })
    window.scrollTo(0, 0)
  }
  const number = choice.entry ? lessons.indexOf(choice.entry) + 1 : 0

  return (
    <div class="lab">
      <nav class="contents" aria-label="Lessons">
        <p class="home">
          <a class="home-link" href="../">
            Seiche
          </a>{' '}
          <a class="home-link" href="./">
            Lab
          </a>
        </p>
        <Contents chosen={choice.entry} onOpen={open} />
      </nav>
      <main>
        {choice.unknown !== undefined && (
          <p class="message" role="status" data-testid="unknown-lesson">
            There is no lesson “{choice.unknown}”. Choose one of these.
          </p>
        )}
        {choice.entry ? (
          <>
            <LoadedLesson key={choice.entry.id} entry={choice.entry} number={number} />
            <Neighbors number={number} onOpen={open} />
          </>
        ) : (
          <Overview onOpen={open} />
        )}
      </main>
    </div>
  )
}

interface Choice {
  entry: LessonEntry | undefined
  /** The name in the address if it is no lesson's, shortened. */
  unknown: string | undefined
}

function chosenByAddress(): Choice {
  const asked = new URLSearchParams(window.location.search).get('lesson')
  const entry = lessons.find(({ id }) => id === asked)
  return { entry, unknown: asked === null || entry ? undefined : asked.slice(0, 40) }
}

interface LinkProps {
  entry: LessonEntry
  class: string
  onOpen(entry: LessonEntry): void
  isCurrent?: boolean
  children: preact.ComponentChildren
}

/** A link that opens a lesson without loading the page anew. */
function LessonLink({ entry, class: className, onOpen, isCurrent = false, children }: LinkProps) {
  return (
    <a
      class={className}
      href={`?lesson=${entry.id}`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onOpen(entry)
      }}
    >
      {children}
    </a>
  )
}

function Contents({ chosen, onOpen }: { chosen: LessonEntry | undefined; onOpen(entry: LessonEntry): void }) {
  return (
    <details class="contents-list" open={window.matchMedia('(min-width: 900px)').matches}>
      <summary>Lessons</summary>
      <ol>
        {lessons.map((entry) => (
          <li key={entry.id}>
            <LessonLink class="lesson-link" entry={entry} onOpen={onOpen} isCurrent={entry === chosen}>
              {entry.title}
            </LessonLink>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** The first page: each lesson with its question. */
function Overview({ onOpen }: { onOpen(entry: LessonEntry): void }) {
  return (
    <section class="overview">
      <h1>Waves and fluids, to try by hand</h1>
      <p>
        Five lectures teach how to simulate water. Each lesson runs one of their ideas as printed, mistakes included,
        beside the engine that does it right. Move a slider until a scheme explodes; the figure shows why.
      </p>
      <ol class="cards">
        {lessons.map((entry) => (
          <li key={entry.id}>
            <LessonLink class="card" entry={entry} onOpen={onOpen}>
              <strong class="card-title">{entry.title}</strong>
              <span class="card-question">{entry.question}</span>
            </LessonLink>
          </li>
        ))}
      </ol>
    </section>
  )
}

function LoadedLesson({ entry, number }: { entry: LessonEntry; number: number }) {
  const [lesson, setLesson] = useState<Lesson>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    document.title = `${entry.title} · Seiche lab`
    let isWanted = true
    entry.load().then(
      (module) => isWanted && setLesson(module.lesson),
      () => isWanted && setProblem('This lesson could not be loaded. Reload the page to try again.'),
    )
    return () => {
      isWanted = false
    }
  }, [entry])
  if (problem) return <p class="message alarm">{problem}</p>
  return lesson ? <LessonPage entry={entry} number={number} lesson={lesson} /> : <p class="loading">Loading …</p>
}

function Neighbors({ number, onOpen }: { number: number; onOpen(entry: LessonEntry): void }) {
  const [before, after] = [lessons[number - 2], lessons[number]]
  return (
    <nav class="neighbors" aria-label="Previous and next lesson">
      {before && (
        <LessonLink class="neighbor" entry={before} onOpen={onOpen}>
          ← {before.title}
        </LessonLink>
      )}
      {after && (
        <LessonLink class="neighbor" entry={after} onOpen={onOpen}>
          {after.title} →
        </LessonLink>
      )}
    </nav>
  )
}
