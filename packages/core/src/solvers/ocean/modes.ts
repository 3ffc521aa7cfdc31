// Tables and passes of kernels/prescribed/ocean-modes.ts.

import { type Pass, pass } from '../../backend/pass.js'
import type { Arena } from '../../fields/arena.js'
import { Field, RowSums } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { LANES } from '../../generated/layouts/abi/simd.js'
import { COLUMN_WORDS, Column, PARTIALS, WAVE_VECTORS, Wave } from '../../generated/layouts/prescribed/ocean-modes.js'
import { COMPLEX } from '../../generated/layouts/spectral/lifting.js'
import { AxisTable } from '../../operators/axis-table.js'
import { ModeTiles } from '../../operators/mode-tiles.js'
import { angularFrequency, surfaceSymbol, type Water } from '../../wave-theory/airy.js'
import type { Amplitudes, Cascade } from './amplitudes.js'

/** Sets of modes that a kernel computes for each cascade. */
const SETS = { oceanModes: PARTIALS, oceanFlowModes: 2, oceanPotentialModes: 1 } as const
const WORK = { name: 'modes', unit: '', description: 'work space' }

/** The grid of an ocean, and its cascades. */
interface Lattice {
  readonly grid: Grid
  readonly cascades: readonly Cascade[]
  /** Ratio of the cell sizes of successive cascades. */
  readonly ratio: number
}

/** A task of the kernels: four waves along x of a cascade. */
interface Task {
  readonly cascade: number
  /** Number of its first wave. */
  readonly first: number
}

export class OceanModes {
  readonly x: AxisTable
  readonly z: AxisTable
  /** For each wave along x, its byte offset among the modes, and in the second row that of its opposite. */
  readonly waveOffsets: Field
  /** A row for each cascade: kx of each wave along x [rad/m]. */
  readonly kx: Field
  /** Byte offset of column i of the grid among the columns of each cascade. */
  readonly columnOffsets: Field
  /** Index among the modes along x of one wave of each opposite pair, from long to short, padded to whole tasks with the last one. */
  readonly #halves: readonly number[]
  /** Tasks with waves, then those whose waves are all too short for their cascade. */
  readonly #tasks: readonly Task[]
  readonly #busyTasks: number
  readonly #columns: Field
  readonly #waves: Field
  readonly #rates: RowSums
  readonly #kz: Field
  readonly #rows: Field
  readonly #scratch: Field
  readonly #clock: RowSums
  readonly #tiles: ModeTiles[] = []
  readonly #arena: Arena
  readonly #cascades: readonly Cascade[]
  readonly #ratio: number

