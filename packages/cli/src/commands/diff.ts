// `seiche diff`: where two runs differ, and by how much.

import type { FieldEntry } from '@seiche/export'
import type { Command } from 'commander'
import { toleranceValue } from '../result-option-values.js'
import { compareScenes, type SceneDifference } from '../results/compare-scenes.js'
import { compareValues } from '../results/compare-values.js'
import type { CsvTable } from '../results/csv-table.js'
import { RunFolder } from '../results/run-folder.js'
import { exitCode } from '../terminal/failure.js'
import type { Terminal } from '../terminal/terminal.js'
import { Verdict } from '../terminal/verdict.js'

/** A field that both runs have. */
export interface FieldDifference {
  name: string
  unit: string
  /** Why it was not compared; the rest is absent then. */
  incomparable?: string
  /** Largest absolute difference over all frames, and the root of the mean square. */
  largest?: number
  rms?: number
  /** First frame with a difference larger than the tolerance; absent if there is none. */
  firstFrame?: { frame: number; time: number }
  /** Frame, cell (x first) and position [m] of the largest difference; absent if there is none. */
  place?: { frame: number; time: number; cell: number[]; position: number[] }
}

/** A column of diagnostics.csv or bodies.csv. */
export interface ColumnDifference {
  name: string
  unit: string
  largest: number
  /** Largest difference in parts of the largest value of the first run. */
  relative: number
  /** Time of the first row with a difference larger than the tolerance [s]; absent if there is none. */
  firstTime?: number
}

/** Printed by --json. */
export interface DiffReport {
  /** Whether the runs are the same within the tolerance. */
  same: boolean
  /** Full paths. */
  a: string
  b: string
  tolerance: number
  hashes: { a: string; b: string }
  scene: SceneDifference[]
  fields: FieldDifference[]
  /** Parts that only one of the runs has, or that cannot be compared. */
  notes: string[]
  probes: ColumnDifference[]
  diagnostics: ColumnDifference[]
  bodies: ColumnDifference[]
}

/** Texts for people, and settings that never change a result. */
const ignoredInScenes = ['name', 'description', '$schema']

export function addDiff(program: Command, terminal: Terminal): void {
  program
    .command('diff')
    .summary('compare two runs')
    .description('Compare two runs: scenes, fields, probes, diagnostics, bodies and hashes.')
    .argument('<a>', 'folder of a run')
    .argument('<b>', 'folder of another run')
    .option('-t, --tolerance <value>', 'largest difference that counts as the same', toleranceValue, 0)
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExit codes:\n  0 the same within the tolerance   1 different   2 bad input\n\nThe tolerance has the unit of each field, and is relative to the largest value of each column of a table.',
    )
    .action(async (a: string, b: string, { tolerance, json }: { tolerance: number; json?: boolean }) => {
      const report = await diff(a, b, tolerance)
      await terminal.result(json ? JSON.stringify(report) : formatDiff(report))
      if (!report.same) throw new Verdict(exitCode.failed)
    })
}

export async function diff(pathA: string, pathB: string, tolerance = 0): Promise<DiffReport> {
  const [a, b] = [await RunFolder.open(pathA), await RunFolder.open(pathB)]
  const notes = frameNotes(a, b)
  const fields = await compareFields(a, b, tolerance, notes)
  const columns = compareTables(await a.diagnostics(), await b.diagnostics(), tolerance, {
    units: unitsOf(a.manifest.diagnostics.columns),
    file: a.manifest.diagnostics.file,
    notes,
  })
  const bodies = await compareBodies(a, b, tolerance, notes)
  const isProbe = ({ name }: ColumnDifference) => name.startsWith('probe:')
  const scene = compareScenes(a.manifest.scene, b.manifest.scene).filter(({ path }) => !ignoredInScenes.includes(path))
  const differs =
    notes.length > 0 ||
    fields.some(({ firstFrame, incomparable }) => firstFrame ?? incomparable) ||
    [...columns, ...bodies].some(({ firstTime }) => firstTime !== undefined) ||
    // With a tolerance, the bits of the final state may differ.
    (tolerance === 0 && a.manifest.hash !== b.manifest.hash)
  return {
    same: !differs,
    a: a.path,
    b: b.path,
    tolerance,
    hashes: { a: a.manifest.hash, b: b.manifest.hash },
    scene,
    fields,
    notes,
    probes: columns.filter(isProbe),
    diagnostics: columns.filter((column) => !isProbe(column)),
    bodies,
  }
}

