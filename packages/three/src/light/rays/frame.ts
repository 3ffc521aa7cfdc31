// The frame drawn so far: its colours and its depths.

import {
  cameraProjectionMatrix,
  cameraProjectionMatrixInverse,
  cameraViewMatrix,
  cameraWorldMatrix,
  getViewPosition,
  screenUV,
  smoothstep,
  vec4,
  viewportDepthTexture,
} from 'three/tsl'
import {
  FloatType,
  FramebufferTexture,
  LinearFilter,
  NearestFilter,
  type Node,
  RenderTarget,
  type Texture,
  ViewportTextureNode,
} from 'three/webgpu'
import type { DepthPicture } from './depth-march.js'
import { depthPlace } from './depth-place.js'

/**
 * Where waves magnify, single pixels of the frame would be seen as steps: unlike three's default, colors are interpolated. Not those of targets of
 * 32-bit floats, because many devices cannot interpolate these, and would read black.
 */
class DrawnColorsNode extends ViewportTextureNode {
  override getTextureForReference(reference?: Parameters<ViewportTextureNode['getTextureForReference']>[0]): Texture {
    const colors = super.getTextureForReference(reference)
    const isFloat = reference instanceof RenderTarget && reference.texture.type === FloatType
    colors.magFilter = colors.minFilter = isFloat ? NearestFilter : LinearFilter
    return colors
  }
}

/**
 * One node each for all materials: a further node would copy the depth again in each frame, and the copies would never be freed. Not
 * `viewportSharedTexture`, which copies the colors once for every place in a program that reads them.
 */
const depthDrawn = viewportDepthTexture()
const colorDrawn = new DrawnColorsNode(screenUV, null, new FramebufferTexture(1, 1))

/** The frame drawn so far, without transparent objects. */
export const frame: DepthPicture = {
  view: cameraViewMatrix,
  projection: cameraProjectionMatrix,
  projectionInverse: cameraProjectionMatrixInverse,
  depth: (uv) => depthDrawn.sample(uv).x,
  place: depthPlace,
}

/** Radiance in the frame drawn so far. */
export function radianceIn(uv: Node<'vec2'>): Node<'vec3'> {
  return colorDrawn.sample(uv).rgb
}

/** Position in view space of the nearest opaque surface in the frame drawn so far [m]. */
export function behind(uv: Node<'vec2'>): Node<'vec3'> {
  return getViewPosition(depthPlace(uv), frame.depth(uv), cameraProjectionMatrixInverse)
}

/** The same with the value of the depth buffer, which is 1 where there is only the background. */
export function surfaceIn(uv: Node<'vec2'>): { surface: Node<'vec3'>; depth: Node<'float'> } {
  const depth = frame.depth(uv).toVar()
  return { surface: getViewPosition(depthPlace(uv), depth, cameraProjectionMatrixInverse), depth }
}

/** A point of the camera's view space in world space [m]. */
export function toWorld(view: Node<'vec3'>): Node<'vec3'> {
  return cameraWorldMatrix.mul(vec4(view, 1)).xyz
}

/** 1 inside a picture, 0 at its edges and outside. `width`: that of the transition, in parts of the picture [1]. */
export function insidePicture(uv: Node<'vec2'>, width: number): Node<'float'> {
  const toEdge = uv.min(uv.oneMinus())
  return smoothstep(0, width, toEdge.x.min(toEdge.y))
}
