// Fewer triangles for nearly the same surface: edges are drawn together into points, always the one that costs least
// (Garland & Heckbert 1997, Surface simplification using quadric error metrics). A closed surface stays closed.

import type { TriangleMesh } from './triangle-mesh.js'

/** Weight of an edge's own length against the distance from planes: keeps triangles of flat parts well shaped. */
const EVENNESS = 2e-3
/** A triangle may turn by an angle of this cosine at most when a corner moves. */
const LEAST_COSINE = 0.2

/** Σ (n·p + d)² as its ten coefficients: of xx, xy, xz, x, yy, yz, y, zz, z, 1. */
type Quadric = Float64Array

interface Collapse {
  readonly cost: number
  readonly from: number
  readonly to: number
  /** How often each end had changed when the cost was found. */
  readonly age: number
  readonly at: readonly [number, number, number]
}

/** How many times as dear errors are around a point. */
type Importance = (x: number, y: number, z: number) => number

export function simplify(mesh: TriangleMesh, count: number, importance: Importance = () => 1): TriangleMesh {
  const surface = new Surface(mesh, importance)
  surface.simplify(count)
  return surface.mesh()
}

class Surface {
  readonly #p: Float64Array
  readonly #faces: ([number, number, number] | undefined)[] = []
  /** Faces of each vertex. */
  readonly #around: Set<number>[]
  readonly #quadrics: Quadric[]
  readonly #ages: Uint32Array
  readonly #heap: Collapse[] = []
  #count: number

