// A canvas that draws anew when its picture, its size or the colors of the page change.

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { type Theme, themeOf } from './theme.js'

/** Width and height [CSS px]. */
export interface Size {
  width: number
  height: number
}

/** Draws in CSS pixels; the canvas is empty before. */
export type Draw = (context: CanvasRenderingContext2D, size: Size, theme: Theme) => void

/** A pointer on a canvas: place from its left upper corner [CSS px]. */
export interface CanvasPointer extends Size {
  x: number
  y: number
  kind: 'down' | 'move' | 'up'
  /** Pressure of a pen, 0 to 1; .5 for a mouse. */
  pressure: number
}

interface CanvasProps {
  draw: Draw
  /** The picture in words, with its present state. */
  label: string
  /** Width over height. */
  aspect?: number
  testId?: string
  /** Called while a pointer is pressed. */
  onPointer?(pointer: CanvasPointer): void
  /** Keys for those who have no pointer; return true if the key was used. */
  onKey?(key: string): boolean
}

export function Canvas({ draw, label, aspect = 16 / 9, testId, onPointer, onKey }: CanvasProps) {
  const host = useRef<HTMLCanvasElement>(null)
  const latest = useRef(draw)
  latest.current = draw

  useLayoutEffect(() => {
    if (host.current) paint(host.current, draw)
  }, [draw])

  useEffect(() => {
    const canvas = host.current
    if (!canvas) return
    const repaint = () => paint(canvas, latest.current)
    const resizer = new ResizeObserver(repaint)
    resizer.observe(canvas)
    const schemes = ['(prefers-color-scheme: dark)', 'print'].map((query) => window.matchMedia(query))
    for (const scheme of schemes) scheme.addEventListener('change', repaint)
    return () => {
      resizer.disconnect()
      for (const scheme of schemes) scheme.removeEventListener('change', repaint)
    }
  }, [])

  const report = (event: PointerEvent, kind: CanvasPointer['kind']): void => {
    const canvas = host.current
    if (!canvas || !onPointer) return
    const box = canvas.getBoundingClientRect()
    const { width, height } = box
    onPointer({
      x: event.clientX - box.left,
      y: event.clientY - box.top,
      width,
      height,
      kind,
      pressure: event.pressure,
    })
  }
  const answers = onPointer !== undefined || onKey !== undefined

  return (
    <canvas
      ref={host}
      class={answers ? 'figure-canvas answers' : 'figure-canvas'}
      style={{ aspectRatio: String(aspect) }}
      role={answers ? 'application' : 'img'}
      aria-label={label}
      tabIndex={answers ? 0 : undefined}
      data-testid={testId}
      onPointerDown={(event) => {
        if (!onPointer) return
        event.currentTarget.setPointerCapture(event.pointerId)
        report(event, 'down')
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) report(event, 'move')
      }}
      onPointerUp={(event) => report(event, 'up')}
      onKeyDown={(event) => {
        if (onKey?.(event.key)) event.preventDefault()
      }}
    />
  )
}

function paint(canvas: HTMLCanvasElement, draw: Draw): void {
  const { clientWidth: width, clientHeight: height } = canvas
  const context = canvas.getContext('2d')
  if (!context || width === 0 || height === 0) return
  const density = window.devicePixelRatio
  const pixels = { width: Math.round(width * density), height: Math.round(height * density) }
  if (canvas.width !== pixels.width) canvas.width = pixels.width
  if (canvas.height !== pixels.height) canvas.height = pixels.height
  context.setTransform(density, 0, 0, density, 0, 0)
  context.clearRect(0, 0, width, height)
  draw(context, { width, height }, themeOf(canvas))
}
