import type { Layout } from './flow.js'

/** Which axes come again at their end: x, y, z. */
export type Periodic = readonly [x: boolean, y: boolean, z: boolean]

/** Many places at once, as lists: engines hand single numbers from function to function by way of the heap. */
export class Places {
  /** Cells from the low corner. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly z: Float64Array

  constructor(room: number) {
    this.x = new Float64Array(room)
    this.y = new Float64Array(room)
    this.z = new Float64Array(room)
  }
}

const place = new Places(1)
const value = new Float64Array(1)

/**
 * One component of a flow between its values, linear along each axis. Beyond the outermost values those go on; around a periodic axis
 * they come again.
 */
export class Component {
  readonly #layout: Layout
  readonly #periodic: Periodic

  constructor(layout: Layout, periodic: Periodic) {
    this.#layout = layout
    this.#periodic = periodic
  }

  /** The value at a place in cells from the low corner. */
  at(x: number, y: number, z: number): number {
    place.x[0] = x
    place.y[0] = y
    place.z[0] = z
    this.sample(place, 1, value)
    return value[0]!
  }

  /** The values at the first `count` of some places. */
  sample({ x, y, z }: Places, count: number, out: Float64Array): void {
    const { data, origin, row, plane, extent, place } = this.#layout
    const deep = extent[2] > 1
    // How far the first value is from the low corner.
    const xFirst = place === 0 ? 0 : 0.5
    const yFirst = place === 1 ? 0 : 0.5
    const zFirst = place === 2 ? 0 : 0.5
    // The last value, or the period: around a periodic axis the last face is the first one.
    const xWraps = this.#periodic[0]
    const yWraps = this.#periodic[1]
    const zWraps = this.#periodic[2]
    const xLast = xWraps && place !== 0 ? extent[0] : extent[0] - 1
    const yLast = yWraps && place !== 1 ? extent[1] : extent[1] - 1
    const zLast = zWraps && place !== 2 ? extent[2] : extent[2] - 1
    for (let p = 0; p < count; p++) {
      // Between which two values, and how far towards the second.
      let s = x[p]! - xFirst
      let i = 0
      let right = 1
      if (xWraps) {
        i = Math.floor(s) | 0
        s -= i
        i = ((i % xLast) + xLast) % xLast
        if (i === xLast - 1) right = 1 - xLast
      } else if (s >= xLast) {
        i = xLast
        s = right = 0
      } else if (s > 0) {
        i = s | 0
        s -= i
      } else s = right = 0

      let t = y[p]! - yFirst
      let j = 0
      let up = row
      if (yWraps) {
        j = Math.floor(t) | 0
        t -= j
        j = ((j % yLast) + yLast) % yLast
        if (j === yLast - 1) up = row - row * yLast
      } else if (t >= yLast) {
        j = yLast
        t = up = 0
      } else if (t > 0) {
        j = t | 0
        t -= j
      } else t = up = 0

      const first = (origin + Math.imul(j, row) + i) | 0
      if (!deep) {
        const low = data[first]! + s * (data[(first + right) | 0]! - data[first]!)
        const high = data[(first + up) | 0]! + s * (data[(first + up + right) | 0]! - data[(first + up) | 0]!)
        out[p] = low + t * (high - low)
        continue
      }

      let r = z[p]! - zFirst
      let k = 0
      let deeper = plane
      if (zWraps) {
        k = Math.floor(r) | 0
        r -= k
        k = ((k % zLast) + zLast) % zLast
        if (k === zLast - 1) deeper = plane - plane * zLast
      } else if (r >= zLast) {
        k = zLast
        r = deeper = 0
      } else if (r > 0) {
        k = r | 0
        r -= k
      } else r = deeper = 0

      const near = (first + Math.imul(k, plane)) | 0
      const far = (near + deeper) | 0
      const nearLow = data[near]! + s * (data[(near + right) | 0]! - data[near]!)
      const nearHigh = data[(near + up) | 0]! + s * (data[(near + up + right) | 0]! - data[(near + up) | 0]!)
      const farLow = data[far]! + s * (data[(far + right) | 0]! - data[far]!)
      const farHigh = data[(far + up) | 0]! + s * (data[(far + up + right) | 0]! - data[(far + up) | 0]!)
      const low = nearLow + r * (farLow - nearLow)
      const high = nearHigh + r * (farHigh - nearHigh)
      out[p] = low + t * (high - low)
    }
  }
}
