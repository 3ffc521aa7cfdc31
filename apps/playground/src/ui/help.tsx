import { useEffect, useRef } from 'preact/hooks'
import { helpOpen } from '../session/state.js'
import { keyHelp } from '../tools/keyboard.js'

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null)
  const open = helpOpen.value

  useEffect(() => {
    if (!open) return dialog.current?.close()
    dialog.current?.showModal()
    // The dialog focuses its only button, which may be below the fold: scroll back to the top.
    dialog.current?.scrollTo(0, 0)
  }, [open])

  const close = () => {
    helpOpen.value = false
  }

  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={close} data-testid="help">
      <h2 id="help-title">Help</h2>
      <ul>
        <li>Choose a tool and drag over the water: push it, let drops fall, build walls or erase them.</li>
        <li>
          Hold Waves, Pressure, Spring or Drain on the water. With “Keep” they stay: drag them to move them, click them
          to remove them.
        </li>
        <li>
          The panel shows the water, or its height, potential or speed in colors. Below are all settings of the scene;
          the question mark beside each explains it.
        </li>
        <li>
          “Instruments” in the panel measure the water: probes with their spectra, a section along a line, the
          dispersion of the waves, volume and energy over time, and the time of each step. They change nothing.
        </li>
        <li>
          On terrain, raise, lower and smooth the ground, or dig channels: a channel from a lake across its dam drains
          the lake. Drops fall on dry land, too.
        </li>
        <li>
          Where bodies float, drag and throw them, change the density of the one you grabbed last, and add balls,
          crates, logs and barrels. Steer boats with the keys, or with the buttons over the water.
        </li>
        <li>
          In smoke, ink and flow, drag to stir the fluid or to add ink; in flat fluids, draw walls. The panel chooses
          what is displayed: dyes, speed, vorticity or pressure, with the flow as lines, arrows or particles.
        </li>
        <li>
          Drop a file on the page, or open one from the panel: a scene or a saved run, a grid of numbers, an elevation
          model, a picture, or a body.
        </li>
        <li>
          Every brush has a size, a softness and a strength. A pen that presses harder builds wider walls and makes
          stronger strokes; its eraser erases.
        </li>
        <li>
          “Undo” takes back your last action, such as a whole stroke or a body that you added: the water becomes as it
          would be now without it. “Redo” brings the action back.
        </li>
        <li>
          To turn the camera, drag beside the water, with the right button, or with two fingers. To zoom, use the wheel,
          or pinch.
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
        Most settings restart the scene and repeat your events, so that every run can be repeated: the same scene gives
        the same bits. The state hash in the panel, shown while paused, proves it. “Save this run” writes a scene file
        with all your events; opened again, it repeats the run bit for bit.
      </p>
      <form method="dialog">
        <button type="submit" class="primary">
          Close
        </button>
      </form>
    </dialog>
  )
}
