import { Fn, float, mix, vec2 } from 'three/tsl'
import type { Node, TextureNode, UniformNode, Vector2 } from 'three/webgpu'

/**
 * Values of the cells of a texture, by the uniform cubic B-spline over them, so that neither edges of cells nor kinks between their centers
 * are seen. Four reads of a bilinear texture give the sum over sixteen cells (Sigg and Hadwiger, "Fast third-order texture filtering",
 * GPU Gems 2, 2005).
 * @param cells Cells along both axes.
 * @param uv Coordinates from 0 to 1.
 */
export function splineSample(
  cellValues: TextureNode,
  cells: Node<'vec2'> | UniformNode<'vec2', Vector2>,
  uv: Node<'vec2'>,
): Node<'vec4'> {
  const value = Fn(([at]: [Node<'vec2'>]) => {
    const p = at.mul(cells).sub(0.5).toVar()
    const cell = p.floor().toVar()
    const t = p.sub(cell).toVar()
    const u = t.oneMinus().toVar()
    // Weights of the cells -1, 0 and 1, 2, in pairs; a read between both cells of a pair weights them in their ratio.
    const first = u.mul(u).mul(u).div(6).toVar()
    const last = t.mul(t).mul(t).div(6).toVar()
    const near = t
      .mul(t)
      .mul(t.mul(0.5).sub(1))
      .add(2 / 3)
      .add(first)
      .toVar()
    const far = float(1).sub(near).toVar()
    const before = cell.add(0.5).sub(first.div(near)).div(cells).toVar()
    const after = cell.add(1.5).add(last.div(far)).div(cells).toVar()
    const read = (x: Node<'float'>, y: Node<'float'>): Node<'vec4'> => cellValues.sample(vec2(x, y))
    return mix(
      mix(read(before.x, before.y), read(after.x, before.y), far.x),
      mix(read(before.x, after.y), read(after.x, after.y), far.x),
      far.y,
    )
  })
  return value(uv)
}
