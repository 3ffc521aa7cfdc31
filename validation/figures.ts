// The figures of the documents, drawn from measured values: `npm run pictures` writes them to docs/images.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as Plot from '@observablehq/plot'
import { JSDOM } from 'jsdom'
import { bumpBed, LENGTH } from './exact/bump.js'
import { cylinderWaves } from './exact/cylinder.js'
import { ritter, stoker } from './exact/dam-break.js'
import { centre } from './over-ground.js'
import { reflectionByAngle } from './problems/columns/absorbing-edge.js'
import { frequencyErrors } from './problems/columns/standing-wave.js'
import { amplitudesAround, piles } from './problems/iwave/pile.js'
import { dispersionCurves } from './problems/iwave/window.js'
import { type Channel, DRY_DAM, runRitter, runStoker, WET_DAM } from './problems/terrain/dam-breaks.js'
import { jumpBump, runJump, runSlowBump, type SteadyChannel, slowBump } from './problems/terrain/steady-flow.js'
import { fillPlanar, planar } from './problems/terrain/swinging-water.js'

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
const ink = '#0b6e8a'
const pale = '#8aa7b0'

function save(name: string, options: Plot.PlotOptions): void {
  const { document } = new JSDOM('').window
  const figure = Plot.plot({
    document,
    width: 640,
    height: 320,
    marginLeft: 60,
    marginBottom: 46,
    style: { background: 'white', color: '#22343a', fontFamily: 'system-ui, sans-serif', fontSize: '13px' },
    ...options,
  } as Plot.PlotOptions)
  figure.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  writeFileSync(`${folder}${name}.svg`, `${figure.outerHTML}\n`)
}

mkdirSync(folder, { recursive: true })

const errors = await frequencyErrors()
save('dispersion', {
  x: {
    type: 'log',
    label: 'cells per wave',
    ticks: errors.map(({ cellsPerWave }) => Number(cellsPerWave.toPrecision(2))),
    tickFormat: (n: number) => String(n),
  },
  y: {
    type: 'log',
    label: 'relative error of the frequency',
    grid: true,
    tickFormat: '.0e',
    ticks: [2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2],
  },
  marks: [
    Plot.line(errors, { x: 'cellsPerWave', y: 'predicted', stroke: pale, strokeWidth: 2 }),
    Plot.dot(errors, { x: 'cellsPerWave', y: 'measured', fill: ink, r: 5 }),
    Plot.text(errors.slice(1, 2), {
      x: 'cellsPerWave',
      y: 'predicted',
      text: () => 'line: discrete dispersion relation, dots: measured',
      dx: 14,
      dy: -10,
      textAnchor: 'start',
    }),
  ],
})

const curves = await dispersionCurves()
save('windows', {
  x: { type: 'log', label: 'cells per wave', ticks: [4, 8, 16, 32, 64, 128], tickFormat: (n: number) => String(n) },
  y: { label: 'frequency over the true one', grid: true, domain: [0.2, 1.8] },
  color: { domain: ['published 13 × 13', 'fitted 13 × 13', 'pyramid of them'], range: ['#b4552d', pale, ink] },
  marginRight: 130,
  marks: [
    Plot.ruleY([1], { stroke: '#22343a', strokeDasharray: '3 3' }),
    Plot.line(curves, { x: 'cells', y: 'ratio', stroke: 'method', strokeWidth: 2 }),
    Plot.dot(curves, { x: 'cells', y: 'ratio', fill: 'method', r: 3.5 }),
    Plot.text(
      curves,
      Plot.selectMaxX({
        x: 'cells',
        y: 'ratio',
        z: 'method',
        text: 'method',
        fill: 'method',
        textAnchor: 'start',
        dx: 8,
      }),
    ),
  ],
})

