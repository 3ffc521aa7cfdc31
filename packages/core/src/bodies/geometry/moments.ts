// Volume, centre and inertia of solids at density 1; the tensor is row by row, about the centre, in the solid's own axes.

import { symmetricEigen } from '../../numerics/symmetric-eigen.js'
import { type Quaternion, quaternionOfMatrix, rotated, type Vector } from './rotation.js'

export interface Moments {
  /** Volume [m³]; mass [kg] once a density has been multiplied in. */
  readonly amount: number
  /** Centre [m]. */
  readonly center: Vector
  /** Inertia about the centre [m⁵, or kg m²], 9 values. */
  readonly inertia: Float64Array
}

export function sphereMoments(radius: number): Moments {
  const amount = (4 / 3) * Math.PI * radius * radius * radius
  const about = 0.4 * amount * radius * radius
  return upright(amount, about, about, about)
}

export function boxMoments([x, y, z]: Vector): Moments {
  const amount = x * y * z
  const twelfth = amount / 12
  return upright(amount, twelfth * (y * y + z * z), twelfth * (x * x + z * z), twelfth * (x * x + y * y))
}

export function cylinderMoments(radius: number, height: number): Moments {
  const square = radius * radius
  const amount = Math.PI * square * height
  const across = (amount / 12) * (3 * square + height * height)
  return upright(amount, across, (amount / 2) * square, across)
}

/**
 * A cylinder of length h between two half balls. The centre of a half ball is 3 r/8 from its flat side, about which its
 * inertia is 2/5 m r²; Steiner's theorem takes it to the middle: 2/5 r² + h²/4 + 3/8 h r for unit mass.
 */
export function capsuleMoments(radius: number, height: number): Moments {
  const h = height - 2 * radius
  const side = cylinderMoments(radius, h)
  const ends = (4 / 3) * Math.PI * radius * radius * radius
  const across = side.inertia[0]! + ends * (0.4 * radius * radius + (h * h) / 4 + 0.375 * h * radius)
  const along = side.inertia[4]! + ends * 0.4 * radius * radius
  return upright(side.amount + ends, across, along, across)
}

/**
 * A cone cut off at its top, about the middle of its height: the radius at y is r + s y, y from -h/2 to h/2. Discs of area A = π (r + s y)²
 * have ∫ A y = π r s h³/6 and ∫ A y² = π (r² h³/12 + s² h⁵/80); about their own diameters each has A (r + s y)²/4, about the axis twice
 * as much, with ∫ (r + s y)⁴ = h/5 times the sum of the products of fourth degree of both radii.
 */
export function coneMoments(radius: number, top: number, height: number): Moments {
  const h3 = height * height * height
  const r = (radius + top) / 2
  const s = (top - radius) / height
  const amount = ((Math.PI * height) / 3) * (radius * radius + radius * top + top * top)
  const center = (Math.PI * r * s * h3) / (6 * amount)
  const [square, topSquare] = [radius * radius, top * top]
  const fourth =
    square * square + square * radius * top + square * topSquare + radius * top * topSquare + topSquare * topSquare
  const discs = (Math.PI * height * fourth) / 20
  const along = Math.PI * ((r * r * h3) / 12 + (s * s * h3 * height * height) / 80)
  const across = discs + along - amount * center * center
  return { ...upright(amount, across, 2 * discs, across), center: [0, center, 0] }
}

function upright(amount: number, x: number, y: number, z: number): Moments {
  return { amount, center: [0, 0, 0], inertia: Float64Array.of(x, 0, 0, 0, y, 0, 0, 0, z) }
}

/**
 * Moments of the volume inside a closed surface of triangles, as the sum of the tetrahedra from a corner to each triangle, negative
 * for triangles whose outside faces that corner. With a, b, c from that corner and D = a · (b × c): volume D/6, ∫ x = D/24 (a + b + c)
 * and ∫ x xᵀ = D/120 (s sᵀ + a aᵀ + b bᵀ + c cᵀ), s = a + b + c.
 */
