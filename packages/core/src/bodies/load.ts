// Loads the bodies of a scene: makes their solids, and reports invalid ones with their path in the scene.

import { cellX, cellZ } from '../fields/grid.js'
import { formatPath, SceneError, type ScenePath } from '../scene/parse/error.js'
import { fileError, type ReadFile, readBytes } from '../scene/read-file.js'
import { type Body, type Joint, type SingleSolid, TANK } from '../scene/schema/body.js'
import { BodyColumns } from './columns/body-columns.js'
import { Spans } from './columns/spans.js'
import { closedMesh, type Mesh, validateMesh } from './geometry/closed-mesh.js'
import { readGltf } from './geometry/gltf.js'
import { convexHull } from './geometry/hull.js'
import type { Polyhedron } from './geometry/polyhedron.js'
import { matrixOf, quaternionOf } from './geometry/rotation.js'
import { boundsOf, partsOf, solidOf } from './geometry/solid.js'
import type { LoadedBody, Tank } from './world.js'

/** Largest width of a body, in lengths of the longer side of the grid: the work of cutting it into columns grows with the square of its width. */
const WIDEST = 4
/** Overlap of a body with a wall that counts as rounding, in cells. */
const IN_WALL = 1e-6
/** The same for the terrain, whose shape within a cell is unknown. */
const IN_GROUND = 0.1

/** Throws `SceneError` with all invalid bodies. */
export async function loadBodies(
  bodies: readonly Body[],
  joints: readonly Joint[],
  tank: Tank,
  read?: ReadFile,
): Promise<LoadedBody[]> {
  const loaded: LoadedBody[] = []
  for (const [index, body] of bodies.entries()) {
    const polyhedra: (Polyhedron | undefined)[] = []
    for (const [part, { solid }] of partsOf(body).entries()) {
      const path = pathOf(body, ['bodies', index], part)
      const file = 'file' in solid ? solid.file : undefined
      const mesh = file === undefined ? undefined : await fileMesh(file, [...path, 'file'], read)
      polyhedra.push(polyhedronOf(solid, path, mesh))
    }
    loaded.push({ body, solid: solidOf(body, polyhedra) })
  }
  const issues = [
    ...nameProblems(bodies, joints),
    ...loaded.flatMap((one, index) => placeProblems(one, ['bodies', index], tank)),
  ]
  if (issues.length > 0) throw new SceneError(issues.map(({ path, message }) => ({ path: formatPath(path), message })))
  return loaded
}

/** Loads a body that is added to a running scene; it needs no file (find-body.ts). Throws `SceneError` for an invalid one. */
export function loadAddedBody(body: Body, tank: Tank): LoadedBody {
  const polyhedra = partsOf(body).map(({ solid }, part) => polyhedronOf(solid, pathOf(body, ['body'], part), undefined))
  const loaded = { body, solid: solidOf(body, polyhedra) }
  const issues = placeProblems(loaded, ['body'], tank)
  if (issues.length > 0) throw new SceneError(issues.map(({ path, message }) => ({ path: formatPath(path), message })))
  return loaded
}

function pathOf(body: Body, path: ScenePath, part: number): ScenePath {
  return body.shape === 'compound' ? [...path, 'parts', part] : path
}

/** `fromFile`: the mesh in its file, if it has one. */
function polyhedronOf(solid: SingleSolid, path: ScenePath, fromFile: Mesh | undefined): Polyhedron | undefined {
  if (solid.shape !== 'hull' && solid.shape !== 'mesh') return undefined
  const { file, scale } = solid
  const mesh = fromFile ?? writtenMesh(solid)
  const scaled = { ...mesh, vertices: mesh.vertices.map((value) => value * scale) }
  const reject = (error: unknown, advice = '') => {
    if (file !== undefined) return fileError(file, [...path, 'file'], `${(error as Error).message}${advice}`)
    throw SceneError.at(path, `${(error as Error).message}${advice}`)
  }
  try {
    if (file !== undefined || solid.shape === 'mesh') validateMesh(scaled)
    if (solid.shape === 'hull') return convexHull(scaled.vertices)
  } catch (error) {
    return reject(error)
  }
  try {
    return closedMesh(scaled)
  } catch (error) {
    if (solid.unclosed === 'refuse') return reject(error, '; close it, or give "unclosed": "hull"')
  }
  try {
    return convexHull(scaled.vertices)
  } catch (error) {
    return reject(error)
  }
}

function writtenMesh(solid: SingleSolid & { shape: 'hull' | 'mesh' }): Mesh {
  const vertices = solid.shape === 'hull' ? solid.points : solid.vertices
  const triangles = solid.shape === 'hull' ? undefined : solid.triangles
  return { vertices: Float64Array.from((vertices ?? []).flat()), triangles: Uint32Array.from((triangles ?? []).flat()) }
}

