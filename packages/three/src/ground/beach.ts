/**
 * Sand cover of each cell, 0 to 1: sand is under water and beside it, at about its height.
 * @param bed Ground [m], nz rows of nx.
 * @param depth Depth of the water [m].
 * @param thin Depth that counts as water [m].
 * @param height Largest height of sand above the water [m].
 * @param breadth Largest distance of sand from the water [cells].
 * @param runUp Height above the water up to which waves and tides come [m]: all ground up to there is sand. Default 0.
 */
export function sandBeside(
  bed: Float32Array,
  depth: Float32Array,
  thin: number,
  nx: number,
  nz: number,
  height: number,
  breadth: number,
  runUp = 0,
): Float32Array {
  const far = 1e9
  const distance = new Float32Array(nx * nz)
  const level = new Float32Array(nx * nz)
  for (let cell = 0; cell < distance.length; cell++) {
    distance[cell] = depth[cell]! > thin ? 0 : far
    level[cell] = bed[cell]! + depth[cell]!
  }
  const near = (cell: number, other: number, apart: number): void => {
    const above = bed[cell]! - level[other]!
    // Waves run over sand, and not over a dune.
    const way = distance[other] === 0 && above >= 0 && above < runUp ? 0 : apart
    if (distance[other]! + way >= distance[cell]!) return
    distance[cell] = distance[other]! + way
    level[cell] = level[other]!
  }
  // Two sweeps over the nearest neighbours give nearly Euclidean distances (Borgefors 1986).
  const diagonal = Math.SQRT2
  for (let j = 0; j < nz; j++)
    for (let i = 0; i < nx; i++) {
      const cell = j * nx + i
      if (i > 0) near(cell, cell - 1, 1)
      if (j === 0) continue
      near(cell, cell - nx, 1)
      if (i > 0) near(cell, cell - nx - 1, diagonal)
      if (i < nx - 1) near(cell, cell - nx + 1, diagonal)
    }
  for (let j = nz - 1; j >= 0; j--)
    for (let i = nx - 1; i >= 0; i--) {
      const cell = j * nx + i
      if (i < nx - 1) near(cell, cell + 1, 1)
      if (j === nz - 1) continue
      near(cell, cell + nx, 1)
      if (i < nx - 1) near(cell, cell + nx + 1, diagonal)
      if (i > 0) near(cell, cell + nx - 1, diagonal)
    }
  return distance.map((cells, cell) => {
    if (cells === 0) return 1
    // Land behind a dam is near the water but below its level: no waves reach it.
    const above = bed[cell]! - level[cell]!
    const low = 1 - (above < 0 ? -above : Math.max(0, above - runUp)) / height
    return Math.max(0, Math.min(low, 1 - cells / breadth))
  })
}
