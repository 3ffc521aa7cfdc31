// Camera poses from which a stage fills the part of the window that panel and tool bar leave free.

import type { Scene } from 'seiche'
import { MathUtils, Matrix4, Quaternion, Spherical, Vector3 } from 'three/webgpu'
import type { FreeArea } from './view.js'

type SceneView = NonNullable<Scene['view']>

/** Lens of the camera, and limits of its orbit. */
export interface CameraLimits {
  /** Vertical angle of view of the whole window [degrees]. */
  fieldOfView: number
  /** Distances of the clipping planes [m]. */
  near: number
  far: number
  /** Distances from the target that zooming keeps to [m]. */
  minDistance: number
  maxDistance: number
  /** Largest angle from the vertical [rad]. */
  maxPolarAngle: number
  /** Basin that the camera may enter from above: extents along x and z, and depth below 0 [m]. */
  basin?: { width: number; length: number; depth: number }
  /** Lowest height of the camera over a point (x, z) [m]: above the ground, and in water that it may enter. Default: none. */
  lowest?: (x: number, z: number) => number
}

/** A camera's position and the point that it looks at [m]. */
export interface CameraPose {
  position: Vector3
  target: Vector3
}

/** A direction to look from: angle from the vertical, and turn about it [rad]. */
export interface ViewDirection {
  polar: number
  azimuth: number
}

/** Tangents of half the angles of view that the free area covers. */
export interface FreeAngles {
  horizontal: number
  vertical: number
}

/** Factor for the margin around the fitted points [1]. */
const margin = 1.13
/** Iterations of the fit. Distance and offset converge to a thousandth after five. */
const rounds = 8

/** The angles of the free part of a window of this size [CSS px]. `fieldOfView` [degrees] belongs to the window's whole height. */
export function freeAngles(width: number, height: number, free: FreeArea, fieldOfView: number): FreeAngles {
  const tangentPerPixel = Math.tan(MathUtils.degToRad(fieldOfView / 2)) / (Math.max(1, height) / 2)
  return {
    horizontal: (tangentPerPixel * Math.max(1, width - free.left - free.right)) / 2,
    vertical: (tangentPerPixel * Math.max(1, height - free.top - free.bottom)) / 2,
  }
}

/** The eight corners of a box around the origin [m]. */
export function boxCorners([x, y, z]: readonly [number, number, number]): Vector3[] {
  return [-1, 1].flatMap((i) =>
    [-1, 1].flatMap((j) => [-1, 1].map((k) => new Vector3((i * x) / 2, (j * y) / 2, (k * z) / 2))),
  )
}

/** The nearest pose in a direction from which points around the origin lie inside the free area; all moved up by `height` [m]. */
export function fitPoints(
  points: readonly Vector3[],
  { polar, azimuth }: ViewDirection,
  { horizontal, vertical }: FreeAngles,
  height = 0,
): CameraPose {
  const towards = new Vector3().setFromSpherical(new Spherical(1, polar, azimuth))
  const orientation = new Quaternion().setFromRotationMatrix(
    new Matrix4().lookAt(towards, new Vector3(), new Vector3(0, 1, 0)),
  )
  const toView = orientation.clone().invert()
  const seen = points.map((point) => point.clone().multiplyScalar(margin).applyQuaternion(toView))
  // By perspective, the middle of the picture is not the middle of the points: distance and vertical
  // offset depend on each other, and are computed in turn.
  let distance = 0
  let offset = 0
  for (let round = 0; round < rounds; round++) {
    distance = Math.max(
      ...seen.map(({ x, y, z }) => z + Math.max(Math.abs(x) / horizontal, Math.abs(y - offset) / vertical)),
    )
    const slopes = seen.map(({ y, z }) => y / (distance - z))
    offset = ((Math.min(...slopes) + Math.max(...slopes)) / 2) * distance
  }
  const target = new Vector3(0, offset, 0).applyQuaternion(orientation)
  target.y += height
  const position = towards.clone().multiplyScalar(distance).add(target)
  return { position, target: onLevel(target, position, towards, height) ?? target }
}

