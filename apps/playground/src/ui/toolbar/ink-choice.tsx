import { inksOf } from '../../session/display/fluid-display.js'
import * as state from '../../session/state.js'
import { inkColor } from '../../tools/fluid-strokes.js'

/** The choice of the dye, or heat, that the ink tool adds. */
export function InkChoice() {
  const scene = state.info.value?.scene
  const inks = scene ? inksOf(scene) : []
  if (!scene || inks.length < 2) return null
  return (
    <div class="inks" role="radiogroup" aria-label="Ink">
      {inks.map((name) => {
        const text = name === 'temperature' ? 'heat' : name
        return (
          <label class="ink" key={name} title={text}>
            <input
              type="radio"
              name="ink"
              class="unseen"
              value={name}
              checked={state.ink.value === name}
              aria-label={text}
              data-testid={`ink-${name}`}
              onChange={() => (state.chosenInk.value = name)}
            />
            <span class="drop" style={{ background: inkColor(scene, name) }} />
            <span>{text}</span>
          </label>
        )
      })}
    </div>
  )
}
