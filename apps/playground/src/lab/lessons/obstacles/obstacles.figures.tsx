// The pond to build in, its matte in numbers, and the channel with its packet.

import { useState } from 'preact/hooks'
import { Chart } from '../../../figures/chart.js'
import type { Theme } from '../../../figures/theme.js'
import { roundedUp } from '../../../figures/ticks.js'
import { formatNumber } from '../../../ui/format.js'
import { amount } from '../../figures/color-maps.js'
import { FieldPicture } from '../../figures/field.js'
import { type Reading, Readings } from '../../figures/readings.js'
import type { FiguresProps } from '../../lesson.js'
import type { ObstaclesFrame } from './obstacles.model.js'
import { channelCells, type ObstaclesValues, pondCells, type settings, wallAt } from './obstacles.settings.js'

const { nx, nz } = pondCells
/** Cells of the magnified part of the matte. */
const magnified = { nx: 11, nz: 9 }

type Run = FiguresProps<typeof settings, ObstaclesFrame>['run']
interface Point {
  x: number
  z: number
}

export function Figures({ run }: FiguresProps<typeof settings, ObstaclesFrame>) {
  const frame = run.frame.value
  // The place of the hand; undefined until it moves.
  const [hand, setHand] = useState<Point>()
  if (!frame) return null
  const values = run.values.value
  return (
    <>
      <div class="figure-row wide-first">
        <Pond run={run} frame={frame} hand={hand} setHand={setHand} />
        <Magnifier frame={frame} middle={hand ?? outlinePoint(values)} />
      </div>
      <ChannelChart frame={frame} />
      <Readings items={readingsOf(frame)} />
    </>
  )
}

/** A place on the outline of the shape, where fractions are. */
function outlinePoint({ shape, size }: ObstaclesValues): Point {
  if (shape === 'slit') return { x: 48, z: 30 - size / 2 }
  return { x: 48 - (shape === 'circle' ? 0.36 * size : size / 2), z: shape === 'wedge' ? 30 : 30 - 0.36 * size }
}

interface PondProps {
  run: Run
  frame: ObstaclesFrame
  hand: Point | undefined
  setHand(point: Point): void
}

/** Pointer and keys build, erase or drop, as chosen. */
function Pond({ run, frame, hand, setHand }: PondProps) {
  const { tool, brush } = run.values.value
  const work = (point: Point): void => {
    setHand(point)
    run.act({ name: 'hand', ...point })
  }
  const onKey = (key: string): boolean => {
    const from = hand ?? { x: 30, z: nz / 2 }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key]
    if (step) {
      const within = (place: number, n: number) => Math.min(n - 0.5, Math.max(0.5, place))
      setHand({ x: within(from.x + step[0]!, nx), z: within(from.z + step[1]!, nz) })
      return true
    }
    if (key !== 'Enter' && key !== ' ') return false
    work(from)
    return true
  }
  const over = (context: CanvasRenderingContext2D, cell: number, theme: Theme): void => {
    drawSolids(context, frame.matte, cell)
    if (hand) drawBrush(context, hand, tool === 'drop' ? 2 : brush, cell, theme)
  }
  const full = roundedUp(Math.max(0.02, frame.size))
  const action = { build: 'build', erase: 'erase', drop: 'let a drop fall' }[tool]
  return (
    <FieldPicture
      nx={nx}
      nz={nz}
      values={frame.pond}
      full={full}
      caption={`Pond of ${nx} × ${nz} m: drag to ${action}. Height: orange +${formatNumber(full)} m, blue −${formatNumber(full)} m`}
      label={`Pond from above: waves of ${formatNumber(frame.size)} m and solids of ${formatNumber(frame.covered)} m². Arrow keys move the brush, Enter uses it to ${action}.`}
      testId="pond"
      over={over}
      onCell={(x, z, kind) => kind !== 'up' && (tool !== 'drop' || kind === 'down') && work({ x, z })}
      onKey={onKey}
    />
  )
}

/** The matte around a place, each cell with its number. */
function Magnifier({ frame, middle }: { frame: ObstaclesFrame; middle: Point }) {
  const left = Math.round(Math.min(nx - magnified.nx, Math.max(0, middle.x - magnified.nx / 2)))
  const top = Math.round(Math.min(nz - magnified.nz, Math.max(0, middle.z - magnified.nz / 2)))
  const values = Float64Array.from({ length: magnified.nx * magnified.nz }, (_, n) => {
    const [i, j] = [left + (n % magnified.nx), top + Math.floor(n / magnified.nx)]
    return 1 - frame.matte[j * nx + i]!
  })
  const over = (context: CanvasRenderingContext2D, cell: number): void => {
    context.font = `${Math.min(14, 0.42 * cell)}px sans-serif`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    values.forEach((solid, n) => {
      context.fillStyle = solid > 0.4 ? '#fff' : '#14242c'
      const [x, y] = [(n % magnified.nx) + 0.5, Math.floor(n / magnified.nx) + 0.5]
      context.fillText(matteText(1 - solid), x * cell, y * cell)
    })
  }
  return (
    <FieldPicture
      nx={magnified.nx}
      nz={magnified.nz}
      values={values}
      full={1.25}
      colors={amount}
      over={over}
      caption="Its matte, magnified: 1 open, 0 solid"
      label={`Matte of ${magnified.nx} × ${magnified.nz} cells; in all, ${frame.rimCells} cells hold a fraction`}
      testId="matte"
    />
  )
}

