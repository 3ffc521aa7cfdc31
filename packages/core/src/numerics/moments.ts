// Moments of an amount (a volume, an area, a mass) up to the second order, ten numbers about one origin:
//
//   0       the amount
//   1 2 3   ∫ x, ∫ y, ∫ z
//   4 5 6   ∫ x², ∫ y², ∫ z²
//   7 8 9   ∫ xy, ∫ yz, ∫ zx

/** Moments of nothing. */
export function zeroMoments(): Float64Array {
  return new Float64Array(10)
}

/** Adds an amount at (x, y, z). */
export function addPointMoments(moments: Float64Array, amount: number, x: number, y: number, z: number): void {
  moments[0]! += amount
  moments[1]! += amount * x
  moments[2]! += amount * y
  moments[3]! += amount * z
  moments[4]! += amount * x * x
  moments[5]! += amount * y * y
  moments[6]! += amount * z * z
  moments[7]! += amount * x * y
  moments[8]! += amount * y * z
  moments[9]! += amount * z * x
}

/** Adds an amount at (x, 0, z): a horizontal area at the height of the origin. */
export function addAreaMoments(moments: Float64Array, amount: number, x: number, z: number): void {
  moments[0]! += amount
  moments[1]! += amount * x
  moments[3]! += amount * z
  moments[4]! += amount * x * x
  moments[6]! += amount * z * z
  moments[9]! += amount * z * x
}
