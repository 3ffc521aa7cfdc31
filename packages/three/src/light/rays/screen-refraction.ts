// Refraction by the frame drawn so far: the refracted ray is followed down to the first surface below the water that the frame shows.

import {
  bool,
  cameraProjectionMatrix,
  cameraViewMatrix,
  float,
  getScreenPosition,
  If,
  int,
  mix,
  positionView,
  positionWorld,
  screenSize,
  screenUV,
  smoothstep,
  vec2,
  vec3,
  vec4,
} from 'three/tsl'
import type { Node } from 'three/webgpu'
import { distanceAt, marchThrough, ontoPlane, placeAt, sampleAt, shareInside } from './depth-march.js'
import { behind, frame, insidePicture, radianceIn, toWorld } from './frame.js'
import type { ObjectBox } from './object-box.js'
import { onlyWhere } from './only-where.js'

/** The point that a refracted ray meets in the frame drawn so far. */
export interface SeenBelow {
  /** Radiance of that point. */
  color: Node<'vec3'>
  /** Length of the ray inside the water [m]. */
  path: Node<'float'>
  /** Depth of the point below the surface [m]. */
  drop: Node<'float'>
}

/** The ground below water with dry land. */
export interface GroundBelow {
  /** Depth of the water below the fragment [m]. */
  depth: Node<'float'>
  /** Radiance of ground that no pixel shows: rays that leave a block sideways would have met some. */
  color: Node<'vec3'>
  /** Distance at which a ray from the fragment with this direction leaves a block sideways [m]. Undefined where the land goes on. */
  side?: ((direction: Node<'vec3'>) => Node<'float'>) | undefined
}

/** What is known about the ground, besides the frame. */
export interface BelowOptions {
  /** Radiance along the ray, for rays that leave the frame or end behind an object. */
  hidden?: (() => Node<'vec3'>) | undefined
  /** Length of the ray down to a ground of known shape [m]. */
  length?: Node<'float'> | undefined
  /** Ground of water with dry land. */
  ground?: GroundBelow | undefined
  /** Box of the objects that rays may meet. Default: objects are anywhere. */
  objects?: ObjectBox | undefined
}

/** Offsets of the corners around a pixel [px]. */
const corners = [
  [-1.5, -1.5],
  [1.5, -1.5],
  [-1.5, 1.5],
  [1.5, 1.5],
] as const

/** Points deeper than this many depths are not the ground of this water, in a block and in land that goes on [1]. */
const [slackOfBlock, slackOfLand] = [1.5, 4]
/** Largest growth of the depth along a ray to the depth here, over that depth [1]: steeper ground than this is searched for. */
const steepest = 0.7
/** Most steps of a ray, pixels of each, and halvings of the last. */
const [mostSteps, pixelsOfStep, refinements] = [12, 5, 3]
/** Distances at which the depth of the ground is looked up, in those to the depth straight behind the water [1]. */
const probes = [1, 3, 9]
/** Way behind an object after which a ray is taken to pass it, in steps [1]. */
const thickness = 2
/** Depth straight behind the water over that at the end of the ray [1]: up to the first an object, from the second on ground. */
const [ofObject, ofGround] = [0.4, 0.8]
/** Corrections of the distance to ground of unknown depth that no object hides, and the share of it that may be left [1]. */
const [corrections, remainder] = [2, 0.1]
/** Lengths of rays at which what is met fades to ground beyond the block, in those to its side [1]. */
const [withinBlock, beyondBlock] = [0.85, 1]
/** Width of the transition at the edges of the frame [1]: to what a ray meets outside of it, and to the pixel straight behind the water. */
const [margin, wideMargin] = [0.02, 0.08]

/**
 * Screen-space refraction. A ray that passes no object meets the ground at a distance that its depth tells, and one look at the frame is
 * enough. Any other is followed through the depths of the frame, down to the depth of the ground. Surfaces above the water, and in front of
 * it, are not what it meets. Exact where the frame shows the point that the ray meets; elsewhere the radiance fades to that of `hidden`, or
 * to that of the pixel straight behind the water.
 */
