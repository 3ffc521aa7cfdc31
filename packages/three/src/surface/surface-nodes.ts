// Quantities of a water surface as TSL nodes, for materials of one's own.

import { float, positionGeometry, positionWorld, texture, uniform, vec2, vec4 } from 'three/tsl'
import { Matrix4, type Node, type Object3D } from 'three/webgpu'
import type { OceanField } from '../ocean/ocean-field.js'
import type { GroundedWater } from './grounded-water.js'
import type { SurfaceVelocity } from './surface-velocity.js'

/** Share of the surface under foam at the vertex or fragment of the water [1]; 0 for water without foam. */
export function foamOf(ocean: OceanField | undefined, grounded: GroundedWater | undefined): Node<'float'> {
  if (grounded) return grounded.flow(positionGeometry.xz).z
  return ocean ? ocean.foam(positionGeometry.xz) : float(0)
}

/** Velocity at the vertex or fragment of the water [m/s]. `extent`: that of the grid along x and z [m]. */
export function velocityOf(velocity: SurfaceVelocity, extent: readonly [number, number]): Node<'vec3'> {
  return texture(velocity.texture, positionGeometry.xz.div(vec2(...extent)).add(0.5)).xyz
}

/** The fragment of any mesh of the scene in the own space of `object` [m]. */
export function positionIn(object: Object3D): Node<'vec3'> {
  const inverse = uniform(new Matrix4()).onRenderUpdate((_, self) => {
    self.value.copy(object.matrixWorld).invert()
  })
  return inverse.mul(vec4(positionWorld, 1)).xyz
}
