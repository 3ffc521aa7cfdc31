// The camera and the point that it looks at. Three's controls move it by mouse and touch; their code is loaded after the first picture.

import type { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { MathUtils, MOUSE, type PerspectiveCamera, Spherical, TOUCH, Vector3 } from 'three/webgpu'
import type { CameraLimits, CameraPose } from './camera-fit.js'

type OrbitLimits = Pick<CameraLimits, 'minDistance' | 'maxDistance' | 'maxPolarAngle' | 'basin' | 'lowest'>

/** Share of the way to the walls and the floor of a basin that the camera may go [1]. */
const roomShare = 0.9
/** Least angle from the vertical: straight from above, the direction of the picture's top would be undefined [rad]. */
const leastPolarAngle = 0.01

export class CameraControls {
  readonly target = new Vector3()
  readonly #camera: PerspectiveCamera
  readonly #canvas: HTMLCanvasElement
  readonly #moved: () => void
  #limits: OrbitLimits = { minDistance: 0, maxDistance: Number.POSITIVE_INFINITY, maxPolarAngle: Math.PI }
  #isFlat = false
  #isDragged = false
  #controls: OrbitControls | undefined
  #loading: Promise<void> | undefined
  #isDisposed = false

  /** `moved` is called when the person begins to move the camera by mouse or touch. */
  constructor(camera: PerspectiveCamera, canvas: HTMLCanvasElement, moved: () => void) {
    this.#camera = camera
    this.#canvas = canvas
    this.#moved = moved
  }

  /** Limits of the orbit, also while the controls are not loaded. */
  setLimits(limits: OrbitLimits): void {
    this.#limits = limits
    this.#apply()
  }

  /** Over a flat stage the camera is moved sideways, over every other one it orbits. */
  setFlat(isFlat: boolean): void {
    this.#isFlat = isFlat
    this.#apply()
  }

  /** Whether the left button and one finger move the camera, too. */
  setDrag(enabled: boolean): void {
    this.#isDragged = enabled
    this.#apply()
  }

  /** Turns, tilts and moves the camera about its target [rad], and multiplies its distance. */
  move(turn: number, tilt: number, distance: number): void {
    const { minDistance } = this.#limits
    const orbit = new Spherical().setFromVector3(this.#camera.position.clone().sub(this.target))
    if (this.#isFlat) this.target.add(new Vector3(turn, tilt, 0).multiplyScalar(-0.5 * orbit.radius))
    else {
      orbit.theta += turn
      orbit.phi = MathUtils.clamp(orbit.phi + tilt, 0.05, this.#maxPolarAngle)
    }
    orbit.radius = MathUtils.clamp(orbit.radius * distance, minDistance, this.#maxDistance)
    this.#camera.position.setFromSpherical(orbit).add(this.target)
  }

  /** Places the camera in a direction from its target [rad], and multiplies its distance. */
  orbit(azimuth: number, polar: number, distance: number): void {
    const radius = this.#camera.position.distanceTo(this.target) * distance
    const angle = MathUtils.clamp(polar, leastPolarAngle, this.#maxPolarAngle)
    this.#camera.position.setFromSpherical(new Spherical(radius, angle, azimuth)).add(this.target)
  }

  get pose(): CameraPose {
    return { position: this.#camera.position.clone(), target: this.target.clone() }
  }

  set pose({ position, target }: CameraPose) {
    this.#camera.position.copy(position)
    this.target.copy(target)
  }

  /** Points the camera at its target; tells whether it goes on moving. Called for each picture. */
  update(): boolean {
    if (this.#controls) {
      this.#controls.maxPolarAngle = this.#maxPolarAngle
      this.#controls.maxDistance = this.#maxDistance
      const isMoving = this.#controls.update()
      if (this.#rise()) this.#camera.lookAt(this.target)
      return isMoving
    }
    this.#rise()
    this.#camera.lookAt(this.target)
    return false
  }

  /** Lifts a camera that is too low; tells whether it was. */
  #rise(): boolean {
    const { position } = this.#camera
    const lowest = this.#limits.lowest?.(position.x, position.z) ?? Number.NEGATIVE_INFINITY
    if (position.y >= lowest) return false
    position.y = lowest
    return true
  }

  /** Loads the controls by mouse and touch, once. */
  load(): void {
    this.#loading ??= import('three/addons/controls/OrbitControls.js').then(({ OrbitControls }) => {
      if (this.#isDisposed) return
      const controls = new OrbitControls(this.#camera, this.#canvas)
      controls.target = this.target
      controls.enableDamping = true
      controls.dampingFactor = 0.12
      controls.addEventListener('start', this.#moved)
      this.#controls = controls
      this.#apply()
    })
  }

  dispose(): void {
    this.#isDisposed = true
    this.#controls?.dispose()
  }

  /** Distance from the target within which the camera can turn between the walls of a basin [m]. */
  get #room(): number {
    const { basin } = this.#limits
    if (!basin) return 0
    const { x, z } = this.target
    return roomShare * Math.min(basin.width / 2 - Math.abs(x), basin.length / 2 - Math.abs(z))
  }

  /** Largest angle from the vertical at the present distance [rad]. Between the walls of a basin, the camera may go down to its floor. */
  get #maxPolarAngle(): number {
    const { basin, maxPolarAngle } = this.#limits
    const distance = this.#camera.position.distanceTo(this.target)
    if (!basin || distance > this.#room) return maxPolarAngle
    return Math.acos(-MathUtils.clamp((roomShare * (basin.depth + this.target.y)) / distance, 0, 1))
  }

  /** Greatest distance from the target [m]. Below the rim of a basin, the camera stays between its walls. */
  get #maxDistance(): number {
    const { basin, minDistance, maxDistance } = this.#limits
    return basin && this.#camera.position.y < 0 ? Math.max(this.#room, minDistance) : maxDistance
  }

  #apply(): void {
    if (!this.#controls) return
    const [isFlat, isDragged] = [this.#isFlat, this.#isDragged]
    Object.assign(this.#controls, {
      minDistance: this.#limits.minDistance,
      enableRotate: !isFlat,
      mouseButtons: {
        LEFT: isDragged ? (isFlat ? MOUSE.PAN : MOUSE.ROTATE) : null,
        MIDDLE: MOUSE.PAN,
        RIGHT: isFlat ? MOUSE.PAN : MOUSE.ROTATE,
      },
      touches: {
        ONE: isDragged ? (isFlat ? TOUCH.PAN : TOUCH.ROTATE) : null,
        TWO: isFlat ? TOUCH.DOLLY_PAN : TOUCH.DOLLY_ROTATE,
      },
    })
  }
}
