import { useState } from 'preact/hooks'
import { Chart } from '../../../figures/chart.js'
import { Bars } from '../../figures/bars.js'
import { type Reading, Readings } from '../../figures/readings.js'
import { defineLesson, type FiguresProps, type Listing } from '../../lesson.js'
import type { LessonRun } from '../../run.js'
import { Formula } from '../../ui/formula.js'
import type { ColumnsFrame } from './columns.model.js'
import { type ColumnsValues, settings } from './columns.settings.js'
import { cellsOf, isMuellers } from './schemes.js'

type Run = LessonRun<typeof settings, ColumnsFrame>

function Figures({ run }: FiguresProps<typeof settings, ColumnsFrame>) {
  const frame = run.frame.value
  if (!frame) return null
  return (
    <>
      {frame.nz > 1 ? <Plane run={run} frame={frame} /> : <Row run={run} frame={frame} />}
      {run.values.value.by === 'textbook' && <Growth frame={frame} />}
      <Readings items={readingsOf(frame, run.values.value)} />
    </>
  )
}

/** The place of the next drop, moved by the arrow keys. */
function useDrop(run: Run) {
  const { nx, nz } = cellsOf(run.values.value)
  const [place, setPlace] = useState<{ i: number; j: number } | undefined>()
  const drop = (i: number, j: number) => run.act({ name: 'drop', i, j })
  const onKey = (key: string): boolean => {
    const { i, j } = place ?? { i: nx >> 1, j: nz >> 1 }
    const moves: Record<string, readonly [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    }
    const move = moves[key]
    if (move) setPlace({ i: clamp(i + move[0], nx), j: clamp(j + move[1], nz) })
    else if (key === 'Enter' || key === ' ') drop(i + 0.5, j + 0.5)
    else return false
    return true
  }
  return { place, drop, onKey }
}

const clamp = (index: number, count: number): number => Math.max(0, Math.min(count - 1, index))

const hint = 'Press on the water for another drop; with keys: arrows and Enter.'

function Plane({ run, frame }: { run: Run; frame: ColumnsFrame }) {
  const { place, drop, onKey } = useDrop(run)
  return (
    <Bars
      nx={frame.nx}
      nz={frame.nz}
      values={frame.eta}
      foot={-0.27}
      full={0.5}
      chosen={place}
      caption={hint}
      label={`${frame.nx} by ${frame.nz} columns of water after ${frame.steps} steps, the highest ${frame.highest.toPrecision(3)} m from rest. ${hint}`}
      testId="columns"
      onBar={(i, j, kind) => kind === 'down' && drop(i, j)}
      onKey={onKey}
    />
  )
}

function Row({ run, frame }: { run: Run; frame: ColumnsFrame }) {
  const { place, drop, onKey } = useDrop(run)
  const x = Float64Array.from(frame.eta, (_, i) => (i + 0.5) * frame.width)
  const surface = (heights: Float64Array) => heights.map((height) => 1 + height)
  return (
    <>
      <Chart
        x={{ label: 'place [m]', range: [0, frame.nx * frame.width] }}
        y={{ label: 'water column [m]', range: [0, 2] }}
        aspect={2.2}
        curves={[
          { x, y: surface(frame.eta), color: 0, look: 'bars', label: 'columns' },
          ...(frame.exact.length > 0
            ? [{ x, y: surface(frame.exact), color: 2, label: 'exact wave equation', thickness: 2.5 }]
            : []),
        ]}
        marks={place ? [{ axis: 'x', at: (place.i + 0.5) * frame.width, text: 'next drop' }] : []}
        label={`A row of ${frame.nx} columns after ${frame.steps} steps, the highest ${frame.highest.toPrecision(3)} m from rest. ${hint}`}
        testId="columns"
        onPoint={(at, _, kind) => kind === 'down' && drop(at / frame.width, 0.5)}
        onKey={onKey}
      />
      <p class="note">{hint}</p>
    </>
  )
}

/** The wave that grows first, over the steps. */
function Growth({ frame }: { frame: ColumnsFrame }) {
  const { numbers, sizes, growthInTheory } = frame
  const last = numbers.at(-1) ?? 0
  const line = numbers.map((step) => (sizes.at(-1) ?? 1) * growthInTheory ** (step - last))
  const least = 10 ** Math.floor(Math.log10(Math.max(1e-12, Math.min(1e-7, ...sizes))))
  return (
    <Chart
      x={{ label: 'steps', range: [numbers[0] ?? 0, Math.max(last, (numbers[0] ?? 0) + 60)] }}
      y={{ label: 'shortest wave [m]', scale: 'log', range: [least, 1000] }}
      aspect={4}
      curves={[
        { x: numbers, y: sizes, color: 3, label: 'shortest wave: neighbours up and down' },
        ...(Number.isFinite(growthInTheory)
          ? [{ x: numbers, y: line, color: 1, dashed: true, label: 'growth in theory' }]
          : []),
      ]}
      label={`Size of the shortest wave over the steps, now ${(sizes.at(-1) ?? 0).toExponential(1)} m`}
    />
  )
}

