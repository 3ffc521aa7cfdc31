import type { Diagnostics, ProbeReading } from 'seiche'

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

type Probes = readonly ProbeReading[]

/** Every column with its unit, in the order of the file. */
export function csvColumns(probes: Probes): { name: string; unit: string }[] {
  return [
    ...columns.map(([name, unit]) => ({ name, unit })),
    ...probes.map((probe) => ({ name: `probe:${probe.name}`, unit: 'm' })),
  ]
}

export function csvHeader(probes: Probes): string {
  return `${csvColumns(probes)
    .map(({ name }) => quote(name))
    .join(',')}\n`
}

/** Numbers are written with the fewest digits that read back as the same number. */
export function csvRow(diagnostics: Diagnostics, probes: Probes): string {
  const values = [...columns.map(([, , value]) => value(diagnostics)), ...probes.map((probe) => probe.eta)]
  return `${values.join(',')}\n`
}

/** As RFC 4180 says. */
function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
