// Frames of a run in the form of those that a running simulation sends: the same stages draw both.

import type { RunDescription } from '../../../../packages/cli/src/viewer/protocol.js'
import {
  type FluidDisplay,
  fieldsFor,
  overlayChoices,
  quantitiesOf,
  renderingChoices,
  validDisplay,
} from '../session/display/fluid-display.js'
import type { ViewFrame } from '../view/view.js'
import type { BodyInfo, SimulationInfo, Values } from '../worker/protocol.js'
import { poseLength } from '../worker/protocol.js'
import { infoOf } from '../worker/simulation-info.js'
import type { FrameValues } from './run-source.js'

/** Numbers of a body in a frame of the run. */
const recordedPose = 8

/** The run as a simulation whose fields are those that can be drawn. */
export function infoOfRun(run: RunDescription): SimulationInfo {
  return infoOf({ ...run, warnings: [], fieldNames: drawableFields(run) }, run.bodies.length > 0)
}

/** Fields of the frames and of the start, and the depth of water over a bed, which follows from both. */
function drawableFields({ fields, startFields }: RunDescription): string[] {
  const known = [...new Set([...Object.keys(fields), ...startFields])]
  return known.includes('bed') && !known.includes('depth') ? [...known, 'depth'] : known
}

/** Fields that must be loaded for a picture. */
export function fieldsToDraw(run: RunDescription, info: SimulationInfo, display: FluidDisplay | undefined): string[] {
  const known = new Set([...Object.keys(run.fields), ...run.startFields])
  const wanted = info.fluid
    ? [...(display ? fieldsFor(info, display) : []), 'open', 'openness']
    : ['eta', 'bed', 'openness', ...info.surfaceFieldNames]
  return wanted.filter((name) => known.has(name))
}

export interface RecordedFrame extends ViewFrame {
  openness?: Values
  bed?: Values
}

export function frameOf(info: SimulationInfo, time: number, values: FrameValues): RecordedFrame {
  const openness = values.get('openness') ?? values.get('open')
  const bed = values.get('bed')
  const common = { time, ...(openness && { openness }), ...(bed && { bed }) }
  if (info.fluid) return { ...common, fluid: Object.fromEntries(values) }
  const heights = values.get('eta')!
  const { surfaceFieldNames } = info
  if (surfaceFieldNames.length === 0) return { ...common, heights }
  const surfaceFields = new Float32Array(heights.length * surfaceFieldNames.length)
  for (const [at, name] of surfaceFieldNames.entries())
    surfaceFields.set(values.get(name) ?? depthOf(heights, bed), at * heights.length)
  return { ...common, heights, surfaceFields }
}

/** Depth of the water [m]: the elevation of a dry cell is that of its terrain. */
function depthOf(heights: Float32Array, bed: Float32Array | undefined): Float32Array {
  return heights.map((eta, cell) => Math.max(0, eta - (bed?.[cell] ?? eta)))
}

/** Bodies for the view. */
export function bodyInfosOf({ bodies }: RunDescription): BodyInfo[] {
  return bodies.map(({ name, color, pieces }) => ({
    ...(name !== undefined && { name }),
    ...(color !== undefined && { color }),
    pieces: pieces as BodyInfo['pieces'],
    isMovable: false,
    hasMotor: false,
  }))
}

/** Poses of a frame, with the numbers that a running simulation would send. Densities were not recorded. */
export function posesOf(poses: Float32Array, frame: number, bodies: number): Float32Array {
  const result = new Float32Array(bodies * poseLength)
  for (let k = 0; k < bodies; k++) {
    const from = (frame * bodies + k) * recordedPose
    result.set(poses.subarray(from, from + 7), k * poseLength)
    result[k * poseLength + 8] = poses[from + 7]!
  }
  return result
}

/** The displays of a fluid whose fields the run has, the usual one first. */
export function displaysOf(info: SimulationInfo): FluidDisplay[] {
  const has = (display: FluidDisplay) => fieldsFor(info, display).every((name) => info.fluid!.fields.includes(name))
  const usual = validDisplay(info, {})
  // Metaballs are made of particles, which a run does not record.
  const visible = renderingChoices(info).filter((rendering) => rendering !== 'nothing' && rendering !== 'metaballs')
  const all = visible.flatMap((rendering) =>
    quantitiesOf(info)
      .filter((show) => rendering === 'slice' || info.scene.fluid?.dyes[show])
      .map((show) => validDisplay(info, { rendering, show, flow: 'nothing' })),
  )
  const isSame = (a: FluidDisplay, b: FluidDisplay) => a.rendering === b.rendering && a.show === b.show
  const others = all.filter((display) => display.show !== 'nothing' && !isSame(display, usual))
  return [usual, { ...usual, flow: 'nothing' as const }, ...others]
    .filter(has)
    .filter((display, at, list) => list.findIndex((other) => isSame(other, display)) === at)
}

/** Overlays of the flow for which the run has the velocity. */
export function overlaysOf(info: SimulationInfo, display: FluidDisplay): FluidDisplay['flow'][] {
  return overlayChoices(info, display.rendering).filter((flow) =>
    fieldsFor(info, { ...display, flow }).every((name) => info.fluid!.fields.includes(name)),
  )
}
