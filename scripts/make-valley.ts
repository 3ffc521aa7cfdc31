// Makes scenes/valley.tif, an elevation model of a mountain valley that is nowhere: 2.56 × 1.92 km at 10 m, with a river
// that falls from west to east through a lake basin, a gorge where a dam could stand, and a plain; gullies, ridges and,
// as in real models, places without data. Only arithmetic and our own elementary functions: the same file everywhere.
//
//   node --import tsx scripts/make-valley.ts
//
// The slopes are what rain leaves of land that rises. Uplift U against the stream power law dh/dt = U - K A^m |∇h|, A the
// area drained, solved implicitly from the outlets up (Braun & Willett 2013, Geomorphology 180-181), and creep
// dh/dt = D ∇²h on the slopes in between. Water finds its way by flooding from the outlets (Barnes et al. 2014,
// Computers & Geosciences 62). The river and the rims of the map, where the next valleys lie, are the outlets.

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cos, power, sin } from '../packages/core/src/numerics/elementary.js'
import { fractalNoise } from '../packages/core/src/numerics/noise.js'
import { writeTiff } from '../packages/core/testing/write-tiff.js'

/** Pixels of the model, and of the land around it that is made and cut off. */
const [WIDTH, HEIGHT] = [256, 192]
const [MARGIN_X, MARGIN_Z] = [32, 52]
const [NX, NZ] = [WIDTH + 2 * MARGIN_X, HEIGHT + 2 * MARGIN_Z]
/** Width of a pixel [m]. */
const DX = 10
const NO_DATA = -9999

/** Uplift [m/a], erodibility [m^(1 - 2m)/a], its exponent, creep [m²/a], step [a] and number of steps. */
const UPLIFT = 1e-3
const ERODIBILITY = 3.6e-5
const EXPONENT = 0.45
const CREEP = 0.003
const STEP = 4000
const STEPS = 160
/** Steeper than this rock slides [m/m]. */
const STEEPEST = 0.8

const smooth = (t: number) => {
  const u = Math.min(1, Math.max(0, t))
  return u * u * (3 - 2 * u)
}
const mix = (a: number, b: number, t: number) => a + (b - a) * t
const noise = (x: number, z: number, scale: number, seed: number, octaves: number) =>
  fractalNoise(x / scale, z / scale, seed, octaves)

/** The middle of the river [m] from the middle of the map, x from its western rim. */
function riverAt(x: number): number {
  return 150 * sin((x / 1500) * 2 * Math.PI + 0.6) + 38 * sin((x / 430) * 2 * Math.PI) + 50 * noise(x, 0, 700, 5, 2)
}

/** Points [x, value], smooth in between. */
function along(points: readonly (readonly [number, number])[], x: number): number {
  const next = points.findIndex(([at]) => at > x)
  if (next === 0) return points[0]![1]
  if (next < 0) return points.at(-1)![1]
  const [[x0, y0], [x1, y1]] = [points[next - 1]!, points[next]!]
  return mix(y0, y1, (x - x0) / (x1 - x0))
}

/** Height of the river: into the lake, level over it, through the gorge, out on the plain [m]. */
const riverHeight = (x: number) =>
  along(
    [
      [-400, 604],
      [420, 566],
      [1120, 564],
      [1220, 562],
      [1560, 526],
      [3000, 496],
    ],
    x,
  )
/** Half the width of the valley's floor [m]. */
const floorWidth = (x: number) =>
  along(
    [
      [0, 45],
      [420, 75],
      [760, 150],
      [1060, 70],
      [1160, 18],
      [1480, 18],
      [1750, 110],
      [2300, 130],
      [3000, 100],
    ],
    x,
  )

interface Land {
  readonly height: Float64Array
  /** 1 where the height is given: the river and the rims. */
  readonly outlet: Uint8Array
}

/** Nearest point of the river: how far it is and at which x [m]. Its line is nowhere steep, so a stretch around x will do. */
function nearestRiver(x: number, z: number): { away: number; at: number } {
  let best = Number.POSITIVE_INFINITY
  let at = x
  for (let s = x - 250; s <= x + 250; s += 2) {
    const d = (s - x) * (s - x) + (riverAt(s) - z) * (riverAt(s) - z)
    if (d < best) [best, at] = [d, s]
  }
  return { away: Math.sqrt(best), at }
}

/** Where a cell is from the western rim and the middle [m]. */
const placeOf = (at: number): [x: number, z: number] => [
  ((at % NX) - MARGIN_X + 0.5) * DX,
  (Math.floor(at / NX) + 0.5 - NZ / 2) * DX,
]

