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
export { type BodyHit, FloatingBodies, type FloatingBodiesOptions } from './floating-bodies.js'
export { type GroundLight, type GroundLook, GroundMaterial } from './ground-material.js'
export { GroundSurface, type GroundSurfaceOptions } from './ground-surface.js'
export { type Edges, HeightField } from './height-field.js'
export type { CompactHeights, HeightSource, SimulationLike, WaterInput } from './height-source.js'
export { OceanField, type SeaShape } from './ocean-field.js'
export { refractiveIndex } from './optics.js'
export type { CascadeTile } from './sea-source.js'
export type { CascadeTextures, SeaTextures } from './sea-textures.js'
export { Sky, type SkyOptions } from './sky.js'
export { SprayCloud } from './spray-cloud.js'
export { SunPrint, type SunPrintOptions } from './sun-print.js'
export { type RayColor, type WaterLook, WaterMaterial } from './water-material.js'
export { WaterSurface, type WaterSurfaceOptions } from './water-surface.js'
