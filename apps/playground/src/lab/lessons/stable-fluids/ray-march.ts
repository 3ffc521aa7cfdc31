// Rays through a volume of dye, from the eye to the far side: a cloud lit from above.

import type { Camera, Triple } from '../../figures/camera.js'

/** Pixels along a side. */
export const imageSide = 112
/** Samples along the box's diagonal. */
const samples = 40
/** Light that a metre of density 1 takes away [1/m]. */
const absorption = 14

/** The picture of a volume of n cells a side (one cell deep in 2-D): red, green, blue, alpha. */
export function rayMarch(
  density: Float32Array,
  cells: readonly [number, number, number],
  box: Triple,
  camera: Camera,
): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * imageSide * imageSide)
  const step = (2 * camera.reach) / samples
  const at = sampler(density, cells, box)
  for (let row = 0; row < imageSide; row++)
    for (let column = 0; column < imageSide; column++) {
      const across = camera.reach * ((2 * (column + 0.5)) / imageSide - 1)
      const high = camera.reach * (1 - (2 * (row + 0.5)) / imageSide)
      let [transmitted, brightness] = [1, 0]
      const interval = crossing(across, high, box, camera)
      if (!interval) continue
      // At least one sample in a flat box.
      const count = Math.max(1, Math.ceil((interval[1] - interval[0]) / step))
      const length = (interval[1] - interval[0]) / count
      for (let n = 0; n < count && transmitted > 0.01; n++) {
        const along = interval[1] - (n + 0.5) * length
        const point = pointAt(across, high, along, camera)
        const thick = at(point)
        if (thick <= 0) continue
        // Dye above shades the point.
        const above = at([point[0], point[1] + 0.06, point[2]]) + at([point[0], point[1] + 0.12, point[2]])
        const lit = 0.35 + 0.65 * Math.exp(-0.8 * above)
        const taken = 1 - Math.exp(-absorption * thick * Math.max(length, 0.02))
        brightness += transmitted * taken * lit
        transmitted *= 1 - taken
      }
      const alpha = 1 - transmitted
      if (alpha <= 0) continue
      const light = brightness / alpha
      pixels.set([95 * light + 40, 170 * light + 40, 200 * light + 45, 255 * alpha], 4 * (row * imageSide + column))
    }
  return pixels
}

function pointAt(across: number, high: number, along: number, { right, up, toward }: Camera): Triple {
  return [
    across * right[0] + high * up[0] + along * toward[0],
    across * right[1] + high * up[1] + along * toward[1],
    across * right[2] + high * up[2] + along * toward[2],
  ]
}

/** Where a ray enters and leaves the box, from the far side to the eye [m]; undefined if it misses. */
function crossing(across: number, high: number, box: Triple, camera: Camera): [number, number] | undefined {
  const origin = pointAt(across, high, 0, camera)
  let [far, near] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let axis = 0; axis < 3; axis++) {
    const along = camera.toward[axis]!
    const half = box[axis]! / 2
    if (Math.abs(along) < 1e-9) {
      if (Math.abs(origin[axis]!) > half) return undefined
      continue
    }
    const ends = [(-half - origin[axis]!) / along, (half - origin[axis]!) / along]
    far = Math.max(far, Math.min(...ends))
    near = Math.min(near, Math.max(...ends))
  }
  return far < near ? [far, near] : undefined
}

/** Density between the centres of cells; 0 outside of the box. */
function sampler(
  density: Float32Array,
  cells: readonly [number, number, number],
  box: Triple,
): (point: Triple) => number {
  const [nx, ny] = cells
  return (point) => {
    let base = 0
    const shares: number[] = []
    const strides = [1, nx, nx * ny]
    const steps: number[] = []
    for (let axis = 0; axis < 3; axis++) {
      const place = (point[axis]! / box[axis]! + 0.5) * cells[axis]! - 0.5
      if (place < -0.5 || place > cells[axis]! - 0.5) return 0
      const low = Math.max(0, Math.min(cells[axis]! - 2, Math.floor(place)))
      base += low * strides[axis]!
      shares.push(cells[axis] === 1 ? 0 : Math.max(0, Math.min(1, place - low)))
      steps.push(cells[axis] === 1 ? 0 : strides[axis]!)
    }
    let value = 0
    for (let corner = 0; corner < 8; corner++) {
      let [weight, cell] = [1, base]
      for (let axis = 0; axis < 3; axis++) {
        const isFar = (corner >> axis) & 1
        weight *= isFar ? shares[axis]! : 1 - shares[axis]!
        cell += isFar * steps[axis]!
      }
      if (weight > 0) value += weight * density[cell]!
    }
    return value
  }
}
