import type { Layout, Periodic } from './flow.js'

/** Interpolation at the current point, by axis: offset of the value before it, distance to the next value, and weight of the next value. */
const before = new Int32Array(3)
const next = new Int32Array(3)
const share = new Float64Array(3)

/**
 * One component of a flow, interpolated linearly along each axis. It is constant beyond the outermost values, and repeats along periodic
 * axes. The kernel that advects particles interpolates in the same way (kernels/particles).
 */
export class Component {
  readonly layout: Layout
  readonly periodic: Periodic

  constructor(layout: Layout, periodic: Periodic) {
    this.layout = layout
    this.periodic = periodic
  }

  /** The value at a point, in cells from the low corner. */
  at(x: number, y: number, z: number): number {
    const { data, origin, row, plane, extent } = this.layout
    this.#find(0, x, 1)
    this.#find(1, y, row)
    const near = origin + before[0]! + before[1]!
    const [right, up, s, t] = [next[0]!, next[1]!, share[0]!, share[1]!]
    if (extent[2] === 1) return inRectangle(data, near, right, up, s, t)
    this.#find(2, z, plane)
    const close = near + before[2]!
    const low = inRectangle(data, close, right, up, s, t)
    return low + share[2]! * (inRectangle(data, close + next[2]!, right, up, s, t) - low)
  }

  #find(axis: 0 | 1 | 2, place: number, step: number): void {
    const onFaces = this.layout.place === axis
    const values = this.layout.extent[axis]
    const t = place - (onFaces ? 0 : 0.5)
    if (this.periodic[axis]) {
      // Along a periodic axis the last face is the first one.
      const period = onFaces ? values - 1 : values
      const whole = Math.floor(t)
      const index = ((whole % period) + period) % period
      before[axis] = index * step
      next[axis] = index === period - 1 ? -index * step : step
      share[axis] = t - whole
      return
    }
    const index = Math.max(0, Math.min(values - 2, Math.floor(t)))
    before[axis] = index * step
    next[axis] = values > 1 ? step : 0
    share[axis] = Math.max(0, Math.min(values - 1, t)) - index
  }
}

/** Bilinear interpolation between four values, at the fractions s to the right and t up. */
function inRectangle(data: Float32Array, first: number, right: number, up: number, s: number, t: number): number {
  const low = data[first]! + s * (data[first + right]! - data[first]!)
  const high = data[first + up]! + s * (data[first + up + right]! - data[first + up]!)
  return low + t * (high - low)
}
