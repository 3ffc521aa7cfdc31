// The matrix of the implicit step and its elimination, stage by stage.

import type { System } from './elimination.js'
import { stageCount } from './elimination.js'

interface MatrixTableProps {
  system: System
  stage: number
  onStage(stage: number): void
}

export function MatrixTable({ system, stage, onStage }: MatrixTableProps) {
  const { matrix, right, stages, width } = system
  const done = stages[stage - 1]
  const count = matrix.e.length
  const indices = Array.from({ length: count }, (_, n) => n)
  /** Rows from here on are solved: their right side is h. */
  const solvedFrom = done?.direction === 'back' ? done.row : count
  const element = (row: number, column: number): string => {
    if (row >= solvedFrom) return row === column ? '1' : ''
    if (column === row) return digits((done?.pivot ?? matrix.e)[row]!)
    if (column === row + 1) return digits(matrix.f[row]!)
    if (column !== row - 1) return ''
    const isGone = done && (done.direction === 'back' || row <= done.row)
    return isGone ? '0' : digits(matrix.f[column]!)
  }
  return (
    <div>
      <p data-testid="stage-text">{describe(system, stage)}</p>
      <p class="run-controls">
        <button type="button" disabled={stage === 0} onClick={() => onStage(stage - 1)} data-testid="stage-back">
          Back
        </button>
        <button
          type="button"
          disabled={stage === stageCount}
          onClick={() => onStage(stage + 1)}
          data-testid="stage-next"
        >
          Next row
        </button>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls on a phone must be reachable by keys */}
      <section class="scrolls" tabIndex={0} aria-label="Matrix of the implicit step">
        <table class="data-table" data-testid="matrix">
          <caption>A h = right side, for six columns {width.toFixed(2)} m wide</caption>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {indices.map((column) => (
                <th scope="col" key={column}>
                  h{subscript(column)}
                </th>
              ))}
              <th scope="col">Right [m]</th>
            </tr>
          </thead>
          <tbody>
            {indices.map((row) => (
              <tr key={row} aria-current={done?.row === row ? 'true' : undefined}>
                <th scope="row">{row}</th>
                {indices.map((column) => (
                  <td key={column}>{element(row, column)}</td>
                ))}
                <td>{heightText((done?.right ?? right)[row]!)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** The stage in one sentence. */
function describe({ stages }: System, stage: number): string {
  const done = stages[stage - 1]
  if (!done) return 'The system as it stands: e on the diagonal, f beside it. Every row sums to 1.'
  const { direction, row, factor } = done
  if (direction === 'forth')
    return `Forth: row ${row} minus ${digits(factor)} times row ${row - 1}. The element left of its diagonal is now 0.`
  const value = heightText(done.right[row]!)
  return row === stages[stages.length - 1]!.row && stage === stages.length
    ? `Back: h${subscript(row)} = ${value} m. All six heights of the next step are known.`
    : `Back: row ${row} has one unknown left, h${subscript(row)} = ${value} m.`
}

/** Three significant digits. */
const digits = (value: number): string => value.toPrecision(3).replace('-', '−')

const heightText = (height: number): string => height.toFixed(4).replace('-', '−')

const subscript = (index: number): string => '₀₁₂₃₄₅₆₇₈₉'[index]!
