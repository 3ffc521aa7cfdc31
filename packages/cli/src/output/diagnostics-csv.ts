import type { Diagnostics, FluidDiagnostics, ProbeReading } from 'seiche'

/** Column name and how its number is taken. Units are in the README's table and in the manifest. */
const columns: readonly (readonly [name: string, unit: string, value: (d: Diagnostics) => number])[] = [
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

/** Of fluids in a box, after the others: then the integral of each dye and of the temperature. */
const fluidColumns: readonly (readonly [name: string, unit: string, value: (d: FluidDiagnostics) => number])[] = [
  ['momentum_y', 'kg m/s', (d) => d.momentum[1]],
  ['speed', 'm/s', (d) => d.speed],
  ['divergence', '1/s', (d) => d.divergence],
  ['residual', '1', (d) => d.residual],
  ['iterations', '1', (d) => d.iterations],
]

type Probes = readonly ProbeReading[]

/** Every column with its unit, in the order of the file. `diagnostics`: of any moment of the run. */
export function csvColumns(
  probes: Probes,
  { fluid }: Pick<Diagnostics, 'fluid'> = {},
): { name: string; unit: string }[] {
  return [
    ...columns.map(([name, unit]) => ({ name, unit })),
    ...(fluid ? fluidColumns.map(([name, unit]) => ({ name, unit })) : []),
    ...Object.keys(fluid?.scalars ?? {}).map((name) => ({ name: `total:${name}`, unit: 'm3' })),
    ...probes.map((probe) => ({ name: `probe:${probe.name}`, unit: 'm' })),
  ]
}

export function csvHeader(probes: Probes, diagnostics: Pick<Diagnostics, 'fluid'> = {}): string {
  return `${csvColumns(probes, diagnostics)
    .map(({ name }) => quote(name))
    .join(',')}\n`
}

/** Numbers are written with the fewest digits that read back as the same number. */
export function csvRow(diagnostics: Diagnostics, probes: Probes): string {
  const { fluid } = diagnostics
  const values = [
    ...columns.map(([, , value]) => value(diagnostics)),
    ...(fluid ? fluidColumns.map(([, , value]) => value(fluid)) : []),
    ...Object.values(fluid?.scalars ?? {}).map(({ total }) => total),
    ...probes.map((probe) => probe.eta),
  ]
  return `${values.join(',')}\n`
}

/** As RFC 4180 says. */
function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
