// What water does when cells close and open under it.
//
// Over a cell of openness m stands the volume m (H + eta) dx². When m changes by dm, dm (H + eta) dx² of it is lost to the
// solid, or found where the solid was.
//
// Built and erased solids take this water away and bring it along: it is booked, like that of a drop.
//
// A moving solid pushes it. One that reaches b below the rest level displaces the column from its keel to the surface,
// b + eta. Conservation of water, d(m (H + eta))/dt = -div(flow), linear in eta apart from the small eta dm, has the
// source -b dm/dt: what closes by |dm| lifts b |dm| onto the open water around it, what opens takes b dm in. So
//
//   pushed = -dm (b + eta)      summed over the cells that changed,
//
// goes onto the surface near each of them: all open cells within four are lifted, half as much with every cell further
// away. Halving is what makes the bow move on smoothly: seen from the next cell, what the last one left off with has the
// same proportions (a tent, which has not, made ripples three times as high before a moving wall). A small rest of
// openness is lifted as much as its neighbours and so takes a small rest of the water. With b = H, the default, exactly
// what is lost is pushed and the volume of the basin stays as it is. With less, (H - b) dm is booked: columns have no
// room for the water that passes below a keel.
//
// The eta in b + eta is small but has to be there: with b alone, or with eta limited to b, what opens makes water out of
// nothing in proportion to eta, and behind a disc at two thirds of the wave speed the water grew without end.
//
// A cell that opens altogether begins as the mean of the water beside it, surface and potential: no step, no jet. (Letting
// the flow go on into it, by the slope of phi, was smoother behind a wall and grew without end behind a disc.) A cell that
// closes altogether is left dry, at 0.

import type { CellBox } from '../../fields/cell-box.js'
import type { Field } from '../../fields/field.js'
import type { Openness, OpennessChange } from './openness.js'

/** Cells to either side that share what is pushed. */
const NEAR = 4
/**
 * Least open water, in cells' worth, that is asked to take something: less of it would leap. Beside a wall in a channel
 * there is 1/2 + 1/4 + 1/8 + 1/16, beside a corner the square of that.
 */
const ENOUGH = 0.5

export class Displacement {
  readonly #openness: Openness
  readonly #eta: Field
  readonly #phi: Field
  #pushed = new Float64Array(0)
  /** Surface and potential found by `#meanNear`. */
  #etaMean = 0
  #phiMean = 0

  constructor(openness: Openness, eta: Field, phi: Field) {
    this.#openness = openness
    this.#eta = eta
    this.#phi = phi
  }

  /**
   * Makes the water follow a change of the openness. Returns what it adds to the sum of openness × elevation over all cells [m].
   * Postcondition: cells that are closed have eta = phi = 0; every cell that is open has water of its own.
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
    this.#dryClosed(change)
    return added
  }

  /** Water for cells that were closed and are not any more. */
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

  /** Mean of the water that was there before, beside a cell, or around all that changed if it is far. */
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

  /** Mean over a rectangle, ends included, of water that was there before. False if there was none. */
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

  /** Lifts displaced water onto the surface around. Returns what that adds to the sum of openness × elevation. */
  #push(change: OpennessChange, draught: number): number {
    const { i, j, nx, nz, before } = change
    if (this.#pushed.length < nx * nz) this.#pushed = new Float64Array(nx * nz)
    // All of it is measured before any of it is moved.
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const dm = this.#openness.at(i + column, j + row) - before[row * nx + column]!
        this.#pushed[row * nx + column] = dm === 0 ? 0 : -dm * (draught + this.#eta.at(i + column, j + row))
      }
    let [added, left] = [0, 0]
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const pushed = this.#pushed[row * nx + column]!
        if (pushed === 0) continue
        const open = this.#openNear(i + column, j + row)
        if (open < ENOUGH) left += pushed
        else added += this.#liftNear(i + column, j + row, pushed / open)
      }
    return left === 0 ? added : added + this.#liftAround(change, left)
  }

  /** Open cells near a cell, each by its share. */
  #openNear(column: number, row: number): number {
    let open = 0
    for (let l = Math.max(0, row - NEAR); l <= Math.min(this.#eta.nz - 1, row + NEAR); l++)
      for (let k = Math.max(0, column - NEAR); k <= Math.min(this.#eta.nx - 1, column + NEAR); k++)
        open += share(k - column) * share(l - row) * this.#openness.at(k, l)
    return open
  }

  #liftNear(column: number, row: number, lift: number): number {
    let added = 0
    for (let l = Math.max(0, row - NEAR); l <= Math.min(this.#eta.nz - 1, row + NEAR); l++)
      for (let k = Math.max(0, column - NEAR); k <= Math.min(this.#eta.nx - 1, column + NEAR); k++)
        added += this.#lift(k, l, lift * share(k - column) * share(l - row))
    return added
  }

  /** Water that found no room near its cell goes evenly around all that changed, as far out as it takes; with no room anywhere it is lost. */
  #liftAround(change: CellBox, pushed: number): number {
    const { nx, nz } = this.#eta
    for (let margin = NEAR; ; margin *= 2) {
      const [left, top] = [Math.max(0, change.i - margin), Math.max(0, change.j - margin)]
      const right = Math.min(nx, change.i + change.nx + margin)
      const bottom = Math.min(nz, change.j + change.nz + margin)
      let open = 0
      for (let l = top; l < bottom; l++) for (let k = left; k < right; k++) open += this.#openness.at(k, l)
      if (open >= ENOUGH) {
        let added = 0
        for (let l = top; l < bottom; l++) for (let k = left; k < right; k++) added += this.#lift(k, l, pushed / open)
        return added
      }
      if (left === 0 && top === 0 && right === nx && bottom === nz) return 0
    }
  }

  /** Lifts an open cell and says by how much openness × elevation has really grown. */
  #lift(column: number, row: number, by: number): number {
    const open = this.#openness.at(column, row)
    if (open === 0) return 0
    const { data } = this.#eta
    const cell = this.#cell(column, row)
    const was = data[cell]!
    data[cell] = was + by
    return open * (data[cell]! - was)
  }

  #dryClosed({ i, j, nx, nz }: OpennessChange): void {
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

/** 1 in the middle, half as much with every cell. */
function share(distance: number): number {
  return 1 / (1 << Math.abs(distance))
}
