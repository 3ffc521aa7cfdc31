import { useEffect, useRef } from 'preact/hooks'
import { helpOpen } from '../session/state.js'
import { keyHelp } from '../tools/keyboard.js'

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null)
  const open = helpOpen.value

  useEffect(() => {
    if (!open) return dialog.current?.close()
    dialog.current?.showModal()
    // The dialog focuses its only button, which may be below the fold; people read from the top.
    dialog.current?.scrollTo(0, 0)
  }, [open])

  const close = () => {
    helpOpen.value = false
  }

  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={close} data-testid="help">
      <h2 id="help-title">How to make waves and walls</h2>
      <ul>
        <li>Choose a tool and drag over the water: push it, let drops fall, build solid ground or take it away.</li>
        <li>
          Where the water lies on ground, raise it, lower it, smooth it or dig channels: from a lake across its dam a
          channel lets the lake out. Drops fall on dry land, too.
        </li>
        <li>
          Where bodies float, grab them and throw them, make the one you hold lighter or heavier, and add balls, crates,
          logs and barrels. Boats with an engine are steered by keys or by the buttons over the water.
        </li>
        <li>
          In smoke, ink and flow, drag to stir or to leave ink, and draw walls in flat ones; the look in the panel shows
          dyes, speed, vorticity or pressure, and the flow by lines, arrows or particles.
        </li>
        <li>
          A pen draws wider ground and touches the water harder the more it presses; its blunt end erases. A brush has a
          size, a softness and a strength.
        </li>
        <li>
          Drag beside the water, with the right button, or with two fingers to turn the camera; wheel or pinch to go
          nearer.
        </li>
      </ul>
      <dl>
        {keyHelp.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>
        Every change of depth, damping, walls or cells begins the scene anew, so that what you see can be repeated: the
        same scene gives the same bits, which is what the hash in the panel shows while time stands still. “Save this
        run” writes a scene file with every stroke in it; info again, it repeats them bit for bit.
      </p>
      <form method="dialog">
        <button type="submit" class="primary">
          Close
        </button>
      </form>
    </dialog>
  )
}
