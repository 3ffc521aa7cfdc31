import type { WaterSurface } from '@seiche/three'
import { positionGeometry, uniform, vec2, vec3 } from 'three/tsl'
import { Mesh, NodeMaterial, RingGeometry, Vector2 } from 'three/webgpu'

/** A ring that lies on the waves and shows where the keyboard would drop water. */
export class Cursor extends Mesh<RingGeometry, NodeMaterial> {
  readonly #center = uniform(new Vector2())
  readonly #radius = uniform(1)

  constructor(surface: WaterSurface) {
    const material = new NodeMaterial()
    super(new RingGeometry(0.86, 1, 96, 1).rotateX(-Math.PI / 2), material)
    this.name = 'cursor'
    this.visible = false
    this.frustumCulled = false
    this.renderOrder = 1
    material.transparent = true
    material.depthWrite = false
    const place = positionGeometry.xz.mul(this.#radius).add(this.#center)
    const lift = surface.heightField.height(vec2(place)).add(this.#radius.mul(0.02))
    material.positionNode = vec3(place.x, lift, place.y)
    material.colorNode = vec3(1, 1, 1)
    material.opacityNode = uniform(0.9)
  }

  show(x: number, z: number, radius: number): void {
    this.visible = true
    this.#center.value.set(x, z)
    this.#radius.value = radius
  }

  override dispose(): void {
    super.dispose()
    this.geometry.dispose()
    this.material.dispose()
  }
}
