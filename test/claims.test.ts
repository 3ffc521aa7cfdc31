// The figures of README.md and of the guide are those of docs/validation.md: a little above what was measured, never below.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readValidationTable } from './validation-table.js'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const inOneLine = (path: string) => read(path).replace(/\s+/g, ' ')
const readme = inOneLine('README.md')
const table = readValidationTable(read('docs/validation.md'))

/** How many times the measured value a figure may be: it is rounded up, and stays true if a digit changes. */
const SLACK = 4

interface Claim {
  /** The document, if it is not README.md. */
  file?: string
  /** The figure in README.md, as the first group: 3e-6, 0.01 or 3%. */
  text: RegExp
  /** Beginning of the titles of the sections that it comes from. */
  sections: RegExp
  rows: RegExp
}

const claims: Claim[] = [
  { text: /frequency (\S+) of the discrete relation/, sections: /^Discrete dispersion/, rows: /^frequency/ },
  { text: /volume (\S+) over 100,000 steps/, sections: /^Closed basin/, rows: /volume/ },
  { text: /frequency (\S+) \(`fft`/, sections: /^Dispersion, every/, rows: /^exponential/ },
  { text: /\(`fft` ([^,]+),/, sections: /^Dispersion, every/, rows: /^fft/ },
  { text: /`window` ([^)]+)\)/, sections: /^Dispersion of the 13/, rows: /^(one level|pyramid)/ },
  { text: /energy (\S+) over 10,000 steps/, sections: /^Free waves/, rows: /energy/ },
  { text: /height (\S+), after an hour too/, sections: /^Trains on a level bed/, rows: /^surface/ },
  { text: /volume (\S+), bores within/, sections: /^Floods.*shallow-water/, rows: /error of the water balance/ },
  { text: /volume (\S+), damping and phase/, sections: /^Floods.*kass-miller/, rows: /error of the water balance/ },
  { text: /damping and phase (\S+) of theory/, sections: /^Damping and phase/, rows: /a step/ },
  { text: /Ghia et al\. to (\S+) of the lid's speed/, sections: /^Lid-driven/, rows: /^Re \d+: [uv] at/ },
  { text: /Taylor–Green ([^,]+),/, sections: /^Taylor–Green/, rows: /^decay of energy, 64², (maccormack|bfecc)/ },
  { text: /divergence (\S+) of the speed/, sections: /^(Lid-driven|Vortex street)/, rows: /divergence/ },
  { text: /every cell, dye (\S+) \|/, sections: /^Dye/, rows: /on the way, conserved/ },
  { text: /draught within (\S+ ?%)/, sections: /^Draught/, rows: /draught of/ },
  {
    file: 'docs/guide/terrain.md',
    text: /constant to about (\S+) over 10,000 steps/,
    sections: /^Floods/,
    rows: /error of the water balance/,
  },
  {
    file: 'docs/physics.md',
    text: /_Volume_ is conserved to about (\S+) over ten thousand steps/,
    sections: /^Floods.*shallow-water/,
    rows: /error of the water balance/,
  },
  {
    file: 'docs/physics.md',
    text: /conserved to (\S+) over ten thousand steps and/,
    sections: /^Free waves/,
    rows: /energy/,
  },
  { text: /opposite to (\S+) in each step/, sections: /^(Draught|50 bodies)/, rows: /momentum given/ },
]

describe('figures of README.md and other documents', () => {
  it.each(claims)('$text is what was measured', ({ file = 'README.md', text, sections, rows }) => {
    const said = text.exec(inOneLine(file))?.[1]
    expect(said, `${file} no longer says ${text}`).toBeDefined()
    const figure = Number.parseFloat(said!) / (said!.endsWith('%') ? 100 : 1)
    const measured = rowsOf(sections, rows).map(({ deviation }) => deviation)
    expect(measured.length, `docs/validation.md has no ${rows} in ${sections}`).toBeGreaterThan(0)
    const worst = Math.max(...measured)
    expect(figure).toBeGreaterThanOrEqual(worst)
    expect(figure).toBeLessThanOrEqual(SLACK * worst)
  })

  it('says order 2 of Taylor–Green vortices', () => {
    expect(readme).toContain('Taylor–Green 0.1%, order 2,')
    const orders = rowsOf(/^Taylor–Green/, /^order/).map(({ measured }) => measured)
    expect(orders.length).toBeGreaterThan(0)
    expect(Math.min(...orders)).toBeGreaterThan(1.95)
  })

  it('says that lakes at rest keep their bits', () => {
    const rows = rowsOf(/^Lake at rest/, /^(levels|cells whose|largest discharge)/)
    expect(readme.match(/lake at rest to the bit/g)).toHaveLength(2)
    expect(rows).toHaveLength(12)
    for (const { deviation } of rows) expect(deviation).toBe(0)
  })

  it('says that shores are within two cells', () => {
    expect(readme).toContain('shores within two cells')
    const cells = rowsOf(/^(Tilting|Rising)/, /^cells that the shore is off/).map(({ measured }) => measured)
    expect(Math.max(...cells)).toBe(2)
  })
})

function rowsOf(sections: RegExp, rows: RegExp) {
  return [...table]
    .filter(([title]) => sections.test(title))
    .flatMap(([, all]) => all)
    .filter(({ quantity }) => rows.test(quantity))
}
