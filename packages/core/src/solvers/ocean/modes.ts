// Tables and passes of kernels/prescribed/ocean-modes.ts.

import { type Pass, pass } from '../../backend/pass.js'
import type { Arena } from '../../fields/arena.js'
import { Field, RowSums } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { LANES } from '../../generated/layouts/abi/simd.js'
import { PACKS, WAVE_VECTORS, Wave } from '../../generated/layouts/prescribed/ocean-modes.js'
import { COMPLEX } from '../../generated/layouts/spectral/lifting.js'
import { AxisTable } from '../../operators/axis-table.js'
import { angularFrequency, surfaceSymbol, type Water } from '../../wave-theory/airy.js'
import type { Amplitudes } from './amplitudes.js'

const WORK = { name: 'modes', unit: '', description: 'work space' }

export class OceanModes {
  readonly x: AxisTable
  readonly z: AxisTable
  /** Modes along x. A row has four rows of the grid: first all packs of cascade 0, then those of the next. */
  readonly tiles: Field
  /** Byte offset of column i of the grid among the columns of each cascade. */
  readonly columnOffsets: Field
  /** Indices along x of one wave of each opposite pair, padded to whole tasks with the last one. */
  readonly #halves: readonly number[]
  readonly #columns: Field
  readonly #waves: Field
  readonly #rates: RowSums
  readonly #kz: Field
  readonly #rows: Field
  readonly #scratch: Field
  readonly #clock: RowSums
  readonly #cascades: number
  readonly #ratio: number

  constructor(arena: Arena, { nx, nz }: Grid, cascades: number, ratio: number, threads: number) {
    this.#cascades = cascades
    this.#ratio = ratio
    this.x = new AxisTable(arena, nx, 'periodic', 'periodic')
    this.z = new AxisTable(arena, nz, 'periodic', 'periodic')
    const groups = Math.ceil(nz / LANES)
    const partners = this.x.partners()
    const half = [...partners.keys()].filter((index) => index <= partners[index]!)
    const tasks = Math.ceil(half.length / LANES)
    this.#halves = Array.from({ length: tasks * LANES }, (_, k) => half[Math.min(k, half.length - 1)]!)
    this.tiles = new Field(arena, WORK, (nx * COMPLEX) / 4, cascades * PACKS * groups)
    this.columnOffsets = new Field(arena, WORK, nx, cascades)
    this.#columns = new Field(arena, WORK, 2 * LANES, tasks)
    this.#waves = new Field(arena, WORK, (1 + nz * WAVE_VECTORS) * LANES, cascades * tasks)
    this.#rates = new RowSums(arena, cascades * tasks, nz * LANES)
    this.#kz = new Field(arena, WORK, nz, cascades)
    this.#rows = new Field(arena, WORK, groups * LANES, cascades)
    this.#scratch = new Field(arena, WORK, (2 * PACKS * nz * COMPLEX) / 4, threads)
    this.#clock = new RowSums(arena, 1, 1)
  }

  get resources() {
    const { x, z, tiles, columnOffsets } = this
    return [
      x,
      z,
      tiles,
      columnOffsets,
      this.#columns,
      this.#waves,
      this.#rates,
      this.#kz,
      this.#rows,
      this.#scratch,
      this.#clock,
    ]
  }

  /** Time for which the passes compute the modes [s]. */
  set time(time: number) {
    this.#clock.data[0] = time
  }

  /** The pass that writes the modes of all cascades into the tiles: of the surface, of the velocity, or of elevation and potential. */
  pass(kernel: 'oceanModes' | 'oceanFlowModes' | 'oceanPotentialModes', choppiness: number): Pass {
    return pass(kernel, this.#waves.nz, {
      tiles: this.tiles,
      axis: this.z,
      columns: this.#columns,
      waves: this.#waves,
      rates: this.#rates,
      kz: this.#kz,
      rows: this.#rows,
      scratch: this.#scratch,
      clock: this.#clock,
      tasks: this.#columns.nz,
      choppiness,
    })
  }

  /** Fills the tables that do not depend on the waves: offsets of rows and columns. */
  start(): void {
    const partners = this.x.partners()
    const columns = words(this.#columns)
    this.#halves.forEach((index, k) => {
      const column = this.#columns.offset + Math.floor(k / LANES) * this.#columns.stride + (k % LANES)
      columns[column] = COMPLEX * index
      columns[column + LANES] = COMPLEX * partners[index]!
    })
    const fill = (field: Field, length: number) => {
      const table = words(field)
      for (let c = 0, stride = 1; c < this.#cascades; c++, stride = (stride * this.#ratio) % length)
        for (let i = 0; i < field.nx; i++)
          table[field.offset + c * field.stride + i] = COMPLEX * ((stride * Math.min(i, length - 1)) % length)
    }
    fill(this.columnOffsets, this.x.length)
    fill(this.#rows, this.z.length)
  }

  /** Writes the waves of one cascade. */
  write(cascade: number, waves: Amplitudes, water: Water): void {
    const [alongX, alongZ] = [waveNumbers(this.x), waveNumbers(this.z)]
    const tasks = this.#columns.nz
    const unscaled = 1 / (this.x.scale * this.z.scale)
    alongZ.forEach((mz, index) => {
      this.#kz.data[this.#kz.offset + cascade * this.#kz.stride + index] = mz * waves.dkz
    })
    const { data, offset, stride } = this.#waves
    this.#halves.forEach((xIndex, k) => {
      const [task, lane] = [cascade * tasks + Math.floor(k / LANES), k % LANES]
      const mx = alongX[xIndex]!
      const kx = mx * waves.dkx
      let at = offset + task * stride + lane
      data[at] = kx
      at += LANES
      alongZ.forEach((mz, zIndex) => {
        const kz = mz * waves.dkz
        const wavenumber = Math.sqrt(kx * kx + kz * kz)
        const [re, im, oppositeRe, oppositeIm] = [
          waves.re(mx, mz),
          waves.im(mx, mz),
          waves.re(-mx, -mz),
          waves.im(-mx, -mz),
        ]
        data[at + Wave.sumRe * LANES] = unscaled * (re + oppositeRe)
        data[at + Wave.sumIm * LANES] = unscaled * (im + oppositeIm)
        data[at + Wave.differenceRe * LANES] = unscaled * (re - oppositeRe)
        data[at + Wave.differenceIm * LANES] = unscaled * (im - oppositeIm)
        const empty = re === 0 && im === 0 && oppositeRe === 0 && oppositeIm === 0
        data[at + Wave.inverseSymbol * LANES] = empty ? 0 : 1 / surfaceSymbol(wavenumber, water.depth)
        this.#rates.data[task * this.#rates.width + zIndex * LANES + lane] = empty
          ? 0
          : angularFrequency(wavenumber, water) * (2 / Math.PI)
        at += WAVE_VECTORS * LANES
      })
    })
  }
}

/** Whole periods along the axis, for the mode of each index. */
function waveNumbers(axis: AxisTable): number[] {
  return Array.from(axis.wavenumbers(), (k) => Math.round((k * axis.length) / (2 * Math.PI)))
}

/** The 32-bit words of a field. */
function words(field: Field): Uint32Array {
  return new Uint32Array(field.data.buffer, field.data.byteOffset, field.data.length)
}
