export type { Flow, FlowArrays, FlowSimulation, FlowValues, Periodic } from 'seiche'
export type { BodyLook, LightOn } from './bodies/body-material.js'
export type {
  BodiesLike,
  BodyLike,
  JointLike,
  PieceLike,
  PieceShapeLike,
  PolyhedronLike,
  SprayLike,
} from './bodies/body-source.js'
// For users that receive bodies from a worker: they have pieces, but no mesh to measure.
export { boundingRadius } from './bodies/bounding-radius.js'
export { type BodyHit, FloatingBodies, type FloatingBodiesOptions } from './bodies/floating-bodies.js'
export { SprayCloud } from './bodies/spray-cloud.js'
export { DensityPlane, type DensityPlaneOptions } from './fluids/density-plane.js'
export { FlowArrows, type FlowArrowsOptions } from './fluids/flow-arrows.js'
export { FlowLines, type FlowLinesOptions } from './fluids/flow-lines.js'
export { FlowParticles, type FlowParticlesOptions, type ParticlesLike } from './fluids/flow-particles.js'
export { FlowStreamlines, type FlowStreamlinesOptions, type StreamlinesLike } from './fluids/flow-streamlines.js'
export type { SliceAt } from './fluids/fluid-slice.js'
export { IsosurfaceMesh, type IsosurfaceMeshOptions, type TriangleMeshLike } from './fluids/isosurface-mesh.js'
export { SmokeVolume, type SmokeVolumeOptions } from './fluids/smoke-volume.js'
export { DistantLand, type DistantLandOptions } from './ground/beyond/distant-land.js'
export { type WiderField, WiderTerrain, type WiderTerrainOptions } from './ground/beyond/wider-terrain.js'
export type { GroundLight, GroundLook } from './ground/ground-material.js'
export { GroundSurface, type GroundSurfaceOptions } from './ground/ground-surface.js'
export { CausticsMap, type CausticsMapOptions } from './light/caustics/caustics-map.js'
export { GroundCaustics } from './light/caustics/ground-caustics.js'
export { RippleCaustics, type RippleCausticsOptions } from './light/caustics/ripple-caustics.js'
export { Clouds, type CloudsOptions } from './light/clouds/clouds.js'
export { ObjectBox } from './light/rays/object-box.js'
export { PlanarReflection, type PlanarReflectionOptions } from './light/rays/planar-reflection.js'
export { Sky, type SkyOptions } from './light/sky.js'
export { SunShadow, type SunShadowOptions } from './light/sun-shadow.js'
export { type WaterContents, type WaterOptics, waterAbsorption, waterOptics } from './light/water-optics.js'
export { CrestSpray, type CrestSprayOptions } from './ocean/crest-spray.js'
export type { CascadeTile } from './ocean/sea-source.js'
export { WavePatch, type WavePatchOptions } from './ocean/wave-patch.js'
export { BubbleCloud, type BubbleCloudOptions, type Entrainment } from './particles/bubble-cloud.js'
export { bubbleAspect, bubbleSpeed } from './particles/bubble-motion.js'
export { PlungingBodies, type PlungingBody } from './particles/plunging-bodies.js'
export { Whitewater, type WhitewaterOptions } from './particles/whitewater.js'
export { createRenderer, GraphicsError, type RendererOptions } from './renderer/create-renderer.js'
export {
  AdaptiveQuality,
  type AdaptiveQualityOptions,
  type QualityLevel,
  type QualitySettings,
  qualityLevels,
} from './renderer/quality.js'
export {
  ColorMap,
  type ColorMapName,
  type ColorPath,
  colorPaths,
} from './shared/color-map.js'
export type { ValueRange } from './shared/value-range.js'
export type { HeightField } from './surface/height-field.js'
export type { CompactHeights, HeightSource, SimulationLike, WaterInput } from './surface/height-source.js'
export { Rain, type RainOptions } from './surface/rain.js'
export type { ChangingLook } from './surface/shading/set-look.js'
export type { RayColor, RayLength, WaterLook } from './surface/shading/water-look.js'
export type { WaterMaterial } from './surface/shading/water-material.js'
export { type WaterPresetName, waterContents, waterPresets } from './surface/shading/water-presets.js'
export { meniscusRise, meniscusVisibility } from './surface/shore/meniscus.js'
export { type WaterBeyond, WaterSurface, type WaterSurfaceOptions } from './surface/water-surface.js'
export { UnderwaterView, type UnderwaterViewOptions } from './underwater/underwater-view.js'
