import type { Simulation } from 'seiche'
import { copyPacked } from './field-watch.js'
import type { Values } from './protocol.js'

/** What an open sea, or water over ground, is drawn from besides its heights; of these the fields that a simulation has are sent. */
const shown = /^(dx|dz|foam|breaking|(slopeX|slopeZ|dxx|dzz|dxz)_\d|depth|qx|qz)$/

export function surfaceFieldsOf({ fieldNames }: Simulation): string[] {
  return fieldNames.filter((name) => shown.test(name))
}

/** Copies fields into one buffer, one after the other. */
export function copyFields(sim: Simulation, names: readonly string[], target: Values): void {
  const cells = sim.grid.nx * sim.grid.nz
  names.forEach((name, place) => {
    copyPacked(sim.field(name), target.subarray(place * cells, (place + 1) * cells))
  })
}
