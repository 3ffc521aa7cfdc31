// The ray from the camera through a point of the window.

import { type PerspectiveCamera, Plane, type Ray, Raycaster, Vector2, Vector3 } from 'three/webgpu'

export class PointerRay {
  readonly #camera: PerspectiveCamera
  readonly #canvas: HTMLCanvasElement
  readonly #raycaster = new Raycaster()

  constructor(camera: PerspectiveCamera, canvas: HTMLCanvasElement) {
    this.#camera = camera
    this.#canvas = canvas
  }

  /** The ray through a point of the window [CSS px]. The next call changes it. */
  through(clientX: number, clientY: number): Ray {
    const area = this.#canvas.getBoundingClientRect()
    const x = ((clientX - area.left) / area.width) * 2 - 1
    const y = 1 - ((clientY - area.top) / area.height) * 2
    // The camera may have been placed since the last picture, or before the first.
    this.#camera.updateMatrixWorld()
    this.#raycaster.setFromCamera(new Vector2(x, y), this.#camera)
    return this.#raycaster.ray
  }

  /** Maps points of the window to the plane through a point that faces the viewer. */
  ontoFacingPlane(point: Vector3): (clientX: number, clientY: number) => Vector3 {
    const facing = this.#camera.getWorldDirection(new Vector3())
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, point)
    return (clientX, clientY) => this.through(clientX, clientY).intersectPlane(plane, new Vector3()) ?? point.clone()
  }
}
