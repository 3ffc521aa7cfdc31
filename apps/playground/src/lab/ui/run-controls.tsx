// Play, one step, start anew, defaults, link; and the reason why a run stopped.

import { useState } from 'preact/hooks'
import type { LessonRun } from '../run.js'

export function RunControls({ run }: { run: LessonRun }) {
  const isRunning = run.isPlaying.value && run.stopped.value === undefined
  return (
    <div class="run-controls">
      <button type="button" class="primary" onClick={() => run.togglePlaying()} data-testid="play">
        {isRunning ? 'Pause' : 'Play'}
      </button>
      <button type="button" onClick={() => run.step()} disabled={run.stopped.value !== undefined} data-testid="step">
        Step
      </button>
      <button type="button" onClick={() => run.restart()} data-testid="restart">
        Restart
      </button>
      <button type="button" onClick={() => run.reset()} data-testid="defaults">
        Defaults
      </button>
      <ShareButton />
    </div>
  )
}

/** Copies the address of the page, which holds all settings. */
function ShareButton() {
  const [text, setText] = useState('Copy link')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href)
      setText('Link copied')
    } catch {
      setText('Copy the address above')
    }
    setTimeout(() => setText('Copy link'), 2500)
  }
  return (
    <button type="button" onClick={copy} data-testid="share" aria-live="polite">
      {text}
    </button>
  )
}

/** Says why the run stopped, or that the worker failed, and offers to go back. */
export function RunMessage({ run }: { run: LessonRun }) {
  if (run.problem.value !== undefined)
    return (
      <p class="message alarm" role="alert" data-testid="problem">
        {run.problem}
      </p>
    )
  if (run.stopped.value === undefined) return null
  return (
    <div class="message alarm" role="status" data-testid="stopped">
      <p>{run.stopped}</p>
      <button type="button" onClick={() => run.goBack()} data-testid="go-back">
        Go back
      </button>
      <button type="button" onClick={() => run.restart()}>
        Restart
      </button>
    </div>
  )
}
