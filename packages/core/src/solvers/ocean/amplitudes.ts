// The spectral lattices of an ocean: the band of wavenumbers of each cascade, and a complex amplitude for each wavenumber.

import { gaussianPairAt } from '../../numerics/random.js'
import type { Band } from '../../wave-theory/quadrature.js'
import type { Sea } from '../../wave-theory/sea.js'

/** A cascade: a tile with as many cells as the grid, and the waves of one band. The cells of cascade c are smaller by ratio^c. */
export interface Cascade extends Band {
  readonly index: number
  /** [m] */
  readonly cellSize: number
}

/**
 * Upper end of a cascade's band, relative to the wavenumber of two cells; the next cascade begins there. Higher than a half, so that a
 * tile has many periods of its longest waves and its repetition is hard to see; lower than one, so that every wave spans several cells.
 */
export const CUT = 0.75

/** The cascades of a grid. Their bands meet without gap or overlap: each wavenumber k with from <= k < to belongs to one cascade. */
export function cascadesOf(cellSize: number, count: number, ratio: number): Cascade[] {
  const cascades: Cascade[] = []
  let [from, size] = [0, cellSize]
  for (let index = 0; index < count; index++, size /= ratio) {
    const to = (index < count - 1 ? CUT : 1) * (Math.PI / size)
    cascades.push({ index, cellSize: size, from, to })
    from = to
  }
  return cascades
}

/** Number of periods in a tile up to which the spectral lattice is coarse, so that the spectrum is averaged over its cells. */
const COARSE = 12
/** Quadrature points of this average along each axis. */
const POINTS = 4

/** Complex amplitudes h0 [m] on the spectral lattice of a tile: wave (mx, mz) has mx and mz whole periods in it. */
export class Amplitudes {
  readonly nx: number
  readonly nz: number
  /** Spacing of the wavenumbers [rad/m]. */
  readonly dkx: number
  readonly dkz: number
  readonly #re: Float64Array
  readonly #im: Float64Array

  /** `scale` multiplies the heights. */
  constructor(sea: Sea, cascade: Cascade, nx: number, nz: number, seed: number, scale: number) {
    this.nx = nx
    this.nz = nz
    this.dkx = (2 * Math.PI) / (nx * cascade.cellSize)
    this.dkz = (2 * Math.PI) / (nz * cascade.cellSize)
    this.#re = new Float64Array(nx * nz)
    this.#im = new Float64Array(nx * nz)
    this.each((mx, mz, index) => {
      const [kx, kz] = [mx * this.dkx, mz * this.dkz]
      const k = Math.sqrt(kx * kx + kz * kz)
      // The wave of two cells equals its opposite, so that it has no direction.
      if (!(k >= cascade.from && k < cascade.to && k > 0) || 2 * mx === nx || 2 * mz === nz) return
      const variance = this.dkx * this.dkz * this.#density(sea, mx, mz)
      if (!(variance > 0)) return
      const [xi, xj] = gaussianPairAt(mx, mz, seed, cascade.index)
      const amplitude = 0.5 * scale * Math.sqrt(variance)
      this.#re[index] = xi * amplitude
      this.#im[index] = xj * amplitude
    })
  }

  /** The spectrum at a point of the lattice [m⁴], or its mean over the lattice cell around the point. */
  #density(sea: Sea, mx: number, mz: number): number {
    if (Math.max(Math.abs(mx), Math.abs(mz)) > COARSE) return sea.densityAt(mx * this.dkx, mz * this.dkz)
    let sum = 0
    for (let p = 0; p < POINTS; p++)
      for (let q = 0; q < POINTS; q++)
        sum += sea.densityAt((mx + (p + 0.5) / POINTS - 0.5) * this.dkx, (mz + (q + 0.5) / POINTS - 0.5) * this.dkz)
    return sum / (POINTS * POINTS)
  }

  /** Visits every wave of the lattice, with its index. */
  each(visit: (mx: number, mz: number, index: number) => void): void {
    for (let j = 0; j < this.nz; j++)
      for (let i = 0; i < this.nx; i++) visit(signed(i, this.nx), signed(j, this.nz), j * this.nx + i)
  }

  re(mx: number, mz: number): number {
    return this.#re[this.#indexOf(mx, mz)]!
  }

  im(mx: number, mz: number): number {
    return this.#im[this.#indexOf(mx, mz)]!
  }

  #indexOf(mx: number, mz: number): number {
    return (mz < 0 ? mz + this.nz : mz) * this.nx + (mx < 0 ? mx + this.nx : mx)
  }
}

/** Periods -n/2 < m <= n/2 of the index 0 .. n - 1. */
function signed(index: number, count: number): number {
  return 2 * index > count ? index - count : index
}
