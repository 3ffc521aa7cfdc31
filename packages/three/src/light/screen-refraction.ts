import {
  cameraProjectionMatrix,
  cameraProjectionMatrixInverse,
  cameraViewMatrix,
  cameraWorldMatrix,
  getScreenPosition,
  getViewPosition,
  positionView,
  positionWorld,
  screenSize,
  screenUV,
  vec2,
  vec4,
  viewportDepthTexture,
  viewportSharedTexture,
} from 'three/tsl'
import type { Node } from 'three/webgpu'

/** The point that a refracted ray meets in the frame drawn so far. */
export interface SeenBelow {
  /** Radiance of that point. */
  color: Node<'vec3'>
  /** Length of the ray inside the water [m]. */
  path: Node<'float'>
  /** Depth of the point below the surface [m]. */
  drop: Node<'float'>
  /** False where the ray leaves the frame, or where an object in front of the water covers the point. */
  visible: Node<'bool'>
  /** Only if the depth is known: true where the frame shows no ground, because the ray leaves a block of water through its side. */
  lost?: Node<'bool'>
}

/** Offsets of the corners around a pixel [px]. */
const corners = [
  [-1.5, -1.5],
  [1.5, -1.5],
  [-1.5, 1.5],
  [1.5, 1.5],
] as const

/** If the depth is known, points deeper than this many depths are not the ground of this water [1]. */
const slack = 1.5

/** One node for all materials: each further node would copy the depth again in each frame, and the copies would never be freed. */
const depthDrawn = viewportDepthTexture()

/** Position in view space of the nearest opaque surface in the frame drawn so far [m]. */
export function behind(uv: Node<'vec2'>): Node<'vec3'> {
  return getViewPosition(uv, depthDrawn.sample(uv).x, cameraProjectionMatrixInverse)
}

function toWorld(view: Node<'vec3'>): Node<'vec3'> {
  return cameraWorldMatrix.mul(vec4(view, 1)).xyz
}

/**
 * Screen-space refraction. The depth texture gives the depth of the ground straight behind the fragment. The refracted ray is followed
 * down to that depth, and its end point is looked up in the frame. Exact over level ground; near steps the depth is that straight
 * behind the fragment, or below it if that is known.
 * @param depth Depth of the water below the fragment [m].
 */
export function seeBelow(direction: Node<'vec3'>, depth?: Node<'float'>): SeenBelow {
  const straight = toWorld(behind(screenUV)).toVar()
  const level = (depth ?? positionWorld.y.sub(straight.y)).max(0.001)
  const arrival = positionWorld.add(direction.mul(level.div(direction.y.negate().max(0.05)))).toVar()
  const uv = getScreenPosition(cameraViewMatrix.mul(vec4(arrival, 1)).xyz, cameraProjectionMatrix).toVar()
  const found = behind(uv).toVar()
  const place = toWorld(found).toVar()
  const inside = uv.equal(uv.clamp(vec2(0), vec2(1))).all()
  // At the waterline of a wall, the positions of wall and water differ only by rounding and the width of a pixel.
  const tolerance = positionView.z.mul(-0.004).toVar()
  // Anti-aliased pixels blend two surfaces but have the depth of only one: require a distance from objects in front.
  const clear = corners.map(([x, y]) =>
    behind(uv.add(vec2(x, y).div(screenSize)))
      .z.sub(positionView.z)
      .lessThan(tolerance),
  )
  const sunken = place.y.sub(positionWorld.y).lessThanEqual(tolerance)
  const clearly = clear.reduce((all, corner) => all.and(corner), inside).and(sunken)
  if (!depth) return { ...measured(clearly.select(place, arrival)), ...shown(clearly, uv) }
  const isGround = (at: Node<'vec3'>): Node<'bool'> =>
    positionWorld.y.sub(at.y).lessThanEqual(depth.mul(slack).add(tolerance))
  const visible = clearly.and(isGround(place)).toVar()
  return {
    ...measured(visible.select(place, arrival)),
    ...shown(visible, uv),
    lost: visible.or(isGround(straight)).not(),
  }
}

function measured(place: Node<'vec3'>): Pick<SeenBelow, 'path' | 'drop'> {
  const seen = place.toVar()
  return { path: seen.distance(positionWorld), drop: positionWorld.y.sub(seen.y).max(0) }
}

function shown(visible: Node<'bool'>, uv: Node<'vec2'>): Pick<SeenBelow, 'color' | 'visible'> {
  return { color: viewportSharedTexture(visible.select(uv, screenUV)).rgb, visible }
}
