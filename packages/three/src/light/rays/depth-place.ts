import { Fn, screenSize, vec2 } from 'three/tsl'
import type { Node, NodeBuilder, Renderer } from 'three/webgpu'

/** First of four samples of a pixel, from its middle [px], y down: the standard places of Vulkan, Metal and Direct3D. */
const firstOfFour = [-0.125, -0.375] as const

/**
 * Place in the picture at which the depth of a pixel was measured: the middle of the pixel, or its first sample where there are four. A
 * copy of the depth has that of the first sample. Taken for the depth at `uv`, it would be off by the slope of the ground times the
 * distance of both: shallow water seen from afar was half as deep by WebGPU as by WebGL 2, which counts rows from below.
 * @param uv Place in the picture, from 0 to 1, y down.
 */
export function depthPlace(uv: Node<'vec2'>): Node<'vec2'> {
  const sample = Fn((builder) => {
    // The types of three lack the renderer of a builder.
    const { renderer } = builder as NodeBuilder & { renderer: Renderer & { currentSamples: number } }
    if (renderer.currentSamples <= 1) return vec2(0)
    const [x, y] = firstOfFour
    return vec2(x, 'isWebGPUBackend' in renderer.backend ? y : -y)
  })
  return uv.mul(screenSize).floor().add(0.5).add(sample()).div(screenSize)
}
