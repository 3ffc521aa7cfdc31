// Numbers in a row from a seed, for scenes at random.

import { uniformAt } from '../src/numerics/random.js'

export class Dice {
  readonly #seed: number
  #thrown = 0

  constructor(seed: number) {
    this.#seed = seed
  }

  between(low: number, high: number): number {
    return low + (high - low) * uniformAt(this.#thrown++, 0, this.#seed)
  }

  chance(share: number): boolean {
    return this.between(0, 1) < share
  }

  pick<Value>(list: readonly Value[]): Value {
    return list[Math.floor(this.between(0, list.length))]!
  }

  triple(reach: number): [number, number, number] {
    return [this.between(-reach, reach), this.between(-reach, reach), this.between(-reach, reach)]
  }
}
