// Two seconds of a scene over its picture, while somebody looks at the card.

import { useEffect, useRef, useState } from 'preact/hooks'

/** A pointer that passes over a card loads nothing: it rests this long first [ms]. A finger is held longer, since it also scrolls. */
const rests = { mouse: 120, touch: 400 } as const

/** Whether loops may be played: not for people who asked for less motion or less data. */
function areLoopsWanted(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches && connection?.saveData !== true
}

/** Whether somebody looks at a card, by pointer, keyboard or a long touch; and the handlers for the card that find it out. */
export function useWatching(loop: string | undefined) {
  const [isWatched, setWatched] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  /** Whether the click that ends a long touch is still to come. */
  const wasLong = useRef(false)
  const begin = (delay: number, isTouch = false) => {
    if (loop === undefined || !areLoopsWanted()) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      wasLong.current = isTouch
      setWatched(true)
    }, delay)
  }
  const end = () => {
    clearTimeout(timer.current)
    setWatched(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    isWatched,
    /** Whether a click only ends a long touch. */
    endsTouch: () => {
      const ends = wasLong.current
      wasLong.current = false
      return ends
    },
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && begin(rests.mouse),
      onPointerLeave: end,
      onPointerDown: ({ pointerType }: PointerEvent) => {
        wasLong.current = false
        if (pointerType === 'touch') begin(rests.touch, true)
      },
      onPointerUp: ({ pointerType }: PointerEvent) => pointerType === 'touch' && end(),
      onPointerCancel: end,
      onContextMenu: (event: Event) => wasLong.current && event.preventDefault(),
      onFocus: ({ currentTarget }: FocusEvent) =>
        (currentTarget as Element).matches(':focus-visible') && begin(rests.mouse),
      onBlur: end,
    },
  }
}

/** The loop. The picture below it stays visible until it plays, and if it cannot be played. */
export function SceneLoop({ loop }: { loop: string }) {
  const [isPlaying, setPlaying] = useState(false)
  return (
    <video
      src={loop}
      muted
      loop
      autoPlay
      playsInline
      tabIndex={-1}
      aria-hidden="true"
      data-playing={isPlaying}
      onPlaying={() => setPlaying(true)}
    />
  )
}
