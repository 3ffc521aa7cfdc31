import { lights } from 'three/tsl'
import { DirectionalLight, HemisphereLight, type Light, type Mesh, type NodeMaterial, type Scene } from 'three/webgpu'
import { sayOnce } from '../shared/say-once.js'

/**
 * Lights a mesh with a sun and a sky of its own if the scene has neither lights nor an environment when it is drawn first: a lit material
 * would be black.
 */
export function lightIfDark(mesh: Mesh): void {
  mesh.onBeforeRender = (_renderer, scene) => {
    mesh.onBeforeRender = () => {}
    if (!isDark(scene)) return
    sayOnce(
      'lights',
      '@seiche/three: the scene has neither lights nor an environment, and this mesh is lit by a default sun. Add a DirectionalLight, or set scene.environment.',
    )
    const [sky, sun] = [new HemisphereLight(0xcfe2ee, 0x5a6468, 1.5), new DirectionalLight(0xfff3dc, 2.5)]
    sun.position.set(0.5, 0.6, 0.4)
    // Their directions are those of their matrices, which nothing else updates: they are not part of the scene.
    for (const light of [sky, sun]) light.updateMatrixWorld()
    const material = mesh.material as NodeMaterial
    material.lightsNode = lights([sky, sun])
    material.needsUpdate = true
  }
}

function isDark(scene: Scene): boolean {
  if (scene.environment || scene.environmentNode) return false
  let found = false
  scene.traverseVisible((object) => {
    found ||= (object as Partial<Light>).isLight === true
  })
  return !found
}
