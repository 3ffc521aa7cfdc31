export { type BodyLook, BodyMaterial, type LightOn } from './body-material.js'
export { bodyReach } from './body-reach.js'
export type {
  BodiesLike,
  BodyLike,
  JointLike,
  PieceLike,
  PieceShapeLike,
  PolyhedronLike,
  SprayLike,
} from './body-source.js'
export { causticsOver } from './caustics.js'
export { ColourMap, type ColourMapName, type ColourPath, colourPaths } from './colour-map.js'
export { DensityPlane, type DensityPlaneOptions } from './density-plane.js'
export { type BodyHit, FloatingBodies, type FloatingBodiesOptions } from './floating-bodies.js'
export { FlowArrows, type FlowArrowsOptions } from './flow-arrows.js'
export { FlowLines, type FlowLinesOptions } from './flow-lines.js'
export { FlowParticles, type FlowParticlesOptions, type ParticlesLike } from './flow-particles.js'
export { FlowStreamlines, type FlowStreamlinesOptions, type StreamlinesLike } from './flow-streamlines.js'
export type { PeriodicAxes, SliceAt } from './fluid-slice.js'
export type { FluidArrays, FluidInput, FluidSimulationLike, FluidValues } from './fluid-source.js'
export { type GroundLight, type GroundLook, GroundMaterial } from './ground-material.js'
export { GroundSurface, type GroundSurfaceOptions } from './ground-surface.js'
export { type Edges, HeightField } from './height-field.js'
export type { CompactHeights, HeightSource, SimulationLike, WaterInput } from './height-source.js'
export { IsosurfaceMesh, type IsosurfaceMeshOptions, type TriangleMeshLike } from './isosurface-mesh.js'
export { OceanField, type SeaShape } from './ocean-field.js'
export { refractiveIndex } from './optics.js'
export type { CascadeTile } from './sea-source.js'
export type { CascadeTextures, SeaTextures } from './sea-textures.js'
export { Sky, type SkyOptions } from './sky.js'
export { SmokeVolume, type SmokeVolumeOptions } from './smoke-volume.js'
export { SprayCloud } from './spray-cloud.js'
export { SunPrint, type SunPrintOptions } from './sun-print.js'
export type { ValueRange } from './value-range.js'
export { type RayColor, type WaterLook, WaterMaterial } from './water-material.js'
export { WaterSurface, type WaterSurfaceOptions } from './water-surface.js'
