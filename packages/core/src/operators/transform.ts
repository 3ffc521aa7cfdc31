// The modes of two real fields on the grid, as passes: the forward transform, an operation on the modes (`rotate`,
// `multiply`), and the inverse transform. The kernels are kernels/spectral/spectrum.ts and kernels/spectral/rotate-modes.ts.

import { type Pass, pass } from '../backend/pass.js'
import type { Arena } from '../fields/arena.js'
import type { Boundaries } from '../fields/boundaries.js'
import { Field } from '../fields/field.js'
import { LANES } from '../generated/layouts/abi/simd.js'
import { COMPLEX } from '../generated/layouts/spectral/lifting.js'
import { ROTATION_SYMBOLS, RotationSymbol } from '../generated/layouts/spectral/rotate-modes.js'
import { AxisTable } from './axis-table.js'
import { ModeTiles } from './mode-tiles.js'

const WORK_SPACE = { name: 'modes', unit: '', description: 'work space' }

/** A list of modes along x, four for each task, and their symbols for all modes along z. */
interface Tasks {
  /** Positions of the modes along x in the buffer, padded to whole tasks with the last one. */
  readonly places: readonly number[]
  /** Byte offsets for the kernel: four modes and their conjugates. */
  readonly columns: Field
  /** Floats of a symbol. */
  readonly width: number
  readonly symbols: Field
  /** Positions along z that a symbol is needed for, in the order of use. */
  readonly zPlaces: readonly number[]
}

/** Rotation of a mode in one step, as shears: see `rotateModes` in kernels/spectral/rotate-modes.ts. */
export interface Rotation {
  readonly t: number
  readonly s: number
  /** Factor of the amplitude in the step; negative for a further half turn. */
  readonly keep: number
}

export class Transform {
  readonly nx: number
  readonly nz: number
  readonly #x: AxisTable
  readonly #z: AxisTable
  readonly #tiles: ModeTiles
  readonly #scratch: Field
  readonly #arena: Arena
  readonly #tasks: Tasks[] = []

  constructor(arena: Arena, nx: number, nz: number, boundaries: Boundaries, threads: number) {
    this.#arena = arena
    this.nx = nx
    this.nz = nz
    this.#x = new AxisTable(arena, nx, boundaries['x-'], boundaries['x+'])
    this.#z = new AxisTable(arena, nz, boundaries['z-'], boundaries['z+'])
    this.#tiles = new ModeTiles(arena, nx, Math.ceil(nz / LANES))
    this.#scratch = new Field(arena, WORK_SPACE, (2 * nz * COMPLEX) / 4, threads)
  }

  get resources() {
    const lists = this.#tasks.flatMap(({ columns, symbols }) => [columns, symbols])
    return [this.#x, this.#z, this.#tiles, this.#scratch, ...lists]
  }

  /** Forward transform of two fields. */
  forward(re: Field, im: Field): Pass {
    return pass('forwardTransform', this.#tiles.rows, { re, im, tiles: this.#tiles, axis: this.#x, keep: re })
  }

  /** Inverse transform into two fields, multiplied by `keep` if it is given. */
  inverse(re: Field, im: Field, keep?: Field): Pass {
    const args = { re, im, tiles: this.#tiles, axis: this.#x, keep: keep ?? re }
    return pass(keep ? 'inverseTransformMasked' : 'inverseTransform', this.#tiles.rows, args)
  }

  /** Rotates elevation (re) and potential (im) of every mode into each other. Returns the pass, and a function that fills its table. */
  rotate(): { pass: Pass; fill: (rotationOf: (kx: number, kz: number) => Rotation) => void } {
    const paired = this.#x.kind === 'fourier'
    const xPlaces = paired ? this.#halfOf(this.#x) : inOrder(this.nx)
    const tasks = this.#plan(xPlaces, this.#halfOf(this.#z), ROTATION_SYMBOLS)
    const half = 0.5 / (this.#x.gain * this.#z.gain)
    return {
      pass: this.#pass('rotateModes', tasks, paired),
      fill: (rotationOf) =>
        this.#fill(tasks, (kx, kz, put) => {
          const { t, s, keep } = rotationOf(kx, kz)
          put(RotationSymbol.t, t)
          put(RotationSymbol.s, s)
          put(RotationSymbol.f, keep * half)
        }),
    }
  }

  /** Multiplies the modes of both fields by a symbol that is even in the wavenumber. */
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

  /** The first position of each pair of conjugate modes, in ascending order: the order in which the kernel processes the pairs. */
  #halfOf(axis: AxisTable): number[] {
    const partners = axis.partners()
    return inOrder(axis.length).filter((place) => place <= partners[place]!)
  }

  #plan(xPlaces: readonly number[], zPlaces: readonly number[], width: number): Tasks {
    const count = Math.ceil(xPlaces.length / LANES)
    const places = Array.from({ length: count * LANES }, (_, k) => xPlaces[Math.min(k, xPlaces.length - 1)]!)
    const columns = new Field(this.#arena, WORK_SPACE, 2 * LANES, count)
    const symbols = new Field(this.#arena, WORK_SPACE, zPlaces.length * width * LANES, count)
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
