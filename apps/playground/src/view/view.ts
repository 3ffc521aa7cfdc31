import type { QualityLevel } from '@seiche/three'
import type { FluidDisplay } from '../session/display/fluid-display.js'
import type { SurfaceDisplay } from '../session/display/surface-display.js'
import type { Marks } from '../session/instruments.js'
import type { RemoteBodies } from '../session/remote-bodies.js'
import type { PaintingTool } from '../tools/tools.js'
import type { WaterPoint } from '../tools/water-point.js'
import type { Frame, PlacedSource, SimulationInfo } from '../worker/protocol.js'
import type { CameraPose } from './camera-fit.js'

/** The part of a frame that changes with every step. */
export interface ViewFrame extends Pick<Frame, 'heights' | 'surfaceFields' | 'fluid' | 'fields' | 'time'> {
  /** When it is shown [ms], for lines that move at a pace of their own; absent: now, by the wall clock. */
  shownAt?: number
}

/** A brush over the water or in the fluid. */
export interface BrushCursor {
  at: WaterPoint
  /** m */
  radius: number
  /** Share of the radius over which it fades out [1]. */
  softness: number
  tool: PaintingTool
  /** In a volume: z [m]. */
  depth?: number
  /** Color of the dye that it adds, "#rrggbb". */
  color?: string
}

/** A point inside a volume of fluid, under the pointer [m]. */
export interface VolumePick {
  at: [x: number, y: number, z: number]
  /** Target of a drag with the pointer [m]: inside the box, on the plane through the point that faces the viewer. */
  dragTarget(clientX: number, clientY: number): [x: number, y: number, z: number]
}

/** A body under the pointer. */
export interface BodyPick {
  /** Its index. */
  body: number
  /** The point under the pointer, in the body's own axes [m]. */
  at: [x: number, y: number, z: number]
  /** Height of the point in the scene [m]. */
  height: number
  /** Target of a drag with the pointer [m]: on the plane through the point that faces the viewer. */
  dragTarget(clientX: number, clientY: number): [x: number, y: number, z: number]
}

/** Widths of the margins of the window that panel and tool bar cover [CSS px]. */
export interface FreeArea {
  left: number
  top: number
  right: number
  bottom: number
}

/** A level of quality, or the best one that this device draws smoothly. */
export type QualityChoice = QualityLevel | 'auto'

/** Draws a simulation. There are two: a 3-D view, and a plain canvas for browsers without WebGPU and WebGL2. */
export interface WaterView {
  /** Name of the drawing interface, for the panel. */
  readonly renderer: string
  /** Whether it can draw the flow of a fluid by lines, arrows and particles. */
  readonly drawsFlow: boolean
  /** Prepares for a simulation. */
  open(info: SimulationInfo): void
  /** Shows a frame. */
  setFrame(frame: ViewFrame): void
  /** Displays a fluid like this from now on. */
  setDisplay(display: FluidDisplay): void
  /** Displays a surface like this from now on. */
  setSurfaceDisplay(display: SurfaceDisplay): void
  /** Lowest and highest value of the quantity in colors on the surface; undefined where there is none. */
  readonly surfaceRange: readonly [low: number, high: number] | undefined
  /** The quantity in colors at a point, in its unit; undefined where there is none. */
  surfaceValue(at: WaterPoint): number | undefined
  /** Sets the openness of each cell: 1 water or fluid, 0 solid. */
  setOpenness(openness: Float32Array): void
  /** Sets the elevation of the terrain [m], where there is terrain. */
  setBed(bed: Float32Array): void
  /** Shows these bodies from now on; call `moveBodies` when they have changed. */
  setBodies(bodies: RemoteBodies | undefined): void
  /** Bodies have moved, or new ones were added. */
  moveBodies(): void
  /** Drops in the air: x, y, z and radius of each [m]. */
  setSpray(drops: Float32Array | undefined): void
  /** The point of the water, the terrain or a flat fluid under a point of the window. `onSolids`: the top of a solid counts. */
  pick(clientX: number, clientY: number, onSolids: boolean): WaterPoint | undefined
  /** The point inside a volume of fluid under a point of the window. */
  pickVolume(clientX: number, clientY: number): VolumePick | undefined
  /** The body under a point of the window. */
  pickBody(clientX: number, clientY: number): BodyPick | undefined
  /** The camera follows a body from now on, or none. */
  follow(body: number | undefined): void
  /** Highlights bodies: strength, 0 to 1, by index. */
  highlight(glows: ReadonlyMap<number, number>): void
  /** A function that gives the height of water or terrain, as it is now, at a point [m]. */
  surfaceSampler(): (at: WaterPoint) => number
  /** Shows a brush, or hides it. */
  setCursor(cursor: BrushCursor | undefined): void
  /** Marks the sources that events have placed on the water. */
  setSources(sources: readonly PlacedSource[]): void
  /** Marks the probes and the section on the water. */
  setMarks(marks: Marks): void
  /** Factor on the drawn heights [1]. */
  setHeightScale(scale: number): void
  /** Sets the part of the window for the water. */
  setFreeArea(area: FreeArea): void
  /** Turns the camera [rad] and changes its distance by a factor. */
  moveCamera(turn: number, tilt: number, distance: number): void
  /** Where the person has moved the camera; undefined until then, and where it cannot be moved. */
  readonly camera: CameraPose | undefined
  /** Where the camera is; undefined where it cannot be moved. */
  readonly pose: CameraPose | undefined
  /** Distance of the camera from a picture of the size of the canvas [CSS px]; undefined where nothing is drawn in perspective. */
  readonly focalLength: number | undefined
  /** Draws at the scale of another view: canvases of different heights then show the same pose at the same size. */
  setFocalLength(length: number): void
  /** Where the camera would be if nobody had moved it; undefined where it cannot be moved. */
  readonly fittingPose: CameraPose | undefined
  /** Puts the camera where that of another view is. */
  setCamera(pose: CameraPose): void
  /** Places the camera: turn about the vertical and angle from it [rad], and a factor on the distance that shows everything. */
  placeCamera(azimuth: number, polar: number, distance: number): void
  /** Whether a drag with the first button or with one finger that starts now moves the camera. */
  setCameraDrag(enabled: boolean): void
  /** Draws if anything has changed since the last call; tells whether it did. */
  render(): boolean
  /** The canvas as it is drawn now, as PNG. */
  picture(): Promise<Blob>
  /** Level of quality at present; undefined where there is only one. */
  readonly quality: QualityLevel | undefined
  /** Draws with a level of quality from now on, or with the one that the durations of frames allow. */
  setQuality(choice: QualityChoice): void
  /** Receives the duration of the last frame [ms], by which the view adapts its quality. */
  noteFrame(duration: number): void
  dispose(): void
}
