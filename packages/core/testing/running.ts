// Simulations of a test, disposed of after it.

import {
  type AnySimulation,
  createSimulation,
  type FluidSimulation,
  type KernelFiles,
  type Scene,
  type SceneInput,
  type SimulationOptions,
  type SurfaceSimulation,
} from 'seiche'
import { rapier } from 'seiche/bodies'
import { readGeotiff } from 'seiche/geotiff'
import { onTestFinished } from 'vitest'
import { readSceneFile } from './scene-file.js'

/** A simulation of any scene. */
export async function simulateAny(scene: SceneInput, threads = 1, kernels?: KernelFiles): Promise<AnySimulation> {
  const rigidBodies = scene.bodies?.length ? rapier : undefined
  const options = { threads, readFile: readSceneFile, readElevation: readGeotiff, rigidBodies, kernels }
  return disposeLater(await createSimulation(scene, options))
}

/** A simulation of water with a surface. */
export async function simulate(scene: SceneInput, threads = 1): Promise<SurfaceSimulation> {
  return surfaceOf(await simulateAny(scene, threads))
}

/** A simulation of a fluid in a box. */
export async function simulateFluid(scene: SceneInput, threads = 1): Promise<FluidSimulation> {
  const sim = await simulateAny(scene, threads)
  if (sim.kind !== 'fluid') throw new Error('this scene is not of a fluid')
  return sim
}

/** A simulation that is known to have a surface. */
export function surfaceOf(sim: AnySimulation): SurfaceSimulation {
  if (sim.kind !== 'surface') throw new Error('this scene has no surface')
  return sim
}

/** Disposes of a simulation when the present test is over. */
export function disposeLater<Kind extends AnySimulation>(sim: Kind): Kind {
  onTestFinished(() => sim.dispose())
  return sim
}

/** `createSimulation` for scenes of which a test knows that they have a surface, although their type does not say so. */
export async function createSurface(
  scene: SceneInput | Scene | string,
  options?: SimulationOptions,
): Promise<SurfaceSimulation> {
  return (await createSimulation(scene, options)) as SurfaceSimulation
}