async function fileMesh(file: string, path: ScenePath, read: ReadFile | undefined): Promise<Mesh> {
  const bytes = await readBytes(file, path, read)
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  return readGltf(bytes, (name) => readBytes(`${folder}${name}`, path, read)).catch((error: unknown) => {
    throw error instanceof SceneError ? error : fileError(file, path, error)
  })
}

interface Problem {
  readonly path: ScenePath
  readonly message: string
}

function nameProblems(bodies: readonly Body[], joints: readonly Joint[]): Problem[] {
  const problems: Problem[] = []
  const names = new Map<string, number>([])
  for (const [index, { name }] of bodies.entries()) {
    if (name === undefined) continue
    const path = ['bodies', index, 'name']
    if (name === TANK) problems.push({ path, message: `"${TANK}" is what stands still; give the body another name` })
    else if (names.has(name))
      problems.push({ path, message: `${formatPath(['bodies', names.get(name)!])} is named "${name}" already` })
    else names.set(name, index)
  }
  for (const [index, { bodies: ends }] of joints.entries()) {
    if (ends[0] === ends[1])
      problems.push({ path: ['joints', index, 'bodies'], message: `"${ends[0]}" cannot be joined to itself` })
    for (const [end, name] of ends.entries())
      if (name !== TANK && !names.has(name))
        problems.push({
          path: ['joints', index, 'bodies', end],
          message: `no body is named "${name}"; there are ${[TANK, ...names.keys()].map((one) => `"${one}"`).join(', ')}`,
        })
  }
  return problems
}

/** Reports a body that is far wider than the grid, does not fit between the walls, or starts in a wall, in the floor or in the terrain. */
function placeProblems({ body, solid }: LoadedBody, path: ScenePath, { grid, walls, floor, bed }: Tank): Problem[] {
  const { low, high } = boundsOf(solid, matrixOf(quaternionOf(body.rotation)))
  const widest = WIDEST * Math.max(grid.nx, grid.nz) * grid.cellSize
  const width = Math.max(high[0] - low[0], high[2] - low[2])
  if (width > widest)
    return [
      {
        path,
        message: `the body is ${short(width)} m wide; at most ${short(widest)} m, ${WIDEST} times the longer side of the grid`,
      },
    ]
  if (body.kind !== 'dynamic') return []
  const slack = IN_WALL * grid.cellSize
  const problems: Problem[] = []
  for (const [letter, axis, cells] of [
    ['x', 0, grid.nx],
    ['z', 2, grid.nz],
  ] as const) {
    const width = cells * grid.cellSize
    const [before, after] = [walls[`${letter}-`], walls[`${letter}+`]]
    const reach = high[axis] - low[axis]
    if (before && after && reach > width + slack) {
      problems.push({
        path,
        message: `the body is ${short(reach)} m long in ${letter}, the tank only ${short(width)} m`,
      })
      continue
    }
    if (before && body.position[axis] + low[axis] < -width / 2 - slack)
      problems.push({
        path: [...path, 'position'],
        message: `the body reaches to ${letter} = ${short(body.position[axis] + low[axis])} m, through the wall at ${short(-width / 2)} m`,
      })
    if (after && body.position[axis] + high[axis] > width / 2 + slack)
      problems.push({
        path: [...path, 'position'],
        message: `the body reaches to ${letter} = ${short(body.position[axis] + high[axis])} m, through the wall at ${short(width / 2)} m`,
      })
  }
  if (body.position[1] + low[1] < floor - slack)
    problems.push({
      path: [...path, 'position'],
      message: `the body reaches down to ${short(body.position[1] + low[1])} m, through the floor at ${short(floor)} m`,
    })
  return [...problems, ...groundProblems({ body, solid }, path, { grid, bed })]
}

/** Reports a body that starts in the terrain, with its deepest point. */
function groundProblems(
  { body, solid }: LoadedBody,
  path: ScenePath,
  { grid, bed }: Pick<Tank, 'grid' | 'bed'>,
): Problem[] {
  if (!bed) return []
  const spans = new Spans()
  new BodyColumns(grid).add(solid, body.position, quaternionOf(body.rotation), 0, spans)
  let deepest = 0
  const depth = (k: number) => bed[spans.cell[k]!]! - spans.bottom[k]!
  for (let k = 1; k < spans.count; k++) if (depth(k) > depth(deepest)) deepest = k
  if (spans.count === 0 || depth(deepest) <= IN_GROUND * grid.cellSize) return []
  const cell = spans.cell[deepest]!
  const [x, z] = [cellX(grid, cell % grid.nx), cellZ(grid, Math.floor(cell / grid.nx))]
  const message = `the body begins ${short(depth(deepest))} m deep in the ground, or in a solid, at x = ${short(x)} m, z = ${short(z)} m`
  return [{ path: [...path, 'position'], message }]
}

/** Six digits are enough for a message. */
function short(value: number): string {
  return String(Number(value.toPrecision(6)))
}
