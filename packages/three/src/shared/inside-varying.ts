import { varying } from 'three/tsl'
import { InterpolationSamplingMode, InterpolationSamplingType, type Node } from 'three/webgpu'

/**
 * A value of the vertices, interpolated at a point inside of the triangle. A pixel at the edge of a triangle has its middle outside: along the
 * crest of a wave or of a hill, values there would be those of a point far behind the crest, and lines of dots would be seen.
 */
export function insideVarying<T extends 'float' | 'vec2' | 'vec3'>(value: Node<T>): Node<T> {
  return varying(value).setInterpolation(
    InterpolationSamplingType.PERSPECTIVE,
    InterpolationSamplingMode.CENTROID,
  ) as Node<T>
}
