// Reflection by the frame drawn so far: the reflected ray is followed to the first surface that the frame shows on its side of the water.

import {
  bool,
  cameraProjectionMatrix,
  cameraViewMatrix,
  float,
  getScreenPosition,
  int,
  positionView,
  positionWorld,
  screenSize,
  screenUV,
  smoothstep,
  vec3,
  vec4,
} from 'three/tsl'
import type { Node } from 'three/webgpu'
import { distanceAt, marchThrough, placeAt, shareInside } from './depth-march.js'
import { frame, insidePicture, radianceIn, surfaceIn, toWorld } from './frame.js'
import { Blur, deviationOfRays } from './mirror-blur.js'
import type { ObjectBox } from './object-box.js'

/** Pixels of a step on average, least and most steps of a ray, and halvings of the last. */
const [pixelsOfStep, leastSteps, mostSteps, refinements] = [3.5, 8, 40, 4]
/** Length of steps of a ray that passes no object, over the others [1]: terrain is not thin. */
const stepsOverTerrain = 4
/** Length of the first step over the average [1]; later ones are longer: objects near the waterline are seen best. */
const firstStep = 0.5
/** Way behind a surface after which a ray is taken to pass it, in parts of the distance from the camera [1], besides that of a step. */
const thickness = 0.008
/** Width of the transition at the edges of the frame [1]. */
const margin = 0.08
const blur = /* @__PURE__ */ new Blur(0.85, 2)
/** Rays that lead towards the camera show the backs of objects: cosines between which they fade out [1]. */
const [backwards, forwards] = [0.03, 0.18]

/** Terrain that the frame shows, and the objects on it. */
export interface MirroredTerrain {
  /** Highest point of the terrain in world space [m]. */
  peak: Node<'float'>
  /** Steepest slope from the fragment up to terrain that lies in a direction [1]: rays that rise more steeply meet none. */
  horizon: (direction: Node<'vec3'>) => Node<'float'>
  objects: ObjectBox
}

/**
 * What a ray from the water upwards, or downwards under water, meets in the frame.
 * @param variance Variance of slopes that are not resolved [1]; they blur the image. Default 0.
 * @param terrain What else than objects a ray may meet, if that is known: above it is nothing to look for.
 * @returns Radiance times its share, and the share [1]; 0 where the ray meets nothing that the frame shows.
 */
export function seeFromWater(
  direction: Node<'vec3'>,
  side: 'above' | 'below',
  variance?: Node<'float'>,
  terrain?: MirroredTerrain,
): Node<'vec4'> {
  const along = cameraViewMatrix.mul(vec4(direction, 0)).xyz.toVar()
  const forward = along.z.negate().max(backwards).toVar()
  const length = positionView.z.negate().div(forward).toVar()
  const vanishing = getScreenPosition(along, cameraProjectionMatrix).toVar()
  const whole = shareInside(screenUV, vanishing).toVar()
  const stepLength = float(pixelsOfStep).toVar()
  const mayMeet = bool(true).toVar()
  if (terrain) {
    const { peak, horizon, objects } = terrain
    const { near, far } = objects.crossing(positionWorld, direction, positionView.z.mul(-0.01))
    const passes = far.greaterThan(near).toVar()
    stepLength.mulAssign(passes.select(float(1), float(stepsOverTerrain)))
    mayMeet.assign(passes.or(direction.y.lessThan(direction.xz.length().mul(horizon(direction)))))
    const rise = peak.max(objects.top).sub(positionWorld.y).max(0).div(direction.y.max(0.01)).toVar()
    whole.assign(whole.min(rise.div(rise.add(length))))
  }
  // A thin object that crosses the ray within one step is not seen: steps are as short as the picture is large.
  const pixels = vanishing.sub(screenUV).mul(screenSize).length().mul(whole)
  const tolerance = positionView.z.mul(-0.002).toVar()
  const solid = positionView.z.mul(-thickness).toVar()
  const isOnSide = (surface: Node<'vec3'>): Node<'bool'> => {
    const up = toWorld(surface).y.sub(positionWorld.y)
    return (side === 'above' ? up : up.negate()).greaterThan(tolerance.negate())
  }
  const ray = { origin: positionWorld, direction }
  const met = marchThrough(frame, {
    ...ray,
    steps: mayMeet.select(
      pixels
        .div(stepLength)
        .ceil()
        .clamp(terrain ? 1 : leastSteps, mostSteps)
        .toInt(),
      int(0),
    ),
    refinements,
    distance: (share) => distanceAt(share.mul(share.mul(1 - firstStep).add(firstStep)).mul(whole), length),
    // Rays may go beyond the far plane, where the background is; it is no object.
    counts: ({ surface, depth }) => depth.lessThan(1).and(isOnSide(surface)),
    thickness: (step) => step.mul(forward).mul(2).add(solid),
  })
  const uv = placeAt(frame, ray, met.distance).toVar()
  const facing = smoothstep(backwards, forwards, along.z.negate())
  const share = met.isMet.select(insidePicture(uv, margin).mul(facing), float(0)).toVar()
  if (!variance) return vec4(radianceIn(uv), 1).mul(share)
  const image = vec4(0).toVar()
  const raised = { ...ray, direction: direction.add(vec3(0, 1, 0).mul(deviationOfRays(variance))) }
  const spread = placeAt(frame, raised, met.distance).sub(uv).toVar()
  // Blurred over less than a pixel, it would look the same.
  const isSharp = spread.mul(screenSize).length().lessThanEqual(1).toVar()
  blur.addUp(share.greaterThan(0), isSharp, (place, weight) => {
    const at = uv.add(spread.mul(place)).toVar()
    // The background is not part of the image: its mirror image is that of the surroundings.
    const { surface, depth } = surfaceIn(at)
    const isMirrored = isSharp.or(depth.lessThan(1).and(isOnSide(surface))).select(weight, float(0))
    image.addAssign(vec4(radianceIn(at), 1).mul(isMirrored))
  })
  // At the edge of an object half of the samples show it, and rays beyond the edge have none: the image fades up to there, or its edge would
  // be a step of one pixel.
  const faded = image.w.mul(2).sub(1).max(0).div(image.w.max(1e-6))
  return image.mul(faded).mul(share)
}
