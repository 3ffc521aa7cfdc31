// A ray followed through a picture by its depths: steps until the ray is behind the surface that the picture shows, then bisection
// (screen-space ray tracing, after McGuire and Mara, "Efficient GPU screen-space ray tracing", JCGT 3, 2014).

import { Break, bool, float, getScreenPosition, getViewPosition, If, int, Loop, mix, vec2, vec4 } from 'three/tsl'
import type { Node } from 'three/webgpu'

/** A picture with depths, and the matrices of the camera that took it. */
export interface DepthPicture {
  readonly view: Node<'mat4'>
  readonly projection: Node<'mat4'>
  readonly projectionInverse: Node<'mat4'>
  /** Value of the depth buffer at a place of the picture. */
  depth(uv: Node<'vec2'>): Node<'float'>
  /** Place at which that depth was measured. Default: the same. */
  place?(uv: Node<'vec2'>): Node<'vec2'>
}

/** Point in view space of the surface that a picture shows at a place [m]. */
function surfaceAt(picture: DepthPicture, uv: Node<'vec2'>, depth = picture.depth(uv)): Node<'vec3'> {
  return getViewPosition(picture.place?.(uv) ?? uv, depth, picture.projectionInverse)
}

/** A surface in a picture, compared with the point of a ray that has the same place in the picture. */
export interface Sample {
  uv: Node<'vec2'>
  /** Value of the depth buffer. */
  depth: Node<'float'>
  /** Point of the surface in view space [m]. */
  surface: Node<'vec3'>
  /** Distance of the ray behind the surface, along the axis of the camera [m]; negative in front of it. */
  gap: Node<'float'>
}

/** Options of {@link marchThrough}. */
export interface March {
  origin: Node<'vec3'>
  /** Unit direction in world space. */
  direction: Node<'vec3'>
  /** Number of steps. */
  steps: Node<'int'> | number
  /** Halvings of the step in which the ray meets a surface. */
  refinements: number
  /** Distance from the origin at a share of the march, 0 to 1 [m]. */
  distance(share: Node<'float'>): Node<'float'>
  /** Whether a surface is one that the ray can meet. Others do not count: the ray passes behind them. */
  counts(sample: Sample): Node<'bool'>
  /** Way behind a surface up to which the ray has met it, not passed behind it [m]. `step`: length of the last step [m]. */
  thickness(step: Node<'float'>): Node<'float'>
}

/** The end of a march. */
export interface Met {
  /** Whether the ray meets a surface. */
  isMet: Node<'bool'>
  /** Distance from the origin at which it does, else that of the whole march [m]. */
  distance: Node<'float'>
  /** Last distance at which it was in front of a surface that counts [m]. */
  inFront: Node<'float'>
}

/** Behind everything, along the axis of the camera [m]. */
const nowhere = -1e30

/** Place in a picture of a point of a ray. */
export function placeAt(
  picture: DepthPicture,
  { origin, direction }: Pick<March, 'origin' | 'direction'>,
  distance: Node<'float'>,
): Node<'vec2'> {
  return getScreenPosition(picture.view.mul(vec4(origin.add(direction.mul(distance)), 1)).xyz, picture.projection)
}

/** The surface in a picture at the place of a point of a ray. */
export function sampleAt(
  picture: DepthPicture,
  { origin, direction }: Pick<March, 'origin' | 'direction'>,
  distance: Node<'float'>,
): Sample {
  const point = picture.view.mul(vec4(origin.add(direction.mul(distance)), 1)).xyz.toVar()
  return sampleOf(picture, getScreenPosition(point, picture.projection).toVar(), point.z)
}

/** `z`: that of the point of the ray in view space [m]. */
function sampleOf(picture: DepthPicture, uv: Node<'vec2'>, z: Node<'float'>): Sample {
  const depth = picture.depth(uv).toVar()
  const surface = surfaceAt(picture, uv, depth).toVar()
  return { uv, depth, surface, gap: surface.z.sub(z) }
}

/**
 * Distance along a ray at which it has gone a share of its way in the picture, from the point where it starts to its vanishing point. With the
 * distance of the start from the camera over the cosine of the ray, L, the share u is reached at L u / (1 - u).
 */
export function distanceAt(share: Node<'float'>, length: Node<'float'>): Node<'float'> {
  const u = share.toVar()
  return length.mul(u.div(u.oneMinus()))
}

/** Share of the way to its vanishing point at which a ray leaves the picture [1], at most 0.98. */
export function shareInside(start: Node<'vec2'>, vanishing: Node<'vec2'>): Node<'float'> {
  const way = vanishing.sub(start).toVar()
  const toEdge = vec2(
    way.x.greaterThan(0).select(start.x.oneMinus(), start.x),
    way.y.greaterThan(0).select(start.y.oneMinus(), start.y),
  )
  const shares = toEdge.div(way.abs().max(1e-4))
  return shares.x.min(shares.y).clamp(0, 0.98)
}

/**
 * Distance at which a ray meets the plane of the surface at a place of the picture, by the points of three pixels. Depths are those of the
 * middles of pixels: without the plane, a ray would meet a floor up to half a pixel too early or too late.
 * @param size Pixels of the picture along each side.
 * @returns The distance, or `distance` where it differs by more than `most`: at the edge of a surface the three are not of one plane.
 */
