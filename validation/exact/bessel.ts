// Bessel functions of integer order, for waves around a cylinder.
//
// J by Miller's recurrence from a high order down, normalized by J_0 + 2 (J_2 + J_4 + …) = 1. Y_0 by Neumann's series in J (Abramowitz
// and Stegun, "Handbook of Mathematical Functions", 9.1.89), Y_1 = -Y_0' by its derivative, higher orders by the recurrence upwards.

const EULER = 0.5772156649015329

/** J_n(x) and Y_n(x) for n = 0 … `most`, x > 0. */
export function besselFunctions(most: number, x: number): { readonly J: number[]; readonly Y: number[] } {
  const J = besselJ(Math.max(most, 1), x)
  const all = besselJ(startOf(most, x), x)
  const log = Math.log(x / 2) + EULER
  let even = 0
  let odd = 0
  for (let k = 1; 2 * k + 1 < all.length; k++) {
    const sign = k % 2 === 0 ? 1 : -1
    even += (sign * all[2 * k]!) / k
    odd += (sign * (all[2 * k - 1]! - all[2 * k + 1]!)) / k
  }
  const Y = [(2 / Math.PI) * (log * J[0]! - 2 * even), (2 / Math.PI) * (log * J[1]! + odd - J[0]! / x)]
  for (let n = 1; n < most; n++) Y.push((2 * n * Y[n]!) / x - Y[n - 1]!)
  return { J: J.slice(0, most + 1), Y: Y.slice(0, most + 1) }
}

/** An order from which J decreases to nothing. */
function startOf(most: number, x: number): number {
  return 2 * Math.ceil((Math.max(most, x) + 40) / 2)
}

function besselJ(most: number, x: number): number[] {
  const start = startOf(most, x)
  const values = new Array<number>(start + 1).fill(0)
  let [next, here] = [0, 1e-280]
  let sum = 0
  for (let n = start; n >= 0; n--) {
    values[n] = here
    if (n % 2 === 0) sum += n === 0 ? here : 2 * here
    ;[next, here] = [here, (2 * n * here) / x - next]
    if (Math.abs(here) > 1e250) {
      for (let m = n; m <= start; m++) values[m]! *= 1e-250
      next *= 1e-250
      here *= 1e-250
      sum *= 1e-250
    }
  }
  return values.slice(0, most + 1).map((value) => value / sum)
}
