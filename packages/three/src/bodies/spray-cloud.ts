import {
  attribute,
  cameraProjectionMatrix,
  cameraWorldMatrix,
  Fn,
  float,
  mix,
  modelViewMatrix,
  positionGeometry,
  reflect,
  smoothstep,
  varying,
  vec3,
  vec4,
} from 'three/tsl'
import { type InstancedBufferGeometry, Mesh, type Node, NodeMaterial } from 'three/webgpu'
import { fresnel } from '../light/optics.js'
import { Sky } from '../light/sky.js'
import { attributeOf, cornerAlong, flightDirection, particleQuads } from '../particles/particle-quads.js'
import { uploadUsed } from '../shared/used-part.js'
import type { SprayLike } from './body-source.js'

/** Initial capacity in drops. */
const initialCapacity = 256
/** Time for which a picture is exposed [s]: a drop is drawn along the way that it makes meanwhile. */
const exposure = 1 / 60
/** Opacity of the middle of a drop, through which its background is seen [1]. */
const clearness = 0.45
/** Greatest length of a drawn drop, in diameters [1]. */
const longest = 5

/**
 * Drops in the air, as discs that face the camera and are shaded as balls of water: their rims mirror the sky, and through their middle
 * the surroundings are seen upside down. Fast drops are drawn along their velocity, and thinner. One draw call, four vertices a drop.
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
    // After the water, which is transparent, too.
    this.renderOrder = 1
    material.name = 'spray'
    material.transparent = true
    material.depthWrite = false
    const drop = attribute<'vec4'>('drop', 'vec4')
    const flight = modelViewMatrix.mul(vec4(attribute<'vec3'>('velocity', 'vec3'), 0)).xy
    const along = flightDirection(flight).toVar()
    const stretch = flight
      .length()
      .mul(0.5 * exposure)
      .div(drop.w.max(1e-6))
      .add(1)
      .min(longest)
      .toVar()
    const offset = cornerAlong(along, stretch).mul(drop.w)
    const center = modelViewMatrix.mul(vec4(drop.xyz, 1))
    material.vertexNode = cameraProjectionMatrix.mul(center.add(vec4(offset, 0, 0)))
    // Normal of the ball in view space: of a stretched one, too, it leans outwards by the distance from its axis and its middle.
    const across = varying(positionGeometry.xy)
    const outwards = varying(cornerAlong(along))
    const thinned = varying(stretch.pow(-0.7))
    material.opacityNode = Fn(() => {
      const r = across.length().toVar()
      // One pixel of transition, and none of the quad's corners.
      const edge = smoothstep(1, float(1).sub(r.fwidth().clamp(0.05, 1)), r)
      // A drop that moves during the exposure covers each pixel for a part of it.
      return edge.mul(mix(clearness, 1, r.mul(r))).mul(thinned)
    })()
    material.colorNode = Fn(() => {
      const facing = across.dot(across).oneMinus().max(0).sqrt().toVar()
      const turned = (view: Node<'vec3'>): Node<'vec3'> => cameraWorldMatrix.mul(vec4(view, 0)).xyz.normalize().toVar()
      const normal = turned(vec3(outwards, facing))
      const sight = turned(vec3(0, 0, -1))
      const mirrored = reflect(sight, normal)
      // A ball of water is a strong lens: a ray that enters its lower half leaves upwards.
      const through = turned(vec3(outwards.mul(-1.6), -1).normalize())
      const sun = through.dot(sky.sunDirection).max(0).pow(24).mul(1.4)
      const seen = sky.radiance(through).mul(0.92).add(sky.sunColor.rgb.mul(sun))
      const glint = mirrored.dot(sky.sunDirection).max(0).pow(60).mul(3)
      const rim = sky.radiance(mirrored).add(sky.sunColor.rgb.mul(glint))
      return mix(seen, rim, fresnel(facing.max(0.04)))
    })()
  }

  /**
   * Uploads the present drops.
   * @param drops Number, positions, radii and velocities of the drops.
   */
  update({ count, positions, radii, velocities }: SprayLike): void {
    this.visible = count > 0
    if (count > this.geometry.getAttribute('drop').count) {
      this.geometry.dispose()
      this.geometry = withCapacity(2 ** Math.ceil(Math.log2(count)))
    }
    const [drops, flights] = [attributeOf(this.geometry, 'drop'), attributeOf(this.geometry, 'velocity')]
    for (let k = 0; k < count; k++)
      drops.setXYZW(k, positions[3 * k]!, positions[3 * k + 1]!, positions[3 * k + 2]!, radii[k]!)
    if (velocities) flights.array.set(velocities.subarray(0, 3 * count))
    else flights.array.fill(0)
    for (const buffer of [drops, flights]) uploadUsed(buffer, count)
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
  const geometry = particleQuads(count, { drop: 4, velocity: 3 })
  geometry.instanceCount = 0
  return geometry
}
