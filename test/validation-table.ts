// Reads the table of docs/validation.md.

export interface ValidationRow {
  quantity: string
  measured: number
  /** What a figure about this row has to cover: the error, or the measured value where the table gives a bound. */
  deviation: number
}

/** Rows by the title of their section. */
export function readValidationTable(markdown: string): Map<string, ValidationRow[]> {
  const sections = new Map<string, ValidationRow[]>()
  let rows: ValidationRow[] = []
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) sections.set(line.slice(3), (rows = []))
    const cells = line.split('|').map((cell) => cell.trim())
    const [, quantity, measured, , error] = cells
    if (cells.length < 8 || Number.isNaN(Number.parseFloat(measured!))) continue
    const value = Number.parseFloat(measured!)
    rows.push({ quantity: quantity!, measured: value, deviation: error ? Number.parseFloat(error) : Math.abs(value) })
  }
  return sections
}
