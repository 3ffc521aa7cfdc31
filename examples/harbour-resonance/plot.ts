// Draws the amplification against theory: node --import tsx examples/harbour-resonance/plot.ts [results.csv] [figure.svg]
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as Plot from '@observablehq/plot'
import { JSDOM } from 'jsdom'
import { measuredTable, readAmplification } from './results.js'
import { amplification, type Peak, peaksOf, theoreticalPeaks } from './theory.js'

const ink = '#0b6e8a'
const pale = '#8aa7b0'
/** A rim in the color of the paper, where text crosses lines. */
const halo = { stroke: 'white', strokeWidth: 6, fill: '#22343a' }
const range: [number, number] = [0.7, 9]

/** The figure as SVG. */
export function drawFigure(measured: readonly Peak[]): string {
  const { document } = new JSDOM('').window
  const curve = Array.from({ length: 800 }, (_, n) => {
    const kL = range[0] + ((range[1] - range[0]) * n) / 799
    return { kL, height: amplification(kL) }
  })
  const modes = [0, 1, 2].map((n) => ({ kL: (Math.PI / 2) * (2 * n + 1), label: ['π/2', '3π/2', '5π/2'][n]! }))
  const figure = Plot.plot({
    document,
    width: 640,
    height: 360,
    marginLeft: 60,
    marginBottom: 46,
    marginTop: 34,
    style: { background: 'white', color: '#22343a', fontFamily: 'system-ui, sans-serif', fontSize: '13px' },
    x: { label: 'kL, wavenumber × length of the harbour', domain: [0, range[1]] },
    y: { label: 'height at the back wall / height at the closed coast', grid: true, domain: [0, 9] },
    marks: [
      Plot.ruleX(modes, { x: 'kL', stroke: pale, strokeDasharray: '3 3' }),
      Plot.text(modes, { x: 'kL', y: 9, text: 'label', dy: -8, fill: '#5c7a84' }),
      Plot.line(curve, { x: 'kL', y: 'height', stroke: pale, strokeWidth: 2.5 }),
      Plot.dot(measured, { x: 'kL', y: 'height', fill: ink, r: 2.6 }),
      Plot.text(peaksOf(measured), {
        x: 'kL',
        y: 'height',
        text: ({ kL, height }: Peak) => `kL = ${kL.toFixed(2)}, × ${height.toFixed(2)}`,
        dx: 12,
        dy: -10,
        textAnchor: 'start',
        ...halo,
      }),
      Plot.text([{ kL: 3, height: 7 }], {
        x: 'kL',
        y: 'height',
        text: () => 'dots: 100 periods, simulated\nline: theory with the mouth\ndashed: quarter waves without it',
        textAnchor: 'start',
        lineHeight: 1.4,
        ...halo,
      }),
    ],
  } as Plot.PlotOptions)
  figure.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return `${figure.outerHTML}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [table = measuredTable, image = 'harbour-resonance.svg'] = process.argv.slice(2)
  const measured = readAmplification(table)
  writeFileSync(image, drawFigure(measured))
  const theory = theoreticalPeaks(...range)
  for (const [n, { kL, height }] of peaksOf(measured).entries())
    console.log(
      `peak ${n + 1}: kL ${kL.toFixed(3)} (theory ${theory[n]?.kL.toFixed(3)}), × ${height.toFixed(2)} (theory ${theory[n]?.height.toFixed(2)})`,
    )
}
