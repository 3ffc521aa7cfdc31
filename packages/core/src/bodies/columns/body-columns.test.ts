import { describe, expect, it } from 'vitest'
import { ballMesh, ringMesh } from '../../../testing/meshes.js'
import { type BodyInput, bodySchema } from '../../scene/schema/body.js'
import { closedMesh, type Mesh } from '../geometry/closed-mesh.js'
import { convexHull } from '../geometry/hull.js'
import type { Polyhedron } from '../geometry/polyhedron.js'
import { matrixOf, type Quaternion, unit } from '../geometry/rotation.js'
import { type Solid, solidOf } from '../geometry/solid.js'
import { BodyColumns } from './body-columns.js'
import { Spans } from './spans.js'

const grid = { nx: 40, nz: 36, cellSize: 0.1 }
const area = grid.cellSize * grid.cellSize

function solid(body: BodyInput, polyhedron?: Polyhedron): Solid {
  return solidOf(bodySchema.parse(body), [polyhedron])
}
const meshed = (mesh: Mesh) => solid({ shape: 'mesh', file: 'in memory' }, closedMesh(mesh))
const hulled = (points: readonly number[]) =>
  solid({ shape: 'hull', file: 'in memory' }, convexHull(Float64Array.from(points)))

const columns = new BodyColumns(grid)
function spansOf(one: Solid, position: readonly number[], rotation: Quaternion = [0, 0, 0, 1]): Spans {
  const spans = new Spans()
  columns.add(one, position, rotation, 0, spans)
  return spans
}

const volumes = ({ count, coverage, bottom, top }: Spans) =>
  Array.from({ length: count }, (_, k) => coverage[k]! * (top[k]! - bottom[k]!) * area)
const total = (spans: Spans) => volumes(spans).reduce((sum, volume) => sum + volume, 0)

/** Volume in each cell below a level. */
function below(spans: Spans, level = 100): Float64Array {
  const cells = new Float64Array(grid.nx * grid.nz)
  for (let k = 0; k < spans.count; k++) cells[spans.cell[k]!]! += spanBelow(spans, k, level) * area
  return cells
}

/** Deterministic numbers from 0 to 1. */
import { spanBelow } from '../../../testing/span-below.js'

function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16807) % 2147483647) / 2147483647
}
function anyRotation(next: () => number): Quaternion {
  return unit([next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5])
}

const rock = hulled([-0.4, -0.2, -0.3, 0.5, -0.1, -0.2, 0.1, -0.3, 0.6, -0.5, 0.1, 0.3, 0.2, 0.5, 0.1, 0.3, 0.2, -0.5])
const shapes: Record<string, Solid> = {
  sphere: solid({ shape: 'sphere', radius: 0.8 }),
  'a sphere smaller than a cell': solid({ shape: 'sphere', radius: 0.02 }),
  box: solid({ shape: 'box', size: [1.2, 0.5, 0.7] }),
  capsule: solid({ shape: 'capsule', radius: 0.25, height: 1.5 }),
  cylinder: solid({ shape: 'cylinder', radius: 0.3, height: 1.1 }),
  rod: solid({ shape: 'cylinder', radius: 0.03, height: 1.8 }),
  'a flat cylinder': solid({ shape: 'cylinder', radius: 0.7, height: 0.05 }),
  cone: solid({ shape: 'cone', radius: 0.5, height: 0.9 }),
  'a cut cone': solid({ shape: 'cone', radius: 0.6, top: 0.25, height: 0.3 }),
  'a slender cone': solid({ shape: 'cone', radius: 0.08, height: 1.6 }),
  hull: rock,
  ring: meshed(ringMesh(0.6, 0.4, 64)),
  compound: solid({
    shape: 'compound',
    parts: [
      { shape: 'box', size: [1, 0.2, 0.4], position: [0, -0.3, 0] },
      { shape: 'sphere', radius: 0.2, position: [0.3, 0, 0.1] },
      {
        shape: 'capsule',
        radius: 0.1,
        height: 0.8,
        position: [-0.3, 0.2, 0],
        rotation: { axis: [0, 0, 1], angle: 30 },
      },
    ],
  }),
}

