// The figures of the documents, drawn from measured values: `npm run pictures` writes them to docs/images.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as Plot from '@observablehq/plot'
import { JSDOM } from 'jsdom'
import { reflectionByAngle } from './problems/absorbing-edge.js'
import { frequencyErrors } from './problems/standing-wave.js'
import { dispersionCurves } from './problems/window.js'

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
