// Linear equations with a dense matrix, for Newton's method.

/** Gaussian elimination with partial pivoting, row by row; undefined for a singular matrix. Overwrites its arguments. */
export function eliminate(matrix: Float64Array, right: Float64Array, size: number): Float64Array | undefined {
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++)
      if (Math.abs(matrix[row * size + column]!) > Math.abs(matrix[pivot * size + column]!)) pivot = row
    if (!(Math.abs(matrix[pivot * size + column]!) > 0)) return undefined
    if (pivot !== column) {
      for (let n = column; n < size; n++) {
        const held = matrix[column * size + n]!
        matrix[column * size + n] = matrix[pivot * size + n]!
        matrix[pivot * size + n] = held
      }
      const held = right[column]!
      right[column] = right[pivot]!
      right[pivot] = held
    }
    for (let row = column + 1; row < size; row++) {
      const factor = matrix[row * size + column]! / matrix[column * size + column]!
      if (factor === 0) continue
      for (let n = column; n < size; n++) matrix[row * size + n]! -= factor * matrix[column * size + n]!
      right[row]! -= factor * right[column]!
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let n = row + 1; n < size; n++) right[row]! -= matrix[row * size + n]! * right[n]!
    right[row]! /= matrix[row * size + row]!
  }
  return right
}
