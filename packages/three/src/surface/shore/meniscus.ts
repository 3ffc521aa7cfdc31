// Capillary rise of water at walls and bodies. It is a matter of millimetres: drawn from near, and never part of the simulation.
//
// Beside a plane wall the height h of the surface over the level balances surface tension by weight, γ κ = ρ g h (Young and Laplace).
// With the capillary length a = √(γ / ρ g) and the inclination ψ of the surface, its first integral is h² = 2 a² (1 - cos ψ). At the wall
// ψ = 90° - θ, where θ is the contact angle: the water rises to h₀ = a √(2 (1 - sin θ)), at most √2 a.

import { smoothstep, vec3 } from 'three/tsl'
import type { Node } from 'three/webgpu'

/** Capillary length of clean water at 20 °C [m]: √(0.0728 N/m / (998 kg/m³ · 9.81 m/s²)). */
export const capillaryLength = 0.00273
/** Contact angle of glass, glazed tiles and wet paint [rad]: about 20°. */
export const contactAngle = Math.PI / 9
/** Capillary rise: height of the water at a wall above the level [m], 3.1 mm. */
export const meniscusRise = capillaryLength * Math.sqrt(2 * (1 - Math.sin(contactAngle)))

/** Exact far from the wall: the height in capillary lengths tends to this times exp(-x / a). */
const far = 0.88
/** Decay of the rest of the rise [1/a]. The sum of both exponentials is within 1.5 % of the rise of the exact profile. */
const decay = 4.8

/** Width of a pixel from which on no rise is drawn, and that up to which all of it is, in capillary lengths [1]. */
const [unseen, whole] = [2, 0.5]

/** Numbers and nodes of shaders have the same profile. */
interface Arithmetic<T> {
  exp(x: T): T
  scale(x: T, factor: number): T
  add(a: T, b: T): T
}

const profile = <T>(distance: T, { exp, scale, add }: Arithmetic<T>): T =>
  add(
    scale(exp(scale(distance, -1 / capillaryLength)), far * capillaryLength),
    scale(exp(scale(distance, -decay / capillaryLength)), meniscusRise - far * capillaryLength),
  )

/**
 * Height of water over its level beside a plane wall [m].
 * @param distance Distance from the wall [m].
 */
export const meniscusHeight = (distance: number): number =>
  profile(distance, { exp: Math.exp, scale: (x, factor) => x * factor, add: (a, b) => a + b })

const heightNode = (distance: Node<'float'>): Node<'float'> =>
  profile<Node<'float'>>(distance, {
    exp: (x) => x.exp(),
    scale: (x, factor) => x.mul(factor),
    add: (a, b) => a.add(b),
  })

/**
 * Part of the capillary rise that is drawn: none where it would be less than a pixel.
 * @param footprint Width of a pixel [m].
 * @returns The part [1].
 * @example
 * ```ts
 * floor.opacityNode = meniscusVisibility(positionWorld.fwidth().length())
 * ```
 */
export function meniscusVisibility(footprint: Node<'float'>): Node<'float'> {
  return smoothstep(whole * capillaryLength, unseen * capillaryLength, footprint).oneMinus()
}

/**
 * Slope of the water beside a wall along x and z [1]: the mean over a pixel, which is the difference of two heights.
 * @param wall Distance from the nearest wall [m], and unit vector away from it along x and z.
 * @param footprint Width of a pixel [m].
 */
export function meniscusSlope(wall: Node<'vec3'>, footprint: Node<'float'>): Node<'vec2'> {
  const half = footprint.mul(0.5).max(1e-5).toVar()
  const [near, away] = [wall.x.sub(half).max(0), wall.x.add(half)]
  const fall = heightNode(away).sub(heightNode(near)).div(half.mul(2))
  return wall.yz.mul(fall.mul(meniscusVisibility(footprint)))
}

/**
 * Unit normal of the water that has risen at a body, by the first integral of the profile.
 * @param height Height over the level [m].
 * @param outward Unit normal of the body.
 */
export function meniscusNormal(height: Node<'float'>, outward: Node<'vec3'>): Node<'vec3'> {
  const lengths = height.div(capillaryLength)
  const cosine = lengths.mul(lengths).mul(-0.5).add(1).clamp(0, 1).toVar()
  const sideways = outward.xz.div(outward.xz.length().max(1e-4)).mul(cosine.mul(cosine).oneMinus().sqrt()).toVar()
  return vec3(sideways.x, cosine, sideways.y)
}
