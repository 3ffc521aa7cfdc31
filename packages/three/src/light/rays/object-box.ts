import { float, uniform, vec3 } from 'three/tsl'
import { Box3, type Mesh, type Node, type Object3D, Vector3 } from 'three/webgpu'

/**
 * The box around objects in and on the water. Shaders ask it which rays may meet one of them: all others need not be followed.
 *
 * @example
 * ```ts
 * const objects = new ObjectBox()
 * const water = new WaterSurface(sim, { objects })
 * objects.measure([boat]) // before each frame in which objects may have moved
 * ```
 */
export class ObjectBox {
  /** The box in world space [m]; empty if no object is visible. */
  readonly bounds = new Box3()
  readonly #low = uniform(new Vector3())
  readonly #high = uniform(new Vector3())
  /** 1 if there are objects, else 0. */
  readonly #filled = uniform(0)
  readonly #part = new Box3()

  /**
   * Encloses the visible meshes of some objects.
   * @param objects Objects, with all that they contain.
   */
  measure(objects: readonly Object3D[]): void {
    this.bounds.makeEmpty()
    for (const object of objects) {
      object.updateWorldMatrix(true, true)
      if (isShown(object)) object.traverseVisible(this.#include)
    }
    this.#tell()
  }

  /** Takes objects to be anywhere: for such that shaders displace. */
  fillSpace(): void {
    this.bounds.min.setScalar(-1e9)
    this.bounds.max.setScalar(1e9)
    this.#tell()
  }

  /**
   * The part of a ray inside the box, in TSL.
   * @param origin Start of the ray in world space [m].
   * @param direction Unit direction in world space.
   * @param edge Distance by which the box is widened [m].
   * @returns Distances from the origin at which the ray enters and leaves the box [m]; `far` is less than `near` if it passes by.
   */
  crossing(
    origin: Node<'vec3'>,
    direction: Node<'vec3'>,
    edge: Node<'float'>,
  ): { near: Node<'float'>; far: Node<'float'> } {
    const inverse = vec3(1).div(direction.abs().max(1e-5)).mul(direction.sign().mul(2).add(0.5).sign()).toVar()
    const first = this.#low.sub(edge).sub(origin).mul(inverse).toVar()
    const second = this.#high.add(edge).sub(origin).mul(inverse).toVar()
    const [entries, exits] = [first.min(second).toVar(), first.max(second).toVar()] as const
    const near = entries.x.max(entries.y).max(entries.z).max(0).toVar()
    const far = exits.x.min(exits.y).min(exits.z)
    return { near, far: this.#filled.greaterThan(0.5).select(far, float(-1)).toVar() }
  }

  /** @internal Highest point of the objects in world space [m], in TSL; far below everything if there are none. */
  get top(): Node<'float'> {
    return this.#filled.greaterThan(0.5).select(this.#high.y, float(-1e9))
  }

  /** @internal Distance of a point from the middle of the box [m], in TSL. */
  distanceFrom(point: Node<'vec3'>): Node<'float'> {
    return this.#low.add(this.#high).mul(0.5).sub(point).length()
  }

  #tell(): void {
    this.#filled.value = this.bounds.isEmpty() ? 0 : 1
    this.#low.value.copy(this.bounds.min)
    this.#high.value.copy(this.bounds.max)
  }

  readonly #include = (object: Object3D): void => {
    const { geometry, isMesh } = object as Mesh
    if (!isMesh) return
    if (!geometry.boundingBox) geometry.computeBoundingBox()
    if (geometry.boundingBox) this.bounds.union(this.#part.copy(geometry.boundingBox).applyMatrix4(object.matrixWorld))
  }
}

/** Whether an object is in the picture, as far as it and what contains it tell. */
function isShown(object: Object3D): boolean {
  for (let each: Object3D | null = object; each; each = each.parent) if (!each.visible) return false
  return true
}
