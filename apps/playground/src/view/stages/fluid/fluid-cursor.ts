import { Fn, length, positionGeometry, smoothstep, uniform, varying } from 'three/tsl'
import { type Camera, Color, Mesh, NodeMaterial, RingGeometry } from 'three/webgpu'

/** A brush in a fluid: a ring at its rim that faces the viewer, filled as strongly as the brush acts. */
export class FluidCursor extends Mesh<RingGeometry, NodeMaterial> {
  readonly #tint = uniform(new Color())

  constructor() {
    const material = new NodeMaterial()
    // A little wider than the brush: its rim is drawn smoothly on both sides.
    super(new RingGeometry(0, 1.08, 72, 8), material)
    this.name = 'cursor'
    this.visible = false
    this.renderOrder = 3
    material.transparent = true
    material.depthTest = false
    material.depthWrite = false
    material.colorNode = this.#tint.rgb
    material.opacityNode = Fn(() => {
      const r = varying(length(positionGeometry.xy)).toVar()
      const pixel = r.fwidth().max(0.002).toVar()
      const rim = smoothstep(pixel.mul(2.2), pixel.mul(0.8), r.sub(1).abs())
      const fill = r.mul(r).oneMinus().max(0)
      return rim.mul(0.95).max(fill.mul(fill).mul(0.22))
    })()
  }

  /** Shows it at a point [m], with a radius [m] and a color. */
  show(at: readonly number[], radius: number, tint: Color): void {
    this.visible = true
    this.position.set(at[0]!, at[1]!, at[2] ?? 0)
    this.scale.setScalar(radius)
    this.#tint.value.copy(tint)
  }

  /** Hides it; tells whether it was visible. */
  hide(): boolean {
    const wasVisible = this.visible
    this.visible = false
    return wasVisible
  }

  face(camera: Camera): void {
    this.quaternion.copy(camera.quaternion)
  }

  override dispose(): void {
    super.dispose()
    this.geometry.dispose()
    this.material.dispose()
  }
}
