import { vec2 } from 'three/tsl'
import { type DataTexture, type Node, type NodeBuilder, type Texture, TextureNode } from 'three/webgpu'

/**
 * For each read, the node of three multiplies the place by the matrix of the texture, and asks whether its rows are upside down: half of
 * the work where a spline reads sixteen cells. Those of memory are not.
 */
class CellTextureNode extends TextureNode {
  constructor(...values: ConstructorParameters<typeof TextureNode>) {
    super(...values)
    this.updateMatrix = false
  }

  /** The place as it is. */
  setupUV(_builder: NodeBuilder, place: Node<'vec2'>): Node<'vec2'> {
    return place
  }
}

/** The types of three lack this method. */
interface RowOrder {
  isFlipY(): boolean
}

/** In WebGL, the first row of a texture that was drawn is the lowest. */
class DrawnTextureNode extends CellTextureNode {
  override setupUV(builder: NodeBuilder & RowOrder, place: Node<'vec2'>): Node<'vec2'> {
    if (!builder.isFlipY()) return place
    const { x, y } = place
    return this.sampler ? vec2(x, y.oneMinus()) : vec2(x, y.negate().add(this.value.height - 1))
  }
}

/** The values of a texture of cells, in TSL: for `load` of cells by column and row, and for `sample` of places from 0 to 1. */
export function cellTexture(cells: DataTexture): TextureNode {
  return new CellTextureNode(cells)
}

/** The same for a texture that the graphics device has drawn, of a size that does not change. */
export function drawnTexture(cells: Texture): TextureNode {
  return new DrawnTextureNode(cells)
}
