export { canShareMemory } from './backend/host.js'
export type { EdgeKind } from './fields/boundaries.js'
export type { Field } from './fields/field.js'
export type { Grid } from './fields/grid.js'
export { SceneError, type SceneIssue } from './scene/error.js'
export type { ReadFile } from './scene/load.js'
export { type ParseOptions, parseScene } from './scene/parse.js'
export {
  type RecordedEvent,
  type Scene,
  type SceneInput,
  type Shape,
  sceneJsonSchema,
  type WaterEvent,
} from './scene/schema.js'
export { createSimulation, planSimulation, type SimulationOptions, type SimulationPlan } from './simulation/create.js'
export type { ProbeReading, Simulation } from './simulation/simulation.js'
export type { Diagnostics } from './solvers/solver.js'
export { version } from './version.js'
