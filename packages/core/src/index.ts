/** Theory of small waves: `airy.wavelengthOf(8, { depth: 3 })`. */
export * as airy from './airy.js'
export { canShareMemory } from './backend/host.js'
export type { Exchange } from './bodies/fleet.js'
export type { FloatingBody } from './bodies/floating-body.js'
export type { SprayView } from './bodies/spray.js'
export type { BodyWorld, CreateBodyWorld } from './bodies/world.js'
export type { EdgeKind } from './fields/boundaries.js'
export type { Field } from './fields/field.js'
export type { Grid } from './fields/grid.js'
export type { Periodic } from './flow/component.js'
export type { Flow, FlowArrays, FlowSimulation, FlowValues } from './flow/flow.js'
export { writeGlb } from './glb.js'
export {
  Isosurface,
  type IsosurfaceOptions,
  isosurface,
  type TriangleMesh,
  type ValueRows,
  type Volume,
} from './isosurface.js'
export { Metaballs, type MetaballsOptions, metaballs } from './metaballs.js'
export { writeObj } from './obj.js'
export { Particles, type ParticlesOptions } from './particles.js'
export type { Body, BodyInput, Joint, JointInput } from './scene/body-schema.js'
export type { Elevation, ReadElevation } from './scene/elevation.js'
export { SceneError, type SceneIssue } from './scene/error.js'
export {
  type BodyEvent,
  isBodyEvent,
  type RecordedEvent,
  type WaterEvent,
  type WaterEventInput,
} from './scene/event-schema.js'
export { type ParseOptions, parseScene } from './scene/parse.js'
export type { ReadFile } from './scene/read-file.js'
export { type Scene, type SceneInput, sceneJsonSchema } from './scene/schema.js'
export type { Shape } from './scene/shape-schema.js'
export {
  createSimulation,
  type PlanOptions,
  planSimulation,
  type SimulationOptions,
  type SimulationPlan,
} from './simulation/create.js'
export { NonFiniteError } from './simulation/finite-guard.js'
export type { ProbeReading, Simulation } from './simulation/simulation.js'
export type { Diagnostics, FluidDiagnostics } from './solvers/solver.js'
export { Streamlines, type StreamlinesOptions } from './streamlines.js'
export { version } from './version.js'
