// Water with elevation and potential follows a change of the openness.
//
// A cell of openness m holds the volume m (H + eta) dx². When m changes by dm, the volume dm (H + eta) dx² is removed, or added.
//
// Solids that are built and erased remove and add this water. It counts as added volume, like that of a drop.
//
// A moving solid pushes it. A solid with draught b displaces the column from its keel to the surface, b + eta. Conservation of volume,
// d(m (H + eta))/dt = -div(flow), linear in eta except for the small eta dm, has the source -b dm/dt: a cell that closes by |dm| raises the
// open water around it by b |dm|, one that opens by dm lowers it by b dm. The volume
//
//   displaced = -dm (b + eta)      summed over the cells that changed,
//
// is spread over the surface near each of them (spread.ts). With b = H, the default, this is exactly the volume that is lost, and the volume
// of the basin is constant. With a smaller draught, (H - b) dm counts as added volume: columns cannot represent the water that passes
// below a keel.
//
// The small eta in b + eta is necessary: with b alone, or with eta limited to b, opening cells create water in proportion to eta, and
// behind a disc that moves at two thirds of the wave speed the water grew without bound.
//
// A cell that was closed and opens starts with the mean elevation and potential of the water beside it: no step, no jet. (Extrapolating the
// flow by the gradient of phi was smoother behind a wall, and grew without bound behind a disc.) A cell that closes has eta = phi = 0.

import type { Field } from '../../fields/field.js'
import type { Openness, OpennessChange } from './openness.js'
import { type Receiver, spreadAround, spreadNear } from './spread.js'

export class Displacement {
  readonly #openness: Openness
  readonly #eta: Field
  readonly #phi: Field
  readonly #receiver: Receiver
  #displaced = new Float64Array(0)
  /** Elevation and potential found by `#meanNear`. */
  #etaMean = 0
  #phiMean = 0

  constructor(openness: Openness, eta: Field, phi: Field) {
    this.#openness = openness
    this.#eta = eta
    this.#phi = phi
    this.#receiver = {
      grid: eta,
      capacityAt: (i, j) => openness.at(i, j),
      raise: (i, j, height) => {
        const cell = this.#cell(i, j)
        const before = eta.data[cell]!
        eta.data[cell] = before + height
        return openness.at(i, j) * (eta.data[cell]! - before)
      },
    }
  }

  /**
   * Adjusts the water to a change of the openness. Returns the change of the sum of openness × elevation over all cells [m].
   * Postcondition: closed cells have eta = phi = 0; cells that opened have the elevation and potential of the water near them.
   */
  follow(change: OpennessChange): number {
    this.#fillOpened(change)
    let added = 0
    const { i, j, nx, nz, before } = change
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++)
        added +=
          (this.#openness.at(i + column, j + row) - before[row * nx + column]!) * this.#eta.at(i + column, j + row)
    if (change.draught !== undefined) added += this.#push(change, change.draught)
    this.#clearClosed(change)
    return added
  }

  /** Fills cells that were closed and have opened. */
  #fillOpened(change: OpennessChange): void {
    const { i, j, nx, nz, before } = change
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        if (before[row * nx + column] !== 0 || this.#openness.at(i + column, j + row) === 0) continue
        this.#meanNear(change, i + column, j + row)
        const cell = this.#cell(i + column, j + row)
        this.#eta.data[cell] = this.#etaMean
        this.#phi.data[cell] = this.#phiMean
      }
  }

  /** Mean of the water beside a cell before the change; if there was none, of the water around all cells that changed. */
  #meanNear(change: OpennessChange, column: number, row: number): void {
    if (this.#mean(change, column - 1, row - 1, column + 1, row + 1)) return
    for (let margin = 1; ; margin *= 2) {
      const [left, top] = [change.i - margin, change.j - margin]
      const [right, bottom] = [change.i + change.nx + margin, change.j + change.nz + margin]
      if (this.#mean(change, left, top, right, bottom)) return
      if (left <= 0 && top <= 0 && right >= this.#eta.nx && bottom >= this.#eta.nz) break
    }
    this.#etaMean = 0
    this.#phiMean = 0
  }

  /** Mean of the water in a rectangle, ends included, before the change. Returns whether there was any. */
  #mean(change: OpennessChange, left: number, top: number, right: number, bottom: number): boolean {
    let [weights, eta, phi] = [0, 0, 0]
    for (let l = Math.max(0, top); l <= Math.min(this.#eta.nz - 1, bottom); l++)
      for (let k = Math.max(0, left); k <= Math.min(this.#eta.nx - 1, right); k++) {
        const open = this.#before(change, k, l)
        weights += open
        eta += open * this.#eta.at(k, l)
        phi += open * this.#phi.at(k, l)
      }
    if (weights === 0) return false
    this.#etaMean = eta / weights
    this.#phiMean = phi / weights
    return true
  }

  /** Openness before the change, of any cell. */
  #before({ i, j, nx, nz, before }: OpennessChange, column: number, row: number): number {
    const inside = column >= i && column < i + nx && row >= j && row < j + nz
    return inside ? before[(row - j) * nx + column - i]! : this.#openness.at(column, row)
  }

  /** Spreads the displaced water over the surface. Returns the change of the sum of openness × elevation [m]. */
  #push(change: OpennessChange, draught: number): number {
    const { i, j, nx, nz, before } = change
    if (this.#displaced.length < nx * nz) this.#displaced = new Float64Array(nx * nz)
    // All of it is measured before any of it is moved.
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const dm = this.#openness.at(i + column, j + row) - before[row * nx + column]!
        this.#displaced[row * nx + column] = dm === 0 ? 0 : -dm * (draught + this.#eta.at(i + column, j + row))
      }
    let [added, left] = [0, 0]
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const displaced = this.#displaced[row * nx + column]!
        if (displaced === 0) continue
        const spread = spreadNear(this.#receiver, i + column, j + row, displaced)
        if (spread === undefined) left += displaced
        else added += spread
      }
    return left === 0 ? added : added + spreadAround(this.#receiver, change, left)
  }

  #clearClosed({ i, j, nx, nz }: OpennessChange): void {
    for (let row = j; row < j + nz; row++)
      for (let column = i; column < i + nx; column++) {
        if (this.#openness.at(column, row) !== 0) continue
        const cell = this.#cell(column, row)
        this.#eta.data[cell] = 0
        this.#phi.data[cell] = 0
      }
  }

  /** Index of a cell in either field. */
  #cell(column: number, row: number): number {
    return this.#eta.offset + row * this.#eta.stride + column
  }
}
