// One explicit step of the diffusion equation: output = input + rate * sum (neighbour - centre). The halo of `input` has to be
// filled. Output and input are different fields: no thread reads values that another writes.

import { Field } from '../abi/field'
import { laplacian, laplacianAmongSolids } from './stencil'
import { add, load, mul, splat, store, WIDE } from '../abi/simd'

@unmanaged
export class DiffusePass {
  input: Field
  output: Field
  /** Openness of each cell; only read by `diffuseAmongSolids`. */
  openness: Field
  /** Diffusivity dt / dx2; stable up to 1/4. */
  rate: f32
}

@inline function diffuseRows(pass: DiffusePass, begin: i32, end: i32, openness: bool): void {
  const bytes = <usize>pass.input.nx << 2
  const rate = splat(pass.rate)
  for (let j = begin; j < end; j++) {
    const row = pass.input.row(j), up = pass.input.row(j - 1), down = pass.input.row(j + 1)
    const m = pass.openness.row(j), mUp = pass.openness.row(j - 1), mDown = pass.openness.row(j + 1)
    const out = pass.output.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const c = load(row + x)
      const sum = openness
        ? laplacianAmongSolids(row + x, c, load(up + x), load(down + x), m + x, mUp + x, mDown + x)
        : laplacian(row + x, c, load(up + x), load(down + x))
      store(out + x, add(c, mul(rate, sum)))
    }
  }
}

export function diffuse(pass: DiffusePass, begin: i32, end: i32): void {
  diffuseRows(pass, begin, end, false)
}

/** The same where solids close faces. */
export function diffuseAmongSolids(pass: DiffusePass, begin: i32, end: i32): void {
  diffuseRows(pass, begin, end, true)
}
