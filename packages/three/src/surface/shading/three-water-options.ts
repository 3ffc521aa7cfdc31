// Names of the options of three's own water, so that a page can change from one to the other.

import { sayOnce } from '../../shared/say-once.js'

/** Options of `Water`, `WaterMesh` and `Water2Mesh` of three that have no counterpart, and the reason. */
const unneeded: Readonly<Record<string, string>> = {
  waterNormals: 'the normals are those of the simulated surface',
  normalMap0: 'the normals are those of the simulated surface',
  normalMap1: 'the normals are those of the simulated surface',
  textureWidth: 'the reflection is computed in the shader',
  textureHeight: 'the reflection is computed in the shader',
  resolutionScale: 'the reflection is computed in the shader',
  clipBias: 'the reflection is computed in the shader',
  time: 'the simulation has the time',
  eye: 'the camera is that of the renderer',
  size: 'waves have the size that they have in the scene',
  scale: 'waves have the size that they have in the scene',
  reflectivity: "the reflectance is that of water, by Fresnel's equations",
  flowDirection: 'the flow is that of the simulation',
  flowSpeed: 'the flow is that of the simulation',
  flowMap: 'the flow is that of the simulation',
  color: 'its name is waterColor',
  fog: 'it is a property of the material: water.material.fog',
  side: 'it is a property of the material: water.material.side',
}

/** Says once which options of three's water have no effect. Pages that come from there run unchanged otherwise. */
export function nameUnneeded(options: object): void {
  for (const name of Object.keys(options)) {
    const reason = Object.hasOwn(unneeded, name) ? unneeded[name] : undefined
    if (reason)
      sayOnce(name, `@seiche/three: WaterSurface does not need the option "${name}" of three's water: ${reason}.`)
  }
}
