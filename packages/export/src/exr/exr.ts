// One OpenEXR picture for each frame: a pixel is a cell, the top row lies along the z- edge. R, G and B hold the displacement as vector
// displacement maps do, along the picture's right, its top and out of its plane: image textures and displacement modifiers read these three
// without a choice of layers. The other channels are in the axes of the scene, y up.

import type { Format, FrameWriter } from '../format.js'
import type { Frame } from '../frame.js'
import { frameFile } from '../frame-file.js'
import type { FrameTime, RunInfo } from '../run-info.js'
import { SURFACE_FIELDS, type SurfaceState, surfaceOf } from '../surface/surface-fields.js'
import { type SurfaceLayout, surfaceLayout } from '../surface/surface-layout.js'
import { fluidChannels } from './fluid-channels.js'
import { type ExrChannel, type ExrPicture, type ExrValue, writeExr } from './open-exr.js'

/** Fields that channels are computed from. Others are written under their own names. */
const DERIVED = new Set(SURFACE_FIELDS)

/** Units of the channels [SI]; those of fields come from the run. */
const UNITS: Readonly<Record<string, string>> = {
  R: 'm',
  G: 'm',
  B: 'm',
  height: 'm',
  'displacement.X': 'm',
  'displacement.Y': 'm',
  'displacement.Z': 'm',
  'velocity.X': 'm/s',
  'velocity.Y': 'm/s',
  'velocity.Z': 'm/s',
  bed: 'm',
  depth: 'm',
}

/** OpenEXR pictures with named channels: height, displacement, normals, foam, velocity, ground and depth. */
export const exr: Format = {
  name: 'exr',
  summary: 'OpenEXR pictures with height, displacement, normals, foam and velocity as named channels',
  fieldsFor({ kind, grid }, available, asked) {
    if (kind === 'surface')
      return [...new Set([...SURFACE_FIELDS.filter((name) => available.includes(name)), ...asked])]
    if (grid.nz > 1)
      throw new Error('a picture holds a fluid in 2-D, and this one fills a volume; write it as vdb, or as npy')
    return [...new Set([...available.filter((name) => ['u', 'v'].includes(name)), ...asked])]
  },
  filesOf: (frame) => [frameFile('frame', frame, 'exr')],
  async open(run, fields, output) {
    const pictureOf = run.kind === 'surface' ? surfacePictures(run, fields) : fluidPictures(run, fields)
    const channels = new Set<string>()
    return {
      async add(frame: Frame) {
        const picture = await pictureOf(frame)
        for (const { name } of picture.channels) channels.add(name)
        await output.write(frameFile('frame', frame.frame, 'exr'), await writeExr(picture))
      },
      async finish() {
        return { channels: [...channels].sort(), units: unitsOf(run, channels) }
      },
    } satisfies FrameWriter
  },
}

type PictureOf = (frame: Frame) => Promise<ExrPicture>

function surfacePictures(run: RunInfo, fields: readonly string[]): PictureOf {
  const eta = run.fields.eta
  if (!eta) throw new Error('pictures of a surface need the field "eta"')
  const layout = surfaceLayout(run, eta)
  const { x, z, cellSize } = layout
  return async (frame) => {
    const state = await surfaceOf(run, layout, frame)
    const channels = [...surfaceChannels(state), ...(await plainChannels(frame, fields, DERIVED))]
    return {
      width: x.count,
      height: z.count,
      whole: { width: x.whole, height: z.whole, x: x.offset, y: z.offset },
      channels,
      attributes: attributesOf(run, frame, channels, {
        cellSize,
        origin: { v2f: [x.first, z.first] },
        worldSize: { v2f: [x.count * cellSize, z.count * cellSize] },
        repeats: repeatsOf(layout),
      }),
    }
  }
}

function surfaceChannels(state: SurfaceState): ExrChannel[] {
  const { height, shift, normals, velocity, foam, bed, depth, openness } = state
  const [x, z] = shift ?? [new Float32Array(height.length), new Float32Array(height.length)]
  const list: [string, Float32Array | undefined][] = [
    ['R', x],
    ['G', z.map((value) => -value)],
    ['B', height],
    ['height', height],
    ['displacement.X', shift && x],
    ['displacement.Y', shift && height],
    ['displacement.Z', shift && z],
    ['normal.X', normals[0]],
    ['normal.Y', normals[1]],
    ['normal.Z', normals[2]],
    ['velocity.X', velocity?.[0]],
    ['velocity.Y', velocity?.[1]],
    ['velocity.Z', velocity?.[2]],
    ['foam', foam],
    ['bed', bed],
    ['depth', depth],
    ['openness', openness],
  ]
  return list.flatMap(([name, values]) => (values ? [{ name, values }] : []))
}

/** Fields under their own names. */
async function plainChannels(
  frame: Frame,
  fields: readonly string[],
  derived: ReadonlySet<string>,
): Promise<ExrChannel[]> {
  const channels: ExrChannel[] = []
  for (const name of fields) if (!derived.has(name)) channels.push({ name, values: await frame.values(name) })
  return channels
}

function fluidPictures(run: RunInfo, fields: readonly string[]): PictureOf {
  return async (frame) => {
    const { width, height, channels, origin, cellSize } = await fluidChannels(run, fields, frame)
    return {
      width,
      height,
      channels,
      attributes: attributesOf(run, frame, channels, {
        cellSize,
        origin: { v2f: origin },
        worldSize: { v2f: [width * cellSize, height * cellSize] },
      }),
    }
  }
}

function attributesOf(
  run: RunInfo,
  { frame, step, time }: FrameTime,
  channels: readonly ExrChannel[],
  own: Record<string, ExrValue>,
): Record<string, ExrValue> {
  const units = unitsOf(run, new Set(channels.map(({ name }) => name)))
  const rate = framesPerSecond(run.frames)
  return {
    comments: `${run.scene.name}; a pixel is a cell of ${own.cellSize} m`,
    ...own,
    unit: Object.entries(units)
      .map(([name, unit]) => `${name}=${unit}`)
      .join(' '),
    frame: { int: frame },
    step: { int: step },
    time,
    ...(rate && { framesPerSecond: { rational: rate } }),
  }
}

function unitsOf(run: RunInfo, channels: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries([...channels].sort().map((name) => [name, UNITS[name] ?? (run.fields[name]?.unit || '1')]))
}

/** Rate of the frames as a fraction; undefined if there are fewer than two. */
function framesPerSecond(frames: readonly FrameTime[]): [number, number] | undefined {
  const [first, last] = [frames[0], frames.at(-1)]
  if (!first || !last || !(last.time > first.time)) return undefined
  return [frames.length - 1, last.time - first.time].map((value) => Math.round(value * 1000)) as [number, number]
}

/** Axes along which the picture repeats without a seam. */
function repeatsOf({ x, z }: SurfaceLayout): string {
  return [x.wraps && 'x', z.wraps && 'z'].filter(Boolean).join(' ') || 'none'
}
