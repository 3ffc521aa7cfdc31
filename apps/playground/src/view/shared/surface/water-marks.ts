// Marks of the instruments in the 3-D view: a disk for each probe, and a strip along the section. They lie on the waves.

import { positionGeometry, uniform, vec2, vec3 } from 'three/tsl'
import { Color, Group, Mesh, type Node, NodeMaterial, PlaneGeometry, Vector2, type Vector3 } from 'three/webgpu'
import { type Marks, markShare } from '../../../session/instruments.js'
import type { SurfaceCursor } from './surface-cursor.js'

/** Width of the strip, in parts of the longest side of the water. */
const stripShare = 0.004
/** Pieces of the strip: it follows the waves. */
const pieces = 240

export class WaterMarks extends Group {
  readonly #make: () => SurfaceCursor
  readonly #extent: number
  readonly #probes: SurfaceCursor[] = []
  readonly #strip: Strip

  /**
   * @param make Creates a disk that lies on the surface.
   * @param level Height of water or terrain at a point as drawn [m].
   * @param extent Longest side of the water [m].
   */
  constructor(make: () => SurfaceCursor, level: (place: Node<'vec2'>) => Node<'float'>, extent: number) {
    super()
    this.name = 'marks'
    this.#make = make
    this.#extent = extent
    this.#strip = new Strip(level, stripShare * extent)
    this.add(this.#strip)
  }

  /** Shows marks on a surface that is stretched by `scale`. */
  show({ probes, section }: Marks, scale: Vector3): void {
    while (this.#probes.length < probes.length) {
      const mark = this.#make()
      this.#probes.push(mark)
      this.add(mark)
    }
    for (const [index, mark] of this.#probes.entries()) {
      const probe = probes[index]
      const radius = markShare * this.#extent
      mark.show(probe && { at: probe.at, radius, softness: 0, tool: 'probe', color: probe.color }, scale)
      mark.fill.value = 0.75
    }
    this.#strip.visible = section !== undefined
    if (!section) return
    const [[x0, z0], [x1, z1]] = section
    this.#strip.from.value.set(x0 * scale.x, z0 * scale.z)
    this.#strip.to.value.set(x1 * scale.x, z1 * scale.z)
  }

  override dispose(): void {
    super.dispose()
    this.#strip.dispose()
    for (const mark of this.#probes) mark.dispose()
  }
}

/** A strip between two points that lies on the surface. */
class Strip extends Mesh<PlaneGeometry, NodeMaterial> {
  readonly from = uniform(new Vector2())
  readonly to = uniform(new Vector2())

  constructor(level: (place: Node<'vec2'>) => Node<'float'>, width: number) {
    const material = new NodeMaterial()
    super(new PlaneGeometry(1, width, pieces, 1), material)
    this.name = 'section'
    this.visible = false
    this.frustumCulled = false
    this.renderOrder = 1
    material.transparent = true
    // Drawn over everything, like a brush: it is visible behind walls, too.
    material.depthTest = false
    material.depthWrite = false
    const along = this.to.sub(this.from)
    const across = vec2(along.y, along.x.negate()).div(along.length().max(1e-9))
    const place = this.from.add(along.mul(positionGeometry.x.add(0.5))).add(across.mul(positionGeometry.y))
    material.positionNode = vec3(place.x, level(place), place.y)
    material.colorNode = uniform(new Color(0xffffff)).rgb
    material.opacityNode = uniform(0.85)
  }

  override dispose(): void {
    super.dispose()
    this.geometry.dispose()
    this.material.dispose()
  }
}
