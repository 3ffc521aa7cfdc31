// What problems with bodies share: all couplings, all solvers that bodies act on, and tanks of them.
import { createSimulation, type SceneInput, type SurfaceDiagnostics, type SurfaceSimulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { couplings } from '../packages/core/testing/couplings.js'

export { couplings }

/** The coupling of the long problems; draughts are measured with all. */
export const usual = couplings.slice(0, 1)

export type Coupling = (typeof couplings)[number]

/** The solvers whose water feels bodies. */
export const yielding = ['columns', 'iwave', 'kass-miller', 'shallow-water'] as const
export type Yielding = (typeof yielding)[number]

/** Density of the water [kg/m³]. */
export const RHO = 1000
export const G = 9.81

/** A solver with water of a depth [m] over level ground. */
export function waterOf(type: Yielding, depth: number): Pick<SceneInput, 'solver' | 'terrain'> {
  if (type === 'columns' || type === 'iwave') return { solver: { type, depth } }
  return { solver: { type }, terrain: [{ shape: 'plane', height: -depth }] }
}

export const openEdges: NonNullable<SceneInput['boundaries']> = {
  'x-': 'absorb',
  'x+': 'absorb',
  'z-': 'absorb',
  'z+': 'absorb',
}

export async function float(scene: Omit<SceneInput, 'seiche'>): Promise<SurfaceSimulation> {
  return (await createSimulation({ seiche: 1, ...scene }, { rigidBodies: rapier, threads: 1 })) as SurfaceSimulation
}

/** All the water there is, but for what came from outside [m³]. */
export function ownWater({ volume, addedVolume, airborneVolume = 0 }: SurfaceDiagnostics): number {
  return volume + airborneVolume - addedVolume
}

/** How far vertical momentum given and taken in the last step differ, as a share of what was given; 0 if none was. */
export function unevenness({ exchange }: SurfaceDiagnostics): number {
  const { bodies, water } = exchange!
  return bodies === 0 && water === 0 ? 0 : Math.abs(bodies - water) / Math.max(Math.abs(bodies), Math.abs(water))
}
