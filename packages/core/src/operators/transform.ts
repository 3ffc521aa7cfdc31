// The modes of two real fields on the grid, as passes: there (`forward`), what is done to them (`turn`, `multiply`), and
// back. The kernels are kernels/spectral/spectrum.ts and kernels/spectral/rotate-modes.ts.

import { type Pass, pass } from '../backend/pass.js'
import type { Arena } from '../fields/arena.js'
import type { Boundaries } from '../fields/boundaries.js'
import { Field } from '../fields/field.js'
import { LANES } from '../generated/layouts/abi/simd.js'
import { COMPLEX } from '../generated/layouts/spectral/lifting.js'
import { TURN_SYMBOLS, TurnSymbol } from '../generated/layouts/spectral/rotate-modes.js'
import { AxisTable } from './axis-table.js'

const NAMELESS = { name: 'modes', unit: '', description: 'work space' }

/** A list of modes along x, four to a task, and their symbols for all modes along z. */
interface Tasks {
  /** Places of the modes along x, padded to whole tasks with the last one. */
  readonly places: readonly number[]
  /** Byte offsets for the kernel: four modes and their conjugates. */
  readonly columns: Field
  /** Floats of a symbol. */
  readonly width: number
  readonly symbols: Field
  /** Places along z that a symbol is needed for, in the order of use. */
  readonly zPlaces: readonly number[]
}

/** How a mode turns in a step: see `turn` in kernels/spectral/rotate-modes.ts. */
export interface Rotation {
  readonly t: number
  readonly s: number
  /** What is left of the mode after the step; negative for half a turn. */
  readonly keep: number
}

export class Transform {
  readonly nx: number
  readonly nz: number
  readonly #x: AxisTable
  readonly #z: AxisTable
  readonly #tiles: Field
  readonly #scratch: Field
  readonly #arena: Arena
  readonly #tasks: Tasks[] = []

  constructor(arena: Arena, nx: number, nz: number, boundaries: Boundaries, threads: number) {
    this.#arena = arena
    this.nx = nx
    this.nz = nz
    this.#x = new AxisTable(arena, nx, boundaries['x-'], boundaries['x+'])
    this.#z = new AxisTable(arena, nz, boundaries['z-'], boundaries['z+'])
    const floats = COMPLEX / 4
    this.#tiles = new Field(arena, NAMELESS, nx * floats, Math.ceil(nz / LANES))
    this.#scratch = new Field(arena, NAMELESS, 2 * nz * floats, threads)
  }

  get resources() {
    const lists = this.#tasks.flatMap(({ columns, symbols }) => [columns, symbols])
    return [this.#x, this.#z, this.#tiles, this.#scratch, ...lists]
  }

  /** Two fields into modes. */
  forward(re: Field, im: Field): Pass {
    return pass('forwardTransform', this.#tiles.nz, { re, im, tiles: this.#tiles, axis: this.#x, keep: re })
  }

  /** Modes back into two fields, times `keep` if it is given. */
  inverse(re: Field, im: Field, keep?: Field): Pass {
    const args = { re, im, tiles: this.#tiles, axis: this.#x, keep: keep ?? re }
    return pass(keep ? 'inverseTransformMasked' : 'inverseTransform', this.#tiles.nz, args)
  }

  /** Turns elevation (re) and potential (im) of every mode about each other. Returns the pass, and how to fill its table. */
  rotate(): { pass: Pass; fill: (turnOf: (kx: number, kz: number) => Rotation) => void } {
    const paired = this.#x.kind === 'fourier'
    const xPlaces = paired ? this.#halfOf(this.#x) : inOrder(this.nx)
    const zPlaces = paired ? inOrder(this.nz) : this.#halfOf(this.#z)
    const tasks = this.#plan(xPlaces, zPlaces, TURN_SYMBOLS)
    const half = 0.5 / (this.#x.gain * this.#z.gain)
    return {
      pass: this.#pass('rotateModes', tasks, paired),
      fill: (turnOf) =>
        this.#fill(tasks, (kx, kz, put) => {
          const { t, s, keep } = turnOf(kx, kz)
          put(TurnSymbol.t, t)
          put(TurnSymbol.s, s)
          put(TurnSymbol.f, keep * half)
        }),
    }
  }

  /** Multiplies the modes of both fields by an even symbol. */
  multiply(): { pass: Pass; fill: (symbolOf: (kx: number, kz: number) => number) => void } {
    const tasks = this.#plan(inOrder(this.nx), inOrder(this.nz), 1)
    const scale = 1 / (this.#x.gain * this.#z.gain)
    return {
      pass: this.#pass('multiplyModes', tasks, false),
      fill: (symbolOf) => this.#fill(tasks, (kx, kz, put) => put(0, symbolOf(kx, kz) * scale)),
    }
  }

  /** Mean of a symbol over all modes. */
  meanOf(symbolOf: (kx: number, kz: number) => number): number {
    const xs = this.#x.wavenumbers()
    const zs = this.#z.wavenumbers()
    let sum = 0
    for (const kz of zs) for (const kx of xs) sum += symbolOf(kx, kz)
    return sum / (xs.length * zs.length)
  }

  /** One place of each pair of conjugate modes; the kernel goes through the first places of the pairs in order. */
  #halfOf(axis: AxisTable): number[] {
    const partners = axis.partners()
    return inOrder(axis.length).filter((place) => place <= partners[place]!)
  }

  #plan(xPlaces: readonly number[], zPlaces: readonly number[], width: number): Tasks {
    const count = Math.ceil(xPlaces.length / LANES)
    const places = Array.from({ length: count * LANES }, (_, k) => xPlaces[Math.min(k, xPlaces.length - 1)]!)
    const columns = new Field(this.#arena, NAMELESS, 2 * LANES, count)
    const symbols = new Field(this.#arena, NAMELESS, zPlaces.length * width * LANES, count)
    const tasks = { places, columns, width, symbols, zPlaces }
    this.#tasks.push(tasks)
    return tasks
  }

  #pass(kernel: 'rotateModes' | 'multiplyModes', { columns, symbols }: Tasks, paired: boolean): Pass {
    return pass(kernel, columns.nz, {
      tiles: this.#tiles,
      axis: this.#z,
      columns,
      symbols,
      scratch: this.#scratch,
      paired: paired ? 1 : 0,
    })
  }

  #fill(
    { places, columns, width, symbols, zPlaces }: Tasks,
    symbolOf: (kx: number, kz: number, put: (word: number, value: number) => void) => void,
  ): void {
    const partners = this.#x.partners()
    const [kx, kz] = [this.#x.wavenumbers(), this.#z.wavenumbers()]
    const words = new Uint32Array(columns.data.buffer, columns.data.byteOffset, columns.data.length)
    places.forEach((place, k) => {
      const [task, lane] = [Math.floor(k / LANES), k % LANES]
      const column = columns.offset + task * columns.stride + lane
      words[column] = COMPLEX * place
      words[column + LANES] = COMPLEX * partners[place]!
      const row = symbols.offset + task * symbols.stride + lane
      zPlaces.forEach((zPlace, entry) => {
        const at = row + entry * width * LANES
        symbolOf(kx[place]!, kz[zPlace]!, (word, value) => {
          symbols.data[at + word * LANES] = value
        })
      })
    })
  }
}

const inOrder = (count: number) => Array.from({ length: count }, (_, k) => k)