  constructor(arena: Arena, { grid, cascades, ratio }: Lattice, threads: number) {
    const { nx, nz } = grid
    this.#arena = arena
    this.#cascades = cascades
    this.#ratio = ratio
    this.x = new AxisTable(arena, nx, 'periodic', 'periodic')
    this.z = new AxisTable(arena, nz, 'periodic', 'periodic')
    const groups = Math.ceil(nz / LANES)
    const [partners, numbers] = [this.x.partners(), waveNumbers(this.x)]
    const half = [...partners.keys()]
      .filter((index) => index <= partners[index]!)
      .sort((a, b) => Math.abs(numbers[a]!) - Math.abs(numbers[b]!))
    const tasks = Math.ceil(half.length / LANES)
    this.#halves = Array.from({ length: tasks * LANES }, (_, k) => half[Math.min(k, half.length - 1)]!)
    // The same arithmetic as that of the amplitudes: no wave of theirs is left out at the end of the band.
    const hasWaves = ({ cascade, first }: Task) => {
      const { to, cellSize } = cascades[cascade]!
      return Math.abs(numbers[this.#halves[first]!]!) * ((2 * Math.PI) / (nx * cellSize)) < to
    }
    const all = cascades.flatMap((_, cascade) =>
      Array.from({ length: tasks }, (_, task): Task => ({ cascade, first: task * LANES })),
    )
    const busy = all.filter(hasWaves)
    this.#tasks = [...busy, ...all.filter((task) => !hasWaves(task))]
    this.#busyTasks = busy.length
    this.waveOffsets = new Field(arena, WORK, tasks * LANES, 2)
    this.kx = new Field(arena, WORK, tasks * LANES, cascades.length)
    this.columnOffsets = new Field(arena, WORK, nx, cascades.length)
    this.#columns = new Field(arena, WORK, COLUMN_WORDS, all.length)
    this.#waves = new Field(arena, WORK, (1 + nz * WAVE_VECTORS) * LANES, all.length)
    this.#rates = new RowSums(arena, all.length, nz * LANES)
    this.#kz = new Field(arena, WORK, nz, cascades.length)
    this.#rows = new Field(arena, WORK, groups * LANES, cascades.length)
    this.#scratch = new Field(arena, WORK, (nz * COMPLEX) / 4, threads * PARTIALS)
    this.#clock = new RowSums(arena, 1, 1)
  }

  get resources() {
    const { x, z, waveOffsets, kx, columnOffsets } = this
    return [
      x,
      z,
      waveOffsets,
      kx,
      columnOffsets,
      ...this.#tiles,
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

  /**
   * The pass that computes the modes of all cascades along x, and the tiles that it writes. A row of tiles has four rows of the grid: first all
   * partial sums (`oceanModes`) or packs of cascade 0, then those of the next.
   */
  pass(kernel: keyof typeof SETS, choppiness: number): { modes: Pass; tiles: ModeTiles } {
    const isPartial = kernel === 'oceanModes'
    // The partial sums of tasks without waves are never written and stay 0.
    const waves = isPartial ? this.#halves.length : this.x.length
    const groups = Math.ceil(this.z.length / LANES)
    const tiles = new ModeTiles(this.#arena, waves, this.#cascades.length * SETS[kernel] * groups)
    this.#tiles.push(tiles)
    const modes = pass(kernel, isPartial ? this.#busyTasks : this.#tasks.length, {
      tiles,
      axis: this.z,
      columns: this.#columns,
      waves: this.#waves,
      rates: this.#rates,
      kz: this.#kz,
      rows: this.#rows,
      scratch: this.#scratch,
      clock: this.#clock,
      choppiness,
    })
    return { modes, tiles }
  }

  /** Fills the tables that do not depend on the waves: offsets of rows and columns. */
  start(): void {
    const partners = this.x.partners()
    const offsets = words(this.waveOffsets)
    this.#halves.forEach((index, wave) => {
      offsets[this.waveOffsets.offset + wave] = COMPLEX * index
      offsets[this.waveOffsets.offset + this.waveOffsets.stride + wave] = COMPLEX * partners[index]!
    })
    const columns = words(this.#columns)
    this.#tasks.forEach(({ cascade, first }, task) => {
      const row = this.#columns.offset + task * this.#columns.stride
      for (let lane = 0; lane < LANES; lane++) {
        const index = this.#halves[first + lane]!
        columns[row + Column.wave + lane] = COMPLEX * index
        columns[row + Column.opposite + lane] = COMPLEX * partners[index]!
        columns[row + Column.partial + lane] = COMPLEX * (first + lane)
      }
      columns[row + Column.cascade] = cascade
    })
    const fill = (field: Field, length: number) => {
      const table = words(field)
      for (let c = 0, stride = 1; c < this.#cascades.length; c++, stride = (stride * this.#ratio) % length)
        for (let i = 0; i < field.nx; i++)
          table[field.offset + c * field.stride + i] = COMPLEX * ((stride * Math.min(i, length - 1)) % length)
    }
    fill(this.columnOffsets, this.x.length)
    fill(this.#rows, this.z.length)
  }

  /** Writes the waves of one cascade. */
  write(cascade: number, waves: Amplitudes, water: Water): void {
    const [alongX, alongZ] = [waveNumbers(this.x), waveNumbers(this.z)]
    alongZ.forEach((mz, index) => {
      this.#kz.data[this.#kz.offset + cascade * this.#kz.stride + index] = mz * waves.dkz
    })
    this.#halves.forEach((index, wave) => {
      this.kx.data[this.kx.offset + cascade * this.kx.stride + wave] = alongX[index]! * waves.dkx
    })
    this.#tasks.forEach((task, row) => {
      if (task.cascade !== cascade) return
      for (let lane = 0; lane < LANES; lane++) {
        const mx = alongX[this.#halves[task.first + lane]!]!
        alongZ.forEach((mz, zIndex) => {
          this.#writeWave(row, zIndex, lane, mx, mz, waves, water)
        })
        this.#waves.data[this.#waves.offset + row * this.#waves.stride + lane] = mx * waves.dkx
      }
    })
  }

  /** Writes wave (mx, mz): the entry of a lane and of a mode along z in the row of a task. */
  #writeWave(row: number, zIndex: number, lane: number, mx: number, mz: number, waves: Amplitudes, water: Water): void {
    const [kx, kz] = [mx * waves.dkx, mz * waves.dkz]
    const wavenumber = Math.sqrt(kx * kx + kz * kz)
    const unscaled = 1 / (this.x.scale * this.z.scale)
    const [re, im] = [waves.re(mx, mz), waves.im(mx, mz)]
    const [oppositeRe, oppositeIm] = [waves.re(-mx, -mz), waves.im(-mx, -mz)]
    const { data, offset, stride } = this.#waves
    const at = offset + row * stride + (1 + zIndex * WAVE_VECTORS) * LANES + lane
    data[at + Wave.sumRe * LANES] = unscaled * (re + oppositeRe)
    data[at + Wave.sumIm * LANES] = unscaled * (im + oppositeIm)
    data[at + Wave.differenceRe * LANES] = unscaled * (re - oppositeRe)
    data[at + Wave.differenceIm * LANES] = unscaled * (im - oppositeIm)
    const empty = re === 0 && im === 0 && oppositeRe === 0 && oppositeIm === 0
    data[at + Wave.inverseSymbol * LANES] = empty ? 0 : 1 / surfaceSymbol(wavenumber, water.depth)
    this.#rates.data[row * this.#rates.width + zIndex * LANES + lane] = empty
      ? 0
      : angularFrequency(wavenumber, water) * (2 / Math.PI)
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
