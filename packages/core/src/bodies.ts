// Rigid bodies in the water: an entry of its own, `seiche/bodies`, so that only who has bodies needs the engine that moves
// them, @dimforge/rapier3d-deterministic-compat.

export type { Mesh } from './bodies/geometry/closed-mesh.js'
export { readGltf } from './bodies/geometry/gltf.js'
export { rapier } from './bodies/rapier/rapier.js'
export type { BodyWorld, BodyWorldSetup, CreateBodyWorld, LoadedBody, Tank } from './bodies/world.js'
