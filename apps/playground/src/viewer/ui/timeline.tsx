import type { RefObject } from 'preact'
import type { RunDescription } from '../../../../../packages/cli/src/viewer/protocol.js'
import type { Player } from '../player.js'
import * as state from '../state.js'

const icons = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M7 5h3.6v14H7zM13.4 5H17v14h-3.6z',
  previous: 'M18 5v14l-9-7zM8 5H5.4v14H8z',
  next: 'M6 5v14l9-7zM16 5h2.6v14H16z',
  loop: 'M7 6h9.5A4.5 4.5 0 0 1 21 10.500V12h-2v-1.500A2.500 2.500 0 0 0 16.500 8H7v2.800L2.800 7 7 3.200zM17 18H7.500A4.500 4.500 0 0 1 3 13.500V12h2v1.500A2.500 2.500 0 0 0 7.500 16H17v-2.800l4.200 3.800-4.200 3.800z',
}

interface ButtonProps {
  icon: keyof typeof icons
  label: string
  keys: string
  testId: string
  pressed?: boolean
  primary?: boolean
  onClick(): void
}

function IconButton({ icon, label, keys, testId, pressed, primary, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      class={primary ? 'primary' : ''}
      title={`${label} (${keys})`}
      aria-label={label}
      aria-pressed={pressed}
      data-testid={testId}
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d={icons[icon]} fill="currentColor" />
      </svg>
    </button>
  )
}

/** Play, frame by frame, scrub, speed. */
export function Timeline({
  run,
  player,
  bar,
}: {
  run: RunDescription
  player: Player
  bar: RefObject<HTMLElement | null>
}) {
  const [frame, last, isPlaying] = [state.frame.value, run.frames.length - 1, state.playing.value]
  const seconds = (time: number) => `${time.toFixed(digitsFor(run))} s`
  return (
    <section
      class="timeline"
      ref={bar}
      aria-label="Time"
      data-testid="timeline"
      data-frame={frame}
      data-waiting={state.waiting}
    >
      <div class="buttons">
        <IconButton icon="previous" label="Previous frame" keys="←" testId="previous" onClick={() => player.step(-1)} />
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={isPlaying ? 'Pause' : 'Play'}
          keys="Space"
          testId="play"
          primary
          onClick={() => player.play()}
        />
        <IconButton icon="next" label="Next frame" keys="→" testId="next" onClick={() => player.step(1)} />
      </div>
      <input
        type="range"
        class="scrub"
        min={0}
        max={last}
        step={1}
        value={frame}
        aria-label="Frame"
        aria-valuetext={`frame ${frame} of ${last}, ${seconds(state.time.value)}`}
        data-testid="scrub"
        onInput={(event) => player.seek(event.currentTarget.valueAsNumber)}
      />
      <div class="reading">
        <output data-testid="time">{seconds(state.time.value)}</output>
        <span data-testid="frame">
          {frame} / {last}
        </span>
      </div>
      <div class="pace">
        <select
          aria-label="Speed"
          data-testid="speed"
          value={String(state.speed.value)}
          onChange={(event) => (state.speed.value = Number(event.currentTarget.value))}
        >
          {state.speeds.map((speed) => (
            <option key={speed} value={String(speed)}>
              {speed}×
            </option>
          ))}
        </select>
        <IconButton
          icon="loop"
          label="Loop"
          keys="L"
          testId="loop"
          pressed={state.loops.value}
          onClick={() => (state.loops.value = !state.loops.value)}
        />
      </div>
    </section>
  )
}

/** Decimals that tell neighboring frames apart. */
function digitsFor({ frames }: RunDescription): number {
  const interval = frames.length > 1 ? frames[1]!.time - frames[0]!.time : 1
  return Math.min(4, Math.max(1, Math.ceil(-Math.log10(Math.max(1e-6, interval)))))
}
