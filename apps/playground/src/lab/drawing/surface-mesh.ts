// Meshes of water and ground on a grid, shaded for the raster.

import { type Camera, eyeOf, type Mesh } from './raster.js'

/** A rectangle of cells around the origin: cell (i, j) is element j nx + i. */
export interface Patch {
  nx: number
  nz: number
  /** [m] */
  cellSize: number
}

type Color = readonly [number, number, number]

const deep: Color = [14, 66, 102]
const shallow: Color = [58, 150, 160]
const sky: Color = [214, 229, 240]
const sun = normalized([0.45, 0.55, -0.7])
const grass: Color = [104, 130, 82]
const sand: Color = [214, 190, 140]

/** Water by its elevation. */
export interface WaterSurface {
  /** Elevation of each cell [m]; flat if left out. */
  eta?: ArrayLike<number>
  /** Horizontal displacement of each cell [m]. */
  dx?: ArrayLike<number>
  dz?: ArrayLike<number>
  /** Slope of each cell [1], if the shading has another than the surface. */
  slopeX?: ArrayLike<number>
  slopeZ?: ArrayLike<number>
  /** White share of each cell, 0 to 1. */
  foam?: ArrayLike<number>
  /** Depth of the water below each cell [m]; deep unless given. */
  depth?: ArrayLike<number>
}

export function waterMesh(patch: Patch, water: WaterSurface, camera: Camera): Mesh {
  const { nx, nz, cellSize } = patch
  const mesh = gridMesh(patch, (cell) => water.eta?.[cell] ?? 0, water.dx, water.dz)
  const { positions, colors } = mesh
  const eye = eyeOf(camera)
  const at = (i: number, j: number) => 3 * (Math.min(nz - 1, Math.max(0, j)) * nx + Math.min(nx - 1, Math.max(0, i)))
  for (let j = 0; j < nz; j++)
    for (let i = 0; i < nx; i++) {
      const cell = j * nx + i
      const normal = water.slopeX
        ? normalized([-water.slopeX[cell]!, 1, -(water.slopeZ?.[cell] ?? 0)])
        : normalBetween(positions, at(i - 1, j), at(i + 1, j), at(i, j - 1), at(i, j + 1), cellSize)
      const depth = water.depth?.[cell] ?? Number.POSITIVE_INFINITY
      const body = mix(shallow, deep, 1 - Math.exp(-Math.max(0, depth) / (12 * cellSize)))
      const toEye = normalized([
        eye[0] - positions[3 * cell]!,
        eye[1] - positions[3 * cell + 1]!,
        eye[2] - positions[3 * cell + 2]!,
      ])
      const color = shadeWater(body, normal, toEye, water.foam?.[cell] ?? 0)
      for (let part = 0; part < 3; part++) colors[3 * cell + part] = color[part]!
    }
  const { depth } = water
  if (!depth) return mesh
  // Far under the ground there is no water to be seen, and beside the patch it would show.
  const isWet = (corner: number) => depth[corner]! > -2 * cellSize
  const wet = mesh.triangles.filter((_, n, all) => [0, 1, 2].some((k) => isWet(all[n - (n % 3) + k]!)))
  return { ...mesh, triangles: wet }
}

/** Ground by its elevation; `paint` may choose another color for a cell. */
export function groundMesh(patch: Patch, bed: ArrayLike<number>, paint?: (cell: number) => Color | undefined): Mesh {
  const mesh = gridMesh(patch, (cell) => bed[cell]!)
  const { nx, nz, cellSize } = patch
  for (let cell = 0; cell < nx * nz; cell++) {
    const [left, right] = [bed[cell % nx === 0 ? cell : cell - 1]!, bed[cell % nx === nx - 1 ? cell : cell + 1]!]
    const slope = (right - left) / (2 * cellSize)
    const own = mix(sand, grass, Math.max(0, Math.min(1, bed[cell]! / (6 * cellSize))))
    const light = 0.92 - 0.25 * slope
    const color = paint?.(cell) ?? ([own[0] * light, own[1] * light, own[2] * light] as const)
    for (let part = 0; part < 3; part++) mesh.colors[3 * cell + part] = color[part]!
  }
  return mesh
}

/** A body of triangles at a pose, in one color that its faces shade. */
export function bodyMesh(
  corners: ArrayLike<number>,
  triangles: ArrayLike<number>,
  position: ArrayLike<number>,
  rotation: ArrayLike<number>,
  color: Color,
): Mesh {
  const count = triangles.length
  const mesh = {
    positions: new Float32Array(3 * count),
    colors: new Float32Array(3 * count),
    triangles: new Uint32Array(count),
  }
  const place = (corner: number): [number, number, number] => {
    const turned = rotated(rotation, [corners[3 * corner]!, corners[3 * corner + 1]!, corners[3 * corner + 2]!])
    return [turned[0] + position[0]!, turned[1] + position[1]!, turned[2] + position[2]!]
  }
  for (let n = 0; n < count; n += 3) {
    const points = [place(triangles[n]!), place(triangles[n + 1]!), place(triangles[n + 2]!)] as const
    const normal = normalized(cross(minus(points[1], points[0]), minus(points[2], points[0])))
    const light = 0.55 + 0.3 * Math.abs(dot(normal, sun)) + 0.15 * normal[1]
    for (let k = 0; k < 3; k++) {
      mesh.triangles[n + k] = n + k
      for (let part = 0; part < 3; part++) {
        mesh.positions[3 * (n + k) + part] = points[k]![part]!
        mesh.colors[3 * (n + k) + part] = color[part]! * light
      }
    }
  }
  return mesh
}

