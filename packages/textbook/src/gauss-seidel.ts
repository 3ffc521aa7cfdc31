/**
 * Gauss–Seidel iteration, with the worked example.
 *
 * Source: exercise "Fluid dynamics" of the course "Multimedia and computer animation", slides "Gauss–Seidel method"
 * and "Gauss–Seidel method - example". Convergence is derived here.
 *
 * Solve the n-th equation for the n-th unknown, start from zeros, and compute the unknowns in turn, each from the
 * newest values of all others. The example and its table:
 *
 *     2x + y = 8      x = (8 - y)/2       x   0    4      4.75     4.9375    4.9844
 *     x + 2y = 1      y = (1 - x)/2       y   0   -1.5   -1.875   -1.9688   -1.9922      solution (5, -2)
 *
 * The error of x is -1/2 of that of y before, the error of y is -1/2 of that of x just found: both shrink to a quarter
 * in each sweep, and 5 - x = 4^(1 - n), y + 2 = 4^(1 - n)/2 after n sweeps.
 *
 * Known defects, kept as they are on the slides:
 *
 * 1. "Usable with diagonally dominant matrices" names a sufficient condition, not a necessary one: every symmetric
 *    positive definite matrix converges too. It hides that the order of the equations matters. With the two of the
 *    example exchanged the same error is multiplied by 4 instead of 1/4.
 * 2. "Usually about 10 iterations is enough" holds for the example (the error of x is 4e-6 then). It is not a property
 *    of the method: for the diffusion and the projection of fluid-box.ts see the defects there.
 */

/** One sweep over the unknowns `x` of the equations `a x = b`, in place. */
export function gaussSeidelSweep(a: readonly number[][], b: readonly number[], x: number[]): void {
  for (let n = 0; n < x.length; n++) {
    let rest = b[n]!
    for (let m = 0; m < x.length; m++) if (m !== n) rest -= a[n]![m]! * x[m]!
    x[n] = rest / a[n]![n]!
  }
}

/** The unknowns after 0, 1, ... `sweeps` sweeps, one row each; row 0 is the start from zeros. */
export function gaussSeidelTable(a: readonly number[][], b: readonly number[], sweeps: number): number[][] {
  const x = b.map(() => 0)
  const table = [x.slice()]
  for (let sweep = 0; sweep < sweeps; sweep++) {
    gaussSeidelSweep(a, b, x)
    table.push(x.slice())
  }
  return table
}

/** The slide's table, its two rows unrounded: x and y after 0, 1, ... `sweeps` sweeps of 2x + y = 8, x + 2y = 1. */
export function gaussSeidelExample(sweeps = 4): { x: number[]; y: number[] } {
  const coefficients = [
    [2, 1],
    [1, 2],
  ]
  const table = gaussSeidelTable(coefficients, [8, 1], sweeps)
  return { x: table.map((row) => row[0]!), y: table.map((row) => row[1]!) }
}
