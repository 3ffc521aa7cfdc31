// Tables of a run: the rows of its diagnostics and of its bodies, as diagnostics.csv and bodies.csv have them.

/** A column of a table. */
export interface TableColumn {
  readonly name: string
  /** `1` for pure numbers, empty for text. */
  readonly unit: string
}

/** A table of a run. It may have more rows than the run has frames. */
export interface RunTable {
  readonly name: 'diagnostics' | 'bodies'
  readonly columns: readonly TableColumn[]
  /** The rows in order of time, read one after the other. Each has a value for every column. */
  rows(): AsyncIterable<readonly (number | string)[]>
}
