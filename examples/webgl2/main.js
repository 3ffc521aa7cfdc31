// Waves in plain WebGL2, without any other library: the heights are a texture, and a full-screen triangle shades them.
import { createSimulation } from 'seiche'

const [n, size] = [128, 480]
const solver = { type: 'columns', depth: 0.05, damping: 0.3 }
const sim = await createSimulation({ seiche: 1, grid: { cells: [n, n], cellSize: 1 / n }, solver })
const drop = { type: 'drop', radius: 0.05, height: 0.03 }
const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
const gl = canvas.getContext('webgl2')
document.body.append(gl ? canvas : 'This page needs WebGL2.')
const vertex = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1); }`
const fragment = `#version 300 es
precision highp float;
uniform highp sampler2D heights;
out vec4 color;
float h(vec2 at) { return texelFetch(heights, clamp(ivec2(at), ivec2(0), ivec2(${n - 1})), 0).x * ${n / 2}.0; }
void main() {
  vec2 at = gl_FragCoord.xy * ${n}.0 / ${size}.0, x = vec2(1, 0), z = vec2(0, 1);
  vec3 normal = normalize(vec3(h(at - x) - h(at + x), h(at - z) - h(at + z), 1));
  color = mix(vec4(0, 0.16, 0.27, 1), vec4(0.8, 0.96, 1, 1), pow(max(0.0, dot(normal, vec3(0.48, 0.57, 0.67))), 4.0));
}`
const program = gl.createProgram()
for (const [source, type] of Object.entries({ [vertex]: gl.VERTEX_SHADER, [fragment]: gl.FRAGMENT_SHADER })) {
  const shader = gl.createShader(type)
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  gl.attachShader(program, shader)
}
gl.linkProgram(program)
gl.useProgram(program)
gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST)
setInterval(() => {
  if (sim.stepCount % 30 === 0) sim.apply({ ...drop, x: Math.random() - 0.5, z: Math.random() - 0.5 })
  sim.advance(1 / 60)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, n, n, 0, gl.RED, gl.FLOAT, sim.field('eta').read())
  gl.drawArrays(gl.TRIANGLES, 0, 3)
}, 1000 / 60)
