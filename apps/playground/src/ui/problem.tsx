import type { Playground } from '../playground.js'
import { scenes } from '../session/scenes/scenes.js'
import { hasStopped, info, problem, scene } from '../session/state.js'

/** Shows the message of a failure, and ways to go on. */
export function Problem({ playground }: { playground: Playground }) {
  const message = problem.value
  if (message === undefined) return null
  const title = hasStopped.value
    ? 'The simulation has stopped.'
    : info.value
      ? 'This could not be done.'
      : 'The scene could not be opened.'
  return (
    <div class="problem" role="alert" data-testid="problem">
      <strong>{title}</strong>
      <pre>{message}</pre>
      <p>
        <button type="button" onClick={() => (problem.value = undefined)}>
          Close
        </button>
        <button type="button" onClick={() => void playground.session.choose(scenes[0])}>
          Open “{scenes[0].title}”
        </button>
        {(hasStopped.value || scene.value !== scenes[0]) && (
          <button type="button" onClick={() => void playground.session.restart()}>
            {hasStopped.value ? 'Restart' : 'Try again'}
          </button>
        )}
      </p>
    </div>
  )
}
