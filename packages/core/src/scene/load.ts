// Computes the starting values of a scene on the grid, from its shapes and files.

import { edgeKinds } from '../fields/boundaries.js'
import { cellX, cellZ, type Grid } from '../fields/grid.js'
import { RADIANS_PER_DEGREE } from '../numerics/constants.js'
import { cos, sin } from '../numerics/elementary.js'
import { rowAndColumn, validateLimit } from './field-limit.js'
import type { FluidFiles } from './fluid-load.js'
import { SceneError, type ScenePath } from './parse/error.js'
import { addShapes, isTrain } from './rasterize/shapes.js'
import { solitaryPotential } from './rasterize/solitary.js'
import { type Readers, type ReadFile, readMatrix, readPicture } from './read-file.js'
import type { FieldSource, Obstacle, Scene } from './schema/scene.js'

/** Starting values of a solver, nz rows of nx values each. */
export interface StartingValues {
  readonly eta: Float64Array
  readonly phi: Float64Array
  /** Depth of the water laid on the ground, in addition to the water up to eta [m]. */
  readonly depth: Float64Array
  /** Elevation of the ground [m]; undefined without terrain. */
  readonly bed: Float64Array | undefined
  /** 1 water, 0 solid; undefined without static obstacles. */
  readonly openness: Float64Array | undefined
  /** Files that a fluid names; empty for water with a surface. */
  readonly fluidFiles: FluidFiles
  /** How files were adapted to the grid, one sentence each. */
  readonly warnings: readonly string[]
}

export async function loadStartingValues(scene: Scene, grid: Grid, readers: Readers): Promise<StartingValues> {
  await validateTrains(scene)
  const { readFile } = readers
  const load = (from: FieldSource, path: ScenePath) => loadField(from, grid, path, readFile)
  const ground =
    scene.terrain && (await (await import('./rasterize/terrain.js')).loadTerrain(scene.terrain, grid, readers))
  return {
    eta: await load(scene.initial.eta, ['initial', 'eta']),
    phi: await addTrainFlow(
      scene,
      grid,
      addSolitaryFlow(scene, grid, await load(scene.initial.phi, ['initial', 'phi'])),
    ),
    depth: await load(scene.initial.depth ?? [], ['initial', 'depth']),
    bed: ground?.bed,
    openness: await loadOpenness(scene.obstacles, grid, readFile),
    fluidFiles: scene.fluid ? await (await import('./fluid-load.js')).loadFluidFiles(scene, grid, readFile) : new Map(),
    warnings: ground?.warnings ?? [],
  }
}

async function loadField(
  from: FieldSource,
  grid: Grid,
  path: ScenePath,
  readFile: ReadFile | undefined,
): Promise<Float64Array> {
  if (!Array.isArray(from)) return loadNpy(from.npy, grid, [...path, 'npy'], readFile)
  const values = new Float64Array(grid.nx * grid.nz)
  await addShapes(from, grid, values)
  validateLimit(values, path, 'these shapes have', rowAndColumn(grid.nx))
  return values
}

/**
 * Edges that a solitary wave may travel between. Its potential differs before and behind the crest: it cannot be periodic, and in linear water
 * a fixed edge holds the potential at 0. The sponge layers at open edges of `iwave` would damp it.
 */
const SOLITARY_EDGES: Partial<Record<Scene['solver']['type'], readonly string[]>> = {
  columns: ['reflect', 'absorb'],
  iwave: ['reflect'],
  'shallow-water': ['reflect', 'absorb', 'fixed'],
  'kass-miller': ['reflect', 'absorb', 'fixed'],
}

/** Adds the potential of the solitary waves among the initial elevations: they travel. */
function addSolitaryFlow({ initial: { eta }, solver, boundaries }: Scene, grid: Grid, phi: Float64Array): Float64Array {
  const allowed = SOLITARY_EDGES[solver.type]
  if (!Array.isArray(eta) || !allowed || !('gravity' in solver)) return phi
  const kinds = edgeKinds(boundaries)
  const isLinear = solver.type === 'columns' || (solver.type === 'iwave' && solver.nonlinearity === 1)
  for (const [index, shape] of eta.entries()) {
    if (shape.shape !== 'solitary' || shape.depth === undefined) continue
    const angle = shape.direction * RADIANS_PER_DEGREE
    const along = { x: cos(angle), z: sin(angle) }
    for (const edge of ['x-', 'x+', 'z-', 'z+'] as const)
      if (Math.abs(along[edge[0] as 'x' | 'z']) > 1e-9 && !allowed.includes(kinds[edge]))
        throw SceneError.at(
          ['initial', 'eta', index, 'depth'],
          `a solitary wave carries water along, whose potential does not fit edge ${edge}, which is "${kinds[edge]}": with solver "${solver.type}" it may be ${allowed.map((kind) => `"${kind}"`).join(' or ')}; or give the wave a "width" instead of the depth`,
        )
    // That of the full equations is a train: see addTrainFlow.
    if (isTrain(shape)) continue
    const potential = solitaryPotential({ ...shape, depth: shape.depth }, solver.gravity, isLinear)
    for (let j = 0; j < grid.nz; j++)
      for (let i = 0; i < grid.nx; i++) phi[j * grid.nx + i]! += potential(cellX(grid, i), cellZ(grid, j))
  }
  return phi
}

