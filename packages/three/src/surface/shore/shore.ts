/** Least openness of cells that count as water [1]. */
const openEnough = 0.5
/** Distance over which heights are continued into solids and decay to rest [cells]. */
const reach = 16

/**
 * Continues the heights of the water into solids. In a solver, solid cells are at rest and nearly solid ones have arbitrary
 * heights. Drawn unchanged, they would cause a step around every obstacle, and the step a bright false line on the floor. The
 * heights are therefore continued into the solid and decay to rest there, too slowly to refract light.
 */
export class Shore {
  /** For each filled cell, in the order of filling: its index, its ring, the number of neighbours in its mean, and their indices. */
  readonly #plan: Int32Array

  /** `openness`: that of each cell, 1 water, 0 solid; row-major, nz rows of nx. */
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

  /** Replaces the heights of solid cells near water by the mean of the nearest water. */
  fill(heights: Float32Array): void {
    const plan = this.#plan
    for (let at = 0; at < plan.length; ) {
      const cell = plan[at++]!
      const ring = plan[at++]!
      const count = plan[at++]!
      let sum = 0
      for (let k = 0; k < count; k++) sum += heights[plan[at++]!]!
      // The first rings have the height without decay: the spline at the shore must not depend on the decay.
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
