/** Cells that count as water are at least this open [1]. */
const openEnough = 0.5
/** How far heights are continued into solid ground before they have sunk to rest [cells]. */
const reach = 16

/**
 * Continues the water's heights under solid ground. A solver leaves solid cells at rest and nearly solid ones anywhere; drawn
 * as they are, they would put a step around every obstacle, and the step a bright false line on the floor. So heights go on
 * into the ground and sink to rest there, slowly enough to bend no light.
 */
export class Shore {
  /** Per filled cell: its index, its ring, the number of neighbours it takes the mean of, their indices. In the order of filling. */
  readonly #plan: Int32Array

  /** `openness`: how open each cell is, 1 water, 0 solid; row-major, nz rows of nx. */
  constructor(openness: Float32Array, nx: number, nz: number) {
    const known = Uint8Array.from(openness, (open) => (open >= openEnough ? 1 : 0))
    const plan: number[] = []
    let shore: number[] = []
    for (let cell = 0; cell < nx * nz; cell++)
      if (!known[cell] && neighbors(cell, nx, nz).some((other) => known[other])) shore.push(cell)
    for (let ring = 0; ring < reach && shore.length > 0; ring++) {
      const further = new Set<number>()
      for (const cell of shore) {
        const around = neighbors(cell, nx, nz)
        const from = around.filter((other) => known[other])
        plan.push(cell, ring, from.length, ...from)
        for (const other of around) if (!known[other]) further.add(other)
      }
      for (const cell of shore) {
        known[cell] = 1
        further.delete(cell)
      }
      shore = [...further]
    }
    this.#plan = Int32Array.from(plan)
  }

  /** Overwrites the heights of solid cells near water by the mean of their nearest water. */
  fill(heights: Float32Array): void {
    const plan = this.#plan
    for (let at = 0; at < plan.length; ) {
      const cell = plan[at++]!
      const ring = plan[at++]!
      const count = plan[at++]!
      let sum = 0
      for (let k = 0; k < count; k++) sum += heights[plan[at++]!]!
      // The first rings carry the height unchanged: the spline at the shore must not feel the sinking.
      const keep = ring < 3 ? 1 : (reach - ring - 1) / (reach - ring)
      heights[cell] = (keep * sum) / count
    }
  }
}

function neighbors(cell: number, nx: number, nz: number): number[] {
  const i = cell % nx
  const j = (cell - i) / nx
  const found: number[] = []
  for (let dj = -1; dj <= 1; dj++) {
    for (let di = -1; di <= 1; di++) {
      const inside = i + di >= 0 && i + di < nx && j + dj >= 0 && j + dj < nz
      if (inside && (di !== 0 || dj !== 0)) found.push(cell + dj * nx + di)
    }
  }
  return found
}
