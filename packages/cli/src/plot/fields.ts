// Fields of frames: as colors over the plane, or as a section along a line.

import type { FrameEntry } from '@seiche/export'
import type { RunFolder } from '../results/run-folder.js'
import { openStart } from '../results/scene-start.js'
import type { Figure, Panel } from './figure.js'
import { colorBarImage, colorRangeOf, heatMap, type Pixels } from './heat-map.js'
import { dashOf, lineColor, timeColor } from './look.js'
import { labelsOf, titleOf, unitText } from './runs-title.js'
import { type AxisName, axesOf, edgesOf, lineOf, type Plane, planeOf } from './slice.js'

export interface FieldChoice {
  /** The first field of the run unless given. */
  field?: string | undefined
  /** The last frame for colors, five over the run for sections, unless given. */
  frames?: readonly number[] | undefined
  along?: AxisName | undefined
  /** Position across, or of the plane in a volume [m]; the middle unless given. */
  at?: number | undefined
}

/** Sections by default. */
const sections = 5
/** Fewer cells than this along a panel are drawn as squares. */
const coarse = 160

const nameOf = (runs: readonly RunFolder[], field: string | undefined) => field ?? runs[0]!.fields[0] ?? 'eta'
const seconds = ({ time }: FrameEntry) => `${Number(time.toPrecision(4))} s`
const meters = (value: number) => `${Number(value.toPrecision(4))} m`

/** A panel for each run and frame, all with the same colors. A channel one cell wide is drawn over time. */
export async function fieldFigure(runs: readonly RunFolder[], choice: FieldChoice): Promise<Figure> {
  const name = nameOf(runs, choice.field)
  const { unit, meaning } = runs[0]!.field(name)
  const labels = labelsOf(runs)
  const drawn: { plane: Plane; title: string; isOverTime: boolean }[] = []
  for (const [at, run] of runs.entries()) {
    const label = runs.length > 1 ? `${labels[at]}, ` : ''
    const field = run.field(name)
    if (axesOf(field).length === 2 && axesOf(field).some(({ count }) => count === 1)) {
      drawn.push({ plane: await overTime(run, name), title: `${label}over time`, isOverTime: true })
      continue
    }
    for (const frame of choice.frames?.map((number) => run.indexOf(number)) ?? [run.frames.length - 1]) {
      const plane = planeOf(field, await run.values(name, frame), choice.at, await opennessOf(run, frame))
      const depth = plane.at === undefined ? '' : `, z = ${meters(plane.at)}`
      drawn.push({
        plane,
        title: `${label}frame ${run.frames[frame]!.frame}, ${seconds(run.frames[frame]!)}${depth}`,
        isOverTime: false,
      })
    }
  }
  const colors = colorRangeOf(drawn.map(({ plane }) => plane))
  const colorBar = { label: unitText(unit), domain: colors.domain, image: colorBarImage(colors) }
  return {
    title: titleOf(runs),
    subtitle: `${name}: ${meaning}`,
    legend: [],
    panels: drawn.map(({ plane, title, isOverTime }) => ({
      ...panelOf(plane, isOverTime, (pixels) => heatMap(pixels, colors)),
      title,
      colorBar,
    })),
    columns: Math.ceil(Math.sqrt(drawn.length)),
  }
}

function panelOf(
  { horizontal, vertical, values, solid }: Plane,
  isOverTime: boolean,
  draw: (pixels: Pixels) => string,
): Panel {
  const [width, height] = [horizontal.count, vertical.count]
  const [x, y] = [edgesOf(horizontal), edgesOf(vertical)]
  // Height is upward; z is towards the viewer, downward in a plan, as in the reliefs.
  const isUp = vertical.name === 'y' || isOverTime
  const upright = <Values extends Float32Array | Uint8Array>(all: Values) => (isUp ? flipped(all, width) : all)
  return {
    x: { label: `${horizontal.name} [m]`, domain: x },
    y: { label: isOverTime ? 'time [s]' : `${vertical.name} [m]`, domain: y, reverse: !isUp },
    raster: {
      x,
      y: isUp ? [y[1], y[0]] : y,
      image: draw({ width, height, values: upright(values), solid: solid && upright(solid) }),
      isCoarse: width < coarse && height < coarse,
    },
    aspect: isOverTime ? undefined : Math.min(4, Math.max(0.5, (x[1] - x[0]) / (y[1] - y[0]))),
  }
}

