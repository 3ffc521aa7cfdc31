import {
  attribute,
  cameraProjectionMatrix,
  Fn,
  mix,
  modelViewMatrix,
  positionGeometry,
  varying,
  vec3,
  vec4,
} from 'three/tsl'
import {
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  NodeMaterial,
  PlaneGeometry,
} from 'three/webgpu'
import { Sky } from '../light/sky.js'
import type { SprayLike } from './body-source.js'

/** Initial capacity in drops. */
const initialCapacity = 256

/**
 * Drops in the air, as discs that face the camera and are shaded as balls of water: bright at the rim, where they reflect the sky.
 *
 * @example
 * ```ts
 * const spray = new SprayCloud({ sky })
 * scene.add(spray)
 * if (sim.spray) spray.update(sim.spray) // after each step
 * ```
 */
export class SprayCloud extends Mesh<InstancedBufferGeometry, NodeMaterial> {
  override readonly type: string = 'SprayCloud'

  /** @param options `sky`: the sky that the drops reflect. Default: blue and hazy. */
  constructor({ sky = new Sky() }: { sky?: Sky } = {}) {
    const material = new NodeMaterial()
    super(withCapacity(initialCapacity), material)
    this.name = 'spray'
    this.frustumCulled = false
    this.visible = false
    material.name = 'spray'
    const drop = attribute<'vec4'>('drop', 'vec4')
    const center = modelViewMatrix.mul(vec4(drop.xyz, 1))
    material.vertexNode = cameraProjectionMatrix.mul(center.add(vec4(positionGeometry.xy.mul(drop.w), 0, 0)))
    const disc = varying(positionGeometry.xy)
    material.maskNode = disc.length().lessThan(1)
    material.colorNode = Fn(() => {
      const r = disc.length().toVar()
      const light = sky.horizonColor.rgb.mul(0.9).add(sky.sunColor.rgb.mul(0.2))
      const rim = r.mul(r)
      // A drop focuses light from above at its lower rim.
      const lens = disc.y.negate().mul(0.5).add(0.5)
      return mix(mix(sky.zenithColor.rgb, light, 0.65), vec3(light), rim.max(lens).clamp(0, 1))
    })()
  }

  /**
   * Uploads the present drops.
   * @param drops Number, positions and radii of the drops.
   */
  update({ count, positions, radii }: SprayLike): void {
    this.visible = count > 0
    let drops = this.geometry.getAttribute('drop') as InstancedBufferAttribute
    if (count > drops.count) {
      this.geometry.dispose()
      this.geometry = withCapacity(2 ** Math.ceil(Math.log2(count)))
      drops = this.geometry.getAttribute('drop') as InstancedBufferAttribute
    }
    for (let k = 0; k < count; k++)
      drops.setXYZW(k, positions[3 * k]!, positions[3 * k + 1]!, positions[3 * k + 2]!, radii[k]!)
    drops.needsUpdate = true
    this.geometry.instanceCount = count
  }

  /** Frees geometry and material on the graphics device. */
  override dispose(): void {
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
  }
}

function withCapacity(count: number): InstancedBufferGeometry {
  const square = new PlaneGeometry(2, 2)
  const geometry = new InstancedBufferGeometry()
  geometry.setIndex(square.getIndex())
  geometry.setAttribute('position', square.getAttribute('position'))
  const drops = new InstancedBufferAttribute(new Float32Array(4 * count), 4).setUsage(DynamicDrawUsage)
  geometry.setAttribute('drop', drops)
  geometry.instanceCount = 0
  return geometry
}
