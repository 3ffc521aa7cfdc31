// Scenes from a grid of numbers: terrain with water up to a level, a surface that starts with these heights, or solids in a pool.

import type { SceneInput } from 'seiche'
import { writeNpy } from 'seiche/npy'
import { FileError, shortName } from './file-error.js'
import { cellsFor, type DataFile, type HeightMap, shrink, sortedSample } from './height-map.js'

export type MapUse = 'terrain' | 'water' | 'obstacle'

/** The person's choices about a grid. */
export interface MapChoices {
  use: MapUse
  /** Width of a value of the file [m]. */
  cellSize: number
  /** Height of the value 0 [m], and metres per unit of the values. */
  base: number
  factor: number
  /** Level of the water on terrain [m], on the scale of the heights. */
  level: number
  /** Values that are solid: of a picture those below, else those above. */
  threshold: number
}

/** A scene, and the files that it names. */
export interface MadeScene {
  /** Name for messages. */
  source: string
  text: string
  files: readonly DataFile[]
}

const gravity = 9.81
/** Share of the terrain that is under water by default. */
const floodedShare = 0.3

/** The uses that make sense for a file. */
export function usesOf({ origin }: HeightMap): readonly MapUse[] {
  if (origin === 'geotiff') return ['terrain']
  return origin === 'picture' ? ['terrain', 'obstacle'] : ['terrain', 'water', 'obstacle']
}

/** Choices to begin with. A picture has heights up to a tenth of its width. */
export function defaultChoices(map: HeightMap): MapChoices {
  const cellSize = map.cellSize ?? 1
  const factor = map.origin === 'picture' ? Number((0.1 * cellSize * Math.max(...map.size)).toPrecision(1)) : 1
  const sample = sortedSample(map.values)
  const [low, high] = [sample[0]!, sample.at(-1)!]
  const heights = { cellSize, base: 0, factor }
  return {
    use: 'terrain',
    ...heights,
    level: defaultLevel(map, heights),
    threshold: map.origin === 'picture' ? 0.5 : Number(((low + high) / 2).toPrecision(3)),
  }
}

type Heights = Pick<MapChoices, 'cellSize' | 'base' | 'factor'>

/** Lowest and highest height [m]. */
export function heightRange(map: HeightMap, { base, factor }: Pick<Heights, 'base' | 'factor'>): [number, number] {
  const sample = sortedSample(map.values)
  const ends = [base + factor * sample[0]!, base + factor * sample.at(-1)!]
  return [Math.min(...ends), Math.max(...ends)]
}

/** A level that covers about a third of the terrain; on terrain that is mostly as low as possible, a shallow one. */
export function defaultLevel(map: HeightMap, heights: Heights): number {
  const { base, factor, cellSize } = heights
  const sample = sortedSample(map.values)
  const share = factor < 0 ? 1 - floodedShare : floodedShare
  const [low, high] = heightRange(map, heights)
  const flooded = base + factor * sample[Math.floor(share * (sample.length - 1))]!
  const least = low + (high > low ? 0.05 * (high - low) : cellSize)
  return Number(Math.max(flooded, least).toPrecision(4))
}

/** Share of the terrain below a level [1]. */
export function floodedBy(
  map: HeightMap,
  { base, factor, level }: Pick<MapChoices, 'base' | 'factor' | 'level'>,
): number {
  const sample = sortedSample(map.values)
  return sample.filter((value) => base + factor * value < level).length / sample.length
}

/** Makes the scene. Throws `FileError` for choices of which none can be made. */
export function mapScene(map: HeightMap, choices: MapChoices): MadeScene {
  checkChoices(map, choices)
  const [nx, nz] = cellsFor(map.width, map.height)
  const cellSize = (choices.cellSize * map.size[0]) / nx
  const grid = { cells: gridCells(map, nx, nz), cellSize }
  const made =
    choices.use === 'terrain'
      ? terrainScene(map, choices, grid)
      : choices.use === 'water'
        ? waterScene(map, choices, grid)
        : obstacleScene(map, choices, grid)
  const name = shortName(map.name.replace(/\.[^.]*$/, '') || map.name)
  const scene: SceneInput = {
    seiche: 1,
    name,
    description: descriptionOf(map, choices.use, grid.cells),
    grid,
    ...made.parts,
  }
  return { source: map.name, text: JSON.stringify(scene, undefined, 2), files: [made.file] }
}

interface Grid {
  cells: [number, number]
  cellSize: number
}

interface Made {
  parts: Omit<SceneInput, 'seiche' | 'grid'>
  file: DataFile
}

/** Pixels of a map in degrees are longer along one axis: square cells cover the same ground. */
function gridCells({ cellSize, cellLength }: HeightMap, nx: number, nz: number): [number, number] {
  if (!cellSize || !cellLength) return [nx, nz]
  const long = Math.round((nz * cellLength) / cellSize)
  return [nx, Math.min(4 * Math.max(nx, nz), Math.max(1, long))]
}

function checkChoices({ name }: HeightMap, { cellSize, base, factor, level, threshold }: MapChoices): void {
  if (!(cellSize >= 1e-4 && cellSize <= 1e5))
    throw FileError.of(name, `: a cell of ${cellSize} m cannot be used. Give 0.0001 to 100000 m.`)
  for (const [what, value] of Object.entries({ 'lowest height': base, factor, level, threshold }))
    if (!(Math.abs(value) <= 1e9)) throw FileError.of(name, `: the ${what} ${value} cannot be used. Give a number.`)
}