export function polyhedronMoments(vertices: Float64Array, triangles: Uint32Array): Moments {
  const origin: Vector = [vertices[0]!, vertices[1]!, vertices[2]!]
  const second = new Float64Array(9)
  const first = [0, 0, 0]
  let amount = 0
  const corner = (k: number) => {
    const v = 3 * triangles[k]!
    return [vertices[v]! - origin[0], vertices[v + 1]! - origin[1], vertices[v + 2]! - origin[2]] as const
  }
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [corner(k), corner(k + 1), corner(k + 2)]
    const d =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    amount += d / 6
    for (let i = 0; i < 3; i++) {
      const s = a[i]! + b[i]! + c[i]!
      first[i]! += (d / 24) * s
      for (let j = 0; j < 3; j++)
        second[3 * i + j]! += (d / 120) * (s * (a[j]! + b[j]! + c[j]!) + a[i]! * a[j]! + b[i]! * b[j]! + c[i]! * c[j]!)
    }
  }
  const [x, y, z] = first.map((sum) => sum / amount) as [number, number, number]
  const center: Vector = [origin[0] + x, origin[1] + y, origin[2] + z]
  const mean = [x, y, z]
  const spread = second.map((sum, k) => sum - amount * mean[Math.floor(k / 3)]! * mean[k % 3]!)
  const trace = spread[0]! + spread[4]! + spread[8]!
  return { amount, center, inertia: spread.map((sum, k) => (k % 4 === 0 ? trace : 0) - sum) }
}

/** The same at another density, or of another mass. */
export function times({ amount, center, inertia }: Moments, factor: number): Moments {
  return { amount: amount * factor, center, inertia: inertia.map((value) => value * factor) }
}

/** The same, rotated by a matrix and translated. */
export function placed({ amount, center, inertia }: Moments, m: Float64Array, [x, y, z]: Vector): Moments {
  const [cx, cy, cz] = rotated(m, center)
  const turnedInertia = new Float64Array(9)
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      for (let k = 0; k < 3; k++)
        for (let l = 0; l < 3; l++) turnedInertia[3 * i + j]! += m[3 * i + k]! * inertia[3 * k + l]! * m[3 * j + l]!
  return { amount, center: [cx + x, cy + y, cz + z], inertia: turnedInertia }
}

/** The sum of several, by the parallel axis theorem. */
export function sum(all: readonly Moments[]): Moments {
  if (all.length === 1) return all[0]!
  const amount = all.reduce((total, one) => total + one.amount, 0)
  const along = (axis: 0 | 1 | 2) => all.reduce((total, one) => total + one.amount * one.center[axis], 0) / amount
  const center: Vector = [along(0), along(1), along(2)]
  const inertia = new Float64Array(9)
  for (const one of all) {
    const arm = [one.center[0] - center[0], one.center[1] - center[1], one.center[2] - center[2]]
    const square = arm.reduce((total, part) => total + part * part, 0)
    for (let k = 0; k < 9; k++) {
      const steiner = (k % 4 === 0 ? square : 0) - arm[Math.floor(k / 3)]! * arm[k % 3]!
      inertia[k]! += one.inertia[k]! + one.amount * steiner
    }
  }
  return { amount, center, inertia }
}

/** Principal moments and the rotation from their axes to the solid's own. */
export function principal({ inertia }: Moments): { moments: Vector; axes: Quaternion } {
  const [one, two, three] = symmetricEigen(inertia, 3)
  const [a, b] = [one!.vector, two!.vector]
  // The third axis makes the system right-handed: eigenvectors have either sign.
  const c = [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!]
  const matrix = Float64Array.of(a[0]!, b[0]!, c[0]!, a[1]!, b[1]!, c[1]!, a[2]!, b[2]!, c[2]!)
  return { moments: [one!.value, two!.value, three!.value], axes: quaternionOfMatrix(matrix) }
}
