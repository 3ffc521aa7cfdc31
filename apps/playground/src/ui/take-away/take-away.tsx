// What a person takes away from the page: a link, code, and files.

import { useRef, useState } from 'preact/hooks'
import type { Playground } from '../../playground.js'
import { dyesOf, isVolume } from '../../session/display/fluid-display.js'
import type { SurfaceLook } from '../../session/display/surface-display.js'
import type { Session } from '../../session/session.js'
import { codeOpen, display, info, surfaceDisplay, videoOpen } from '../../session/state.js'
import type { SimulationInfo } from '../../worker/protocol.js'
import { CopyLink } from './copy-link.js'
import { saveField, saveMesh, savePicture, saveScene } from './save-file.js'

/** “Copy link”, and a list of everything else that opens below it. */
export function TakeAway({ playground }: { playground: Playground }) {
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    setOpen(false)
    toggle.current?.focus()
  }
  return (
    <>
      <CopyLink session={playground.session}>
        <button
          ref={toggle}
          type="button"
          aria-expanded={isOpen}
          aria-controls="take-away"
          data-testid="take-away"
          onClick={() => setOpen(!isOpen)}
        >
          Take away <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
        </button>
      </CopyLink>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from each of its buttons */}
      <div id="take-away" class="take-away" hidden={!isOpen} onKeyDown={close}>
        {isOpen && info.value && <Choices playground={playground} open={info.value} />}
      </div>
    </>
  )
}

function Choices({ playground, open }: { playground: Playground; open: SimulationInfo }) {
  const [message, setMessage] = useState('')
  return (
    <>
      <button type="button" data-testid="open-code" onClick={() => (codeOpen.value = true)}>
        Use this in your code…
      </button>
      <button type="button" data-testid="save-scene" onClick={saveScene}>
        Scene file <span>.json</span>
      </button>
      <button type="button" data-testid="save-picture" onClick={() => void savePicture(playground)}>
        Picture <span>.png</span>
      </button>
      <button type="button" data-testid="open-video" onClick={() => (videoOpen.value = true)}>
        Video… <span>.mp4</span>
      </button>
      {hasMesh(open) && (
        <button
          type="button"
          data-testid="save-mesh"
          onClick={async () => setMessage((await saveMesh(playground.session)) ?? '')}
        >
          {open.fluid ? 'Mesh of the dye' : 'Mesh of the surface'} <span>.glb</span>
        </button>
      )}
      <Field session={playground.session} open={open} />
      <p class="note" role="status">
        {message}
      </p>
    </>
  )
}

/** Flat fluids and those without dye have no surface. */
function hasMesh(open: SimulationInfo): boolean {
  return !open.fluid || (isVolume(open) && dyesOf(open.scene).length > 0)
}

/** A field to choose, at first the one that is shown. */
function Field({ session, open }: { session: Session; open: SimulationInfo }) {
  const [chosen, choose] = useState<string | undefined>(undefined)
  const name = chosen !== undefined && open.fieldNames.includes(chosen) ? chosen : shownField(open)
  return (
    <div class="field">
      <select
        aria-label="Field to save"
        value={name}
        data-testid="field-name"
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {open.fieldNames.map((field) => (
          <option key={field} value={field}>
            {field}
          </option>
        ))}
      </select>
      <button type="button" data-testid="save-field" onClick={() => void saveField(session, name)}>
        Save field <span>.npy</span>
      </button>
    </div>
  )
}

/** The field that the page shows: the height of water, unless another one is in colors. */
function shownField({ fieldNames, scene }: SimulationInfo): string {
  const looks: Partial<Record<SurfaceLook, string>> = { potential: 'phi', depth: 'depth' }
  const wanted = [display.value?.show, looks[surfaceDisplay.value?.look ?? 'water'], 'eta', ...dyesOf(scene)]
  return wanted.find((name) => name !== undefined && fieldNames.includes(name)) ?? fieldNames[0]!
}
