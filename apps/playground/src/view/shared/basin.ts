import type { RayColor } from '@seiche/three'
import type { Node, Object3D } from 'three/webgpu'

/** Measures of what holds the water [m]. */
export interface BasinSize {
  /** Along x. */
  width: number
  /** Along z. */
  length: number
  /** From the water at rest down to the floor. */
  depth: number
  /** From the water at rest up to the rim. */
  rim: number
}

/** What holds the water: a pool in the ground, or a flume of glass. */
export interface Basin extends Object3D {
  /** What a ray from the water upwards meets. */
  readonly reflect: RayColor
  /** What a ray from the water downwards meets where the picture does not show it; absent when it always does. */
  readonly refract?: RayColor
  /** Light on a thing that stands in the water, at a point with a normal. */
  light(point: Node<'vec3'>, normal: Node<'vec3'>): Node<'vec3'>
  dispose(): void
}

/** The nearest of 1, 2, 5 times a power of ten: tiles and marks of a length one can name. */
export function roundLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length))
  const digit = length / power
  return (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power
}
