import type { FluidDiagnostics, SurfaceDiagnostics } from 'seiche'
import { expect, it } from 'vitest'
import { csvColumns, csvHeader, csvRow } from './diagnostics-csv.js'

const diagnostics: SurfaceDiagnostics = {
  kind: 'surface',
  step: 3,
  time: 0.1 + 0.2,
  volume: 1.25,
  addedVolume: 0,
  kineticEnergy: 1e-12,
  potentialEnergy: 2,
  energy: 2.000000000001,
  momentum: [-1, 1],
  minimum: -0.5,
  maximum: 0.5,
  courant: 0.7,
  substeps: 4,
}
const probes = [
  { name: 'pier', x: 0, z: 0, eta: 0.125 },
  { name: 'a "b"', x: 1, z: 0, eta: -1 / 3 },
]

it('has a column for every quantity and every probe', () => {
  expect(csvHeader(diagnostics, [], false)).toBe(
    'step,time,volume,added_volume,energy,kinetic_energy,potential_energy,momentum_x,momentum_z,minimum,maximum,courant,substeps\n',
  )
  expect(csvHeader(diagnostics, probes, false)).toMatch(/,substeps,probe:pier,"probe:a ""b"""\n$/)
  expect(csvColumns(diagnostics, probes, false).at(-1)).toEqual({ name: 'probe:a "b"', unit: 'm' })
})

it('writes numbers that read back as the same numbers', () => {
  const values = csvRow(diagnostics, probes, false).trimEnd().split(',').map(Number)
  expect(values).toEqual([3, 0.1 + 0.2, 1.25, 0, 2.000000000001, 1e-12, 2, -1, 1, -0.5, 0.5, 0.7, 4, 0.125, -1 / 3])
})

it('tells what bodies displace and exchange, of scenes that have them', () => {
  expect(csvHeader(diagnostics, probes, true)).toContain(
    ',substeps,displaced_volume,airborne_volume,exchange_bodies,exchange_water,probe:pier,',
  )
  const withBodies = {
    ...diagnostics,
    displacedVolume: 0.5,
    airborneVolume: 0.25,
    exchange: { bodies: 3, water: 3.0001 },
  }
  expect(csvRow(withBodies, [], true)).toMatch(/,4,0\.5,0\.25,3,3\.0001\n$/)
  expect(csvRow(diagnostics, [], true)).toMatch(/,4,0,0,0,0\n$/)
})

it('has columns of their own for fluids in a box, and one for each dye', () => {
  const fluid: FluidDiagnostics = {
    kind: 'fluid',
    step: 1,
    time: 0.5,
    volume: 2,
    kineticEnergy: 3,
    energy: 3,
    momentum: [4, 5, 6],
    speed: 7,
    courant: 8,
    substeps: 1,
    divergence: 9,
    residual: 10,
    iterations: 11,
    scalars: { ink: { total: 12, minimum: 0, maximum: 1 } },
  }
  expect(csvHeader(fluid, [], false)).toBe(
    'step,time,volume,kinetic_energy,momentum_x,momentum_y,momentum_z,speed,courant,divergence,residual,iterations,total:ink\n',
  )
  expect(csvRow(fluid, [], false)).toBe('1,0.5,2,3,4,5,6,7,8,9,10,11,12\n')
})