const angles = await reflectionByAngle()
const theory = Array.from({ length: 56 }, (_, degrees) => {
  const cosine = Math.cos((degrees * Math.PI) / 180)
  return { degrees, share: (100 * (1 - cosine)) / (1 + cosine) }
})
save('absorbing', {
  x: { label: 'angle from the normal [°]' },
  y: { label: 'amplitude that comes back [%]', grid: true },
  marks: [
    Plot.line(theory, { x: 'degrees', y: 'share', stroke: pale, strokeWidth: 2 }),
    Plot.dot(angles, { x: 'degrees', y: ({ measured }: { measured: number }) => 100 * measured, fill: ink, r: 5 }),
    Plot.text([{ degrees: 28, share: 14 }], {
      x: 'degrees',
      y: 'share',
      text: () => 'line: theory, dots: measured',
      textAnchor: 'end',
    }),
  ],
})

const [, pile] = piles
const around = await Promise.all(
  (['pipes', 'impermeable'] as const).map(async (walls) =>
    (await amplitudesAround(pile, Number.POSITIVE_INFINITY, walls))
      .filter(({ r, theta }) => r < pile.radius + 1 && theta >= 0)
      .map(({ theta, measured }) => ({ walls, degrees: (180 * theta) / Math.PI, measured })),
  ),
)
const atWall = Array.from({ length: 181 }, (_, degrees) => {
  const { re, im } = cylinderWaves(pile.ka / pile.radius, pile.radius, pile.radius + 0.5, (degrees * Math.PI) / 180)
  return { degrees, amplitude: Math.hypot(re, im) }
})
save('pile', {
  x: { label: 'angle from the direction of the waves [°]', ticks: [0, 30, 60, 90, 120, 150, 180] },
  y: { label: 'amplitude over that of the incident waves', grid: true, domain: [0.4, 2] },
  color: { domain: ['pipes', 'impermeable'], range: ['#b4552d', ink] },
  marks: [
    Plot.line(atWall, { x: 'degrees', y: 'amplitude', stroke: pale, strokeWidth: 2 }),
    Plot.dot(around.flat(), { x: 'degrees', y: 'measured', fill: 'walls', r: 4 }),
    Plot.text(
      [
        { degrees: 2, y: 1.9, text: 'line: exact, dots: cells at the wall', walls: undefined },
        { degrees: 2, y: 1.78, text: 'impermeable walls', walls: 'impermeable' },
        { degrees: 2, y: 1.66, text: 'pipes', walls: 'pipes' },
      ],
      {
        x: 'degrees',
        y: 'y',
        text: 'text',
        fill: (d) => (d.walls === 'pipes' ? '#b4552d' : d.walls ? ink : '#22343a'),
        textAnchor: 'start',
      },
    ),
  ],
})

// --- water over ground -------------------------------------------------------------------------------------------

const ground = '#b59a6a'

/** A line through a function's values at `count` places. */
function curve(f: (x: number) => number, from: number, to: number, count = 800) {
  return Array.from({ length: count + 1 }, (_, k) => {
    const x = from + ((to - from) * k) / count
    return { x, y: f(x) }
  })
}

/** Every so many cells, as dots. */
function dots({ x, depth }: Pick<Channel, 'x' | 'depth'>, every: number, bed = (_: number) => 0) {
  return x.map((at, i) => ({ x: at, y: depth[i]! + bed(at) })).filter((_, i) => i % every === 0)
}

function saveDam(name: string, channel: Channel, exact: (x: number) => number, label: string): void {
  save(name, {
    x: { label: 'x [m]', domain: [-80, 100] },
    y: { label: 'depth [m]', grid: true, domain: [0, 10.5] },
    marks: [
      Plot.line(curve(exact, -80, 100), { x: 'x', y: 'y', stroke: pale, strokeWidth: 2 }),
      Plot.dot(
        dots(channel, 4).filter(({ x }) => x > -80),
        { x: 'x', y: 'y', fill: ink, r: 2.5 },
      ),
      Plot.text([{ x: 98, y: 9.6 }], { x: 'x', y: 'y', text: () => label, textAnchor: 'end' }),
    ],
  })
}

const dry = ritter(DRY_DAM.deep)
const wet = stoker(WET_DAM.deep, WET_DAM.shallow)
saveDam(
  'dam-break-dry',
  await runRitter(400),
  (x) => dry.at(x, DRY_DAM.time).depth,
  `dry ground after ${DRY_DAM.time} s; line: Ritter, dots: every fourth of 400 cells`,
)
saveDam(
  'dam-break-wet',
  await runStoker(400),
  (x) => wet.at(x, WET_DAM.time).depth,
  `1 m of water after ${WET_DAM.time} s; line: Stoker, dots: every fourth of 400 cells`,
)

