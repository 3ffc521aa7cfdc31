import type { FieldView } from '../shared/half-float.js'
import { type CompactHeights, readHeightSource, type WaterInput } from '../surface/height-source.js'

/** Present state of ground and water. */
export interface GroundSource {
  /** Elevation of the ground [m]. */
  readonly bed: FieldView
  /** Depth of the water [m], 0 on dry land; absent if the input has no water. */
  readonly depth?: FieldView
  /** Discharge per width along x and z [m²/s]. */
  readonly discharge?: readonly [qx: FieldView, qz: FieldView]
  /** Share of each cell under foam [1]. */
  readonly foam?: FieldView
  /** Simulated time [s]. */
  readonly time?: number
}

/** Whether `input` has a field `bed`. */
export function hasGround(input: WaterInput): boolean {
  if ('grid' in input) return input.fieldNames?.includes('bed') ?? false
  return 'bed' in input && input.bed !== undefined
}

/**
 * The present ground and water of `input`. Call it again for each use: WebAssembly memory that grows detaches earlier views.
 * @throws TypeError if there is no ground.
 */
export function readGround(input: WaterInput): GroundSource {
  if (!hasGround(input))
    throw new TypeError('this input has no field `bed`: a GroundSurface, and water with the option `ground`, need one')
  const field = 'grid' in input ? (name: string) => fieldOf(input, name) : (name: string) => arrayOf(input, name)
  const [depth, qx, qz, foam] = ['depth', 'qx', 'qz', 'foam'].map(field)
  return {
    bed: field('bed')!,
    ...(depth && { depth }),
    ...(qx && qz && { discharge: [qx, qz] as const }),
    ...(foam && { foam }),
    ...('time' in input && input.time !== undefined && { time: input.time }),
  }
}

function fieldOf(simulation: Extract<WaterInput, { grid: unknown }>, name: string): FieldView | undefined {
  return simulation.fieldNames?.includes(name) ? readHeightSource(simulation, name) : undefined
}

function arrayOf(input: Exclude<WaterInput, { grid: unknown }>, name: string): FieldView | undefined {
  const data = (input as CompactHeights)[name as 'bed' | 'depth' | 'qx' | 'qz' | 'foam']
  if (!data) return undefined
  const { nx, nz } = input
  if (data.length !== nx * nz)
    throw new RangeError(`${name} of ${nx} x ${nz} cells has ${nx * nz} values, got ${data.length}`)
  return { stride: nx, offset: 0, data }
}

/** Copies the cells of a field without the padding of its rows. Returns whether any value has changed. */
export function copyCells({ stride, offset, data }: FieldView, nx: number, target: Float32Array): boolean {
  let changed = false
  for (let row = 0, to = 0; to < target.length; row++) {
    const start = offset + row * stride
    for (let i = start; i < start + nx; i++, to++) {
      const value = data[i]!
      if (target[to] === value) continue
      target[to] = value
      changed = true
    }
  }
  return changed
}
