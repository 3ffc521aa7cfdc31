// A page loads the code of the stage that its first scene needs, and of others when a scene needs them.

import { basinSettingOf } from '../../session/scenes/setting.js'
import type { SimulationInfo } from '../../worker/protocol.js'
import { loadRain } from '../shared/layers/load-rain.js'
import type { Lighting } from '../shared/lighting.js'
import { loadSetting } from './basin/basin-setting.js'
import type { Stage } from './stage.js'
import { type StageKind, stageKindOf } from './stage-kind.js'

type StageArguments = [info: SimulationInfo, lighting: Lighting, quads: number]
type StageClass = new (...options: StageArguments) => Stage

const loaders: Record<StageKind, () => Promise<StageClass>> = {
  basin: async () => (await import('./basin/basin-stage.js')).BasinStage,
  landscape: async () => (await import('./landscape/landscape-stage.js')).LandscapeStage,
  sea: async () => (await import('./sea/sea-stage.js')).SeaStage,
  fluid: async () => (await import('./fluid/fluid-stage.js')).FluidStage,
}

/** The classes that have been loaded. */
const classes: Partial<Record<StageKind, StageClass>> = {}

/** Loads the code that `createStage` needs for a simulation. */
export async function loadStage(info: SimulationInfo): Promise<void> {
  const kind = stageKindOf(info)
  try {
    // A basin's surroundings are loaded at the same time.
    const surroundings = kind === 'basin' ? loadSetting(basinSettingOf(info.scene)) : undefined
    const rain = loadRain(info.scene)
    classes[kind] ??= await loaders[kind]()
    await surroundings
    await rain
  } catch {
    throw new Error('The view of this scene could not be loaded. Check the connection, then open the scene again.')
  }
}

/** Builds the stage for a simulation, after `loadStage`. `quads`: most quads of a mesh along a side. */
export function createStage(...[info, lighting, quads]: StageArguments): Stage {
  const kind = stageKindOf(info)
  const StageOfKind = classes[kind]
  if (!StageOfKind) throw new Error(`the stage "${kind}" has not been loaded`)
  return new StageOfKind(info, lighting, quads)
}
