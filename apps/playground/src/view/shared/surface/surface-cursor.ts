import { Fn, float, length, mix, positionGeometry, smoothstep, uniform, varying, vec3 } from 'three/tsl'
import { Color, Mesh, type Node, NodeMaterial, RingGeometry, Vector2, type Vector3 } from 'three/webgpu'
import type { BrushCursor } from '../../view.js'
import type { OpennessTexture } from '../solids/openness-texture.js'

/** Colors of the tools' brushes. */
const tints = {
  launch: new Color(0xffe38f),
  push: new Color(0xffffff),
  drop: new Color(0x9fe8ff),
  build: new Color(0xffdca8),
  erase: new Color(0xffa494),
  waveMaker: new Color(0x8fd0ff),
  pressure: new Color(0xe0c8ff),
  spring: new Color(0x9ff2d0),
  drain: new Color(0xff9fb0),
  raise: new Color(0xffe9b0),
  lower: new Color(0xffc58f),
  smooth: new Color(0xf4f0c8),
  dig: new Color(0xffab6b),
  stir: new Color(0xffffff),
  ink: new Color(0xffffff),
  probe: new Color(0xfff2a8),
  section: new Color(0xffffff),
} satisfies Record<BrushCursor['tool'], Color>

/**
 * A brush that lies on the waves and on dry land, and on solids for a tool that erases them: a ring at its rim, a fainter one where its full
 * strength begins, and a fill as opaque as it is strong.
 */
export class SurfaceCursor extends Mesh<RingGeometry, NodeMaterial> {
  readonly #center = uniform(new Vector2())
  readonly #radius = uniform(1)
  readonly #softness = uniform(0)
  readonly #tint = uniform(new Color())
  /** Opacity of the fill where the brush has its full strength. */
  readonly fill = uniform(0.2)
  /** Whether it climbs on solids: 1 or 0. */
  readonly #climbs = uniform(0)

  /**
   * @param level Height of water or terrain at a point as drawn [m].
   * @param top Height of solids there [m].
   */
  constructor(
    level: (place: Node<'vec2'>) => Node<'float'>,
    openness: OpennessTexture,
    top: (place: Node<'vec2'>) => Node<'float'>,
  ) {
    const material = new NodeMaterial()
    // A little wider than the brush: its rim is drawn smoothly on both sides.
    super(new RingGeometry(0, 1.08, 96, 14).rotateX(-Math.PI / 2), material)
    this.name = 'cursor'
    this.visible = false
    this.frustumCulled = false
    this.renderOrder = 1
    material.transparent = true
    // Drawn over everything: it is visible behind walls, too.
    material.depthTest = false
    material.depthWrite = false
    const place = positionGeometry.xz.mul(this.#radius).add(this.#center)
    const solid = smoothstep(0.6, 0.4, openness.at(place)).mul(this.#climbs)
    material.positionNode = vec3(place.x, mix(level(place), top(place), solid), place.y)
    material.colorNode = this.#tint.rgb
    material.opacityNode = Fn(() => {
      const r = varying(length(positionGeometry.xz)).toVar()
      const pixel = r.fwidth().max(0.002).toVar()
      const ring = (at: Parameters<typeof r.sub>[0], width: number) =>
        smoothstep(pixel.mul(width + 0.8), pixel.mul(width - 0.4), r.sub(at).abs())
      const full = float(1).sub(this.#softness)
      const out = r.sub(full).div(this.#softness.max(0.02)).max(0)
      const fill = out.mul(out).oneMinus().max(0)
      const rim = ring(1, 1.2).mul(0.95)
      // Hidden where it would lie on the rim, or shrink to a dot.
      const inner = ring(full, 0.8)
        .mul(smoothstep(0.04, 0.12, this.#softness))
        .mul(smoothstep(0.02, 0.1, full))
        .mul(0.5)
      return rim.max(inner).max(fill.mul(fill).mul(this.fill))
    })()
  }

  /** Shows a brush where the surface, stretched by `scale`, is drawn, or hides it; tells whether the picture changes. */
  show(cursor: BrushCursor | undefined, scale: Vector3): boolean {
    const wasVisible = this.visible
    this.visible = cursor !== undefined
    if (!cursor) return wasVisible
    const {
      at: [x, z],
      radius,
      softness,
      tool,
      color,
    } = cursor
    this.#center.value.set(x * scale.x, z * scale.z)
    this.#radius.value = radius
    this.#softness.value = softness
    if (color) this.#tint.value.set(color)
    else this.#tint.value.copy(tints[tool])
    this.#climbs.value = tool === 'erase' ? 1 : 0
    return true
  }

  override dispose(): void {
    super.dispose()
    this.geometry.dispose()
    this.material.dispose()
  }
}
