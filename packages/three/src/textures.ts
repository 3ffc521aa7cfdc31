// The entry `@seiche/three/textures`: plain textures of a water surface for `WebGLRenderer`. It imports `three`, not `three/webgpu`.

export type { CascadeTile } from './ocean/sea-source.js'
export type { CompactHeights, HeightSource, SimulationLike, WaterInput } from './surface/height-source.js'
export { WaterTextures, type WaterTexturesOptions } from './surface/water-textures.js'
