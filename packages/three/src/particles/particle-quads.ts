// Quads that face the camera, one instance a particle: the geometry and the corners that all clouds of particles share.

import { positionGeometry, vec2 } from 'three/tsl'
import { InstancedBufferAttribute, InstancedBufferGeometry, type Node, PlaneGeometry } from 'three/webgpu'

/** Numbers of each instance, by the name of the attribute. */
export type QuadAttributes = Readonly<Record<string, 1 | 2 | 3 | 4>>

/**
 * A square from -1 to 1, drawn for as many instances as `count`, with attributes that change. They have no `DynamicDrawUsage`: the renderer
 * would upload them for each picture that it draws, also where nothing has changed.
 */
export function particleQuads(count: number, attributes: QuadAttributes): InstancedBufferGeometry {
  const square = new PlaneGeometry(2, 2)
  const geometry = new InstancedBufferGeometry()
  geometry.setIndex(square.getIndex())
  geometry.setAttribute('position', square.getAttribute('position'))
  for (const [name, numbers] of Object.entries(attributes))
    geometry.setAttribute(name, new InstancedBufferAttribute(new Float32Array(numbers * count), numbers))
  geometry.instanceCount = count
  return geometry
}

/** An attribute of a particle. */
export function attributeOf(geometry: InstancedBufferGeometry, name: string): InstancedBufferAttribute {
  return geometry.getAttribute(name) as InstancedBufferAttribute
}

/** Unit direction of a flight in the picture; upwards for a particle that does not move across it. */
export function flightDirection(flight: Node<'vec2'>): Node<'vec2'> {
  const speed = flight.length().toVar()
  return speed.greaterThan(1e-4).select(flight.div(speed.max(1e-4)), vec2(0, 1))
}

/** A corner of the quad whose y axis lies along `direction`; `stretch`: half its length, in half widths [1]. */
export function cornerAlong(direction: Node<'vec2'>, stretch: Node<'float'> | number = 1): Node<'vec2'> {
  const corner = positionGeometry.xy
  return direction.mul(corner.y.mul(stretch)).add(vec2(direction.y, direction.x.negate()).mul(corner.x))
}
