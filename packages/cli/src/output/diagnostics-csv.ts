import type { Diagnostics, FluidDiagnostics, ProbeReading, SurfaceDiagnostics } from 'seiche'

/** A column: its name, its unit, and its value. Units are in the README's table and in the manifest. */
type Column<Kind> = readonly [name: string, unit: string, value: (d: Kind) => number]

const surfaceColumns: readonly Column<SurfaceDiagnostics>[] = [
  ['step', '1', (d) => d.step],
  ['time', 's', (d) => d.time],
  ['volume', 'm3', (d) => d.volume],
  ['added_volume', 'm3', (d) => d.addedVolume],
  ['energy', 'J', (d) => d.energy],
  ['kinetic_energy', 'J', (d) => d.kineticEnergy],
  ['potential_energy', 'J', (d) => d.potentialEnergy],
  ['momentum_x', 'kg m/s', (d) => d.momentum[0]],
  ['momentum_z', 'kg m/s', (d) => d.momentum[1]],
  ['minimum', 'm', (d) => d.minimum],
  ['maximum', 'm', (d) => d.maximum],
  ['courant', '1', (d) => d.courant],
  ['substeps', '1', (d) => d.substeps],
]

/** Additional columns of scenes with bodies. Before the first body is added, they are 0. */
const bodyColumns: readonly Column<SurfaceDiagnostics>[] = [
  ['displaced_volume', 'm3', (d) => d.displacedVolume ?? 0],
  ['airborne_volume', 'm3', (d) => d.airborneVolume ?? 0],
  ['exchange_bodies', 'kg m/s', (d) => d.exchange?.bodies ?? 0],
  ['exchange_water', 'kg m/s', (d) => d.exchange?.water ?? 0],
]

/** Columns of fluids in a box. The integrals of the dyes and of the temperature follow. */
const fluidColumns: readonly Column<FluidDiagnostics>[] = [
  ['step', '1', (d) => d.step],
  ['time', 's', (d) => d.time],
  ['volume', 'm3', (d) => d.volume],
  ['kinetic_energy', 'J', (d) => d.kineticEnergy],
  ['momentum_x', 'kg m/s', (d) => d.momentum[0]],
  ['momentum_y', 'kg m/s', (d) => d.momentum[1]],
  ['momentum_z', 'kg m/s', (d) => d.momentum[2]],
  ['speed', 'm/s', (d) => d.speed],
  ['courant', '1', (d) => d.courant],
  ['divergence', '1/s', (d) => d.divergence],
  ['residual', '1', (d) => d.residual],
  ['iterations', '1', (d) => d.iterations],
]

/** A cell of a row, with its column. */
interface Cell {
  readonly name: string
  readonly unit: string
  readonly value: number
}

const cellsOf = <Kind>(columns: readonly Column<Kind>[], diagnostics: Kind): Cell[] =>
  columns.map(([name, unit, value]) => ({ name, unit, value: value(diagnostics) }))

function cellsOfRow(diagnostics: Diagnostics, probes: readonly ProbeReading[], hasBodies: boolean): Cell[] {
  if (diagnostics.kind === 'surface')
    return [
      ...cellsOf(hasBodies ? [...surfaceColumns, ...bodyColumns] : surfaceColumns, diagnostics),
      ...probes.map(({ name, eta }) => ({ name: `probe:${name}`, unit: 'm', value: eta })),
    ]
  const scalars = Object.entries(diagnostics.scalars)
  return [
    ...cellsOf(fluidColumns, diagnostics),
    ...scalars.map(([name, { total }]) => ({ name: `total:${name}`, unit: 'm3', value: total })),
  ]
}

/** Every column with its unit, in the order of the file, given a row of it. */
export function csvColumns(
  diagnostics: Diagnostics,
  probes: readonly ProbeReading[],
  hasBodies: boolean,
): { name: string; unit: string }[] {
  return cellsOfRow(diagnostics, probes, hasBodies).map(({ name, unit }) => ({ name, unit }))
}

export function csvHeader(diagnostics: Diagnostics, probes: readonly ProbeReading[], hasBodies: boolean): string {
  const names = cellsOfRow(diagnostics, probes, hasBodies).map(({ name }) => quote(name))
  return `${names.join(',')}\n`
}

/** Numbers are written with the fewest digits that read back as the same number. */
export function csvRow(diagnostics: Diagnostics, probes: readonly ProbeReading[], hasBodies: boolean): string {
  const values = cellsOfRow(diagnostics, probes, hasBodies).map(({ value }) => value)
  return `${values.join(',')}\n`
}

/** Quotes a name according to RFC 4180. */
function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
