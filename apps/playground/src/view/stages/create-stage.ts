import type { SimulationInfo } from '../../worker/protocol.js'
import type { Lighting } from '../shared/lighting.js'
import { BasinStage } from './basin/basin-stage.js'
import { FluidStage } from './fluid/fluid-stage.js'
import { LandscapeStage } from './landscape/landscape-stage.js'
import { SeaStage } from './sea/sea-stage.js'
import type { Stage } from './stage.js'
import { stageKindOf } from './stage-kind.js'

/** Builds the stage for a simulation. `quads`: most quads of a mesh along a side. */
export function createStage(info: SimulationInfo, lighting: Lighting, quads: number): Stage {
  switch (stageKindOf(info)) {
    case 'fluid':
      return new FluidStage(info)
    case 'landscape':
      return new LandscapeStage(info, lighting, quads)
    case 'sea':
      return new SeaStage(info, lighting, quads)
    case 'basin':
      return new BasinStage(info, lighting, quads)
  }
}
