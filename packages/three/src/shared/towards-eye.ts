import { cameraProjectionMatrix, mix, screenSize, vec3, vec4 } from 'three/tsl'
import type { Node } from 'three/webgpu'

/** 1 for orthographic cameras, else 0. */
export function isOrthographic(): Node<'float'> {
  return cameraProjectionMatrix.mul(vec4(0, 0, 0, 1)).w
}

/** Direction from a point towards the camera, both in view space; not of unit length. */
export function towardsEye(viewPlace: Node<'vec3'>): Node<'vec3'> {
  return mix(viewPlace.negate(), vec3(0, 0, 1), isOrthographic())
}

/** Width of a pixel at a point in view space [m]. */
export function pixelAt(viewPlace: Node<'vec3'>): Node<'float'> {
  const upwards = cameraProjectionMatrix.mul(vec4(0, 1, 0, 0)).y
  return mix(viewPlace.z.negate(), 1, isOrthographic()).mul(2).div(upwards.mul(screenSize.y))
}

/** Clip-space position, slightly nearer than objects in the same plane, for example arrows on a coloured plane. */
export function projectedNearer(viewPlace: Node<'vec3'>): Node<'vec4'> {
  const place = cameraProjectionMatrix.mul(vec4(viewPlace, 1)).toVar()
  return vec4(place.xy, place.z.sub(place.w.mul(2e-5)), place.w)
}