/** The sides of a block below the edges of a surface, down to a level or to another surface, in one color that darkens downwards. */
export function sideMesh(
  { nx, nz }: Patch,
  { positions }: Mesh,
  bottom: number | ArrayLike<number>,
  color: Color = [30, 92, 122],
): Mesh {
  const edges = [
    Array.from({ length: nx }, (_, i) => i),
    Array.from({ length: nx }, (_, i) => (nz - 1) * nx + i),
    Array.from({ length: nz }, (_, j) => j * nx),
    Array.from({ length: nz }, (_, j) => j * nx + nx - 1),
  ]
  const count = edges.reduce((sum, edge) => sum + edge.length, 0)
  const mesh = {
    positions: new Float32Array(6 * count),
    colors: new Float32Array(6 * count),
    triangles: new Uint32Array(6 * (count - edges.length)),
  }
  let [corner, triangle] = [0, 0]
  for (const edge of edges)
    for (const [n, cell] of edge.entries()) {
      const [x, y, z] = [positions[3 * cell]!, positions[3 * cell + 1]!, positions[3 * cell + 2]!]
      const low = Math.min(y, typeof bottom === 'number' ? bottom : bottom[cell]!)
      mesh.positions.set([x, y, z, x, low, z], 3 * corner)
      mesh.colors.set([...color, ...mix(color, [0, 0, 0], 0.55)], 3 * corner)
      if (n > 0) {
        mesh.triangles.set([corner - 2, corner, corner - 1, corner - 1, corner, corner + 1], triangle)
        triangle += 6
      }
      corner += 2
    }
  return mesh
}

/** Corners at the centres of the cells, two triangles between four of them. */
function gridMesh(
  { nx, nz, cellSize }: Patch,
  height: (cell: number) => number,
  dx?: ArrayLike<number>,
  dz?: ArrayLike<number>,
): Mesh {
  const positions = new Float32Array(3 * nx * nz)
  const triangles = new Uint32Array(6 * (nx - 1) * (nz - 1))
  let n = 0
  for (let j = 0; j < nz; j++)
    for (let i = 0; i < nx; i++) {
      const cell = j * nx + i
      positions[3 * cell] = (i + 0.5 - nx / 2) * cellSize + (dx?.[cell] ?? 0)
      positions[3 * cell + 1] = height(cell)
      positions[3 * cell + 2] = (j + 0.5 - nz / 2) * cellSize + (dz?.[cell] ?? 0)
      if (i === 0 || j === 0) continue
      triangles.set([cell - nx - 1, cell - 1, cell - nx, cell - nx, cell - 1, cell], n)
      n += 6
    }
  return { positions, colors: new Float32Array(3 * nx * nz), triangles }
}

function shadeWater(body: Color, normal: Color, toEye: Color, foam: number): Color {
  const facing = Math.max(0, dot(normal, toEye))
  // Schlick's approximation of the reflected share at the surface of water.
  const reflected = 0.02 + 0.98 * (1 - facing) ** 5
  const half = normalized([sun[0] + toEye[0], sun[1] + toEye[1], sun[2] + toEye[2]])
  const glint = Math.max(0, dot(normal, half)) ** 160
  const lit = 0.5 + 0.85 * Math.max(0, dot(normal, sun))
  const water: Color = [body[0] * lit, body[1] * lit, body[2] * lit]
  const mirrored = mix(water, sky, Math.min(1, reflected + 0.06))
  const shining: Color = [mirrored[0] + 190 * glint, mirrored[1] + 180 * glint, mirrored[2] + 160 * glint]
  return mix(shining, [245, 249, 250], Math.min(1, foam))
}

function normalBetween(
  positions: Float32Array,
  left: number,
  right: number,
  back: number,
  front: number,
  cellSize: number,
): Color {
  const across = (from: number, to: number) =>
    [0, 1, 2].map((part) => positions[to + part]! - positions[from + part]!) as unknown as Color
  const [alongX, alongZ] = [across(left, right), across(back, front)]
  const normal = cross(alongZ, alongX)
  return normal[1] > 1e-6 * cellSize * cellSize ? normalized(normal) : [0, 1, 0]
}

function mix(a: Color, b: Color, part: number): Color {
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), a[2] + part * (b[2] - a[2])]
}

function minus(a: Color, b: Color): Color {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function dot(a: Color, b: Color): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function cross(a: Color, b: Color): Color {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function normalized(v: Color): Color {
  const length = Math.hypot(v[0], v[1], v[2]) || 1
  return [v[0] / length, v[1] / length, v[2] / length]
}

/** A vector turned by a quaternion x, y, z, w. */
function rotated(q: ArrayLike<number>, v: Color): Color {
  const axis: Color = [q[0]!, q[1]!, q[2]!]
  const turned = cross(axis, v)
  const twice = cross(axis, [turned[0] + q[3]! * v[0], turned[1] + q[3]! * v[1], turned[2] + q[3]! * v[2]])
  return [v[0] + 2 * twice[0], v[1] + 2 * twice[1], v[2] + 2 * twice[2]]
}
