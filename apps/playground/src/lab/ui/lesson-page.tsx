// One lesson: figures on one side; controls, text and textbook on the other.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { settingsFromAddress, settingsToAddress } from '../address.js'
import { documents } from '../documents.js'
import type { Lesson } from '../lesson.js'
import type { LessonEntry } from '../lessons/lessons.js'
import { LessonRun } from '../run.js'
import type { Settings, Values } from '../settings.js'
import { ListingView } from './listing-view.js'
import { RunControls, RunMessage } from './run-controls.js'
import { SettingControl } from './setting-control.js'

interface LessonPageProps {
  entry: LessonEntry
  number: number
  lesson: Lesson
}

export function LessonPage({ entry, number, lesson }: LessonPageProps) {
  const { run, refused } = useLessonRun(entry.id, lesson)
  return (
    <article class="lesson">
      <header class="lesson-header">
        <p class="lesson-number">Lesson {number}</p>
        <h1>{entry.title}</h1>
      </header>
      <div class="lesson-figures">
        <Refusals refused={refused} />
        <lesson.Figures run={run} />
        <RunMessage run={run} />
      </div>
      <div class="lesson-controls">
        <RunControls run={run} />
        <Controls run={run} settings={lesson.settings} />
      </div>
      {lesson.Below && (
        <div class="lesson-below">
          <lesson.Below run={run} />
        </div>
      )}
      <div class="lesson-text">
        <section class="introduction">
          <lesson.Introduction />
        </section>
        <section>
          <h2>What to notice</h2>
          <ul>
            {lesson.notice.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
        <section>
          <h2>From the lecture</h2>
          {lesson.fromLectures.map(({ document, place, states, verdict }) => (
            <div class="from-lecture" key={`${document}${place}${states}`}>
              <p class="source">
                {documents[document]}, {place}
              </p>
              <p>{states}</p>
              <p class="verdict">{verdict}</p>
            </div>
          ))}
        </section>
        <Listings run={run} lesson={lesson} />
      </div>
    </article>
  )
}

/** Starts the lesson with the settings of the address, and keeps the address up to date. */
function useLessonRun(id: string, lesson: Lesson): { run: LessonRun; refused: string[] } {
  const { run, refused } = useMemo(() => {
    const read = settingsFromAddress(lesson.settings, new URLSearchParams(window.location.search))
    return { run: new LessonRun(id, lesson.settings, read.values as never), refused: read.refused }
  }, [id, lesson])

  useEffect(() => {
    const stop = run.values.subscribe((values) => {
      const query = settingsToAddress(id, lesson.settings, values)
      const address = `${window.location.pathname}?${query}`
      if (address !== `${window.location.pathname}${window.location.search}`)
        window.history.replaceState(null, '', address)
    })
    return () => {
      stop()
      run.dispose()
    }
  }, [id, lesson, run])
  return { run, refused }
}

/** Tells which parts of the address could not be used. */
function Refusals({ refused }: { refused: readonly string[] }) {
  const [isShown, setShown] = useState(true)
  if (refused.length === 0 || !isShown) return null
  const listed = refused.slice(0, 5)
  return (
    <div class="message" role="status" data-testid="refused">
      <p>The address holds settings that this lesson does not have. Their defaults are used.</p>
      <ul>
        {listed.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {refused.length > listed.length && <li>And {refused.length - listed.length} more.</li>}
      </ul>
      <button type="button" onClick={() => setShown(false)}>
        Close
      </button>
    </div>
  )
}

function Controls({ run, settings }: { run: LessonRun; settings: Settings }) {
  const values: Values = run.values.value
  return (
    <div class="controls">
      {Object.entries(settings)
        .filter(([, { shownIf }]) => shownIf?.(values) ?? true)
        .map(([name, setting]) => (
          <SettingControl
            key={name}
            name={name}
            setting={setting}
            value={values[name] ?? setting.default}
            onChange={(value) => run.set(name, value as never)}
          />
        ))}
    </div>
  )
}

function Listings({ run, lesson }: { run: LessonRun; lesson: Lesson }) {
  const listings = lesson.listings(run.values.value as never)
  if (listings.length === 0)
    return (
      <section>
        <h2>The textbook's code</h2>
        <p>The engine runs. Choose the textbook to see its code.</p>
      </section>
    )
  return (
    <section>
      <h2>The textbook's code</h2>
      {listings.map((listing) => (
        <ListingView key={listing.file} {...listing} />
      ))}
    </section>
  )
}
