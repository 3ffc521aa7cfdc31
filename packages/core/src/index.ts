// The entry `seiche`: scenes, simulations, surfaces and flows, and the theory of small waves as `airy`.

export { canShareMemory } from './backend/host.js'
export type { PassTiming, Profile } from './backend/profile.js'
export type { KernelFiles } from './backend/wasm/kernel-source.js'
export type { FloatingBody } from './bodies/floating-body.js'
export type { BodyWorld, CreateBodyWorld } from './bodies/world.js'
export type { Exchange } from './coupling/body-coupling.js'
export type { SprayView } from './coupling/splashes/spray.js'
export type { EdgeKind } from './fields/boundaries.js'
export type { Field } from './fields/field.js'
export type { Grid } from './fields/grid.js'
export type { GridLocation, VolumeField } from './fields/volume-field.js'
export type { Elevation, ReadElevation } from './files/elevation.js'
export type { Flow, FlowArrays, FlowSimulation, FlowValues, Periodic } from './flow/flow.js'
export { Particles, type ParticlesOptions } from './flow/particles.js'
export { Streamlines, type StreamlinesOptions } from './flow/streamlines.js'
export { writeGlb } from './mesh/glb.js'
export {
  Isosurface,
  type IsosurfaceOptions,
  isosurface,
  type TriangleMesh,
  type ValueRows,
  type Volume,
} from './mesh/isosurface.js'
export { Metaballs, type MetaballsOptions, metaballs } from './mesh/metaballs.js'
export { writeObj } from './mesh/obj.js'
export { fourierTransform, hannWindow, type PowerSpectrum, powerSpectrum } from './numerics/power-spectrum.js'
export { SceneError, type SceneIssue } from './scene/parse/error.js'
export { type ParseOptions, parseScene, readScene } from './scene/parse/parse.js'
export type { ParsedScene } from './scene/parse/parsed-scene.js'
export type { ReadFile } from './scene/read-file.js'
export type { Body, BodyInput, Joint, JointInput } from './scene/schema/body.js'
export {
  type EventFamily,
  type EventOf,
  isBodyEvent,
  type RecordedEvent,
  type SimulationEvent,
  type SimulationEventInput,
} from './scene/schema/event.js'
export { sceneJsonSchema } from './scene/schema/json-schema.js'
export type { Scene, SceneInput } from './scene/schema/scene.js'
export type { Shape } from './scene/schema/shape.js'
export { createSimulation, type SimulationOptions } from './simulation/create.js'
export { NonFiniteError } from './simulation/finite-guard.js'
export { FluidSimulation } from './simulation/fluid-simulation.js'
export type { PlacedSource } from './simulation/placed-sources.js'
export { type PlanOptions, planSimulation, type SimulationPlan } from './simulation/plan.js'
export { type ProbeReading, Simulation } from './simulation/simulation.js'
export type { AnySimulation, SimulationOf } from './simulation/simulation-of.js'
export { SurfaceSimulation } from './simulation/surface-simulation.js'
export { version } from './simulation/version.js'
export type { Diagnostics, FluidDiagnostics, ScalarDiagnostics, SurfaceDiagnostics } from './solvers/diagnostics.js'
export { BreakingWaveError } from './solvers/iwave/breaking-wave-error.js'
export { type ElevationStatistics, elevationStatistics } from './wave-theory/elevation-statistics.js'
export * as airy from './wave-theory/index.js'
export { type SolitaryWave, solitaryWave } from './wave-theory/solitary-wave.js'
export { type StokesDescription, type StokesWave, stokesWave } from './wave-theory/stokes.js'
