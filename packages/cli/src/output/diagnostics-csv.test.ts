import type { Diagnostics } from 'seiche'
import { expect, it } from 'vitest'
import { csvColumns, csvHeader, csvRow } from './diagnostics-csv.js'

const diagnostics: Diagnostics = {
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
  expect(csvHeader([], { afloat: false })).toBe(
    'step,time,volume,added_volume,energy,kinetic_energy,potential_energy,momentum_x,momentum_z,minimum,maximum,courant,substeps\n',
  )
  expect(csvHeader(probes, { afloat: false })).toMatch(/,substeps,probe:pier,"probe:a ""b"""\n$/)
  expect(csvColumns(probes, { afloat: false }).at(-1)).toEqual({ name: 'probe:a "b"', unit: 'm' })
})

it('writes numbers that read back as the same numbers', () => {
  const values = csvRow(diagnostics, probes, false).trimEnd().split(',').map(Number)
  expect(values).toEqual([3, 0.1 + 0.2, 1.25, 0, 2.000000000001, 1e-12, 2, -1, 1, -0.5, 0.5, 0.7, 4, 0.125, -1 / 3])
})

it('tells what bodies displace and exchange, of scenes that have them', () => {
  expect(csvHeader(probes, { afloat: true })).toContain(
    ',substeps,displaced_volume,airborne_volume,exchange_bodies,exchange_water,probe:pier,',
  )
  const afloat = { ...diagnostics, displacedVolume: 0.5, airborneVolume: 0.25, exchange: { bodies: 3, water: 3.0001 } }
  expect(csvRow(afloat, [], true)).toMatch(/,4,0\.5,0\.25,3,3\.0001\n$/)
  expect(csvRow(diagnostics, [], true)).toMatch(/,4,0,0,0,0\n$/)
})
