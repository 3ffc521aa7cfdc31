// A field on a grid as bars, seen from above one corner.

import { Canvas, type CanvasPointer, type Draw } from '../../figures/canvas.js'
import { type ColorMap, water } from './color-maps.js'

interface BarsProps {
  /** Bars along x, to the lower right. */
  nx: number
  /** Bars along z, to the lower left. */
  nz: number
  /** One height a bar, row by row. */
  values: ArrayLike<number>
  /** Height of the foot of all bars. */
  foot: number
  /** The height at the end of the color map, and at the upper rim of the picture. */
  full: number
  colors?: ColorMap
  label: string
  caption?: string
  testId?: string
  /** A bar that is pointed out, such as the place of the next drop. */
  chosen?: { i: number; j: number } | undefined
  /** A pressed pointer, in bars from the far corner, with fractions; over the rest level. */
  onBar?(i: number, j: number, kind: CanvasPointer['kind']): void
  onKey?(key: string): boolean
}

const aspect = 1.8
/** Bars are cut at this height, in units of `full`. */
const highest = 1.05
/** Part of the height of the picture that the ground of the bars takes. */
const groundShare = 0.6

export function Bars(props: BarsProps) {
  const { nx, nz, label, caption, testId, onBar, onKey } = props
  const draw: Draw = (context, size) => {
    const place = placeOf(props, size.width, size.height)
    const top = Float64Array.from({ length: nx * nz }, (_, cell) => {
      const value = props.values[cell]!
      return Number.isFinite(value) ? Math.max(props.foot, Math.min(highest * props.full, value)) : props.foot
    })
    // From the far corner to the near one, so that near bars cover far ones.
    for (let ring = 0; ring < nx + nz - 1; ring++)
      for (let i = Math.max(0, ring - nz + 1); i <= Math.min(nx - 1, ring); i++)
        drawBar(context, props, place, top, i, ring - i)
  }
  const onPointer = onBar
    ? ({ x, y, width, height, kind }: CanvasPointer) => {
        const { origin, along, down } = placeOf(props, width, height)
        const [difference, sum] = [(x - origin.x) / along, (y - origin.y) / down]
        const [i, j] = [(sum + difference) / 2, (sum - difference) / 2]
        if (i >= 0 && i <= nx && j >= 0 && j <= nz) onBar(i, j, kind)
      }
    : undefined
  return (
    <figure class="figure">
      {caption && <figcaption>{caption}</figcaption>}
      <Canvas
        draw={draw}
        label={label}
        aspect={aspect}
        {...(testId && { testId })}
        {...(onPointer && { onPointer })}
        {...(onKey && { onKey })}
      />
    </figure>
  )
}

/** The projection: `along` and `down` are the pixels of one bar, `up` those of one unit of height. */
interface Projection {
  origin: { x: number; y: number }
  along: number
  down: number
  up: number
}

function placeOf({ nx, nz, full }: BarsProps, width: number, height: number): Projection {
  const along = width / (nx + nz)
  const down = (groundShare * height) / (nx + nz)
  const room = (1 - groundShare) * height
  // The rest level of the far corner lies under the room for the highest bar.
  return { origin: { x: nz * along, y: 0.66 * room }, along, down, up: (0.62 * room) / full }
}

function drawBar(
  context: CanvasRenderingContext2D,
  { nx, nz, values, foot, full, colors = water, chosen }: BarsProps,
  { origin, along, down, up }: Projection,
  top: Float64Array,
  i: number,
  j: number,
): void {
  const cell = j * nx + i
  const height = top[cell]!
  const corner = (di: number, dj: number, at: number) =>
    [origin.x + (i + di - j - dj) * along, origin.y + (i + di + j + dj) * down - at * up] as const
  const fill = (points: readonly (readonly [number, number])[], shade: number) => {
    context.fillStyle = `rgb(${red * shade} ${green * shade} ${blue * shade})`
    context.beginPath()
    for (const [x, y] of points) context.lineTo(x, y)
    context.fill()
  }
  const value = values[cell]! / full
  const isChosen = chosen && chosen.i === i && chosen.j === j
  const [red, green, blue] = isChosen ? [255, 196, 0] : Number.isFinite(value) ? colors(value) : [255, 0, 255]
  // A side is seen as far as the neighbour in front of it does not cover it.
  const right = i < nx - 1 ? top[cell + 1]! : foot
  if (right < height) fill([corner(1, 0, height), corner(1, 1, height), corner(1, 1, right), corner(1, 0, right)], 0.62)
  const left = j < nz - 1 ? top[cell + nx]! : foot
  if (left < height) fill([corner(0, 1, height), corner(1, 1, height), corner(1, 1, left), corner(0, 1, left)], 0.8)
  fill([corner(0, 0, height), corner(1, 0, height), corner(1, 1, height), corner(0, 1, height)], 1)
}