function frameNotes(a: RunFolder, b: RunFolder): string[] {
  const notes: string[] = []
  if (a.frames.length !== b.frames.length) {
    notes.push(`${a.name} has ${a.frames.length} frames, ${b.name} ${b.frames.length}`)
  }
  const moved = a.frames.find(({ time }, at) => b.frames[at] && b.frames[at].time !== time)
  if (moved) notes.push(`from frame ${moved.frame} on, the frames are at different times`)
  for (const [run, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const only = run.fields.filter((field) => !other.fields.includes(field))
    if (only.length > 0) notes.push(`only ${run.name} has ${only.join(', ')}`)
  }
  return notes
}

async function compareFields(
  a: RunFolder,
  b: RunFolder,
  tolerance: number,
  notes: string[],
): Promise<FieldDifference[]> {
  const shared = a.fields.filter((field) => b.fields.includes(field))
  if (shared.length === 0) notes.push('the runs have no field in common')
  const differences: FieldDifference[] = []
  for (const name of shared) differences.push(await compareField(a, b, name, tolerance))
  return differences
}

async function compareField(a: RunFolder, b: RunFolder, name: string, tolerance: number): Promise<FieldDifference> {
  const [field, other] = [a.field(name), b.field(name)]
  const { unit } = field
  if (field.shape.join() !== other.shape.join()) {
    const shapes = [field, other].map(({ shape }) => [...shape].reverse().join(' × '))
    return { name, unit, incomparable: `${shapes[0]} values in ${a.name}, ${shapes[1]} in ${b.name}` }
  }
  const total: FieldDifference & { largest: number } = { name, unit, largest: 0 }
  const count = Math.min(a.frames.length, b.frames.length)
  let squares = 0
  for (let at = 0; at < count; at++) {
    const { frame, time } = a.frames[at]!
    const {
      largest,
      rms,
      at: index,
      count: exceeding,
    } = compareValues(await a.values(name, at), await b.values(name, at), tolerance)
    squares += rms * rms
    if (exceeding > 0) total.firstFrame ??= { frame, time }
    if (largest <= total.largest) continue
    total.largest = largest
    total.place = { frame, time, ...placeOf(index, field) }
  }
  return { ...total, rms: Math.sqrt(squares / Math.max(1, count)) }
}

/** Cell and position of a value, x first. */
function placeOf(index: number, { shape, origin, cellSize }: FieldEntry): { cell: number[]; position: number[] } {
  const cell: number[] = []
  let rest = index
  for (const length of [...shape].reverse()) {
    cell.push(rest % length)
    rest = Math.floor(rest / length)
  }
  const first = [origin.x, ...(origin.y === undefined ? [] : [origin.y]), ...(origin.z === undefined ? [] : [origin.z])]
  return { cell, position: cell.map((k, axis) => Number(((first[axis] ?? 0) + k * cellSize).toPrecision(12))) }
}

interface TableContext {
  units: ReadonlyMap<string, string>
  file: string
  notes: string[]
}

const unitsOf = (columns: readonly { name: string; unit: string }[]) =>
  new Map(columns.map(({ name, unit }) => [name, unit]))

function compareTables(
  a: CsvTable,
  b: CsvTable,
  tolerance: number,
  { units, file, notes }: TableContext,
): ColumnDifference[] {
  if (a.length !== b.length) notes.push(`${file} has ${a.length} rows in the first run, ${b.length} in the second`)
  const rows = Math.min(a.length, b.length)
  const times = a.numbers('time')
  const only = [...a.columns, ...b.columns].filter((name) => !(a.columns.includes(name) && b.columns.includes(name)))
  if (only.length > 0) notes.push(`${file}: only one of the runs has ${only.join(', ')}`)
  return a.columns
    .filter((name) => b.columns.includes(name) && name !== 'body')
    .map((name) => {
      const [left, right] = [a.numbers(name).subarray(0, rows), b.numbers(name).subarray(0, rows)]
      const size = left.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
      const { largest } = compareValues(left, right, 0)
      const limit = tolerance * (size || 1)
      const first = left.findIndex((value, row) => compareValues([value], [right[row]!], limit).count > 0)
      return {
        name,
        unit: units.get(name) ?? '',
        largest,
        relative: size > 0 ? largest / size : largest,
        ...(first >= 0 && { firstTime: times[first]! }),
      }
    })
}

async function compareBodies(
  a: RunFolder,
  b: RunFolder,
  tolerance: number,
  notes: string[],
): Promise<ColumnDifference[]> {
  const [left, right] = [await a.bodies(), await b.bodies()]
  if (!left && !right) return []
  if (!left || !right) {
    notes.push(`only ${left ? a.name : b.name} has bodies`)
    return []
  }
  if (left.texts('body').join('\n') !== right.texts('body').join('\n')) {
    notes.push('the runs have different bodies')
    return []
  }
  const { columns, file } = a.manifest.bodies!
  return compareTables(left, right, tolerance, { units: unitsOf(columns), file, notes })
}

export function formatDiff(report: DiffReport): string {
  const { same, tolerance, hashes, scene, fields, notes, probes, diagnostics, bodies } = report
  const within = tolerance > 0 ? ` within ${tolerance}` : ''
  const lines = [
    same ? `the runs are the same${within}` : `the runs differ${within ? ` by more than ${tolerance}` : ''}`,
  ]
  lines.push(
    hashes.a === hashes.b
      ? `hash      ${hashes.a}, the same`
      : `hash      ${hashes.a} in the first, ${hashes.b} in the second`,
  )
  for (const { path, a, b } of scene)
    lines.push(`scene     ${path}: ${brief(a)} in the first, ${brief(b)} in the second`)
  for (const note of notes) lines.push(`note      ${note}`)
  for (const field of fields) lines.push(`field     ${formatField(field)}`)
  for (const [label, columns] of [
    ['probe', probes],
    ['log', diagnostics],
    ['bodies', bodies],
  ] as const) {
    const differing = columns.filter(({ firstTime }) => firstTime !== undefined)
    for (const { name, unit, largest, relative, firstTime } of differing) {
      const size = `${digits(largest)} ${unit} (${digits(100 * relative)} %)`
      lines.push(`${label.padEnd(10)}${name.replace(/^probe:/, '')}: up to ${size}, from ${digits(firstTime!)} s on`)
    }
    if (columns.length > 0 && differing.length === 0)
      lines.push(`${label.padEnd(10)}${columns.length} columns, the same`)
  }
  return lines.join('\n')
}

function formatField({ name, unit, incomparable, largest, rms, firstFrame, place }: FieldDifference): string {
  if (incomparable) return `${name}: ${incomparable}`
  if (!place) return `${name}: the same bits in every frame`
  const size = `${name}: up to ${digits(largest!)} ${unit}, rms ${digits(rms!)} ${unit}`
  const where = `at [${place.position.map(digits).join(', ')}] m, cell [${place.cell.join(', ')}], frame ${place.frame} (${digits(place.time)} s)`
  const first = firstFrame
    ? `first in frame ${firstFrame.frame} (${digits(firstFrame.time)} s)`
    : 'within the tolerance'
  return `${size}\n          ${where}; ${first}`
}

const digits = (value: number) => String(Number(value.toPrecision(4)))

function brief(value: unknown): string {
  if (value === undefined) return 'absent'
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