describe('volume', () => {
  for (const [name, one] of Object.entries(shapes))
    it(`of ${/^an? /.test(name) ? name : `a ${name}`} is the same wherever it is and however it is turned`, () => {
      const next = numbers(7)
      for (let trial = 0; trial < 40; trial++) {
        const spans = spansOf(one, [next() - 0.5, 5 * next() - 2.5, next() - 0.5], anyRotation(next))
        expect(total(spans) / one.volume).toBeCloseTo(1, 9)
        for (let k = 0; k < spans.count; k++) {
          const [coverage, top, bottom] = [spans.coverage[k]!, spans.top[k]!, spans.bottom[k]!]
          const isSound = coverage > 0 && coverage <= 1 && top > bottom
          if (!isSound) expect.fail(`column ${k} is covered by ${coverage} from ${bottom} to ${top}`)
        }
      }
    })

  it('is the same with corners on the lines of the grid', () => {
    const upright: Quaternion[] = [
      [0, 0, 0, 1],
      [1, 0, 0, 1],
      [0, 1, 0, 1],
      [0, 0, 1, 1],
      [1, 1, 1, 1],
    ]
    const blocks = [
      solid({ shape: 'box', size: [0.4, 0.2, 0.6] }),
      solid({ shape: 'box', size: [0.1, 0.1, 0.1] }),
      hulled([0, 0, 0, 0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5]),
      meshed(ringMesh(0.5, 0.4, 8)),
    ]
    for (const block of blocks)
      for (const rotation of upright)
        for (const x of [0, 0.05, 0.1, 0.3])
          expect(total(spansOf(block, [x, 0, -x], rotation)) / block.volume).toBeCloseTo(1, 9)
  })

  it('of what is beyond the grid does not count', () => {
    const edge = (grid.nx * grid.cellSize) / 2
    for (const name of ['sphere', 'box', 'ring'] as const) {
      const one = shapes[name]!
      expect(total(spansOf(one, [edge, 0, 0])) / one.volume).toBeCloseTo(0.5, 3)
      expect(total(spansOf(one, [edge, 0, edge])) / one.volume).toBeLessThan(0.5)
      expect(spansOf(one, [edge + 2, 0, 0]).count).toBe(0)
    }
  })
})

