// Runs inside the page before its own scripts: measures each draw call of a frame by waiting for its pixels. Waiting costs time of its own, so
// that the sum is more than the time of a frame; what counts are the shares.

/** A draw call, or a copy of pixels. */
export interface TimedDraw {
  /** Method of WebGL. */
  method: string
  /** Time until its pixels are there [ms]. */
  time: number
  /** Vertices or indices of one instance. */
  vertices: number
  /** Characters of its fragment program, which tell one from another. */
  program: number
}

declare global {
  interface Window {
    /** The draw calls of the last frame. */
    timedDraws: TimedDraw[]
  }
}

/** Wraps the context and the frame callbacks of the page. */
export function timeDraws(): void {
  window.timedDraws = []
  const gl = WebGL2RenderingContext.prototype
  const { bindFramebuffer, clear } = gl
  const lengths = new WeakMap<WebGLShader, number>()
  const programs = new WeakMap<WebGLProgram, number>()
  const pixel = new Uint8Array(4)
  let current = 0
  let own: WebGLFramebuffer | undefined
  let draws: TimedDraw[] = []

  /** A picture of one pixel: commands are executed in their order, so that reading it waits for all before. */
  const createPicture = (at: WebGL2RenderingContext): WebGLFramebuffer => {
    const bound = at.getParameter(at.TEXTURE_BINDING_2D)
    const texture = at.createTexture()
    const picture = at.createFramebuffer()!
    at.bindTexture(at.TEXTURE_2D, texture)
    at.texStorage2D(at.TEXTURE_2D, 1, at.RGBA8, 1, 1)
    at.bindTexture(at.TEXTURE_2D, bound)
    bindFramebuffer.call(at, at.READ_FRAMEBUFFER, picture)
    at.framebufferTexture2D(at.READ_FRAMEBUFFER, at.COLOR_ATTACHMENT0, at.TEXTURE_2D, texture, 0)
    return picture
  }
  const wait = (at: WebGL2RenderingContext): void => {
    const [read, drawn] = [at.getParameter(at.READ_FRAMEBUFFER_BINDING), at.getParameter(at.DRAW_FRAMEBUFFER_BINDING)]
    const isCut = at.isEnabled(at.SCISSOR_TEST)
    own ??= createPicture(at)
    bindFramebuffer.call(at, at.FRAMEBUFFER, own)
    if (isCut) at.disable(at.SCISSOR_TEST)
    clear.call(at, at.COLOR_BUFFER_BIT)
    if (isCut) at.enable(at.SCISSOR_TEST)
    at.readPixels(0, 0, 1, 1, at.RGBA, at.UNSIGNED_BYTE, pixel)
    bindFramebuffer.call(at, at.DRAW_FRAMEBUFFER, drawn)
    bindFramebuffer.call(at, at.READ_FRAMEBUFFER, read)
  }

  const replace = (name: string, make: (method: (...values: unknown[]) => unknown) => unknown): void => {
    Object.assign(gl, { [name]: make((gl as never)[name]) })
  }
  replace(
    'shaderSource',
    (method) =>
      function (this: WebGL2RenderingContext, shader: WebGLShader, source: string) {
        lengths.set(shader, source.length)
        return method.call(this, shader, source)
      },
  )
  replace(
    'attachShader',
    (method) =>
      function (this: WebGL2RenderingContext, program: WebGLProgram, shader: WebGLShader) {
        if (this.getShaderParameter(shader, this.SHADER_TYPE) === this.FRAGMENT_SHADER)
          programs.set(program, lengths.get(shader) ?? 0)
        return method.call(this, program, shader)
      },
  )
  replace(
    'useProgram',
    (method) =>
      function (this: WebGL2RenderingContext, program: WebGLProgram | null) {
        current = (program && programs.get(program)) ?? 0
        return method.call(this, program)
      },
  )
  /** Where each method has the number of vertices. */
  const counts = {
    drawArrays: 2,
    drawElements: 1,
    drawArraysInstanced: 2,
    drawElementsInstanced: 1,
    blitFramebuffer: -1,
  }
  for (const [name, at] of Object.entries(counts))
    replace(
      name,
      (method) =>
        function (this: WebGL2RenderingContext, ...values: unknown[]) {
          wait(this)
          const start = performance.now()
          const result = method.apply(this, values)
          wait(this)
          const vertices = at < 0 ? 0 : (values[at] as number)
          draws.push({ method: name, time: performance.now() - start, vertices, program: at < 0 ? 0 : current })
          return result
        },
    )

  const atNextFrame = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (callback) =>
    atNextFrame((time) => {
      draws = []
      callback(time)
      if (draws.length > 0) window.timedDraws = draws
    })
}
