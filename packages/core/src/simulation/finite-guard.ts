// Searches the fields for infinite values and NaN. A step searches some rows only, in a fixed rotation: searching all of them would cost a
// pass over memory. The number of the step alone determines the rows, so that a run stops at the same step for any number of threads, and
// after a snapshot.

import type { Field } from '../fields/field.js'
import { VolumeField } from '../fields/volume-field.js'

/** Least number of values that a step searches: half a microsecond. */
const FEWEST_VALUES = 512
/** Largest number of steps in which every value is searched once. A step on a large grid searches more values, one on a small grid all of them. */
const LONGEST_ROTATION = 256

/**
 * The error of a run whose fields have become infinite or NaN.
 *
 * @example
 * ```ts
 * import { NonFiniteError } from 'seiche'
 *
 * try {
 *   sim.step(1000)
 * } catch (error) {
 *   if (error instanceof NonFiniteError) console.error(error.step, error.field, error.cell)
 *   else throw error
 * }
 * ```
 */
export class NonFiniteError extends Error {
  override readonly name = 'NonFiniteError'
  /** Steps made when it was found. */
  readonly step: number
  /** Name of the field. */
  readonly field: string
  /** The cell: along x and z, or along x, y and z of a volume, from 0. */
  readonly cell: readonly number[]

  /** @internal */
  constructor(step: number, { field, cell, value }: NonFiniteValue) {
    super(`after step ${step} the run is no longer finite: field "${field}" is ${value} in cell [${cell.join(', ')}]`)
    this.step = step
    this.field = field
    this.cell = cell
  }
}

export interface NonFiniteValue {
  readonly field: string
  readonly cell: readonly number[]
  readonly value: number
}

/** Lines of cells along x of one field. */
interface Lines {
  readonly field: Field
  readonly width: number
  /** Index of the first value of each line in `field.data`. */
  readonly starts: Uint32Array
}

export class FiniteGuard {
  readonly #fields: readonly Lines[]
  readonly #total: number
  readonly #perStep: number
  #error: NonFiniteError | undefined

  constructor(fields: readonly Field[]) {
    this.#fields = fields.map(linesOf)
    this.#total = this.#fields.reduce((sum, { starts }) => sum + starts.length, 0)
    const widest = this.#fields.reduce((width, lines) => Math.max(width, lines.width), 1)
    this.#perStep = Math.min(
      this.#total,
      Math.max(Math.ceil(FEWEST_VALUES / widest), Math.ceil(this.#total / LONGEST_ROTATION)),
    )
  }

  /** Number of steps in which every value is searched once. */
  get rotation(): number {
    return Math.ceil(this.#total / Math.max(1, this.#perStep))
  }

  /** Searches the rows of the rotation that belong to a number of steps. Throws `NonFiniteError`. */
  check(step: number): void {
    const turn = step % this.rotation
    const first = turn * this.#perStep
    const behind = Math.min(this.#total, first + this.#perStep)
    let before = 0
    for (let n = 0; n < this.#fields.length; n++) {
      const lines = this.#fields[n]!
      const count = lines.starts.length
      const end = Math.min(behind - before, count)
      for (let line = Math.max(0, first - before); line < end; line++)
        if (!isFiniteLine(lines.field.data, lines.starts[line]!, lines.width)) this.#stop(step)
      before += count
    }
  }

  /** Searches every value. Returns the first one that is infinite or NaN. */
  find(): NonFiniteValue | undefined {
    for (const { field, width, starts } of this.#fields)
      for (const [line, start] of starts.entries())
        if (!isFiniteLine(field.data, start, width))
          for (let i = 0; i < width; i++) {
            const value = field.data[start + i]!
            if (!Number.isFinite(value)) return { field: field.name, cell: cellOf(field, i, line), value }
          }
    return undefined
  }

  /** Searches every value. Throws `NonFiniteError`. */
  checkAll(step: number): void {
    if (this.find()) this.#stop(step)
  }

  /** Throws the error that has stopped the run, if there is one. */
  assertRunning(): void {
    if (this.#error) throw this.#error
  }

  /** Clears the error: the run continues from another state. */
  reset(): void {
    this.#error = undefined
  }

  /** Names the first cell in the order of fields and rows, not the one that was found. */
  #stop(step: number): never {
    this.#error = new NonFiniteError(step, this.find()!)
    throw this.#error
  }
}

function linesOf(field: Field): Lines {
  if (!(field instanceof VolumeField))
    return {
      field,
      width: field.nx,
      starts: Uint32Array.from({ length: field.nz }, (_, j) => field.offset + j * field.stride),
    }
  const [width, rows, planes] = field.extent
  const starts = Uint32Array.from({ length: rows * planes }, (_, line) =>
    field.index(0, line % rows, Math.floor(line / rows)),
  )
  return { field, width, starts }
}

function cellOf(field: Field, i: number, line: number): number[] {
  if (!(field instanceof VolumeField)) return [i, line]
  const [, rows, planes] = field.extent
  return planes > 1 ? [i, line % rows, Math.floor(line / rows)] : [i, line]
}

/**
 * A finite value times 0 is 0; an infinite value or NaN makes the sum NaN. Four independent sums, because each addition to a single sum
 * would wait for the previous one.
 */
function isFiniteLine(data: Float32Array, start: number, width: number): boolean {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  const end = start + width
  let at = start
  for (; at + 3 < end; at += 4) {
    a += data[at]! * 0
    b += data[at + 1]! * 0
    c += data[at + 2]! * 0
    d += data[at + 3]! * 0
  }
  for (; at < end; at++) a += data[at]! * 0
  return a + b + c + d === 0
}
