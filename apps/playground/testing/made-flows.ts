// Flows given by formulas, for pictures and tests of views: velocities on faces, and dyes that they have carried.

import type { FlowArrays } from '@seiche/three'

export type Velocity = (x: number, y: number, z: number) => readonly [number, number, number]
export type Cells = readonly [number, number, number]

/** A fluid whose fields may be added to. */
export interface MadeFluid extends FlowArrays {
  readonly cells: Cells
  readonly fields: Record<string, Float32Array>
}

/** Values on the faces across an axis, or with `place` 3 at the centres. */
export function sampled(
  cells: Cells,
  cellSize: number,
  place: number,
  value: (x: number, y: number, z: number) => number,
): Float32Array {
  const extent = cells.map((count, axis) => count + Number(axis === place && (axis < 2 || count > 1)))
  const [nx, ny, nz] = extent as [number, number, number]
  const at = (index: number, axis: number) =>
    (index + (extent[axis]! > cells[axis]! ? 0 : 0.5) - cells[axis]! / 2) * cellSize
  const values = new Float32Array(nx * ny * nz)
  for (let k = 0, to = 0; k < nz; k++)
    for (let j = 0; j < ny; j++) for (let i = 0; i < nx; i++, to++) values[to] = value(at(i, 0), at(j, 1), at(k, 2))
  return values
}

export function madeFluid(cells: Cells, cellSize: number, velocity: Velocity): MadeFluid {
  const component = (axis: 0 | 1 | 2) => sampled(cells, cellSize, axis, (x, y, z) => velocity(x, y, z)[axis])
  return { cells, cellSize, fields: { u: component(0), v: component(1), w: component(2) } }
}

/** Vortices with smooth cores: middle, radius of greatest speed, that speed (counter-clockwise positive). */
export function vortices(list: readonly (readonly [x: number, y: number, radius: number, speed: number])[]): Velocity {
  return (x, y) => {
    let [u, v] = [0, 0]
    for (const [cx, cy, radius, speed] of list) {
      const [dx, dy] = [(x - cx) / radius, (y - cy) / radius]
      const turn = speed * Math.exp((1 - dx * dx - dy * dy) / 2)
      u -= turn * dy
      v += turn * dx
    }
    return [u, v, 0]
  }
}

/** Vortices of Taylor and Green from a low corner on, each as wide as `side` [m]; nothing flows through the walls of a box of whole vortices. */
export function taylorGreen(side: number, [left, bottom]: readonly [number, number]): Velocity {
  const k = Math.PI / side
  return (x, y) => [
    Math.sin(k * (x - left)) * Math.cos(k * (y - bottom)),
    -Math.cos(k * (x - left)) * Math.sin(k * (y - bottom)),
    0,
  ]
}

/** Eddies of many sizes without divergence: a sum of shearing waves, each along its own direction, the shorter the weaker. */
export function eddies(count: number, longest: number, speed: number, seed: number): Velocity {
  const waves = Array.from({ length: count }, (_, wave) => {
    const random = (n: number) => 2 * hash(seed, wave, n) - 1
    const size = longest * 0.55 ** (wave / (count / 4))
    const k = scaled([random(0), random(1), random(2)], (2 * Math.PI) / size)
    const across = crossed(k, [random(3), random(4), random(5)])
    return { k, push: scaled(across, speed * (size / longest) ** 0.6), phase: 2 * Math.PI * hash(seed, wave, 6) }
  })
  return (x, y, z) => {
    const sum: [number, number, number] = [0, 0, 0]
    for (const { k, push, phase } of waves) {
      const swing = Math.cos(k[0] * x + k[1] * y + k[2] * z + phase)
      sum[0] += push[0] * swing
      sum[1] += push[1] * swing
      sum[2] += push[2] * swing
    }
    return sum
  }
}

/** A flat dye after steps of dt in a steady flow, looked up between cells where it came from: blurs a little, as solvers do. */
export function stirred(
  dye: Float32Array,
  cells: Cells,
  cellSize: number,
  velocity: Velocity,
  dt: number,
  steps: number,
) {
  const [nx, ny] = cells
  const feet = Float32Array.from({ length: 2 * nx * ny }, (_, n) => {
    const [i, j] = [(n >> 1) % nx, Math.floor((n >> 1) / nx)]
    const [x, y] = [(i + 0.5 - nx / 2) * cellSize, (j + 0.5 - ny / 2) * cellSize]
    const [u, v] = velocity(x, y, 0)
    const back = velocity(x - (dt / 2) * u, y - (dt / 2) * v, 0)
    const place = n % 2 === 0 ? i - (dt * back[0]) / cellSize : j - (dt * back[1]) / cellSize
    return Math.min((n % 2 === 0 ? nx : ny) - 1.001, Math.max(0, place))
  })
  let now = dye
  let next: Float32Array = new Float32Array(dye.length)
  for (let step = 0; step < steps; step++) {
    for (let cell = 0; cell < nx * ny; cell++) {
      const [i, j] = [Math.floor(feet[2 * cell]!), Math.floor(feet[2 * cell + 1]!)]
      const [s, t] = [feet[2 * cell]! - i, feet[2 * cell + 1]! - j]
      const at = j * nx + i
      const low = now[at]! * (1 - s) + now[at + 1]! * s
      next[cell] = low * (1 - t) + (now[at + nx]! * (1 - s) + now[at + nx + 1]! * s) * t
    }
    ;[now, next] = [next, now]
  }
  return now
}

/** From 1 inside to 0 outside, over `soft`. */
export function soften(distance: number, soft: number): number {
  const t = Math.min(1, Math.max(0, 0.5 - distance / soft))
  return t * t * (3 - 2 * t)
}

type Triple = readonly [number, number, number]

function scaled(v: Triple, length: number): Triple {
  const factor = length / (Math.hypot(...v) || 1)
  return [v[0] * factor, v[1] * factor, v[2] * factor]
}

function crossed(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function hash(...numbers: number[]): number {
  let word = 0x9e3779b9
  for (const number of numbers) {
    word = Math.imul(word ^ (number + 0x7f4a7c15), 0x85ebca6b)
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35)
    word ^= word >>> 16
  }
  return (word >>> 0) / 4294967296
}
