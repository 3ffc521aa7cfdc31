import { readFileSync } from 'node:fs'
import { type Peak, phaseOf } from './theory.js'

/** The table of the sweep, as it was measured for the documents. */
export const measuredTable = new URL('results.csv', import.meta.url)

/**
 * Amplification at each period, in the order of kL: the amplitude at the back wall over the amplitude before the mouth
 * while the gate is closed.
 * @param table results.csv of the sweep
 */
export function readAmplification(table: URL | string): Peak[] {
  const [header, ...lines] = readFileSync(table, 'utf8').trimEnd().split('\n')
  const names = header!.split(',')
  const rows = lines.map((line) => {
    const cells = line.split(',')
    return (name: string) => Number(cells[names.indexOf(name)])
  })
  const closed = new Map(rows.filter((row) => row('gate') === 1).map((row) => [row('period'), row('mouth')]))
  return rows
    .filter((row) => row('gate') === 0)
    .map((row) => ({ kL: phaseOf(row('period')), height: row('back') / closed.get(row('period'))! }))
    .sort((a, b) => a.kL - b.kL)
}
