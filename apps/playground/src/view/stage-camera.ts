// The camera over a stage: it shows the whole stage in the part of the picture that the page leaves free, until the person moves it.

import { MathUtils, PerspectiveCamera, type Vector3 } from 'three/webgpu'
import { CameraControls } from './camera-controls.js'
import { type CameraPose, freeAngles } from './camera-fit.js'
import type { Stage } from './stages/stage.js'
import type { FreeArea } from './view.js'

/** The part of a stage that a camera needs. */
export type CameraStage = Pick<Stage, 'isFlat' | 'cameraLimits' | 'cameraPose'>

export class StageCamera {
  readonly camera = new PerspectiveCamera()
  readonly controls: CameraControls
  readonly #canvas: HTMLCanvasElement
  #stage: CameraStage | undefined
  #free: FreeArea = { left: 0, top: 0, right: 0, bottom: 0 }
  /** Whether the person has moved the camera: from then on it is not placed again. */
  #isMoved = false

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
    this.controls = new CameraControls(this.camera, canvas, () => {
      this.#isMoved = true
    })
  }

  /** Looks at another stage. `keepsPose`: a camera that was moved stays where it is. */
  setStage(stage: CameraStage | undefined, keepsPose: boolean): void {
    this.#stage = stage
    if (!stage) return
    this.controls.setFlat(stage.isFlat)
    if (!keepsPose) this.#isMoved = false
  }

  /** Pose of a camera that the person has moved; undefined of one that is placed by itself. */
  get movedPose(): CameraPose | undefined {
    return this.#isMoved ? this.controls.pose : undefined
  }

  /** Pose that shows the whole stage. */
  get fittingPose(): CameraPose | undefined {
    const { clientWidth, clientHeight } = this.#canvas
    return this.#stage?.cameraPose(freeAngles(clientWidth, clientHeight, this.#free, this.camera.fov))
  }

  /** Distance at which a length appears with as many CSS pixels as it has metres [px]. */
  get focalLength(): number {
    return this.#ownFocalLength * this.camera.zoom
  }

  set focalLength(length: number) {
    this.camera.zoom = length / this.#ownFocalLength
    this.camera.updateProjectionMatrix()
  }

  get #ownFocalLength(): number {
    return this.#canvas.clientHeight / (2 * Math.tan(MathUtils.degToRad(this.camera.fov) / 2))
  }

  /** Moves the camera as a person does: it keeps its pose from now on. */
  setPose(pose: CameraPose): void {
    this.controls.pose = pose
    this.#isMoved = true
  }

  /** Turns, tilts and moves the camera about its target [rad], and multiplies its distance. */
  move(turn: number, tilt: number, distance: number): void {
    this.controls.move(turn, tilt, distance)
    this.#isMoved = true
  }

  /** Places the camera in a direction from the middle of the stage [rad], at a multiple of the fitting distance. */
  orbit(azimuth: number, polar: number, distance: number): void {
    this.#isMoved = false
    this.fit()
    this.controls.orbit(azimuth, polar, distance)
    this.#isMoved = true
  }

  /** Moves the camera and its target horizontally. */
  pan(by: Vector3): void {
    by.y = 0
    this.camera.position.add(by)
    this.controls.target.add(by)
    this.#isMoved = true
  }

  /** Sets the part of the picture that panels leave free [CSS px]. */
  setFreeArea(area: FreeArea): void {
    this.#free = area
  }

  /** Follows the sizes of the window and of the free area; tells whether there is a picture at all. */
  resize(): boolean {
    const { clientWidth: width, clientHeight: height } = this.#canvas
    if (width === 0 || height === 0) return false
    const { left, top, right, bottom } = this.#free
    this.camera.aspect = width / height
    this.#applyLimits()
    // Shifts the picture: the camera's target is in the middle of the free area.
    this.camera.setViewOffset(width, height, (right - left) / 2, (bottom - top) / 2, width, height)
    this.camera.updateProjectionMatrix()
    return true
  }

  /** Shows the whole stage, unless the person has moved the camera; tells whether the camera is placed. */
  fit(): boolean {
    const fitting = this.#isMoved ? undefined : this.fittingPose
    if (!fitting) return false
    this.controls.pose = fitting
    return true
  }

  dispose(): void {
    this.controls.dispose()
  }

  #applyLimits(): void {
    if (!this.#stage) return
    const { fieldOfView, near, far, ...orbit } = this.#stage.cameraLimits(this.camera.aspect)
    Object.assign(this.camera, { fov: fieldOfView, near, far })
    this.controls.setLimits(orbit)
  }
}
