import type { RayLength, RippleCaustics } from '@seiche/three'
import { Fn, float, mix, normalWorld, positionWorld, smoothstep, uniform, vec2 } from 'three/tsl'
import { Color, Mesh, NodeMaterial, PlaneGeometry } from 'three/webgpu'
import type { Lighting } from '../../shared/lighting.js'
import type { BeachPlan } from './sea-plan.js'

/** Part of the light on the ground that caustics focus [1]: that of the sun, less that of the sky. */
const causticsShare = 0.55
/** Height of the dunes behind the beach [m]. */
const dunes = 2.6

/** The sea bed, which rises to a sand beach and to low dunes behind it. */
export class Beach extends Mesh<PlaneGeometry, NodeMaterial> {
  readonly sandColor = uniform(new Color())

  /** `reach`: its extent to each side [m]; `haze`: distance at which it fades into the sky [m]; `caustics`: light under water. */
  constructor(plan: BeachPlan, reach: number, haze: number, lighting: Lighting, caustics: RippleCaustics) {
    const material = new NodeMaterial()
    super(beachGeometry(plan, reach), material)
    this.name = 'beach'
    this.rotation.y = (-plan.direction * Math.PI) / 180
    material.name = 'sand'
    material.colorNode = Fn(() => {
      const { xz, y } = positionWorld
      // A few sines make the sand uneven; noise would cost more than all the water.
      const patches = xz.x.mul(0.13).add(xz.y.mul(0.31).sin().mul(1.7)).sin().mul(0.04)
      const ripples = xz.y.mul(1.9).add(xz.x.mul(0.7).sin().mul(2.3)).sin().mul(0.025)
      // Sand that waves have reached stays dark for a while; the line is as uneven as they were.
      const line = xz.y.mul(0.35).add(xz.y.mul(0.11).sin().mul(2)).sin().mul(0.06).add(0.34)
      const dry = smoothstep(line.sub(0.16), line.add(0.1), y)
      const tint = this.sandColor.rgb.mul(mix(float(0.6), float(1.12), dry))
      const sunlight = caustics.light(xz, y.negate().max(0), positionWorld.fwidth().length())
      const light = lighting.outdoors(normalWorld).mul(mix(float(1), sunlight, causticsShare))
      const shore = tint.mul(patches.add(ripples).add(1)).mul(light)
      const far = positionWorld.xz.length().div(haze)
      return mix(lighting.sky.horizonColor.rgb, shore, far.mul(far).negate().exp())
    })()
  }

  override dispose(): void {
    super.dispose()
    this.geometry.dispose()
    this.material.dispose()
  }
}

/**
 * Length of a ray from the water down to the ground of a beach [m]: to the level bed before the toe, or to the slope behind it, whichever
 * is nearer. Seen at a small angle, the picture shows sky behind the water, which says nothing about its depth.
 */
export function lengthToBeach({ direction, toe, slope, depth }: BeachPlan): RayLength {
  const angle = (direction * Math.PI) / 180
  const shoreward = vec2(Math.cos(angle), Math.sin(angle))
  return (origin, ray) => {
    const over = origin.y.add(depth).max(0)
    const falling = ray.y.negate().max(0.05)
    const past = origin.xz.dot(shoreward).sub(toe).mul(slope)
    const closing = falling.add(ray.xz.dot(shoreward).mul(slope)).max(0.05)
    return over.div(falling).min(over.sub(past).max(0).div(closing))
  }
}

/** Lines along the shore, close together where the ground bends. */
function beachGeometry({ toe, slope, depth }: BeachPlan, reach: number): PlaneGeometry {
  const shoreline = toe + depth / slope
  const geometry = new PlaneGeometry(1, 1, 160, 64).rotateX(-Math.PI / 2)
  const positions = geometry.getAttribute('position')
  for (let vertex = 0; vertex < positions.count; vertex++) {
    // From -1 to 1; the cube is dense around the shoreline.
    const [u, w] = [2 * positions.getX(vertex), 2 * positions.getZ(vertex)]
    const along = shoreline + reach * (0.1 * u + 0.9 * u * u * u)
    const across = reach * (0.25 * w + 0.75 * w * w * w)
    const risen = -depth + slope * Math.max(0, along - toe)
    // Dunes: the plane bends level, with hollows along the shore.
    const hollow = 0.35 * Math.sin(across / 37 + along / 23) + 0.25 * Math.sin(across / 13 - along / 17)
    const level = dunes + hollow * Math.min(1, Math.max(0, (risen - 0.8) / 1.5)) * 2
    const y = risen < 0.6 ? risen : 0.6 + (level - 0.6) * (1 - Math.exp(-(risen - 0.6) / (level - 0.6)))
    positions.setXYZ(vertex, along, y, across)
  }
  geometry.computeVertexNormals()
  geometry.computeBoundingSphere()
  return geometry
}
