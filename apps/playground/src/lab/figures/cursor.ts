// A place on a picture that the arrow keys move, for those who have no pointer.

import { useState } from 'preact/hooks'
import type { Theme } from '../../figures/theme.js'

/** Place from the left lower corner, 0 to 1 along each side. */
export interface CursorPlace {
  x: number
  y: number
}

export interface Cursor {
  /** Undefined until a key has moved it. */
  place: CursorPlace | undefined
  /** Moves by an arrow key; Enter and Space press. Returns whether the key was used. */
  onKey(key: string): boolean
  /** Draws a cross over a picture of this size [CSS px]. */
  draw(context: CanvasRenderingContext2D, width: number, height: number, theme: Theme): void
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowDown: [0, -1],
  ArrowUp: [0, 1],
}

/** A cursor that moves by `step` of the picture; `onPress` gets its place and the last move. */
export function useCursor(
  step: number,
  onPress: (place: CursorPlace, last: readonly [number, number]) => void,
): Cursor {
  const [place, setPlace] = useState<CursorPlace>()
  const [last, setLast] = useState<readonly [number, number]>([0, 1])
  return {
    place,
    onKey(key) {
      const at = place ?? { x: 0.5, y: 0.5 }
      const move = moves[key]
      if (move) {
        const along = (part: number, by: number) => Math.min(1, Math.max(0, part + by * step))
        setPlace({ x: along(at.x, move[0]), y: along(at.y, move[1]) })
        setLast(move)
        return true
      }
      if (key !== 'Enter' && key !== ' ') return false
      setPlace(at)
      onPress(at, last)
      return true
    },
    draw(context, width, height, theme) {
      if (!place) return
      const [x, y] = [place.x * width, (1 - place.y) * height]
      for (const [color, thickness] of [
        [theme.paper, 5],
        [theme.alarm, 2],
      ] as const) {
        context.strokeStyle = color
        context.lineWidth = thickness
        context.beginPath()
        context.moveTo(x - 9, y)
        context.lineTo(x + 9, y)
        context.moveTo(x, y - 9)
        context.lineTo(x, y + 9)
        context.stroke()
      }
    },
  }
}
