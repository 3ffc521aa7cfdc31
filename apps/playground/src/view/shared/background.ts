// The radiance behind everything. That of `scene.backgroundNode` is drawn by three before all objects, and shaded where they hide it, too: in a
// hall or above a lake, most of the picture. This one is drawn after all opaque objects, in the pixels that they have left.

import { cameraProjectionMatrix, modelViewMatrix, positionLocal, vec4 } from 'three/tsl'
import { BackSide, Mesh, type Node, NodeMaterial, SphereGeometry } from 'three/webgpu'

export class Background extends Mesh<SphereGeometry, NodeMaterial> {
  constructor() {
    const material = new NodeMaterial()
    // Normals of a sphere are the directions to its points, on its flat facets, too: their number does not matter.
    super(new SphereGeometry(1, 8, 6), material)
    this.name = 'background'
    this.frustumCulled = false
    // Transparent objects follow, and what they show of the frame includes the background.
    this.renderOrder = Number.MAX_SAFE_INTEGER
    this.visible = false
    material.name = 'background'
    material.side = BackSide
    material.depthWrite = false
    material.fog = false
    // Around the camera, and at the far plane.
    const clip = cameraProjectionMatrix.mul(vec4(modelViewMatrix.mul(vec4(positionLocal, 0)).xyz, 1)).toVar()
    material.vertexNode = vec4(clip.xy, clip.w, clip.w)
  }

  /** Radiance as a function of `normalWorldGeometry`, the direction of view, or of the place in the picture. */
  set radiance(radiance: Node<'vec3'>) {
    this.visible = true
    this.material.colorNode = radiance
    this.material.needsUpdate = true
  }

  override dispose(): void {
    super.dispose()
    this.geometry.dispose()
    this.material.dispose()
  }
}
