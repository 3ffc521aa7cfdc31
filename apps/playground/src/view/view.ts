import type { FluidDisplay } from '../session/fluid-display.js'
import type { RemoteBodies } from '../session/remote-bodies.js'
import type { PaintingTool } from '../tools/brush.js'
import type { WaterPoint } from '../tools/water-point.js'
import type { FluidFields, SimulationInfo } from '../worker/protocol.js'

/** A brush over the water. */
export interface BrushCursor {
  at: WaterPoint
  /** m */
  radius: number
  /** Share of the radius over which it fades out [1]. */
  softness: number
  tool: PaintingTool
  /** In a volume: how far it is in front of the middle [m]. */
  depth?: number
  /** Of what it leaves, "#rrggbb". */
  color?: string
}

/** A place inside a volume of fluid, under the pointer [m]. */
export interface VolumePick {
  at: [x: number, y: number, z: number]
  /** Where a hand at a place in the window is [m]: inside the box, on the plane that faces the viewer through the place. */
  dragTarget(clientX: number, clientY: number): [x: number, y: number, z: number]
}

/** A body under the pointer. */
export interface BodyPick {
  /** Its number. */
  body: number
  /** Where it is met, in its own axes [m]. */
  at: [x: number, y: number, z: number]
  /** Height of the place in the scene [m]. */
  height: number
  /** Where a hand at a place in the window is [m]: on the plane that faces the viewer through the place where the body was met. */
  dragTarget(clientX: number, clientY: number): [x: number, y: number, z: number]
}

/** Part of the window that the panel leaves free [CSS px]. */
export interface FreeArea {
  left: number
  top: number
  right: number
  bottom: number
}

/** Something that shows the water, or a fluid in a box. Two exist: the pool in three dimensions, and a flat picture where there is no GPU. */
export interface WaterView {
  /** What draws, for the person. */
  readonly renderer: string
  /** Whether it can mark the flow of a fluid by lines, arrows and particles. */
  readonly drawsFlow: boolean
  /** Prepares for a simulation. */
  open(info: SimulationInfo): void
  /** Takes over new heights [m] and the other fields, as a frame brings them, at a time [s]. */
  setHeights(heights: Float32Array, sea?: Float32Array, time?: number): void
  /** Takes over fields of a fluid, as a frame brings them, at a time [s]. */
  setFluid(fields: FluidFields, time: number): void
  /** Shows a fluid like this from now on. */
  setDisplay(display: FluidDisplay): void
  /** The place inside a volume of fluid under a place in the window. */
  pickVolume(clientX: number, clientY: number): VolumePick | undefined
  /** Takes over where solid ground is: how open each cell is, 1 water, 0 solid. */
  setOpenness(openness: Float32Array): void
  /** Takes over how high the ground is [m], where there is ground. */
  setBed(bed: Float32Array): void
  /** Shows these bodies from now on; they change with `moveBodies`. */
  setBodies(bodies: RemoteBodies | undefined): void
  /** Bodies have moved, or there are others. */
  moveBodies(): void
  /** Drops in the air: x, y, z and radius of each [m]. */
  setSpray(drops: Float32Array | undefined): void
  /** The body under a place in the window. */
  pickBody(clientX: number, clientY: number): BodyPick | undefined
  /** The camera goes along with a body from now on, or stays. */
  follow(body: number | undefined): void
  /** Lets bodies stand out: how much, 0 to 1, by their numbers. */
  highlight(glows: ReadonlyMap<number, number>): void
  /** How high what is on top lies now, ground or water [m]; the answer keeps to this moment. */
  surfaceSampler(): (at: WaterPoint) => number
  /** Draws if anything has changed since the last call; tells whether it did. */
  render(): boolean
  /** Tells how long the last frame took [ms], so that the view may draw fewer pixels or more. */
  noteFrame(duration: number): void
  /**
   * The point of the water, of dry land or of a flat fluid, under a place in the window; undefined beside it. `onSolids`: where something solid is
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