describe('intervals', () => {
  it('of an upright box are exact', () => {
    // From a quarter of cell 18 to three quarters of cell 21 along x, exactly cells 17 and 18 along z.
    const spans = spansOf(solid({ shape: 'box', size: [0.35, 0.4, 0.2] }), [0, 0.3, 0])
    expect(spans.count).toBe(8)
    for (let k = 0; k < spans.count; k++) {
      const [i, j] = [spans.cell[k]! % grid.nx, Math.floor(spans.cell[k]! / grid.nx)]
      expect([17, 18]).toContain(j)
      expect(spans.coverage[k]).toBeCloseTo(i === 18 || i === 21 ? 0.75 : 1, 12)
      expect(spans.bottom[k]).toBeCloseTo(0.1, 12)
      expect(spans.top[k]).toBeCloseTo(0.5, 12)
    }
  })

  // The volume of a light cone on its base was negative under a low level, and the water became NaN.
  it.each(['cone', 'a cut cone', 'a slender cone'])('of %s have no negative volume under any level', (name) => {
    const next = numbers(5)
    for (let trial = 0; trial < 200; trial++) {
      const tilt = trial % 4 === 0 ? 0 : 0.3
      const rotation = unit([tilt * (next() - 0.5), next() - 0.5, tilt * (next() - 0.5), next() < 0.5 ? 1 : 0.001])
      const spans = spansOf(shapes[name]!, [next() - 0.5, 0, next() - 0.5], rotation)
      let least = 0
      for (let level = -1; level < 1; level += 0.01)
        for (let k = 0; k < spans.count; k++) least = Math.min(least, spanBelow(spans, k, level))
      expect(least).toBeGreaterThanOrEqual(-1e-12)
    }
  })

  const inside: Record<string, (x: number, y: number, z: number) => boolean> = {
    sphere: (x, y, z) => x * x + y * y + z * z < 0.64,
    box: (x, y, z) => Math.abs(x) < 0.6 && Math.abs(y) < 0.25 && Math.abs(z) < 0.35,
    capsule: (x, y, z) => x * x + z * z + (Math.abs(y) - Math.min(0.5, Math.abs(y))) ** 2 < 0.0625,
    cylinder: (x, y, z) => x * x + z * z < 0.09 && Math.abs(y) < 0.55,
    cone: (x, y, z) => Math.abs(y) < 0.45 && Math.hypot(x, z) < 0.5 * (0.5 - y / 0.9),
    'a cut cone': (x, y, z) => Math.abs(y) < 0.15 && Math.hypot(x, z) < 0.425 - (0.35 * y) / 0.3,
    ring: (x, y, z) => (Math.hypot(x, z) - 0.6) ** 2 + y * y < 0.04,
    compound: (x, y, z) => {
      const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)]
      const [u, v] = [c * (x + 0.3) + s * (y - 0.2), -s * (x + 0.3) + c * (y - 0.2)]
      const box = Math.abs(x) < 0.5 && Math.abs(y + 0.3) < 0.1 && Math.abs(z) < 0.2
      const ball = (x - 0.3) ** 2 + y * y + (z - 0.1) ** 2 < 0.04
      return box || ball || u * u + z * z + (Math.abs(v) - Math.min(0.3, Math.abs(v))) ** 2 < 0.01
    },
  }
  for (const [name, isInside] of Object.entries(inside))
    it(`of a turned ${name} are those that points find`, () => {
      const next = numbers(21)
      for (let trial = 0; trial < 2; trial++) {
        const [position, rotation] = [[next() - 0.5, 0.1, next() - 0.5], anyRotation(next)]
        const [x0, y0, z0] = position as [number, number, number]
        const m = matrixOf(rotation)
        const level = 0.15
        const spans = spansOf(shapes[name]!, position, rotation)
        const [per, dy] = [12, 0.0125]
        // In steps of dy, of which one ends at the level.
        const counted = new Float64Array(grid.nx * grid.nz)
        let wet = 0
        for (let j = 0; j < grid.nz * per; j++)
          for (let i = 0; i < grid.nx * per; i++) {
            const dx = ((i + 0.5) / per - grid.nx / 2) * grid.cellSize - x0
            const dz = ((j + 0.5) / per - grid.nz / 2) * grid.cellSize - z0
            if (dx * dx + dz * dz > 1) continue
            for (let k = -88; k < 88; k++) {
              const h = level + (k + 0.5) * dy - y0
              const x = m[0]! * dx + m[3]! * h + m[6]! * dz
              const y = m[1]! * dx + m[4]! * h + m[7]! * dz
              const z = m[2]! * dx + m[5]! * h + m[8]! * dz
              if (!isInside(x, y, z)) continue
              const volume = (area / per / per) * dy
              counted[Math.floor(j / per) * grid.nx + Math.floor(i / per)]! += volume
              if (k < 0) wet += volume
            }
          }
        const found = below(spans)
        const worst = found.reduce((error, v, k) => Math.max(error, Math.abs(v - counted[k]!)), 0)
        expect(worst).toBeLessThan(0.05 * Math.max(...counted))
        const dipped = below(spans, level).reduce((sum, v) => sum + v, 0)
        expect(Math.abs(dipped - wet)).toBeLessThan(0.01 * wet)
      }
    })

  it('of a sphere agree with the exact chord in cells that it covers', () => {
    const [radius, x0, y0, z0] = [0.8, 0.033, 0.2, -0.021]
    const spans = spansOf(shapes.sphere!, [x0, y0, z0])
    let full = 0
    for (let k = 0; k < spans.count; k++) {
      const x = ((spans.cell[k]! % grid.nx) + 0.5 - grid.nx / 2) * grid.cellSize - x0
      const z = (Math.floor(spans.cell[k]! / grid.nx) + 0.5 - grid.nz / 2) * grid.cellSize - z0
      if (Math.hypot(x, z) > 0.6) continue
      full++
      const half = Math.sqrt(radius ** 2 - x * x - z * z)
      expect(spans.coverage[k]).toBeCloseTo(1, 9)
      // The mean over a cell lies below its middle by about (cellSize²/24) × curvature.
      expect(Math.abs(spans.top[k]! - y0 - half)).toBeLessThan(0.006)
      expect(Math.abs(spans.bottom[k]! - y0 + half)).toBeLessThan(0.006)
    }
    expect(full).toBeGreaterThan(100)
  })

  it('of a sphere give the volume of a cap at every level', () => {
    const radius = 0.8
    for (const dip of [0.3, 0.652704 * radius, 0.8, 1.1, 1.5]) {
      const cap = (Math.PI * dip * dip * (3 * radius - dip)) / 3
      const found = below(spansOf(shapes.sphere!, [0.013, radius, 0.037]), dip).reduce((sum, v) => sum + v, 0)
      expect(Math.abs(found / cap - 1)).toBeLessThan(0.003)
    }
  })

  it('of a ring that stands upright have two layers', () => {
    // Its hole reaches from -0.4 to 0.4 m.
    const spans = spansOf(shapes.ring!, [0.05, 0, 0.05], [Math.SQRT1_2, 0, 0, Math.SQRT1_2])
    const middle = Math.floor(grid.nz / 2) * grid.nx + grid.nx / 2
    const there = Array.from({ length: spans.count }, (_, k) => k).filter((k) => spans.cell[k] === middle)
    expect(there).toHaveLength(2)
    const [lower, upper] = there.map((k) => [spans.bottom[k]!, spans.top[k]!])
    expect(lower![0]).toBeCloseTo(-0.8, 1)
    expect(lower![1]).toBeCloseTo(-0.4, 1)
    expect(upper![0]).toBeCloseTo(0.4, 1)
    expect(upper![1]).toBeCloseTo(0.8, 1)
  })

  it('of a fine mesh of a ball are those of the ball', () => {
    const mesh = meshed(ballMesh(0.8, 48))
    expect(mesh.volume / shapes.sphere!.volume).toBeCloseTo(1, 2)
    const [one, two] = [shapes.sphere!, mesh].map((ball) => below(spansOf(ball, [0.02, 0.1, 0.03]), 0.3))
    const most = Math.max(...one!)
    for (let k = 0; k < one!.length; k++) expect(Math.abs(one![k]! - two![k]!)).toBeLessThan(0.02 * most)
  })

  it('of a mesh of a box are those of the box', () => {
    const hull = hulled(
      [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [0.6 * x, 0.25 * y, 0.35 * z]))),
    )
    const next = numbers(3)
    const [position, rotation] = [[0.3, 0, 0.2], anyRotation(next)]
    const [one, two] = [shapes.box!, hull].map((body) => below(spansOf(body, position, rotation), 0.1))
    for (let k = 0; k < one!.length; k++) expect(one![k]).toBeCloseTo(two![k]!, 12)
  })
})

it('bodies add up in one list, and the same pose gives the same bits', () => {
  const spans = new Spans()
  const [positions, rotations] = [
    [0, 0, 0, 0.5, 0.1, 0.3],
    [0, 0, 0, 1, 0.1, 0.2, 0.3, 0.9],
  ]
  const bits = () => {
    spans.clear()
    columns.add(shapes.capsule!, positions, rotations, 0, spans)
    columns.add(shapes.ring!, positions, rotations, 1, spans)
    return [spans.bottom, spans.top, spans.coverage].map((list) => list.slice(0, spans.count))
  }
  const first = bits()
  columns.add(shapes.compound!, positions, rotations, 1, spans)
  expect(bits()).toEqual(first)
  expect(total(spans)).toBeCloseTo(shapes.capsule!.volume + shapes.ring!.volume, 9)
})
