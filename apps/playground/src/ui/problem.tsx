import type { Playground } from '../playground.js'
import { scenes } from '../session/scenes.js'
import { info, problem, scene } from '../session/state.js'

/** Says what went wrong, in the engine's own words, and offers a way on. */
export function Problem({ playground }: { playground: Playground }) {
  const message = problem.value
  if (message === undefined) return null
  return (
    <div class="problem" role="alert" data-testid="problem">
      <strong>{info.value ? 'That did not work.' : 'The scene could not be opened.'}</strong>
      <pre>{message}</pre>
      <p>
        <button type="button" onClick={() => (problem.value = undefined)}>
          Close
        </button>
        <button type="button" onClick={() => void playground.choose(scenes[0])}>
          Open “{scenes[0].title}”
        </button>
        {scene.value !== scenes[0] && (
          <button type="button" onClick={() => void playground.reset()}>
            Try again
          </button>
        )}
      </p>
    </div>
  )
}
