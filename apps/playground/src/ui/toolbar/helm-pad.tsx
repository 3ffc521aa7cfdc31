import type { Playground } from '../../playground.js'
import { bodies, steered } from '../../session/state.js'
import type { Course } from '../../tools/helm.js'

const directions: { course: Course; name: string; turn: number; keys: string }[] = [
  { course: 'ahead', name: 'Ahead', turn: 0, keys: 'W' },
  { course: 'left', name: 'Left', turn: -90, keys: 'A' },
  { course: 'astern', name: 'Astern', turn: 180, keys: 'S' },
  { course: 'right', name: 'Right', turn: 90, keys: 'D' },
]

/** Buttons that steer a boat as long as they are pressed; their titles name the keys that do the same. */
export function HelmPad({ playground: { helm } }: { playground: Playground }) {
  const body = steered.value
  if (body === undefined) return null
  const name = bodies.value[body]?.name ?? 'the boat'
  return (
    <div class="helm" role="toolbar" aria-label={`Steer ${name}`} data-testid="helm">
      {directions.map(({ course, name: direction, turn, keys }) => (
        <button
          key={course}
          type="button"
          class={course}
          title={`${direction} (${keys})`}
          aria-label={direction}
          aria-keyshortcuts={keys}
          data-testid={`helm-${course}`}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            helm.press(course)
          }}
          onPointerUp={() => helm.release(course)}
          onPointerCancel={() => helm.release(course)}
          onContextMenu={(event) => event.preventDefault()}
          onKeyDown={(event) => (event.key === ' ' || event.key === 'Enter') && helm.press(course)}
          onKeyUp={(event) => (event.key === ' ' || event.key === 'Enter') && helm.release(course)}
          onBlur={() => helm.release(course)}
        >
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path
              d="M12 19V5.5M6 11.5l6-6 6 6"
              transform={`rotate(${turn} 12 12)`}
              fill="none"
              stroke="currentColor"
              stroke-width="2.2"
              stroke-linecap="round"
              stroke-linejoin="round"
            />
          </svg>
        </button>
      ))}
    </div>
  )
}