export function seeBelow(direction: Node<'vec3'>, { hidden, length: known, ground, objects }: BelowOptions): SeenBelow {
  const down = direction.y.negate().max(0.05).toVar()
  // At the waterline of a wall, the positions of wall and water differ only by rounding and the width of a pixel.
  const tolerance = positionView.z.mul(-0.004).toVar()
  const dropTo = (surface: Node<'vec3'>): Node<'float'> => positionWorld.y.sub(toWorld(surface).y)
  /** Rays lead downwards and away from the camera: they meet nothing above the water, nor in front of it. */
  const isBelow = (surface: Node<'vec3'>): Node<'bool'> =>
    dropTo(surface).greaterThan(tolerance.negate()).and(surface.z.sub(positionView.z).lessThan(tolerance))
  const slack = ground?.side ? slackOfBlock : slackOfLand
  const isGround = (surface: Node<'vec3'>): Node<'bool'> =>
    ground
      ? isBelow(surface).and(dropTo(surface).lessThanEqual(ground.depth.mul(slack).add(tolerance)))
      : isBelow(surface)
  const beside = (uv: Node<'vec2'>, [x, y]: readonly [number, number]): Node<'vec3'> =>
    behind(uv.add(vec2(x, y).div(screenSize))).toVar()

  /** Whether a surface that no ray has met is the ground of this block, and not what lies behind the block. */
  const isGroundWithin = (surface: Node<'vec3'>): Node<'bool'> => {
    const way = toWorld(surface).sub(positionWorld).toVar()
    return ground?.side ? isGround(surface).and(way.length().lessThan(ground.side(way.normalize()))) : isGround(surface)
  }

  const ray = { origin: positionWorld, direction }
  // Without `toVar`: in a basin nothing asks for it, and it is not read.
  const straight = behind(screenUV)
  const level = (ground?.depth ?? dropTo(straight)).max(0.001)
  const reach = (known ?? level.div(down)).toVar()
  const color = vec3(0).toVar()
  const way = reach.toVar()
  const mayMeet = bool(true).toVar()
  const isSearched = bool(true).toVar()
  if (objects) {
    const { near, far } = objects.crossing(positionWorld, direction, tolerance)
    mayMeet.assign(far.greaterThan(near).and(near.lessThan(reach.mul(slack))))
    meetGround()
  }
  // A ray to ground beyond the block meets none of it, and what lies behind the block is not in the water.
  const beyond = ground?.side
    ? smoothstep(withinBlock, beyondBlock, reach.div(ground.side(direction).max(1e-3))).toVar()
    : undefined
  if (objects && beyond) isSearched.assign(isSearched.and(mayMeet.or(beyond.lessThan(1))))
  onlyWhere(isSearched, search)
  if (ground && beyond)
    onlyWhere(mayMeet.not().and(beyond.greaterThan(0)), () => {
      color.assign(mix(color, ground.color, beyond))
      way.assign(mix(way, reach, beyond))
    })
  return { color, path: way, drop: way.mul(direction.y.negate()).max(0) }

  /** Looks where a ray meets ground that is smooth, or of known shape. */
  function meetGround(): void {
    if (ground) {
      // Where the ray is as deep as the water here, the ground is deeper by some share: on a plane, by the same share of each further way.
      const growth = dropTo(sampleAt(frame, ray, way).surface)
        .div(down.mul(reach))
        .sub(1)
      way.assign(reach.div(growth.clamp(-steepest, steepest).oneMinus()))
    } else if (!known)
      for (let k = 0; k < corrections; k++)
        way.assign(
          dropTo(sampleAt(frame, ray, way).surface)
            .div(down)
            .clamp(0, reach.mul(4)),
        )
    const { uv, surface, gap } = sampleAt(frame, ray, way)
    const off = way.mul(remainder).max(tolerance).toVar()
    // Seen at a small angle, a pixel of open ground is metres long: its height tells whether it is the ground, its distance does not.
    const isLevel = (found: Node<'vec3'>): Node<'bool'> => dropTo(found).sub(way.mul(down)).abs().lessThan(off)
    const isOpen = known && !hidden
    const isMet = isOpen ? isLevel : isGround
    // Anti-aliased pixels blend two surfaces: both corners of a pixel have to show ground.
    const isSeen = [corners[0], corners[3]].reduce((all, at) => all.and(isMet(beside(uv, at))), isMet(surface))
    const isThere = isOpen ? isSeen : isSeen.and(gap.abs().lessThan(off))
    const inside = insidePicture(uv, hidden ? margin : wideMargin).toVar()
    isSearched.assign(mayMeet.or(isThere.not()).or(hidden ? inside.lessThan(1) : inside.lessThanEqual(0)))
    color.assign(radianceIn(uv))
    if (!hidden)
      onlyWhere(inside.lessThan(1), () => {
        const here = radianceIn(screenUV)
        color.assign(mix(ground ? isGroundWithin(straight).select(here, ground.color) : here, color, inside))
      })
  }

  /** Follows the ray through the frame. */
  function search(): void {
    const whole = reach.mul(ground ? slack : 1.05).toVar()
    // The ground may be deeper than the object straight behind the water: some places farther on tell.
    if (!ground && !known)
      for (const times of probes) {
        const { surface } = sampleAt(frame, ray, reach.mul(times))
        If(isBelow(surface), () => {
          whole.assign(whole.max(dropTo(surface).div(down).mul(1.05)))
        })
      }
    const along = cameraViewMatrix.mul(vec4(direction, 0)).xyz.toVar()
    const length = positionView.z.div(along.z.min(-0.02))
    const vanishing = getScreenPosition(along, cameraProjectionMatrix)
    whole.assign(whole.min(distanceAt(shareInside(screenUV, vanishing), length)))
    const pixels = placeAt(frame, ray, whole).sub(screenUV).mul(screenSize).length()
    const steps = pixels.div(pixelsOfStep).ceil().clamp(2, mostSteps).toInt().toVar()
    // Of a basin the frame does not show where the ray ends, its own function has the colour.
    if (known && hidden) steps.assign(mayMeet.select(steps, int(0)))
    const met = marchThrough(frame, {
      ...ray,
      steps,
      refinements,
      distance: (share) => whole.mul(share),
      counts: ({ surface }) => isGround(surface),
      thickness: (step) => step.mul(thickness).add(tolerance),
    })
    const step = whole.div(float(steps))
    const exact = met.distance.toVar()
    onlyWhere(met.isMet, () => {
      exact.assign(ontoPlane(frame, ray, exact, step, screenSize))
    })
    // A ray that leaves the frame, or ends behind an object, has the colour of the ground that it was last in front of.
    const { uv, surface } = sampleAt(frame, ray, met.isMet.select(exact, met.inFront))
    // Anti-aliased pixels blend two surfaces but have the depth of only one: what is next to other surfaces counts less.
    const clear = corners
      .map((corner) => isGround(beside(uv, corner)).select(float(1), float(0)))
      .reduce((sum, corner) => sum.add(corner))
      .mul(0.5)
      .sub(1)
      .max(0)
    const isClear = isGroundWithin(surface).select(clear, float(0))
    // A ray that leaves the frame would smear the pixels at its edge into a curtain.
    const inside = isClear.mul(insidePicture(uv, hidden ? margin : wideMargin)).toVar()
    const share = (hidden ? met.isMet.select(inside, float(0)) : inside).toVar()

    color.assign(radianceIn(uv))
    onlyWhere(share.lessThan(1), () => {
      // An object straight behind the water, higher than the ground that the ray was last in front of, would be seen a second time, unrefracted.
      const isLevel = smoothstep(ofObject, ofGround, dropTo(straight).div(dropTo(surface).max(tolerance)))
      const other = hidden?.() ?? mix(color, radianceIn(screenUV), isLevel)
      color.assign(mix(ground ? isGroundWithin(straight).select(other, ground.color) : other, color, share))
    })
    way.assign(met.isMet.select(exact, reach))
  }
}
