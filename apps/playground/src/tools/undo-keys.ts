import type { UndoDirection } from '../worker/undo/undo-history.js'

/** The modifier of shortcuts: Command on systems by Apple, where Control is for other things. */
export const modifierName = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl'

/** Shortcuts as the person reads them. */
export const undoKeys: Record<UndoDirection, string> = {
  undo: `${modifierName}+Z`,
  redo: `Shift+${modifierName}+Z`,
}

/** The direction of a key press: Ctrl+Z or Command+Z undoes, the same with Shift, or Ctrl+Y, redoes; undefined for other keys. */
export function undoDirectionOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): UndoDirection | undefined {
  const { ctrlKey, metaKey, shiftKey, altKey } = event
  if (altKey || ctrlKey === metaKey) return undefined
  const key = event.key.toLowerCase()
  if (key === 'z') return shiftKey ? 'redo' : 'undo'
  return key === 'y' && ctrlKey && !shiftKey ? 'redo' : undefined
}
