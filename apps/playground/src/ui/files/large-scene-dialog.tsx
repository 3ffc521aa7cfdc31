// The question about a scene that needs much memory.

import { largeScene } from '../../session/state.js'
import { DialogButtons, Modal } from './modal.js'

/** Copies of fields outside the simulation: two frames under way and the one that is drawn, two fields each, of 4 bytes [bytes per cell]. */
const bytesDrawn = 24

export function LargeSceneDialog() {
  const asked = largeScene.value
  if (!asked) return null
  const close = () => {
    largeScene.value = undefined
  }
  const megabytes = Math.round((asked.bytes + bytesDrawn * asked.cells) / 1e6)
  const cells = asked.cells < 1e7 ? (asked.cells / 1e6).toFixed(1) : Math.round(asked.cells / 1e6)
  return (
    <Modal title={asked.title} testId="large-scene" onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          close()
          void asked.open()
        }}
      >
        <p>
          This scene has {cells} million cells and needs about {megabytes} MB. The page may become slow, or be closed by
          the browser.
        </p>
        <DialogButtons accept="Open it" onCancel={close} />
      </form>
    </Modal>
  )
}