/** Validates that the steady waves among the initial elevations exist, and have the depth of the water that they travel on. */
async function validateTrains({ initial: { eta }, solver }: Scene): Promise<void> {
  if (!Array.isArray(eta) || !eta.some(isTrain)) return
  const { trainElevation } = await import('./rasterize/steep-trains.js')
  for (const [index, shape] of eta.entries()) {
    if (!isTrain(shape)) continue
    const path = ['initial', 'eta', index]
    if (shape.shape === 'solitary' && solver.type !== 'iwave')
      throw SceneError.at(
        [...path, 'theory'],
        `solver "${solver.type}" does not have the full equations, which this wave is one of: leave "theory" out, or choose solver "iwave"`,
      )
    const depth = shape.shape === 'breather' ? undefined : shape.depth
    if (solver.type === 'iwave' && depth !== solver.depth)
      throw SceneError.at(
        shape.shape === 'breather' ? path : [...path, 'depth'],
        shape.shape === 'breather'
          ? 'a breather is a wave of deep water: leave the depth of the solver out'
          : `the wave is one of ${depthInWords(depth)}, the solver has ${depthInWords(solver.depth)}: give both the same "depth"${shape.shape === 'stokes' ? ', or none' : ''}`,
      )
    try {
      trainElevation(shape)
    } catch (error) {
      throw SceneError.at([...path, shape.shape === 'solitary' ? 'height' : 'steepness'], (error as RangeError).message)
    }
  }
}

const depthInWords = (depth: number | undefined) => (depth === undefined ? 'deep water' : `water ${depth} m deep`)

/** Adds the potential of the steady waves and breathers among the initial elevations of `iwave`: they travel. */
async function addTrainFlow({ initial: { eta }, solver }: Scene, grid: Grid, phi: Float64Array): Promise<Float64Array> {
  if (!Array.isArray(eta) || solver.type !== 'iwave' || !eta.some(isTrain)) return phi
  const { trainPotential } = await import('./rasterize/steep-trains.js')
  for (const shape of eta) {
    if (!isTrain(shape)) continue
    const potential = trainPotential(shape, solver.gravity)
    for (let j = 0; j < grid.nz; j++)
      for (let i = 0; i < grid.nx; i++) phi[j * grid.nx + i]! += potential(cellX(grid, i), cellZ(grid, j))
  }
  return phi
}

/** Product of the openness of all static obstacles. */
async function loadOpenness(
  obstacles: readonly Obstacle[],
  grid: Grid,
  readFile: ReadFile | undefined,
): Promise<Float64Array | undefined> {
  let openness: Float64Array | undefined
  for (const [index, obstacle] of obstacles.entries()) {
    if ('shape' in obstacle && obstacle.motion) continue
    const path = ['obstacles', index]
    const solid =
      'image' in obstacle
        ? await loadImage(obstacle, grid, [...path, 'image'], readFile)
        : await loadField('npy' in obstacle ? obstacle : [obstacle], grid, path, readFile)
    openness ??= new Float64Array(solid.length).fill(1)
    for (let k = 0; k < solid.length; k++) openness[k]! *= 1 - Math.min(1, Math.max(0, solid[k]!))
  }
  return openness
}

/** Solidity from a picture. Transparent pixels are water, also with `invert`. */
async function loadImage(
  { image, invert }: { image: string; invert: boolean },
  grid: Grid,
  path: ScenePath,
  readFile: ReadFile | undefined,
): Promise<Float64Array> {
  const { luminance, alpha } = await readPicture(image, path, readFile, ({ width, height }) => {
    if (width !== grid.nx || height !== grid.nz)
      throw SceneError.at(
        path,
        `${image} is ${width} × ${height} pixels, the grid has ${grid.nx} × ${grid.nz} cells: a pixel for each cell`,
      )
  })
  return luminance.map((light, k) => (invert ? 1 - light : light) * alpha[k]!)
}

async function loadNpy(
  file: string,
  grid: Grid,
  path: ScenePath,
  readFile: ReadFile | undefined,
): Promise<Float64Array> {
  const { values } = await readMatrix(file, path, readFile, ({ width, height, shape }) => {
    if (shape.length > 2 || width !== grid.nx || height !== grid.nz)
      throw SceneError.at(
        path,
        `${file} has shape (${shape.join(', ')}), the grid needs (${grid.nz}, ${grid.nx}): rows along z, columns along x`,
      )
  })
  return values
}