const river = Array.from({ length: NX * NZ }, (_, at) => nearestRiver(...placeOf(at)))
/** Half the width of the floor at each cell, uneven as floods leave it [m]. */
const floorHere = river.map(({ at: x }, at) => {
  const [px, pz] = placeOf(at)
  return Math.max(0.75 * DX, floorWidth(x) * (1 + 0.5 * noise(px, pz, 330, 31, 3)))
})

/** Hills of noise, between a river with its floor and the rims. */
function firstLand(): Land {
  const height = new Float64Array(NX * NZ)
  const outlet = new Uint8Array(NX * NZ)
  for (let at = 0; at < height.length; at++) {
    const [x, z] = placeOf(at)
    const { away, at: s } = river[at]!
    const row = Math.floor(at / NX)
    const floor = away < floorHere[at]!
    if (row === 0 || row === NZ - 1) height[at] = 570 + 0.02 * (1300 - x) + 40 * noise(x, z, 900, 11, 2)
    else if (floor) height[at] = riverHeight(s) + 0.025 * away + 0.5 * noise(x, z, 60, 41, 3)
    else height[at] = 660 + 110 * noise(x, z, 420, 3, 6)
    outlet[at] = floor || row === 0 || row === NZ - 1 ? 1 : 0
  }
  return { height, outlet }
}

const NEIGHBOURS = [-1, 0, 1]
  .flatMap((b) => [-1, 0, 1].map((a) => [a, b] as const))
  .filter(([a, b]) => a !== 0 || b !== 0)

/** Calls with each neighbour and its distance in pixels. */
function around(at: number, visit: (neighbour: number, distance: number) => void): void {
  const [i, j] = [at % NX, Math.floor(at / NX)]
  for (const [a, b] of NEIGHBOURS)
    if (i + a >= 0 && i + a < NX && j + b >= 0 && j + b < NZ)
      visit(at + b * NX + a, a !== 0 && b !== 0 ? Math.SQRT2 : 1)
}

