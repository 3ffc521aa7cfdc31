import { PlaneGeometry } from 'three/webgpu'

/** Ratio of successive distances between lines outside the fine middle [1]. */
const growth = 1.1

/**
 * Positions of the lines of a mesh that covers several grids side by side [cells], from the corner of the middle grid. In the middle
 * there is a line per cell, or `segments` lines if these are fewer; further out the distance of lines grows, since distant water is seen
 * at a grazing angle. Every line is on cell centres: a vertex has the value of a cell, never an interpolated one.
 */
export function tileLines(cells: number, tiles: number, segments = cells): number[] {
  const least = Math.ceil(cells / segments)
  const middle = Math.floor(cells / 2)
  const reach = Math.ceil((cells * tiles) / 2)
  const fine = Math.min(reach, Math.ceil(cells / 4))
  const steps: number[] = []
  for (let at = 0, step = least; at < reach; step = at < fine ? least : step * growth) {
    at = Math.min(reach, at + Math.round(step))
    steps.push(at)
  }
  return [...steps.toReversed().map((step) => middle - step), middle, ...steps.map((step) => middle + step)].map(
    (line) => line + 0.5,
  )
}

/** A plane in xz with lines at the given positions, in cells from the corner of a grid that is centred on the origin. */
export function linedPlane(xs: readonly number[], zs: readonly number[], nx: number, nz: number, cellSize: number) {
  const geometry = new PlaneGeometry(
    (xs.at(-1)! - xs[0]!) * cellSize,
    (zs.at(-1)! - zs[0]!) * cellSize,
    xs.length - 1,
    zs.length - 1,
  ).rotateX(-Math.PI / 2)
  const positions = geometry.getAttribute('position')
  for (let vertex = 0; vertex < positions.count; vertex++) {
    const [i, j] = [vertex % xs.length, Math.floor(vertex / xs.length)]
    positions.setXYZ(vertex, (xs[i]! - nx / 2) * cellSize, 0, (zs[j]! - nz / 2) * cellSize)
  }
  geometry.computeBoundingSphere()
  return geometry
}

/**
 * Positions of the lines of one period: through the centres of all cells, and of the first cell of the next period. `segments`: largest
 * number of quads.
 */
export function periodLines(cells: number, segments: number): number[] {
  const step = Math.ceil(cells / segments)
  const lines: number[] = []
  for (let at = 0; at < cells; at += step) lines.push(at + 0.5)
  return [...lines, cells + 0.5]
}

/** Ratio of successive distances between lines beyond the edges of a grid [1]: the water there is nearly level. */
const growthBeyond = 1.7

/**
 * Positions of the lines of a mesh that goes on beyond the edges of its grid [cells], from the corner of the grid: evenly spaced in the
 * grid, and further apart outwards. `before` and `after`: distances beyond both edges [cells].
 */
export function linesBeyond(cells: number, segments: number, before: number, after: number): number[] {
  const step = cells / segments
  const outwards = (reach: number): number[] => {
    const lines: number[] = []
    for (let at = 0, width = step; at < reach; width *= growthBeyond) {
      at = Math.min(reach, at + width)
      lines.push(at)
    }
    return lines
  }
  return [
    ...outwards(before)
      .toReversed()
      .map((at) => -at),
    ...Array.from({ length: segments + 1 }, (_, line) => line * step),
    ...outwards(after).map((at) => cells + at),
  ]
}
