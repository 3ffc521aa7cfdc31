import type { CameraPose } from '../view/camera-fit.js'
import type { WaterView } from '../view/view.js'

/** A move that is smaller than this, in parts of the distance to the target, is rounding. */
const tolerance = 1e-6

type Camera = Pick<WaterView, 'pose' | 'setCamera' | 'focalLength' | 'setFocalLength'>

/** Keeps the cameras of two views at the same pose: the one that has moved leads, and at first the first one. Both draw at the same scale. */
export class CameraLink {
  #shared: CameraPose | undefined

  /** Call it once a frame. */
  update(first: Camera, second: Camera): void {
    const [a, b] = [first.pose, second.pose]
    if (!a || !b) return
    const scale = first.focalLength
    if (scale && Math.abs(second.focalLength! - scale) > tolerance * scale) second.setFocalLength(scale)
    const isFirstStill = this.#shared !== undefined && !differ(a, this.#shared)
    if (isFirstStill && !differ(b, this.#shared!)) return
    if (isFirstStill) first.setCamera(b)
    else second.setCamera(a)
    this.#shared = isFirstStill ? b : a
  }
}

function differ(a: CameraPose, b: CameraPose): boolean {
  const least = tolerance * a.position.distanceTo(a.target)
  return a.position.distanceTo(b.position) > least || a.target.distanceTo(b.target) > least
}
