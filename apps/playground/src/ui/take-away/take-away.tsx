// What a person takes away from the page: a link, code, and files.

import { useRef, useState } from 'preact/hooks'
import type { Playground } from '../../playground.js'
import { codeOpen, info } from '../../session/state.js'
import { CopyLink } from './copy-link.js'
import { saveScene } from './save-file.js'

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
          Take away
        </button>
      </CopyLink>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from each of its buttons */}
      <div id="take-away" class="take-away" hidden={!isOpen} onKeyDown={close}>
        {isOpen && info.value && <Choices playground={playground} />}
      </div>
    </>
  )
}

function Choices(_: { playground: Playground }) {
  return (
    <>
      <button type="button" data-testid="open-code" onClick={() => (codeOpen.value = true)}>
        Use this in your code…
      </button>
      <button type="button" data-testid="save-scene" onClick={saveScene}>
        Scene file <span>.json</span>
      </button>
    </>
  )
}