/** The rows in the opposite order. */
function flipped<Values extends Float32Array | Uint8Array>(values: Values, width: number): Values {
  const result = values.slice() as Values
  for (let from = 0, to = values.length - width; to >= 0; from += width, to -= width)
    result.set(values.subarray(from, from + width), to)
  return result
}

/** Openness of the cells: from the run, or from its scene at the start; unknown if that cannot be opened any more. */
async function opennessOf(run: RunFolder, frame: number): Promise<Float32Array | undefined> {
  if (run.fields.includes('openness')) return run.values('openness', frame)
  try {
    return (await openStart(run)).openness
  } catch {
    return undefined
  }
}

/** All frames of a channel, one above the other. */
async function overTime(run: RunFolder, name: string): Promise<Plane> {
  const [x, z] = axesOf(run.field(name))
  const axis = x!.count === 1 ? z! : x!
  const values = new Float32Array(axis.count * run.frames.length)
  for (const at of run.frames.keys()) values.set(await run.values(name, at), at * axis.count)
  const interval = (run.frames.at(-1)!.time - run.frames[0]!.time) / Math.max(1, run.frames.length - 1)
  return {
    horizontal: axis,
    vertical: { name: 'y', count: run.frames.length, origin: 0, cellSize: interval || 1 },
    values,
  }
}

/** Values along a line: color by time for one run, by run and dashes by time for several. The bed is drawn if the run has it. */
export async function sectionFigure(runs: readonly RunFolder[], choice: FieldChoice): Promise<Figure> {
  const name = nameOf(runs, choice.field)
  const { unit, meaning } = runs[0]!.field(name)
  const labels = labelsOf(runs)
  const series: NonNullable<Panel['series']>[number][] = []
  const legend: Figure['legend'][number][] = []
  let place = ''
  let label = ''
  let ground: Panel['ground']
  for (const [at, run] of runs.entries()) {
    const asked = choice.frames?.map((number) => run.indexOf(number))
    const frames = asked ?? (runs.length === 1 ? evenly(run.frames.length) : [run.frames.length - 1])
    for (const [which, frame] of frames.entries()) {
      // `at` is a position across the line; in a volume the line lies in its middle plane.
      const plane = planeOf(run.field(name), await run.values(name, frame), undefined, await opennessOf(run, frame))
      const line = lineOf(plane, choice.along, choice.at)
      const color = runs.length > 1 ? lineColor(at) : timeColor(frames.length > 1 ? which / (frames.length - 1) : 0.5)
      const dash = runs.length > 1 ? dashOf(which) : undefined
      series.push({ color, dash, x: line.x, y: line.y })
      const time = seconds(run.frames[frame]!)
      legend.push({ color, dash, label: runs.length > 1 ? `${labels[at]}, ${time}` : time })
      place =
        line.across.count === 1
          ? `along ${line.axis.name}`
          : `along ${line.axis.name} at ${line.across.name} = ${meters(line.at)}`
      label = `${line.axis.name} [m]`
    }
    if (name === 'eta' && run.fields.includes('bed') && !ground) {
      const bed = lineOf(planeOf(run.field('bed'), await run.values('bed', 0), undefined), choice.along, choice.at)
      ground = { x: bed.x, y: bed.y }
    }
  }
  const all = [...series, ...(ground ? [ground] : [])].flatMap(({ y }) => Array.from(y)).filter(Number.isFinite)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const across = series.flatMap(({ x }) => [x[0]!, x[x.length - 1]!])
  const room = 0.06 * (high - low || 1)
  return {
    title: titleOf(runs),
    subtitle: `${name}, ${meaning}, ${place}`,
    legend,
    panels: [
      {
        x: { label, domain: [Math.min(...across), Math.max(...across)] },
        y: { label: `${name} ${unitText(unit)}`, domain: [low - room, high + room] },
        series,
        ground,
      },
    ],
    columns: 1,
  }
}

/** Frames at equal distances, the first and the last among them. */
function evenly(count: number): number[] {
  if (count <= sections) return Array.from({ length: count }, (_, k) => k)
  return Array.from({ length: sections }, (_, k) => Math.round((k * (count - 1)) / (sections - 1)))
}
