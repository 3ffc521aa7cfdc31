import './undo-buttons.css'
import type { Playground } from '../../playground.js'
import { actions } from '../../session/state.js'
import { undoKeys } from '../../tools/undo-keys.js'
import type { UndoDirection } from '../../worker/undo/undo-history.js'
import { ToolIcon } from './tool-icons.js'

const texts: Record<UndoDirection, { name: string; does: string; during: string }> = {
  undo: {
    name: 'Undo',
    does: 'Undo the last action: the water becomes as it would be without it',
    during: 'Undoing…',
  },
  redo: { name: 'Redo', does: 'Redo the action that was undone last', during: 'Redoing…' },
}

/** Undoes and redoes the actions of the tools. */
export function UndoButtons({ playground }: { playground: Playground }) {
  const { undoable, redoable } = actions.value
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div class="undo" role="group" aria-label="Actions">
      <UndoButton direction="undo" count={undoable} playground={playground} />
      <UndoButton direction="redo" count={redoable} playground={playground} />
    </div>
  )
}

interface UndoButtonProps {
  direction: UndoDirection
  /** Number of actions that it can undo or redo. */
  count: number
  playground: Playground
}

function UndoButton({ direction, count, playground }: UndoButtonProps) {
  const { name, does } = texts[direction]
  return (
    <button
      type="button"
      title={`${does} (${undoKeys[direction]})`}
      aria-keyshortcuts={direction === 'undo' ? 'Control+Z Meta+Z' : 'Control+Shift+Z Meta+Shift+Z Control+Y'}
      disabled={count === 0}
      data-testid={direction}
      data-count={count}
      onClick={() => playground.session.undo(direction)}
    >
      <ToolIcon name={direction} />
      <span>{name}</span>
    </button>
  )
}

/** Tells that the run is being repeated, if that takes long enough to be seen. */
export function ReplayNotice() {
  const { replaying } = actions.value
  return (
    <p class="replay-notice" role="status" data-testid="replaying" hidden={replaying === undefined}>
      {replaying && texts[replaying].during}
    </p>
  )
}
