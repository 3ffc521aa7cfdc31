import { expect, it } from 'vitest'
import { undoDirectionOf } from './undo-keys.js'

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }

it.each([
  ['Ctrl+Z', { key: 'z', ctrlKey: true }, 'undo'],
  ['Command+Z', { key: 'z', metaKey: true }, 'undo'],
  ['Ctrl+Z with Caps Lock', { key: 'Z', ctrlKey: true }, 'undo'],
  ['Shift+Ctrl+Z', { key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
  ['Shift+Command+Z', { key: 'z', metaKey: true, shiftKey: true }, 'redo'],
  ['Ctrl+Y', { key: 'y', ctrlKey: true }, 'redo'],
  ['Command+Y, the history of Safari', { key: 'y', metaKey: true }, undefined],
  ['Z alone', { key: 'z' }, undefined],
  ['Alt+Ctrl+Z', { key: 'z', ctrlKey: true, altKey: true }, undefined],
  ['Ctrl+X', { key: 'x', ctrlKey: true }, undefined],
])('%s', (_, keys, direction) => {
  expect(undoDirectionOf({ ...none, ...keys })).toBe(direction)
})
