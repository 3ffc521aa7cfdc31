import { useRef } from 'preact/hooks'
import type { Playground } from '../../playground.js'
import { scenes } from '../../session/scenes/scenes.js'
import * as state from '../../session/state.js'
import { Choice } from '../controls.js'
import { fileEndings, openFiles } from '../files/load-files.js'
import { saveRun } from '../take-away/save-file.js'
import { TakeAway } from '../take-away/take-away.js'

const kindText = { water: 'Water', fluid: 'Smoke, ink and flow' } as const

/** The choice of a scene; opens files, and saves the run as a scene. */
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
        <button
          type="button"
          title="Scenes, grids, elevation models, pictures and bodies; or drop them on the page"
          data-testid="open-file"
          onClick={() => file.current?.click()}
        >
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
          accept={fileEndings}
          multiple
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
  const files = Array.from(input.files ?? [])
  // The same file may be chosen again.
  input.value = ''
  if (files.length > 0) await openFiles(playground, files)
}