function matteText(open: number): string {
  return open === 0 || open === 1 ? String(open) : open.toFixed(2).slice(1)
}

function ChannelChart({ frame }: { frame: ObstaclesFrame }) {
  const x = Float64Array.from({ length: channelCells }, (_, i) => i + 0.5)
  // Heights in the open part only: the part behind the solid is no part of the experiment.
  const open = frame.channel.map((height, i) => (i < wallAt + 20 ? height : Number.NaN))
  const mirrored = Float64Array.from(x, (_, i) =>
    i < wallAt ? (frame.channelFree[2 * wallAt - 1 - i] ?? Number.NaN) : Number.NaN,
  )
  const over = (
    context: CanvasRenderingContext2D,
    place: { x(v: number): number; y(v: number): number },
    theme: Theme,
  ) => {
    context.fillStyle = theme.ink
    for (let i = wallAt - 10; i < wallAt + 80; i++) {
      context.globalAlpha = 0.55 * (1 - frame.channelMatte[i]!)
      const [from, to] = [Math.round(place.x(i)), Math.round(place.x(i + 1))]
      context.fillRect(from, place.y(0.12), to - from, place.y(-0.12) - place.y(0.12))
    }
    context.globalAlpha = 1
  }
  return (
    <Chart
      x={{ label: 'distance [m]', range: [0, 180] }}
      y={{ label: 'height [m]', range: [-0.12, 0.12] }}
      curves={[
        { x, y: mirrored, color: 1, dashed: true, label: 'as a perfect mirror would return it', thickness: 1.5 },
        { x, y: open, color: 0, label: 'packet' },
      ]}
      aspect={2.8}
      over={over}
      label={`Channel: a packet runs against a wall at ${wallAt} m; ${formatNumber(frame.reflection.size)} of its height returns, turned by ${formatNumber(frame.reflection.phase)} degrees`}
      testId="channel"
    />
  )
}

function readingsOf({ reflection, energyLeft, covered, rimCells, theory }: ObstaclesFrame): Reading[] {
  const compared = (reading: Reading, expected: number | undefined): Reading =>
    expected === undefined ? reading : { ...reading, theory: expected }
  return [
    compared(
      { name: 'reflection', label: 'Height that returns', value: reflection.size, unit: '× first' },
      theory.reflection,
    ),
    compared(
      { name: 'phase', label: 'Turn of its phase (180°: upside down)', value: reflection.phase, unit: '°' },
      theory.phase,
    ),
    compared({ name: 'energy', label: 'Energy that is left', value: energyLeft, unit: '× first' }, theory.energy),
    compared({ name: 'covered', label: 'Area under the matte', value: covered, unit: 'm²' }, theory.area),
    { name: 'rim-cells', label: 'Cells with a fraction', value: rimCells },
  ]
}

/** The colors of water are the same on light and dark pages, and so is that of solids. */
const solidColor = '#14242c'

function drawSolids(context: CanvasRenderingContext2D, matte: Float32Array, cell: number): void {
  context.fillStyle = solidColor
  matte.forEach((open, n) => {
    if (open === 1) return
    context.globalAlpha = 0.85 * (1 - open)
    fillSnapped(context, n % nx, Math.floor(n / nx), cell)
  })
  context.globalAlpha = 1
}

/** Fills a cell between whole pixels: neighbors neither overlap nor leave gaps. */
function fillSnapped(context: CanvasRenderingContext2D, i: number, j: number, cell: number): void {
  const [left, top] = [Math.round(i * cell), Math.round(j * cell)]
  context.fillRect(left, top, Math.round((i + 1) * cell) - left, Math.round((j + 1) * cell) - top)
}

function drawBrush(
  context: CanvasRenderingContext2D,
  { x, z }: Point,
  radius: number,
  cell: number,
  theme: Theme,
): void {
  context.strokeStyle = theme.alarm
  context.lineWidth = 2
  context.beginPath()
  context.arc(x * cell, z * cell, radius * cell, 0, 2 * Math.PI)
  context.stroke()
}
