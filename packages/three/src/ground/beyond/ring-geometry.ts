import { BufferAttribute, BufferGeometry } from 'three/webgpu'

/** Vertices around, and rings outwards. */
const [around, outwards] = [384, 36]
/** Vertices of a ring: the first stands at the place of the last, too. */
const ring = around + 1

/** A vertex of a ring. */
export interface RingPoint {
  x: number
  /** Height [m]. */
  y: number
  z: number
}

/**
 * A mesh around a rectangle, with rings whose distances grow outwards. The first ring is inside, below the
 * second one at the edge: it closes gaps to a mesh in the rectangle, whose vertices are elsewhere.
 */
export class RingGeometry extends BufferGeometry {
  readonly #positions: Float32Array
  readonly #slopes: Float32Array

  /**
   * @param extent Sides of the rectangle along x and z [m].
   * @param far Distance of the last ring [m].
   * @param overlap Distance of the first ring inside the rectangle [m].
   */
  constructor(extent: readonly [number, number], far: number, overlap: number) {
    super()
    this.#positions = new Float32Array(3 * ring * (outwards + 1))
    this.#slopes = new Float32Array(2 * ring * (outwards + 1))
    for (let row = 0; row <= outwards; row++) {
      const away = row === 0 ? -overlap : far * ((row - 1) / (outwards - 1)) ** 3
      for (let column = 0; column <= around; column++) {
        const { x, z, outX, outZ } = edgePoint((column % around) / around, extent)
        this.#positions[3 * (row * ring + column)] = x + away * outX
        this.#positions[3 * (row * ring + column) + 2] = z + away * outZ
      }
    }
    this.setAttribute('position', new BufferAttribute(this.#positions, 3))
    this.setAttribute('slope', new BufferAttribute(this.#slopes, 2))
    this.setIndex(new BufferAttribute(new Uint32Array(6 * around * outwards), 1))
  }

  /**
   * Sets the heights, and the triangles that are drawn.
   * @param height Height at a point [m].
   * @param hanging Length by which the first ring hangs below the edge [m].
   * @param isDrawn Whether a quad with these corners is drawn. Default: all are.
   */
  setHeights(
    height: (x: number, z: number) => number,
    hanging: number,
    isDrawn: (corners: readonly RingPoint[]) => boolean = () => true,
  ): void {
    const positions = this.#positions
    for (let vertex = ring; vertex < ring * (outwards + 1); vertex++)
      positions[3 * vertex + 1] = height(positions[3 * vertex]!, positions[3 * vertex + 2]!)
    for (let vertex = 0; vertex < ring; vertex++)
      positions[3 * vertex + 1] = positions[3 * (vertex + ring) + 1]! - hanging
    this.#setSlopes()
    const index = this.getIndex()!
    const point = (vertex: number): RingPoint => ({
      x: positions[3 * vertex]!,
      y: positions[3 * vertex + 1]!,
      z: positions[3 * vertex + 2]!,
    })
    let count = 0
    for (let row = 0; row < outwards; row++)
      for (let column = 0; column < around; column++) {
        const at = row * ring + column
        const [a, b, c, d] = [at, at + 1, at + ring, at + ring + 1]
        if (!isDrawn([a, b, c, d].map(point))) continue
        for (const vertex of [a, c, b, b, c, d]) (index.array as Uint32Array)[count++] = vertex
      }
    this.setDrawRange(0, count)
    index.needsUpdate = true
    for (const name of ['position', 'slope']) this.getAttribute(name).needsUpdate = true
  }

  /** Slopes by the differences to the vertices around each; the hanging ring has those of the edge. */
  #setSlopes(): void {
    const positions = this.#positions
    const at = (row: number, column: number, axis: number): number =>
      positions[3 * (row * ring + ((column + around) % around)) + axis]!
    for (let row = 1; row <= outwards; row++)
      for (let column = 0; column <= around; column++) {
        const [inner, outer] = [Math.max(1, row - 1), Math.min(outwards, row + 1)]
        const along = [0, 1, 2].map((axis) => at(row, column + 1, axis) - at(row, column - 1, axis))
        const out = [0, 1, 2].map((axis) => at(outer, column, axis) - at(inner, column, axis))
        // The plane through both differences.
        const determinant = along[0]! * out[2]! - along[2]! * out[0]!
        const slope =
          determinant === 0
            ? [0, 0]
            : [
                (along[1]! * out[2]! - along[2]! * out[1]!) / determinant,
                (along[0]! * out[1]! - along[1]! * out[0]!) / determinant,
              ]
        this.#slopes.set(slope, 2 * (row * ring + column))
        if (row === 1) this.#slopes.set(slope, 2 * column)
      }
  }
}

/** A point of the edge of a rectangle, and the direction outwards there. `t`: part of the way around [1]. */
function edgePoint(t: number, [width, length]: readonly [number, number]) {
  const way = t * 2 * (width + length)
  const [x, z] =
    way < width
      ? [way - width / 2, length / 2]
      : way < width + length
        ? [width / 2, length / 2 - (way - width)]
        : way < 2 * width + length
          ? [width / 2 - (way - width - length), -length / 2]
          : [-width / 2, -length / 2 + (way - 2 * width - length)]
  // Along a side it is the normal, near a corner it turns by and by.
  const [u, v] = [(2 * x) / width, (2 * z) / length]
  const [a, b] = [Math.sign(u) * Math.abs(u) ** 4, Math.sign(v) * Math.abs(v) ** 4]
  const norm = Math.hypot(a, b)
  return { x, z, outX: a / norm, outZ: b / norm }
}
