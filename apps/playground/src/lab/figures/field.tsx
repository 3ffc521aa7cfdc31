// A field on a grid as colored cells, seen from above.

import { Canvas, type CanvasPointer, type Draw } from '../../figures/canvas.js'
import type { Theme } from '../../figures/theme.js'
import { type ColorMap, signed } from './color-maps.js'

interface FieldPictureProps {
  /** Cells along x, to the right. */
  nx: number
  /** Cells along z, downwards. */
  nz: number
  /** One value a cell, row by row. */
  values: ArrayLike<number>
  /** The value at the end of the color map. */
  full: number
  colors?: ColorMap
  label: string
  caption?: string
  testId?: string
  /** Draws on top: cell (i, j) spans from (i, j) to (i + 1, j + 1) times `cell` CSS pixels. */
  over?(context: CanvasRenderingContext2D, cell: number, theme: Theme): void
  /** A pressed pointer, in cells from the left upper corner, with fractions. */
  onCell?(x: number, z: number, kind: CanvasPointer['kind'], pressure: number): void
  onKey?(key: string): boolean
}

export function FieldPicture(props: FieldPictureProps) {
  const { nx, nz, label, caption, testId, onCell, onKey } = props
  const draw: Draw = (context, { width }, theme) => {
    drawCells(context, props, width / nx)
    props.over?.(context, width / nx, theme)
  }
  const onPointer = onCell
    ? ({ x, y, width, kind, pressure }: CanvasPointer) => onCell((x / width) * nx, (y / width) * nx, kind, pressure)
    : undefined
  return (
    <figure class="figure">
      {caption && <figcaption>{caption}</figcaption>}
      <Canvas
        draw={draw}
        label={label}
        aspect={nx / nz}
        {...(testId && { testId })}
        {...(onPointer && { onPointer })}
        {...(onKey && { onKey })}
      />
    </figure>
  )
}

let cells: OffscreenCanvas | undefined

function drawCells(
  context: CanvasRenderingContext2D,
  { nx, nz, values, full, colors = signed }: FieldPictureProps,
  cell: number,
): void {
  const image = new ImageData(nx, nz)
  for (let n = 0; n < nx * nz; n++) {
    const value = values[n]! / full
    const [red, green, blue] = Number.isFinite(value) ? colors(value) : [255, 0, 255]
    image.data.set([red, green, blue, 255], 4 * n)
  }
  cells ??= new OffscreenCanvas(nx, nz)
  cells.width = nx
  cells.height = nz
  cells.getContext('2d')?.putImageData(image, 0, 0)
  context.imageSmoothingEnabled = false
  context.drawImage(cells, 0, 0, nx * cell, nz * cell)
}
