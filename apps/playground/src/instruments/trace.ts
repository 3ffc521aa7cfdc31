/** Steps that a trace holds at most. */
const defaultCapacity = 8192

/** A quantity after each of the last steps, in a ring: the value after step s is at s modulo the capacity. Putting a value allocates nothing. */
export class Trace {
  readonly #values: Float32Array
  #first = 0
  #end = 0

  constructor(capacity = defaultCapacity) {
    this.#values = new Float32Array(capacity)
  }

  /** The first step that it holds, and the step after the last one. */
  get first(): number {
    return this.#first
  }

  get end(): number {
    return this.#end
  }

  get length(): number {
    return this.#end - this.#first
  }

  /** Adds the value after a step. One that does not follow the last begins the trace anew. */
  put(step: number, value: number): void {
    if (step !== this.#end) this.#first = step
    this.#end = step + 1
    this.#first = Math.max(this.#first, this.#end - this.#values.length)
    this.#values[step % this.#values.length] = value
  }

  /** Forgets a step and all later ones. */
  cut(step: number): void {
    if (step >= this.#end) return
    this.#end = step
    this.#first = Math.min(this.#first, step)
  }

  /** The value after a step; NaN if it is not held. */
  at(step: number): number {
    return step >= this.#first && step < this.#end ? this.#values[step % this.#values.length]! : Number.NaN
  }

  /** The values after a step and all later ones. */
  from(step = this.#first): Float32Array<ArrayBuffer> {
    const start = Math.max(step, this.#first)
    const copy = new Float32Array(Math.max(0, this.#end - start))
    for (let k = 0; k < copy.length; k++) copy[k] = this.#values[(start + k) % this.#values.length]!
    return copy
  }
}
