import type { PaintingTool } from '../brush.js'
import type { WaterPoint } from '../water-point.js'
import type { Opened } from '../worker/protocol.js'

/** A brush over the water. */
export interface BrushCursor {
  at: WaterPoint
  /** m */
  radius: number
  /** Share of the radius over which it fades out [1]. */
  softness: number
  tool: PaintingTool
}

/** Part of the window that the panel leaves free [CSS px]. */
export interface FreeArea {
  left: number
  top: number
  right: number
  bottom: number
}

/** Something that shows the water. Two exist: the pool in three dimensions, and a flat picture where there is no GPU. */
export interface WaterView {
  /** What draws, for the person. */
  readonly renderer: string
  /** Prepares for a simulation. */
  open(opened: Opened): void
  /** Takes over new heights [m] and the other fields, as a frame brings them, at a time [s]. */
  setHeights(heights: Float32Array, sea?: Float32Array, time?: number): void
  /** Takes over where solid ground is: how open each cell is, 1 water, 0 solid. */
  setMatte(matte: Float32Array): void
  /** Takes over how high the ground is [m], where there is ground. */
  setBed(bed: Float32Array): void
  /** How high what is on top lies now, ground or water [m]; the answer keeps to this moment. */
  topNow(): (at: WaterPoint) => number
  /** Draws if anything has changed since the last call; tells whether it did. */
  render(): boolean
  /** Tells how long the last frame took [ms], so that the view may draw fewer pixels or more. */
  noteFrame(duration: number): void
  /**
   * The point of the water, or of dry land, under a place in the window; undefined beside it. `onSolids`: where something solid is
   * in the way, the point of its top.
   */
  pick(clientX: number, clientY: number, onSolids: boolean): WaterPoint | undefined
  /** Shows a brush over the water, or hides it. */
  setCursor(cursor: BrushCursor | undefined): void
  /** Factor on the drawn heights [1]. */
  setHeightScale(scale: number): void
  /** Where the pool should come to lie. */
  setFreeArea(area: FreeArea): void
  /** Turns the camera [rad] and changes its distance by a factor. */
  moveCamera(turn: number, tilt: number, distance: number): void
  /** Whether a drag of the first button or of one finger that starts now turns the camera. */
  setCameraDrag(enabled: boolean): void
  dispose(): void
}