/** Cells by height, the lowest first; of equals the one with the lower index. */
class Heap {
  readonly #cells: number[] = []
  readonly #height: Float64Array
  constructor(height: Float64Array) {
    this.#height = height
  }
  get size(): number {
    return this.#cells.length
  }
  #before(a: number, b: number): boolean {
    const [ha, hb] = [this.#height[a]!, this.#height[b]!]
    return ha < hb || (ha === hb && a < b)
  }
  push(cell: number): void {
    const cells = this.#cells
    let k = cells.push(cell) - 1
    for (let up = (k - 1) >> 1; k > 0 && this.#before(cell, cells[up]!); k = up, up = (k - 1) >> 1)
      cells[k] = cells[up]!
    cells[k] = cell
  }
  pop(): number {
    const cells = this.#cells
    const lowest = cells[0]!
    const last = cells.pop()!
    if (cells.length === 0) return lowest
    let k = 0
    while (true) {
      let down = 2 * k + 1
      if (down >= cells.length) break
      if (down + 1 < cells.length && this.#before(cells[down + 1]!, cells[down]!)) down++
      if (!this.#before(cells[down]!, last)) break
      cells[k] = cells[down]!
      k = down
    }
    cells[k] = last
    return lowest
  }
}

/** Where the water of each cell goes, and the cells in an order in which it comes after where its water goes. */
function drain({ height, outlet }: Land): { order: Int32Array; receiver: Int32Array; distance: Float64Array } {
  const filled = Float64Array.from(height)
  const seen = Uint8Array.from(outlet)
  const heap = new Heap(filled)
  for (let at = 0; at < outlet.length; at++) if (outlet[at] === 1) heap.push(at)
  const order = new Int32Array(NX * NZ)
  for (let k = 0; heap.size > 0; k++) {
    const at = (order[k] = heap.pop())
    around(at, (neighbour) => {
      if (seen[neighbour] === 1) return
      seen[neighbour] = 1
      filled[neighbour] = Math.max(filled[neighbour]!, filled[at]! + 1e-5)
      heap.push(neighbour)
    })
  }
  const receiver = Int32Array.from({ length: NX * NZ }, (_, at) => at)
  const distance = new Float64Array(NX * NZ).fill(DX)
  for (const at of order) {
    if (outlet[at] === 1) continue
    let steepest = 0
    around(at, (neighbour, pixels) => {
      const slope = (filled[at]! - filled[neighbour]!) / pixels
      if (slope <= steepest) return
      steepest = slope
      receiver[at] = neighbour
      distance[at] = pixels * DX
    })
  }
  return { order, receiver, distance }
}

/** Rock is not the same everywhere: how easily it wears. */
const softness = Float64Array.from({ length: NX * NZ }, (_, at) => {
  const [x, z] = [(at % NX) * DX, Math.floor(at / NX) * DX]
  return power(2, 2 * noise(x, z, 350, 21, 5))
})

function erode(land: Land): void {
  const { height, outlet } = land
  const { order, receiver, distance } = drain(land)
  const area = new Float64Array(NX * NZ).fill(DX * DX)
  for (let k = order.length - 1; k >= 0; k--) {
    const at = order[k]!
    if (receiver[at] !== at) area[receiver[at]!]! += area[at]!
  }
  for (const at of order) {
    if (outlet[at] === 1) continue
    const factor = (ERODIBILITY * softness[at]! * STEP * power(area[at]!, EXPONENT)) / distance[at]!
    const below = height[receiver[at]!]!
    const worn = (height[at]! + UPLIFT * STEP + factor * below) / (1 + factor)
    height[at] = Math.min(worn, below + STEEPEST * distance[at]!)
  }
  creep(land, CREEP * STEP)
}

/** Evens out slopes by `spread` [m²], in steps that are stable. */
function creep({ height, outlet }: Land, spread: number): void {
  const steps = Math.ceil(spread / (0.2 * DX * DX))
  const share = spread / steps / (DX * DX)
  for (let step = 0; step < steps; step++) {
    const before = height.slice()
    for (let j = 1; j < NZ - 1; j++)
      for (let i = 0; i < NX; i++) {
        const at = j * NX + i
        if (outlet[at] === 1) continue
        const west = before[i > 0 ? at - 1 : at]!
        const east = before[i < NX - 1 ? at + 1 : at]!
        height[at]! += share * (west + east + before[at - NX]! + before[at + NX]! - 4 * before[at]!)
      }
  }
}

/** What ice and river dug into the floor. */
function digFloor({ height }: Land): void {
  for (let at = 0; at < height.length; at++) {
    const { away, at: x } = river[at]!
    // The lake: up to 24 m deep, behind a sill of rock.
    const [u, w] = [(x - 770) / 350, away / (1.15 * floorHere[at]!)]
    const inside = 1 - u * u - w * w
    if (inside > 0) height[at]! -= 24 * smooth(1.2 * inside)
    // The bed of the river: 3 m deep in its middle, 32 m wide.
    const channel = 1 - (away * away) / (16 * 16)
    if (channel > 0) height[at]! -= 3 * channel
  }
}

/** Where the survey saw nothing: a patch on the southern slope, and a few specks. */
function hidden(column: number, row: number): boolean {
  const [x, z] = [column * DX, row * DX]
  const [u, w] = [(x - 1830) / 190, (z - 1490) / 130]
  const turned = u * cos(0.5) + w * sin(0.5)
  const across = w * cos(0.5) - u * sin(0.5)
  const patch = turned * turned + 1.8 * across * across + 1.6 * noise(x, z, 150, 51, 4) < 0.7
  return patch || noise(x, z, 130, 61, 3) > 0.66
}

const land = firstLand()
for (let step = 0; step < STEPS; step++) erode(land)
const free = { height: land.height, outlet: new Uint8Array(NX * NZ) }
creep(free, 40)
digFloor(land)
creep(free, 8)

// To the centimetre, as models are; finer would only be noise.
const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, k) => {
  const [column, row] = [k % WIDTH, Math.floor(k / WIDTH)]
  const [x, z] = [column * DX, row * DX]
  const height = land.height[(row + MARGIN_Z) * NX + column + MARGIN_X]! + 0.4 * noise(x, z, 40, 71, 2)
  return hidden(column, row) ? NO_DATA : Math.round(height * 100) / 100
})
const file = fileURLToPath(new URL('../scenes/valley.tif', import.meta.url))
writeFileSync(
  file,
  writeTiff({
    width: WIDTH,
    height: HEIGHT,
    data,
    rowsPerStrip: 32,
    // Projected, pixels as areas, in a system and place of its own, metres.
    keys: { 1024: 1, 1025: 1, 3072: 32767, 3076: 9001 },
    pixelScale: [DX, DX, 0],
    tiePoint: [0, 0, 0, 0, HEIGHT * DX, 0],
    noData: String(NO_DATA),
  }),
)
