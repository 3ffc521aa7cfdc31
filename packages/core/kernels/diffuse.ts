// Explicit diffusion of one field into another: out = in + rate * sum (neighbour - centre). Halos of `input` are filled.

import { Field } from './field'
import { add, LANE, load, mul, splat, store, sub, WIDE } from './wide'

@unmanaged
export class DiffusePass {
  input: Field
  output: Field
  /** Diffusivity dt / dx2; stable up to 1/4. */
  rate: f32
}

export function diffuse(pass: DiffusePass, begin: i32, end: i32): void {
  const bytes = (<usize>pass.input.nx) << 2
  const rate = splat(pass.rate)
  for (let j = begin; j < end; j++) {
    const row = pass.input.row(j),
      up = pass.input.row(j - 1),
      down = pass.input.row(j + 1)
    const out = pass.output.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const c = load(row + x)
      const alongX = add(sub(load(row + x - LANE), c), sub(load(row + x + LANE), c))
      const alongZ = add(sub(load(up + x), c), sub(load(down + x), c))
      store(out + x, add(c, mul(rate, add(alongX, alongZ))))
    }
  }
}
