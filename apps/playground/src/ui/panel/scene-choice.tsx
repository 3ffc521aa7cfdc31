import { useRef } from 'preact/hooks'
import type { Playground } from '../../playground.js'
import { fromFile, scenes } from '../../session/scenes.js'
import * as state from '../../session/state.js'
import { Choice } from '../controls.js'
import { saveRun } from '../take-away/save-file.js'
import { TakeAway } from '../take-away/take-away.js'

const kindText = { water: 'Water', fluid: 'Smoke, ink and flow' } as const

/** The choice of a scene; opens scene files, and saves the run as one. */
export function SceneChoice({ playground }: { playground: Playground }) {
  const file = useRef<HTMLInputElement>(null)
  const description = state.info.value?.scene.description
  const present = state.scene.value
  const offered = scenes.includes(present) ? scenes : [...scenes, present]
  const grouped = (['water', 'fluid'] as const).flatMap((kind) => offered.filter((scene) => scene.kind === kind))
  return (
    <section aria-label="Scene">
      <Choice
        label="Scene"
        testId="scene"
        value={present.id}
        options={grouped.map(({ id, title, kind }) => ({ value: id, text: title, group: kindText[kind] }))}
        note={description}
        onChange={(id) => {
          const scene = offered.find((candidate) => candidate.id === id)
          if (scene) void playground.session.choose(scene)
        }}
      />
      {state.info.value?.warnings.map((warning) => (
        <p class="note" key={warning} data-testid="warning">
          {warning}
        </p>
      ))}
      <p class="files">
        <button type="button" data-testid="open-gallery" onClick={() => (state.galleryOpen.value = true)}>
          All scenes…
        </button>
        <button type="button" data-testid="open-file" onClick={() => file.current?.click()}>
          Open a file…
        </button>
        <button
          type="button"
          title="Saves the scene with all your events; opened again, it repeats the run bit for bit"
          data-testid="save-run"
          onClick={() => void saveRun(playground.session)}
        >
          Save this run
        </button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          data-testid="file"
          onChange={(event) => void open(playground, event.currentTarget)}
        />
      </p>
      <TakeAway playground={playground} />
    </section>
  )
}

async function open(playground: Playground, input: HTMLInputElement): Promise<void> {
  const file = input.files?.[0]
  if (!file) return
  const text = await file.text()
  // The same file may be chosen again.
  input.value = ''
  await playground.session.choose(fromFile(file.name, text))
}
