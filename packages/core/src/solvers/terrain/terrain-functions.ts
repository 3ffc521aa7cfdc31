/** kernels/bodies/terrain-cells.ts and cell-list.ts. Fields are given by their records, lists and touched cells by their addresses. */
export interface TerrainFunctions {
  readCells(field: number, cells: number, first: number, end: number, values: number): void
  readTerrainLevels(
    depth: number,
    bed: number,
    openness: number,
    dry: number,
    cells: number,
    first: number,
    end: number,
    levels: number,
  ): void
  readTerrainWetness(
    depth: number,
    openness: number,
    dry: number,
    cells: number,
    first: number,
    end: number,
    wetness: number,
  ): void
  readTerrainFlow(
    depth: number,
    qx: number,
    qz: number,
    dry: number,
    onFaces: boolean,
    cells: number,
    first: number,
    end: number,
    flowX: number,
    flowZ: number,
  ): void
  raiseTerrain(
    depth: number,
    depthError: number,
    eta: number,
    openness: number,
    qx: number,
    qz: number,
    onFaces: boolean,
    cells: number,
    first: number,
    end: number,
    heights: number,
    from: number,
    to: number,
    touched: number,
  ): void
  pressTerrain(sums: number, cells: number, first: number, end: number, impulses: number, touched: number): void
  dragTerrain(
    depth: number,
    qx: number,
    qz: number,
    dry: number,
    cells: number,
    first: number,
    end: number,
    heights: number,
    x: number,
    z: number,
    touched: number,
  ): void
  applyImpulses(
    sums: number,
    depth: number,
    openness: number,
    qx: number,
    qz: number,
    cellSize: number,
    dry: number,
    onFaces: boolean,
    left: number,
    back: number,
    wide: number,
    deep: number,
  ): void
  fastestWithin(
    depth: number,
    qx: number,
    qz: number,
    gravity: number,
    dry: number,
    left: number,
    back: number,
    wide: number,
    deep: number,
    fastest: number,
  ): number
}
