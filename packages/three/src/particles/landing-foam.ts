// Foam that particles leave on the surface: patches of small bubbles, which lie on the waves and fade.

import {
  attribute,
  cameraProjectionMatrix,
  Fn,
  float,
  modelViewMatrix,
  positionGeometry,
  smoothstep,
  varying,
  vec2,
  vec3,
  vec4,
} from 'three/tsl'
import { DoubleSide, type InstancedBufferGeometry, Mesh, NodeMaterial } from 'three/webgpu'
import { lightOnFoam } from '../surface/shading/water-light.js'
import type { WaterSurface } from '../surface/water-surface.js'
import type { ParticleRing } from './particle-ring.js'
import { levelNode } from './surface-level.js'

/** Distance of foam above the surface, in its half widths [1]: in the same plane both would flicker. */
const lift = 0.06
/** Bubbles of a patch: place and radius, in its half widths [1]; the last to burst at the end. */
const bubbles = [
  [0.62, 0.3, 0.3],
  [-0.6, -0.42, 0.27],
  [-0.28, 0.62, 0.33],
  [0.34, -0.6, 0.36],
  [-0.5, 0.1, 0.36],
  [0.3, 0.08, 0.4],
  [-0.08, -0.24, 0.46],
] as const
/** Opacity of fresh foam [1]. */
const density = 0.75

/** The foam of the particles of a ring. It shares their attributes: a particle that meets the surface is foam from then on. */
export class LandingFoam extends Mesh<InstancedBufferGeometry, NodeMaterial> {
  constructor(water: WaterSurface, ring: ParticleRing) {
    const material = new NodeMaterial()
    super(ring.geometry, material)
    this.name = 'foam of particles'
    this.frustumCulled = false
    // After the water, which is transparent, too.
    this.renderOrder = 1
    material.name = 'foam of particles'
    material.transparent = true
    material.depthWrite = false
    material.side = DoubleSide
    const life = attribute<'vec4'>('life', 'vec4')
    const foam = attribute<'vec4'>('foam', 'vec4')
    const age = ring.time.sub(life.x).sub(life.y).div(foam.z.max(1e-3)).toVar()
    const isThere = age.greaterThanEqual(0).and(age.lessThan(1)).and(foam.z.greaterThan(0))
    const size = isThere.select(foam.w.mul(age.mul(0.9).add(0.6)), 0).toVar()
    const corner = positionGeometry.xy
    const at = foam.xy.add(corner.mul(size)).toVar()
    const place = vec3(at.x, levelNode(water, at).add(size.mul(lift)), at.y)
    material.vertexNode = cameraProjectionMatrix.mul(modelViewMatrix.mul(vec4(place, 1)))
    const [across, faded, seed] = [varying(corner), varying(age), varying(life.w)]
    material.colorNode = water.material.foamColor.rgb.mul(lightOnFoam(water.material, vec3(0, 1, 0)))
    material.opacityNode = Fn(() => {
      const turn = seed.mul(2 * Math.PI).toVar()
      const [c, r] = [turn.cos().toVar(), turn.sin().toVar()]
      const turned = vec2(across.x.mul(c).sub(across.y.mul(r)), across.x.mul(r).add(across.y.mul(c))).toVar()
      const covered = float(0).toVar()
      // Bubbles burst one after the other, the outer ones first.
      for (const [at, [x, y, radius]] of bubbles.entries()) {
        const out = turned.sub(vec2(x, y)).length().div(radius).toVar()
        const film = smoothstep(1, 0.8, out).mul(smoothstep(0.3, 0.95, out).mul(0.55).add(0.45))
        const burst = (at + 1) / bubbles.length
        covered.assign(covered.max(film.mul(smoothstep(burst, burst - 0.25, faded))))
      }
      return covered.mul(density)
    })()
  }

  override dispose(): void {
    super.dispose?.()
    this.material.dispose()
  }
}
