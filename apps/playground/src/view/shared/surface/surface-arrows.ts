import {
  BufferAttribute,
  BufferGeometry,
  Color,
  InstancedMesh,
  Matrix4,
  MeshBasicNodeMaterial,
  Quaternion,
  Vector3,
} from 'three/webgpu'
import type { SurfaceValues } from './surface-values.js'

/** Arrows along the longer side. */
const arrowsAlong = 26
/** Outline of an arrow of length 1 along x, as triangles: shaft and head. */
const outline = [
  [-0.5, -0.04, -0.5, 0.04, 0.12, 0.07, -0.5, -0.04, 0.12, 0.07, 0.12, -0.07],
  [0.12, -0.2, 0.12, 0.2, 0.5, 0],
].flat()
const up = new Vector3(0, 1, 0)

/** Arrows of the flow that lie on the water. The longest one has the highest speed of the frame. */
export class SurfaceArrows extends InstancedMesh<BufferGeometry, MeshBasicNodeMaterial> {
  readonly #grid: { nx: number; nz: number; cellSize: number }
  readonly #columns: number
  readonly #rows: number

  constructor(grid: { nx: number; nz: number; cellSize: number }) {
    const spacing = Math.max(grid.nx, grid.nz) / arrowsAlong
    const [columns, rows] = [Math.max(1, Math.round(grid.nx / spacing)), Math.max(1, Math.round(grid.nz / spacing))]
    const material = new MeshBasicNodeMaterial({ color: new Color(0xffffff), transparent: true, opacity: 0.92 })
    // Seen over the crests in front of them.
    material.depthTest = false
    material.depthWrite = false
    super(arrowGeometry(), material, columns * rows)
    this.name = 'surface arrows'
    this.frustumCulled = false
    this.renderOrder = 2
    this.#grid = grid
    this.#columns = columns
    this.#rows = rows
  }

  /** Turns and scales the arrows. `heightAt`: drawn height of a cell [m]; `scale`: stretch of the drawn grid. Dry and solid cells have none. */
  update({ u, w }: SurfaceValues, heightAt: (cell: number) => number, scale: Vector3): void {
    const { nx, nz, cellSize } = this.#grid
    const [columns, rows] = [this.#columns, this.#rows]
    const spacing = Math.min(
      (nx * cellSize * scale.x) / columns,
      (nz * cellSize * scale.z) / rows || Number.POSITIVE_INFINITY,
    )
    const cells = Array.from({ length: columns * rows }, (_, k) => {
      const i = Math.floor((((k % columns) + 0.5) * nx) / columns)
      const j = Math.floor(((Math.floor(k / columns) + 0.5) * nz) / rows)
      return j * nx + i
    })
    const fastest = cells.reduce((most, cell) => Math.max(most, Math.hypot(u[cell]!, w[cell]!)), 1e-12)
    const [matrix, turn] = [new Matrix4(), new Quaternion()]
    for (const [k, cell] of cells.entries()) {
      const length = (1.5 * spacing * Math.hypot(u[cell]!, w[cell]!)) / fastest
      const x = ((cell % nx) + 0.5 - nx / 2) * cellSize * scale.x
      const z = (Math.floor(cell / nx) + 0.5 - nz / 2) * cellSize * scale.z
      turn.setFromAxisAngle(up, Math.atan2(-w[cell]!, u[cell]!))
      matrix.compose(
        new Vector3(x, heightAt(cell), z),
        turn,
        new Vector3(length, 1, Math.max(length, 0.35 * spacing * Number(length > 0))),
      )
      this.setMatrixAt(k, matrix)
    }
    this.instanceMatrix.needsUpdate = true
  }

  override dispose(): this {
    super.dispose()
    this.geometry.dispose()
    this.material.dispose()
    return this
  }
}

function arrowGeometry(): BufferGeometry {
  const positions = new Float32Array((outline.length / 2) * 3)
  for (let k = 0; k < outline.length / 2; k++) positions.set([outline[2 * k]!, 0, outline[2 * k + 1]!], 3 * k)
  return new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3))
}
