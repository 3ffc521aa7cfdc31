import { useState } from 'preact/hooks'
import type { BodyMesh } from '../../files/body-mesh.js'
import { shortName } from '../../files/file-error.js'
import type { Playground } from '../../playground.js'
import { info, launchDensity } from '../../session/state.js'
import { DialogButtons, Modal, NumberField } from './modal.js'

interface BodyQuestionProps {
  body: BodyMesh
  playground: Playground
  onClose(): void
}

/** Asks for the size of a body, and lets it fall on the water. */
export function BodyQuestion({ body, playground, onClose }: BodyQuestionProps) {
  const grid = info.value?.grid
  const shorter = grid ? Math.min(grid.nx, grid.nz) * grid.cellSize : 1
  const [length, setLength] = useState(Number((0.25 * shorter).toPrecision(2)))
  const [density, setDensity] = useState(launchDensity.value)
  const restarts = info.value?.hasBodies === false
  return (
    <Modal title={`Add ${shortName(body.name)}`} testId="file-dialog" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          void playground.addBody(body, length, density)
        }}
      >
        <p class="note">
          A body of {body.triangles.length} triangles. It falls on the middle of the water; a mesh with holes is
          replaced by its convex hull.
          {restarts && ' The scene restarts, because it had no bodies so far; your events are kept.'}
        </p>
        <NumberField
          label="Longest side"
          unit="m"
          min={1e-6}
          max={2 * shorter}
          value={length}
          testId="body-length"
          onInput={setLength}
        />
        <NumberField
          label="Density"
          unit="kg/m³"
          min={1}
          max={30_000}
          value={density}
          testId="body-density"
          onInput={setDensity}
        />
        <DialogButtons accept="Add" onCancel={onClose} />
      </form>
    </Modal>
  )
}