/** Smallest slope of a line of sight that is followed to a level [rad]; a flatter one meets it far away. */
const flattest = 0.1

/**
 * The point of the line of sight at a level: the camera orbits about it. The offset has moved the target within the picture, below the water
 * or above it; about such a point, a tilt would move the water out of the picture.
 */
function onLevel(target: Vector3, position: Vector3, towards: Vector3, level: number): Vector3 | undefined {
  if (Math.abs(towards.y) < Math.sin(flattest)) return undefined
  const along = (target.y - level) / towards.y
  const found = target.clone().addScaledVector(towards, -along)
  return found.distanceTo(position) > 0 && position.y > level ? found : undefined
}

/** A rectangle (x, z) on the ground, or a block over it [m]. */
export interface Block {
  width: number
  length: number
  /** Lowest and highest level. */
  low: number
  high: number
}

/** Fits a block; a tall window looks from further above, and lengthways at a block that is wide. */
export function fitBlock(block: Block, { polar, azimuth }: ViewDirection, angles: FreeAngles): CameraPose {
  const { width, length } = block
  const isTall = angles.horizontal < angles.vertical
  const isNarrow = Math.min(width, length) < 0.1 * Math.max(width, length)
  const isLengthways = isTall && !isNarrow && width > length
  const direction = { polar: isTall ? 0.8 * polar : polar, azimuth: isLengthways ? lengthways(azimuth) : azimuth }
  return fitAsIs(block, direction, angles)
}

function fitAsIs({ width, length, low, high }: Block, direction: ViewDirection, angles: FreeAngles): CameraPose {
  return fitPoints(boxCorners([width, high - low, length]), direction, angles, (low + high) / 2)
}

/** A turn nearer to the x axis than to the z axis, within the same quarter: the sun stays before the camera. */
function lengthways(azimuth: number): number {
  if (Math.abs(Math.sin(azimuth)) > Math.SQRT1_2) return azimuth
  const turns = Math.floor(azimuth / (Math.PI / 2))
  return (2 * turns + 1) * (Math.PI / 2) - azimuth
}

/** A view of a block: the direction, and the distance over that from which the whole block is in the picture [1]. */
export interface BlockView extends ViewDirection {
  distance: number
  /**
   * Given where the picture goes on to the horizon: a tall window then looks towards it, from this much lower down [rad], and cuts off the
   * sides of the block.
   */
  lowered?: number | undefined
}

/** In a tall window, open surroundings are seen no lower than from this angle [rad], and nearer by a factor [1]. */
const [lowest, nearer] = [1.4, 0.62]

function fitOpen(block: Block, { polar, azimuth }: ViewDirection, lowered: number, angles: FreeAngles): CameraPose {
  const { position, target } = fitAsIs(
    block,
    { polar: Math.max(polar, Math.min(lowest, polar + lowered)), azimuth },
    angles,
  )
  return { position: position.sub(target).multiplyScalar(nearer).add(target), target }
}

/** The view that a scene names, else the usual one. */
export function viewOf({ view }: { view?: SceneView | undefined }, usual: BlockView): BlockView {
  const { azimuth, polar, distance } = view?.camera ?? {}
  return {
    ...usual,
    azimuth: azimuth === undefined ? usual.azimuth : MathUtils.degToRad(azimuth),
    polar: polar === undefined ? usual.polar : MathUtils.degToRad(polar),
    distance: distance ?? usual.distance,
  }
}

/** The pose of a view of a block. `target`: point (x, z) to look at instead of the middle of the block's picture [m]. */
export function poseOf(
  block: Block,
  view: BlockView,
  angles: FreeAngles,
  target?: readonly [number, number],
): CameraPose {
  const isTall = angles.horizontal < angles.vertical
  const fitted =
    view.lowered !== undefined && isTall ? fitOpen(block, view, view.lowered, angles) : fitBlock(block, view, angles)
  const away = fitted.position.clone().sub(fitted.target).multiplyScalar(view.distance)
  if (target) fitted.target.set(target[0], fitted.target.y, target[1])
  return { position: fitted.target.clone().add(away), target: fitted.target }
}