function readingsOf(frame: ColumnsFrame, values: ColumnsValues): Reading[] {
  const theory = (value: number) => (Number.isFinite(value) ? { theory: value } : {})
  const isRow = frame.nz === 1
  return [
    ...(values.by === 'textbook'
      ? [
          {
            name: 'growth',
            label: 'Shortest wave after one step',
            value: frame.growth,
            unit: '×',
            ...theory(frame.growthInTheory),
          },
        ]
      : [{ name: 'substeps', label: 'Substeps of the engine in one step', value: frame.substeps }]),
    {
      name: 'volume',
      label: 'Volume',
      value: 100 * frame.volume,
      unit: '% of the start',
      ...theory(values.edges === 'closed' ? 100 : Number.NaN),
    },
    ...(isRow
      ? [
          {
            name: 'opposite',
            label: 'Height opposite the first drop',
            value: frame.opposite,
            unit: 'm',
            ...theory(frame.oppositeExact),
          },
        ]
      : []),
    { name: 'highest', label: 'Farthest from rest', value: frame.highest, unit: 'm' },
    { name: 'time', label: 'Time', value: frame.time, unit: 's' },
  ]
}

const orderFunctions = {
  'heights-first': 'columnsHeightsFirst',
  'all-at-once': 'columnsAllAtOnce',
  'one-loop': 'columnsInOneLoop',
} as const

function listings(values: ColumnsValues): Listing[] {
  if (values.by === 'engine') return []
  const dimension = values.grid === 'row' ? '1D' : '2D'
  if (!isMuellers(values)) return [{ file: 'shallow-wave.ts', running: [`shallowWave${dimension}`] }]
  if (values.order === 'slides') return [{ file: 'columns.ts', running: [`columns${dimension}`] }]
  return [{ file: 'columns-order.ts', running: [orderFunctions[values.order], 'acceleration'] }]
}

export const lesson = defineLesson<typeof settings, ColumnsFrame>({
  settings,
  Introduction: () => (
    <>
      <p>
        Water as columns, each with a height and a velocity. A column is pushed up by higher neighbours and down by
        lower ones. That is the wave equation on a grid:
      </p>
      <Formula
        block
        tex="a_{i,j} = \frac{c^2}{s^2}\left(h_{i-1,j} + h_{i+1,j} + h_{i,j-1} + h_{i,j+1} - 4\,h_{i,j}\right)"
      />
      <p>
        How long may a step be? The slide says <Formula tex="\Delta t\, c < s" />. Drag the Courant number; change the
        edges and the order of the update.
      </p>
    </>
  ),
  Figures,
  notice: [
    'In the plane, drag the Courant number past 0.707: below the limit on the slide, columns begin to stand up and down like a checkerboard, and the run explodes. In a row the limit is 1.',
    'At a Courant number of 1 a row is exact: the columns lie on the exact curve. Below it short waves lag behind.',
    'A closed edge sends the crest back upright, a held edge upside down, at any height. Only the engine’s open edge lets it go.',
    'All heights before all velocities is as good as the slide’s order. Both from the old values, or one loop, explode at every step size; one loop even makes water.',
    'The engine divides a step that is too long into stable substeps. Its viscosity calms short waves first, β all alike.',
    'A column has one height. No setting makes a wave overturn or splash: that is the limit of the model. In the engine, "splashes": true in a scene adds drops as particles.',
  ],
  fromLectures: [
    {
      document: 'M',
      place: '“The Simulation Algorithm”',
      states: 'The step is stable if Δt c < s, in 2.5-D. The criterion is named CFD.',
      verdict:
        'That is the limit of the 1.5-D scheme. In the plane it is Δt c ≤ s/√2 = 0.707 s. The name is CFL: Courant, Friedrichs, Lewy.',
    },
    {
      document: 'M',
      place: '“The Simulation Algorithm”',
      states: 'One loop over all velocities, then one over all heights.',
      verdict:
        'The slide does not say why. A single loop reads new heights on one side and old ones on the other, and explodes.',
    },
    {
      document: 'M',
      place: '“Cons”',
      states: 'No overturning waves and no splashes; particles may be added.',
      verdict:
        'True of every height field. The engine’s spray is made of particles; overturning waves are in none of its surface solvers.',
    },
    {
      document: 'H',
      place: 'P23, Dirichlet boundary',
      states: 'An edge whose height is constant is an open boundary.',
      verdict: 'It reflects a crest as a trough of the same size. An open edge has to let the wave leave.',
    },
    {
      document: 'H',
      place: 'P21 and P22',
      states: 'Viscosity is the factor β of the motion in each step.',
      verdict:
        'That is friction, the same for all waves, and it doubles per second when Δt is halved. Viscosity calms short waves first.',
    },
  ],
  listings,
})
