// Runs inside the page before its own scripts: counts the work of each frame at the interface of WebGL 2, and measures its time.

/** The work of one drawn frame. */
export interface FrameWork {
  /** Time until all pixels are there [ms]. */
  time: number
  drawCalls: number
  /** Changes of the target between draw calls, plus one. */
  passes: number
  /** Texture reads in the longest fragment program that draws, each line of it counted once. */
  textureReads: number
  /** Bytes sent to textures and buffers. */
  uploaded: number
}

declare global {
  interface Window {
    /** Frames with draw calls since the page was opened. */
    drawnFrames: FrameWork[]
  }
}

/** Wraps the context and the frame callbacks of the page. */
export function countDrawing(): void {
  window.drawnFrames = []
  const work: FrameWork = { time: 0, drawCalls: 0, passes: 0, textureReads: 0, uploaded: 0 }
  const gl = WebGL2RenderingContext.prototype
  const readsOf = new WeakMap<WebGLShader, number>()
  const programReads = new WeakMap<WebGLProgram, number>()
  let current = 0
  let target: unknown
  let drawnTo: unknown
  let context: WebGL2RenderingContext | undefined

  /** Runs `before` ahead of a method. */
  const watch = <Name extends keyof WebGL2RenderingContext>(
    name: Name,
    before: (context: WebGL2RenderingContext, values: unknown[]) => void,
  ): void => {
    const method = gl[name] as (...values: unknown[]) => unknown
    Object.assign(gl, {
      [name](this: WebGL2RenderingContext, ...values: unknown[]) {
        before(this, values)
        return method.apply(this, values)
      },
    })
  }
  watch('shaderSource', (_, [shader, source]) => {
    const calls = String(source).match(/\b(texture|textureLod|textureGrad|texelFetch)\s*\(/g)?.length ?? 0
    readsOf.set(shader as WebGLShader, calls)
  })
  watch('attachShader', (at, [program, shader]) => {
    if (at.getShaderParameter(shader as WebGLShader, at.SHADER_TYPE) !== at.FRAGMENT_SHADER) return
    programReads.set(program as WebGLProgram, readsOf.get(shader as WebGLShader) ?? 0)
  })
  watch('useProgram', (_, [program]) => {
    current = program ? (programReads.get(program as WebGLProgram) ?? 0) : 0
  })
  watch('bindFramebuffer', (at, [kind, buffer]) => {
    if (kind !== at.READ_FRAMEBUFFER) target = buffer
  })
  for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'] as const)
    watch(name, (at) => {
      context = at
      if (work.drawCalls === 0 || target !== drawnTo) work.passes++
      drawnTo = target
      work.drawCalls++
      work.textureReads = Math.max(work.textureReads, current)
    })
  for (const name of [
    'bufferData',
    'bufferSubData',
    'texImage2D',
    'texSubImage2D',
    'texImage3D',
    'texSubImage3D',
  ] as const)
    watch(name, (_, values) => {
      const data = values.find((value) => ArrayBuffer.isView(value)) as Float32Array | undefined
      if (!data) return
      // The values behind the data of a buffer are those of a part of it: its start and its length.
      const length = name === 'bufferSubData' ? (values[4] as number | undefined) : undefined
      work.uploaded += length ? length * data.BYTES_PER_ELEMENT : data.byteLength
    })

  const atNextFrame = window.requestAnimationFrame.bind(window)
  const pixel = new Uint8Array(4)
  // The clock of the page is neither slow nor quick: it would draw fewer pixels after slow frames. All callbacks of a frame have the same time:
  // if each had its own, frames of a page with several of them would seem slow.
  let [clock, last] = [0, -1]
  window.requestAnimationFrame = (callback) =>
    atNextFrame((now) => {
      const start = performance.now()
      if (now !== last) clock += 25
      last = now
      callback(clock)
      if (work.drawCalls > 0 && context) {
        // Reading one pixel waits for all of them.
        context.bindFramebuffer(context.READ_FRAMEBUFFER, null)
        context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, pixel)
        window.drawnFrames.push({ ...work, time: performance.now() - start })
      }
      Object.assign(work, { drawCalls: 0, passes: 0, textureReads: 0, uploaded: 0 })
    })
}
