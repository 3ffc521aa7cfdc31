import type { Playground } from '../../playground.js'
import { helpOpen, running } from '../../session/state.js'

const icons = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M7 5h3.6v14H7zM13.4 5H17v14h-3.6z',
  step: 'M6 5v14l9-7zM16 5h2.6v14H16z',
  reset: 'M12 5a7 7 0 1 1-6.3 4h2.3A5 5 0 1 0 12 7v3.2L7.4 6 12 1.8z',
  compare: 'M3 5h8v14H3zM13 5h8v14h-8zm2 2v10h4V7z',
  help: 'M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zm-1.2 13.2h2.4V18h-2.4zm1.3-9.5c2.2 0 3.7 1.3 3.7 3.2 0 1.4-.8 2.2-1.7 2.8-.8.5-.9.8-.9 1.6v.3h-2.3v-.6c0-1.4.6-2.1 1.6-2.8.7-.4 1-.8 1-1.4 0-.6-.5-1.1-1.3-1.1s-1.4.5-1.5 1.3H8.4c.1-2 1.6-3.3 3.7-3.3z',
}

function Icon({ name }: { name: keyof typeof icons }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={icons[name]} fill="currentColor" />
    </svg>
  )
}

/** Play, step, restart, compare, help. */
export function Transport({ playground }: { playground: Playground }) {
  const isRunning = running.value
  return (
    <div class="transport" role="toolbar" aria-label="Time">
      <button
        type="button"
        class="primary"
        title={isRunning ? 'Pause (Space)' : 'Play (Space)'}
        aria-label={isRunning ? 'Pause' : 'Play'}
        data-testid="play"
        data-running={isRunning}
        onClick={() => playground.session.setRunning(!isRunning)}
      >
        <Icon name={isRunning ? 'pause' : 'play'} />
      </button>
      <button
        type="button"
        title="Single step (.)"
        aria-label="Single step"
        data-testid="step"
        onClick={() => playground.session.singleStep()}
      >
        <Icon name="step" />
      </button>
      <button
        type="button"
        title="Restart (R)"
        aria-label="Restart"
        data-testid="reset"
        onClick={() => void playground.session.restart()}
      >
        <Icon name="reset" />
      </button>
      <button
        type="button"
        title="Compare with other settings (V)"
        aria-label="Compare"
        aria-pressed={playground.comparison.value !== undefined}
        data-testid="compare-button"
        onClick={() => playground.toggleComparison()}
      >
        <Icon name="compare" />
      </button>
      <span class="gap" />
      <button
        type="button"
        title="Help (?)"
        aria-label="Help"
        data-testid="help-button"
        onClick={() => (helpOpen.value = true)}
      >
        <Icon name="help" />
      </button>
    </div>
  )
}