  constructor({ vertices, triangles }: TriangleMesh, importance: Importance) {
    this.#p = vertices.slice()
    const count = vertices.length / 3
    this.#around = Array.from({ length: count }, () => new Set<number>())
    this.#quadrics = Array.from({ length: count }, () => new Float64Array(10))
    this.#ages = new Uint32Array(count)
    for (let k = 0; k < triangles.length; k += 3) {
      const face = [triangles[k]!, triangles[k + 1]!, triangles[k + 2]!] as [number, number, number]
      this.#faces.push(face)
      for (const corner of face) this.#around[corner]!.add(this.#faces.length - 1)
      const at = 3 * face[0]
      this.#addPlane(face, importance(vertices[at]!, vertices[at + 1]!, vertices[at + 2]!))
    }
    this.#count = this.#faces.length
    for (let vertex = 0; vertex < count; vertex++)
      for (const other of this.#neighbours(vertex)) if (vertex < other) this.#consider(vertex, other)
  }

  simplify(count: number): void {
    while (this.#count > count) {
      const next = this.#pop()
      if (!next) return
      const { from, to, age } = next
      if (this.#around[from]!.size === 0 || this.#around[to]!.size === 0) continue
      if (age !== this.#ages[from]! + this.#ages[to]! || !this.#mayCollapse(next)) continue
      this.#collapse(next)
    }
  }

  mesh(): TriangleMesh {
    const numbers = new Map<number, number>()
    const vertices: number[] = []
    const triangles: number[] = []
    for (const face of this.#faces)
      for (const corner of face ?? []) {
        if (!numbers.has(corner)) {
          numbers.set(corner, numbers.size)
          vertices.push(...this.#p.subarray(3 * corner, 3 * corner + 3))
        }
        triangles.push(numbers.get(corner)!)
      }
    return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) }
  }

  #normal(face: readonly number[], moved = -1, at: readonly number[] = []): [number, number, number] {
    const of = (corner: number, axis: number) => (corner === moved ? at[axis]! : this.#p[3 * corner + axis]!)
    const [a, b, c] = face as [number, number, number]
    const u = [0, 1, 2].map((axis) => of(b, axis) - of(a, axis)) as [number, number, number]
    const v = [0, 1, 2].map((axis) => of(c, axis) - of(a, axis)) as [number, number, number]
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
  }

  /** Distance from the face's plane, squared, times the face's area, counts for its corners. */
  #addPlane(face: readonly [number, number, number], importance: number): void {
    const [x, y, z] = this.#normal(face)
    const doubled = Math.sqrt(x * x + y * y + z * z)
    if (doubled === 0) return
    const [a, b, c] = [x / doubled, y / doubled, z / doubled]
    const p = 3 * face[0]
    const d = -(a * this.#p[p]! + b * this.#p[p + 1]! + c * this.#p[p + 2]!)
    const terms = [a * a, 2 * a * b, 2 * a * c, 2 * a * d, b * b, 2 * b * c, 2 * b * d, c * c, 2 * c * d, d * d]
    for (const corner of face)
      for (let k = 0; k < 10; k++) this.#quadrics[corner]![k]! += importance * (doubled / 2) * terms[k]!
  }

  #neighbours(vertex: number): Set<number> {
    const found = new Set<number>()
    for (const face of this.#around[vertex]!) for (const corner of this.#faces[face]!) found.add(corner)
    found.delete(vertex)
    return found
  }

  /** Finds where the ends would meet, and what it costs. */
  #consider(from: number, to: number): void {
    const q = this.#quadrics[from]!.map((value, k) => value + this.#quadrics[to]![k]!)
    const [a, b] = [from, to].map((vertex) => this.#p.subarray(3 * vertex, 3 * vertex + 3)) as [
      Float64Array,
      Float64Array,
    ]
    const middle = [0, 1, 2].map((axis) => (a[axis]! + b[axis]!) / 2) as [number, number, number]
    const square = [0, 1, 2].reduce((sum, axis) => sum + (a[axis]! - b[axis]!) * (a[axis]! - b[axis]!), 0)
    const best = lowest(q, middle, square)
    const cost = costAt(q, best) + EVENNESS * square * square
    this.#push({ cost, from, to, age: this.#ages[from]! + this.#ages[to]!, at: best })
  }

  /** No face may turn over, and the ends may share two neighbours only: else the surface would touch itself. */
  #mayCollapse({ from, to, at }: Collapse): boolean {
    const others = this.#neighbours(to)
    let shared = 0
    for (const vertex of this.#neighbours(from)) if (others.has(vertex)) shared++
    if (shared !== 2) return false
    for (const [end, other] of [
      [from, to],
      [to, from],
    ] as const)
      for (const index of this.#around[end]!) {
        const face = this.#faces[index]!
        if (face.includes(other)) continue
        const [before, after] = [this.#normal(face), this.#normal(face, end, at)]
        const dot = before[0] * after[0] + before[1] * after[1] + before[2] * after[2]
        const squares = (n: readonly number[]) => n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!
        if (!(dot > LEAST_COSINE * Math.sqrt(squares(before) * squares(after)))) return false
      }
    return true
  }

  #collapse({ from, to, at }: Collapse): void {
    this.#p.set(at, 3 * to)
    for (let k = 0; k < 10; k++) this.#quadrics[to]![k]! += this.#quadrics[from]![k]!
    for (const index of [...this.#around[from]!]) {
      const face = this.#faces[index]!
      if (face.includes(to)) {
        for (const corner of face) this.#around[corner]!.delete(index)
        this.#faces[index] = undefined
        this.#count--
      } else {
        face[face.indexOf(from)] = to
        this.#around[to]!.add(index)
      }
    }
    this.#around[from]!.clear()
    this.#ages[to]!++
    for (const other of this.#neighbours(to)) this.#consider(to, other)
  }

  #push(collapse: Collapse): void {
    const heap = this.#heap
    let k = heap.push(collapse) - 1
    for (let up = (k - 1) >> 1; k > 0 && isBefore(collapse, heap[up]!); k = up, up = (k - 1) >> 1) heap[k] = heap[up]!
    heap[k] = collapse
  }

  #pop(): Collapse | undefined {
    const heap = this.#heap
    const [first, last] = [heap[0], heap.pop()]
    if (!last || heap.length === 0) return first
    let k = 0
    for (;;) {
      let down = 2 * k + 1
      if (down >= heap.length) break
      if (down + 1 < heap.length && isBefore(heap[down + 1]!, heap[down]!)) down++
      if (!isBefore(heap[down]!, last)) break
      heap[k] = heap[down]!
      k = down
    }
    heap[k] = last
    return first
  }
}

/** Equal costs go by the vertices' numbers, so that the result is the same everywhere. */
function isBefore(a: Collapse, b: Collapse): boolean {
  if (a.cost !== b.cost) return a.cost < b.cost
  return a.from !== b.from ? a.from < b.from : a.to < b.to
}

function costAt(q: Quadric, [x, y, z]: readonly [number, number, number]): number {
  const [xx, xy, xz, x1, yy, yz, y1, zz, z1, one] = q as unknown as readonly number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return Math.max(0, x * (xx * x + xy * y + xz * z + x1) + y * (yy * y + yz * z + y1) + z * (zz * z + z1) + one)
}

/** The point of least cost, drawn a little to the middle of the edge, where flat parts leave it free. */
function lowest(
  q: Quadric,
  [mx, my, mz]: readonly [number, number, number],
  square: number,
): readonly [number, number, number] {
  const pull = EVENNESS * square
  const [a, b, c] = [2 * q[0]! + pull, q[1]!, q[2]!]
  const [d, e, f] = [2 * q[4]! + pull, q[5]!, 2 * q[7]! + pull]
  const [u, v, w] = [pull * mx - q[3]!, pull * my - q[6]!, pull * mz - q[8]!]
  // Cramer's rule; symmetric and, with the pull, positive.
  const [p, r, s] = [d * f - e * e, c * e - b * f, b * e - c * d]
  const determinant = a * p + b * r + c * s
  return [
    (u * p + v * r + w * s) / determinant,
    (u * r + v * (a * f - c * c) + w * (b * c - a * e)) / determinant,
    (u * s + v * (b * c - a * e) + w * (a * d - b * b)) / determinant,
  ]
}