export function ontoPlane(
  picture: DepthPicture,
  { origin, direction }: Pick<March, 'origin' | 'direction'>,
  distance: Node<'float'>,
  most: Node<'float'>,
  size: Node<'vec2'>,
): Node<'float'> {
  const start = picture.view.mul(vec4(origin, 1)).xyz.toVar()
  const along = picture.view.mul(vec4(direction, 0)).xyz.toVar()
  const pixel = getScreenPosition(start.add(along.mul(distance)), picture.projection)
    .mul(size)
    .toVar()
  const middle = pixel.floor().add(0.5).toVar()
  // Neighbors on the sides that the ray is nearer to.
  const beside = pixel.greaterThanEqual(middle).select(vec2(1), vec2(-1)).toVar()
  const pointAt = (place: Node<'vec2'>): Node<'vec3'> => surfaceAt(picture, place.div(size).toVar())
  const point = pointAt(middle).toVar()
  const alongX = pointAt(middle.add(vec2(beside.x, 0))).sub(point)
  const alongY = pointAt(middle.add(vec2(0, beside.y))).sub(point)
  const normal = alongX.cross(alongY).normalize().toVar()
  const towards = normal.dot(along).toVar()
  const met = normal.dot(point.sub(start)).div(towards).toVar()
  const isPlane = towards.abs().greaterThan(0.01).and(met.sub(distance).abs().lessThan(most))
  return isPlane.select(met, distance)
}

/** Follows a ray until it meets a surface of the picture. To be called inside of a function of shaders, which it adds variables to. */
export function marchThrough(picture: DepthPicture, march: March): Met {
  const { origin, direction, steps, refinements, distance, counts, thickness } = march
  // View space and clip space are linear images of world space: a step along the ray is one addition in both.
  const start = picture.view.mul(vec4(origin, 1)).toVar()
  const along = picture.view.mul(vec4(direction, 0)).toVar()
  const [clipStart, clipAlong] = [picture.projection.mul(start).toVar(), picture.projection.mul(along).toVar()] as const
  const at = (way: Node<'float'>): Sample => {
    const clip = clipStart.add(clipAlong.mul(way)).toVar()
    const uv = clip.xy.div(clip.w).mul(vec2(0.5, -0.5)).add(0.5).toVar()
    return sampleOf(picture, uv, start.z.add(along.z.mul(way)))
  }
  const count = (typeof steps === 'number' ? int(steps) : steps).toVar()
  const isMet = bool(false).toVar()
  const inFront = float(0).toVar()
  const met = distance(float(1)).toVar()
  const isFound = bool(false).toVar()
  const [front, back] = [float(0).toVar(), float(0).toVar()] as const
  const [gapInFront, gapBehind] = [float(-1).toVar(), float(0).toVar()] as const
  /** Place along the axis of the camera of the surface that the ray was last in front of [m]. */
  const before = float(nowhere).toVar()
  Loop({ type: 'int', start: int(1), end: count, condition: '<=' }, ({ i }) => {
    const way = distance(float(i).div(float(count))).toVar()
    const sample = at(way)
    const gap = sample.gap.toVar()
    const step = way.sub(front).toVar()
    const reached = sample.surface.z.sub(gap).toVar()
    const isCounted = gap.lessThan(thickness(step)).and(counts(sample)).toVar()
    isFound.assign(isCounted.and(gap.greaterThan(0)))
    // In one step the ray may meet a surface near its edge and come out beyond it, where another one is seen farther away.
    If(isFound.or(before.greaterThan(reached)), () => {
      back.assign(way)
      gapBehind.assign(gap)
      refine(step, reached)
      // A gap that has not shrunk with the step is the way behind the edge of a surface.
      If(isFound.and(gapBehind.lessThan(thickness(step.mul(1 / 2 ** (refinements - 1))))), () => {
        isMet.assign(true)
        // Within the last interval the surface is plane, and the gap is linear; unless the ray comes out from behind another one.
        const share = gapInFront.div(gapInFront.sub(gapBehind).min(-1e-9)).min(1)
        met.assign(gapInFront.lessThan(0).select(mix(front, back, share), back))
        Break()
      })
    })
    const isInFront = isCounted.and(gap.lessThanEqual(0)).toVar()
    inFront.assign(isInFront.select(way, inFront))
    before.assign(isInFront.select(sample.surface.z, float(nowhere)))
    front.assign(way)
    gapInFront.assign(gap)
  })
  return { isMet, distance: met, inFront }

  /** Halves the interval from `front` to `back`, in which the ray meets a surface. `reached`: place of its end along the camera's axis [m]. */
  function refine(step: Node<'float'>, reached: Node<'float'>): void {
    Loop(refinements, () => {
      const way = front.add(back).mul(0.5).toVar()
      const sample = at(way)
      const gap = sample.gap.toVar()
      If(
        gap
          .greaterThan(0)
          .and(gap.lessThan(thickness(step)))
          .and(counts(sample)),
        () => {
          back.assign(way)
          gapBehind.assign(gap)
          isFound.assign(true)
        },
      )
        .ElseIf(isFound.not().and(sample.surface.z.lessThan(reached)), () => {
          back.assign(way)
        })
        .Else(() => {
          front.assign(way)
          gapInFront.assign(gap)
        })
    })
  }
}
