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

/** What was found behind the surface in the picture drawn so far. */
export interface SeenBelow {
  /** Light that comes up from there. */
  color: Node<'vec3'>
  /** Length of the ray inside the water [m]. */
  path: Node<'float'>
  /** How far the place lies below the surface point [m]. */
  drop: Node<'float'>
  /** False where the bent ray leaves the picture, or something in front of the water covers what it would meet. */
  visible: Node<'bool'>
  /** Where the depth is known: true where the picture shows no ground at all, since the ray leaves a block of water by its side. */
  lost?: Node<'bool'>
}

/** Around a pixel [px]. */
const corners = [
  [-1.5, -1.5],
  [1.5, -1.5],
  [-1.5, 1.5],
  [1.5, 1.5],
] as const

/** Where the depth is known, what lies this many times deeper is not the ground of this water [1]. */
const slack = 1.5

/** One for all: every node of its own would copy the depth again in each frame, and nobody would free the copies. */
const depthDrawn = viewportDepthTexture()

/** The nearest opaque thing in the picture drawn so far, as the camera sees it [m]. */
export function behind(uv: Node<'vec2'>): Node<'vec3'> {
  return getViewPosition(uv, depthDrawn.sample(uv).x, cameraProjectionMatrixInverse)
}

function toWorld(view: Node<'vec3'>): Node<'vec3'> {
  return cameraWorldMatrix.mul(vec4(view, 1)).xyz
}

/**
 * Follows a refracted ray through the picture of everything opaque. The depth straight behind the fragment tells how deep the
 * ground lies there; the bent ray is followed down to that depth, and the place where it arrives is looked up on the screen.
 * Exact over level ground; near steps the ground is taken to be as deep as it is straight behind, or as it is below the fragment
 * where that is known.
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
  // At the waterline of a wall, wall and water are equally near and equally high but for rounding and a pixel's width.
  const tolerance = positionView.z.mul(-0.004).toVar()
  // Where anti-aliasing has blended two surfaces the depth belongs to only one of them: keep clear of things in front.
  const clear = corners.map(([x, y]) =>
    behind(uv.add(vec2(x, y).div(screenSize)))
      .z.sub(positionView.z)
      .lessThan(tolerance),
  )
  const sunken = place.y.sub(positionWorld.y).lessThanEqual(tolerance)
  const clearly = clear.reduce((all, one) => all.and(one), inside).and(sunken)
  if (!depth) return { ...measured(clearly.select(place, straight)), ...shown(clearly, uv) }
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