/** Cells along a side of the tilting water's grid, and where the row beside its middle is [m]. */
const cells = 128
const middleRow = centre(cells / 2, cells, 4 / cells)

/** The surface of the tilting water along its middle row, at parts of a period. */
async function tiltingSections(parts: readonly number[]) {
  const sim = await fillPlanar(cells)
  const sections = []
  for (const part of parts) {
    sim.step(Math.round((part * planar.period) / sim.timeStep) - sim.stepCount)
    const row = sim
      .field('eta')
      .read()
      .subarray((cells / 2) * cells, (cells / 2 + 1) * cells)
    for (const [i, eta] of row.entries()) {
      const x = centre(i, cells, 4 / cells)
      if (eta - planar.bed(x, middleRow) > 1e-3) sections.push({ part, x, y: eta })
    }
  }
  sim.dispose()
  return sections
}

const parts = [1, 1.15, 1.3, 1.5]
const partName = (part: number) => `t = ${part} T`
const exactSections = parts.flatMap((part) =>
  curve((x) => planar.at(x, middleRow, part * planar.period).depth, -1.6, 1.6)
    .filter(({ y }) => y > 0)
    .map(({ x, y }) => ({ part, x, y: y + planar.bed(x, middleRow) })),
)
save('swinging-water', {
  x: { label: 'x [m]', domain: [-1.7, 1.7] },
  y: { label: 'elevation [m]', grid: true, domain: [-0.11, 0.19] },
  color: { domain: parts.map(partName), range: ['#b4552d', '#d9a441', '#5c9c6b', ink] },
  marginRight: 80,
  marks: [
    Plot.areaY(
      curve((x) => planar.bed(x, middleRow), -1.7, 1.7),
      { x: 'x', y1: -0.11, y2: 'y', fill: ground, fillOpacity: 0.35 },
    ),
    Plot.line(exactSections, { x: 'x', y: 'y', z: 'part', stroke: pale, strokeWidth: 2 }),
    Plot.dot(
      (await tiltingSections(parts)).filter((_, k) => k % 2 === 0),
      { x: 'x', y: 'y', fill: ({ part }: { part: number }) => partName(part), r: 2.5 },
    ),
    Plot.text(
      exactSections,
      Plot.selectMaxX({
        x: 'x',
        y: 'y',
        z: 'part',
        text: ({ part }: { part: number }) => partName(part),
        fill: ({ part }: { part: number }) => partName(part),
        textAnchor: 'start',
        dx: 8,
      }),
    ),
  ],
})

function saveBump(
  name: string,
  channel: SteadyChannel,
  exact: (x: number) => number,
  top: number,
  label: string,
): void {
  save(name, {
    x: { label: 'x [m]', domain: [0, LENGTH] },
    y: { label: 'elevation [m]', grid: true, domain: [0, top] },
    marks: [
      Plot.areaY(curve(bumpBed, 0, LENGTH), { x: 'x', y: 'y', fill: ground, fillOpacity: 0.6 }),
      Plot.line(
        curve((x) => exact(x) + bumpBed(x), 0, LENGTH, 2000),
        { x: 'x', y: 'y', stroke: pale, strokeWidth: 2 },
      ),
      Plot.dot(dots(channel, 2, bumpBed), { x: 'x', y: 'y', fill: ink, r: 2.5 }),
      Plot.text([{ x: LENGTH - 0.5, y: 0.92 * top }], { x: 'x', y: 'y', text: () => label, textAnchor: 'end' }),
    ],
  })
}

saveBump(
  'flow-over-bump',
  await runSlowBump(250),
  (x) => slowBump.at(x).depth,
  2.4,
  '4.42 m²/s; line: exact surface, dots: every second of 250 cells',
)
saveBump(
  'flow-with-jump',
  await runJump(250),
  (x) => jumpBump.at(x).depth,
  0.55,
  '0.18 m²/s; line: exact surface, dots: every second of 250 cells',
)
