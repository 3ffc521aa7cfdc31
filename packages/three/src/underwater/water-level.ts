// Depth below the drawn surface of any water: of a basin, of a sea that is displaced sideways, and of water over ground.
//
// The lens is smaller than a cell, so the level on it has to be that of the drawn triangles, not of the field between their corners:
// otherwise the waterline would not be where the near plane cuts the surface. The mesh is even around its middle, which is enough to
// find the triangle over a point. A sea is displaced sideways: the point at rest whose displacement leads to the given one is found by
// iteration.

import { Fn, float, vec2, vec3 } from 'three/tsl'
import { type Node, type PlaneGeometry, Vector2 } from 'three/webgpu'
import { heightWith } from '../surface/height-field.js'
import type { WaterSurface } from '../surface/water-surface.js'

/** Iterations for the point at rest: each reduces the error by the compression of crests, a half at most. */
const inversions = 4

/** Even quads of a mesh: a corner of one, and their size along x and z [m]. */
export interface Quads {
  corner: Vector2
  size: Vector2
}

/** The quads in the middle of the mesh of a surface. */
export function quadsOf(geometry: PlaneGeometry): Quads {
  const { widthSegments, heightSegments } = geometry.parameters
  const positions = geometry.getAttribute('position')
  const [i, j] = [Math.floor(widthSegments / 2), Math.floor(heightSegments / 2)].map((line, axis) =>
    Math.min(line, (axis === 0 ? widthSegments : heightSegments) - 1),
  ) as [number, number]
  const at = (column: number, row: number): Vector2 => {
    const vertex = row * (widthSegments + 1) + column
    return new Vector2(positions.getX(vertex), positions.getZ(vertex))
  }
  const corner = at(i, j)
  return { corner, size: at(i + 1, j + 1).sub(corner) }
}

/** A point in the local space of the surface [m], which is scaled and moved, but not turned. */
export function inSurface({ position, scale }: WaterSurface, point: Node<'vec3'>): Node<'vec2'> {
  return point.xz.sub(vec2(position.x, position.z)).div(vec2(scale.x, scale.z))
}

/**
 * Vertical distance of a point in world space below the drawn surface [m]; negative above it, over dry land, and beyond the edges of the
 * drawn water.
 */
export function depthBelow(surface: WaterSurface, point: Node<'vec3'>): Node<'float'> {
  const { geometry, grounded, position } = surface
  if (!geometry.boundingBox) geometry.computeBoundingBox()
  const { min, max } = geometry.boundingBox!
  return Fn(() => {
    const place = inSurface(surface, point).toVar()
    const { x: level, y: cover } = drawnLevel(surface, place).toVar()
    const inside = place.sub(vec2(min.x, min.z)).min(vec2(max.x, max.z).sub(place)).toVar()
    const below = level.add(position.y).sub(point.y).min(inside.x).min(inside.y)
    return grounded ? below.min(cover) : below
  })()
}

/** Height of the drawn surface at a local position, and that over the ground, where there is ground [m]. */
function drawnLevel(surface: WaterSurface, place: Node<'vec2'>): Node<'vec2'> {
  const { heightField, oceanField, grounded, patch, geometry } = surface
  const quads = quadsOf(geometry)
  if (oceanField?.isDisplaced) {
    const at = (rest: Node<'vec2'>): Node<'vec3'> =>
      betweenCorners(quads, rest, (corner) => oceanField.displacementOfVertex(corner))
    const rest = vec2(place).toVar()
    for (let k = 0; k < inversions; k++) rest.assign(place.sub(at(rest).xz))
    return vec2(at(rest).y, 0)
  }
  return betweenCorners(quads, place, (corner) => {
    if (!grounded) return vec3(oceanField?.displacement(corner).y ?? heightWith(patch, heightField, corner), 0, 0)
    const cover = grounded.depthField.height(corner).toVar()
    return vec3(grounded.ground.heightField.height(corner).add(cover), cover, 0)
  }).xy
}

/** A quantity between the corners of the triangle over a position. The diagonal of a quad leads from x+ z- to x- z+. */
function betweenCorners(
  { corner, size }: Quads,
  place: Node<'vec2'>,
  value: (corner: Node<'vec2'>) => Node<'vec3'>,
): Node<'vec3'> {
  const [first, side] = [vec2(corner.x, corner.y), vec2(size.x, size.y)]
  const at = place.sub(first).div(side).toVar()
  const quad = at.floor().toVar()
  const t = at.sub(quad).toVar()
  const isUpper = t.x.add(t.y).greaterThan(1).toVar()
  const own = isUpper.select(float(1), float(0)).toVar()
  // In the upper triangle, positions are measured from the opposite corner.
  const u = isUpper.select(t.yx.oneMinus(), t).toVar()
  const valueAt = (x: Node<'float'> | number, z: Node<'float'> | number): Node<'vec3'> =>
    value(quad.add(vec2(x, z)).mul(side).add(first).toVar())
  return valueAt(own, own).mul(u.x.add(u.y).oneMinus()).add(valueAt(1, 0).mul(u.x)).add(valueAt(0, 1).mul(u.y))
}
