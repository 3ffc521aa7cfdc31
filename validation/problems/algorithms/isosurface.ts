import { isosurface, type Volume } from 'seiche'
import { eulerCharacteristic, leaks, measure } from '../../../packages/core/testing/closed-surface.js'
import type { Finding, Problem } from '../../problem.js'

type Place = readonly [x: number, y: number, z: number]

/** A function of place on n³ cells of the cube from -1 to 1 m. */
function sampled(n: number, value: (...place: Place) => number): Volume {
  const at = (i: number) => (2 * i + 1) / n - 1
  const values = Float32Array.from({ length: n * n * n }, (_, cell) =>
    value(at(cell % n), at(Math.floor(cell / n) % n), at(Math.floor(cell / n / n))),
  )
  return { values, cells: [n, n, n], cellSize: 2 / n }
}

/** Distance to a ball's surface, positive inside [m]. */
const ball =
  (radius: number, [x0, y0, z0]: Place) =>
  (...[x, y, z]: Place): number =>
    radius - Math.hypot(x - x0, y - y0, z - z0)

const RADIUS = 0.7
/** No multiple of a cell. */
const CENTER: Place = [0.031, -0.017, 0.011]
const GRIDS = [16, 32, 64, 128]

export const sphereSurface: Problem = {
  name: 'Surface of a sphere',
  solver: 'isosurface',
  exact: 'volume 4/3 π r³ and area 4 π r²; the error of linear interpolation falls by four when cells are halved',
  async run(): Promise<Finding[]> {
    const errors = GRIDS.map((n) => {
      const { area, volume } = measure(isosurface(sampled(n, ball(RADIUS, CENTER)), 0))
      return {
        volume: 1 - volume / ((4 / 3) * Math.PI * RADIUS ** 3),
        area: 1 - area / (4 * Math.PI * RADIUS ** 2),
      }
    })
    return (['volume', 'area'] as const).flatMap((quantity) => [
      {
        quantity: `${quantity} lost on ${GRIDS.at(-1)}³`,
        measured: errors.at(-1)![quantity],
        expected: 0,
        tolerance: 1e-3,
        kind: 'absolute' as const,
        unit: 'relative',
      },
      ...GRIDS.slice(1).map((n, k) => ({
        quantity: `order of the ${quantity} from ${GRIDS[k]}³ to ${n}³`,
        measured: Math.log2(errors[k]![quantity] / errors[k + 1]![quantity]),
        expected: 2,
        tolerance: 0.1,
        kind: 'absolute' as const,
        unit: '',
      })),
    ])
  },
}

/** Random fields; every third has many values equal to the level, every third two values only. */
const FIELDS = 2000

function randomVolume(seed: number): Volume {
  let state = seed + 1
  const random = () => {
    // Park and Miller 1988.
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
  for (let k = 0; k < 4; k++) random()
  const cells = [0, 1, 2].map(() => 1 + Math.floor(6 * random())) as [number, number, number]
  const kind = [(u: number) => u - 0.5, (u: number) => Math.floor(3 * u) - 1, (u: number) => Math.floor(2 * u)][
    seed % 3
  ]!
  const values = Float32Array.from({ length: cells[0] * cells[1] * cells[2] }, () => kind(random()))
  return { values, cells, cellSize: 1 }
}

export const surfaceTopology: Problem = {
  name: 'Surfaces without holes',
  solver: 'isosurface',
  exact:
    'every edge has two triangles in opposite directions; vertices - edges + triangles is 2 for each ball and 0 for each ring',
  async run(): Promise<Finding[]> {
    let open = 0
    for (let seed = 0; seed < FIELDS; seed++) open += leaks(isosurface(randomVolume(seed), 0)).length
    const one = ball(0.3, [0.5, 0, 0])
    const other = ball(0.3, [-0.5, 0, 0])
    const shapes = [
      ['a ball', ball(RADIUS, CENTER), 2],
      ['a ring', (x: number, y: number, z: number) => 0.25 - Math.hypot(Math.hypot(x, z) - 0.6, y), 0],
      ['two balls', (...place: Place) => Math.max(one(...place), other(...place)), 4],
    ] as const
    return [
      {
        quantity: `edges without their twin on ${FIELDS} random fields`,
        measured: open,
        expected: 0,
        tolerance: 0,
        kind: 'absolute',
        unit: '',
      },
      ...shapes.map(([name, value, expected]) => ({
        quantity: `Euler characteristic of ${name}`,
        measured: eulerCharacteristic(isosurface(sampled(32, value), 0)),
        expected,
        tolerance: 0,
        kind: 'absolute' as const,
        unit: '',
      })),
    ]
  },
}