const openEdges = { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' } as const

/** A step in which a wave over this depth crosses less than half a cell, and not shorter than a frame. */
function timeStepFor(cellSize: number, depth: number): number {
  const crossing = cellSize / Math.sqrt(gravity * Math.max(depth, 0.01 * cellSize))
  return Math.max(1 / 60, Number((0.4 * crossing).toPrecision(2)))
}

/** The ground, lowered by the level of the water: the rest level of a scene is 0. */
function terrainScene(map: HeightMap, choices: MapChoices, grid: Grid): Made {
  const { base, factor, level } = choices
  const [low] = heightRange(map, choices)
  const parts = (terrain: SceneInput['terrain']): Made['parts'] => ({
    timeStep: timeStepFor(grid.cellSize, level - low),
    solver: { type: 'shallow-water', manning: 0.03 },
    terrain,
    boundaries: openEdges,
  })
  if (map.file && map.origin === 'geotiff')
    return { parts: parts([{ geotiff: map.name }, { shape: 'plane', height: -level }]), file: map.file }
  const file = map.file ?? npyFile(map, map.values as Float32Array, map.width, map.height)
  return { parts: parts({ npy: file.name, scale: factor, offset: base - level }), file }
}

/** A surface that starts with the heights of the file, about their mean. */
function waterScene(map: HeightMap, { factor }: MapChoices, grid: Grid): Made {
  const [nx, nz] = grid.cells
  const values = shrink(map, nx, nz)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let highest = 0
  for (let k = 0; k < values.length; k++) {
    values[k] = (values[k]! - mean) * factor
    highest = Math.max(highest, Math.abs(values[k]!))
  }
  const depth = Number(Math.max(2 * highest, 10 * grid.cellSize).toPrecision(3))
  const file = npyFile(map, values, nx, nz)
  return {
    parts: {
      timeStep: timeStepFor(grid.cellSize, depth),
      solver: { type: 'columns', depth, damping: 0.02 },
      initial: { eta: { npy: file.name } },
    },
    file,
  }
}

/** Solids in a pool. Drops fall where the open water is widest. */
function obstacleScene(map: HeightMap, { threshold }: MapChoices, grid: Grid): Made {
  const [nx, nz] = grid.cells
  const isPicture = map.origin === 'picture'
  const solid = Uint8Array.from(shrink(map, nx, nz), (value) =>
    (isPicture ? value < threshold : value > threshold) ? 1 : 0,
  )
  const { cell, distance } = widestOpening(solid, nx, nz)
  if (distance === 0)
    throw FileError.of(map.name, `: all cells are solid with the threshold ${threshold}. Give another one.`)
  const { cellSize } = grid
  const depth = 10 * cellSize
  const radius = Math.max(2, Math.min(distance / 2, 0.06 * Math.max(nx, nz))) * cellSize
  const at = { x: ((cell % nx) + 0.5 - nx / 2) * cellSize, z: (Math.floor(cell / nx) + 0.5 - nz / 2) * cellSize }
  const timeStep = timeStepFor(cellSize, depth)
  const file = npyFile(map, solid, nx, nz)
  return {
    parts: {
      timeStep,
      solver: { type: 'columns', depth, damping: 0.02 },
      boundaries: openEdges,
      obstacles: [{ npy: file.name }],
      events: [0, 1, 2, 3].map((k) => ({
        step: 10 + 240 * k,
        type: 'drop' as const,
        ...at,
        radius,
        height: 0.4 * radius,
      })),
    },
    file,
  }
}

/** The open cell that is farthest from solids and edges, in steps along the axes; distance 0 if there is none. */
export function widestOpening(solid: Uint8Array, nx: number, nz: number): { cell: number; distance: number } {
  const distance = Float32Array.from(solid, (isSolid, k) => {
    const [i, j] = [k % nx, Math.floor(k / nx)]
    return isSolid ? 0 : 1 + Math.min(i, nx - 1 - i, j, nz - 1 - j)
  })
  const relax = (k: number, from: number): void => {
    distance[k] = Math.min(distance[k]!, distance[from]! + 1)
  }
  for (let k = 0; k < distance.length; k++) {
    if (k % nx > 0) relax(k, k - 1)
    if (k >= nx) relax(k, k - nx)
  }
  for (let k = distance.length - 1; k >= 0; k--) {
    if (k % nx < nx - 1) relax(k, k + 1)
    if (k < nx * (nz - 1)) relax(k, k + nx)
  }
  const middle = Math.floor(nz / 2) * nx + Math.floor(nx / 2)
  let cell = middle
  for (let k = 0; k < distance.length; k++) if (distance[k]! > distance[cell]!) cell = k
  return { cell, distance: distance[cell]! }
}

/** Values as a NumPy file that the scene names after the dropped one. */
function npyFile({ name }: HeightMap, values: Float32Array | Uint8Array, nx: number, nz: number): DataFile {
  const bytes = writeNpy(values, [nz, nx]) as Uint8Array<ArrayBuffer>
  return { name: `${shortName(name.replace(/\.[^.]*$/, ''))}-grid.npy`, bytes }
}

const useText: Readonly<Record<MapUse, string>> = {
  terrain: 'Terrain',
  water: 'Water that starts with the heights',
  obstacle: 'Obstacles',
}

function descriptionOf(map: HeightMap, use: MapUse, [nx, nz]: [number, number]): string {
  return `${useText[use]} of ${shortName(map.name)}. ${resamplingOf(map, nx, nz)}`
}

/** The size of a file, and whether it is resampled. */
export function resamplingOf({ size: [width, height], origin }: HeightMap, nx: number, nz: number): string {
  const values = `${width} × ${height} ${origin === 'npy' ? 'values' : 'pixels'}`
  return width === nx && height === nz
    ? `${values}, one for each cell.`
    : `${values}, resampled to ${nx} × ${nz} cells.`
}
