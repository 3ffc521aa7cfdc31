import type { FieldView } from '../shared/half-float.js'
import type { CompactHeights, SimulationLike, WaterInput } from '../surface/height-source.js'

/** One periodic tile of an ocean, with as many cells as the grid, but smaller ones. */
export interface CascadeTile {
  /** Side of a cell [m]. */
  readonly cellSize: number
  /** Slope of the elevation along x [1]. */
  readonly slopeX: Float32Array
  /** Slope of the elevation along z [1]. */
  readonly slopeZ: Float32Array
  /** Derivative of the displacement dx along x [1]. */
  readonly dxx: Float32Array
  /** Derivative of the displacement dz along z [1]. */
  readonly dzz: Float32Array
  /** Derivative of the displacement dx along z [1]. */
  readonly dxz: Float32Array
}

/** Fields of a sea besides its heights. */
export interface SeaSource {
  /** Horizontal displacement of each cell along x and z [m]; absent for purely vertical waves. */
  readonly displacement?: readonly [dx: FieldView, dz: FieldView]
  readonly foam?: FoamSource
  readonly cascades: readonly SeaTile[]
  /** Simulated time [s], by which foam fades. */
  readonly time?: number
}

/** A field that determines foam, with the value at which foam begins and that at which it covers the whole cell. */
export interface FoamSource extends FieldView {
  readonly begins: number
  readonly covers: number
}

/** Fields that determine foam. Crests break at `breaking` = 1; several trains that break at once add up. */
const foamFields = {
  foam: { begins: 0, covers: 1 },
  breaking: { begins: 0.85, covers: 1.7 },
}

/** A tile with any memory layout. */
export type SeaTile = { readonly cellSize: number } & Readonly<Record<TileQuantity, FieldView>>

export const tileQuantities = ['slopeX', 'slopeZ', 'dxx', 'dzz', 'dxz'] as const
export type TileQuantity = (typeof tileQuantities)[number]

/** Ratio of the cell sizes of successive tiles if the solver has no such setting. */
const usualRatio = 7

/** The present sea of `input`. Call it again for each use: WebAssembly memory that grows detaches earlier views. */
export function readSea(input: WaterInput): SeaSource {
  if ('grid' in input) return fromSimulation(input)
  return 'stride' in input ? { cascades: [] } : fromArrays(input)
}

/** A number among the settings of a simulation's solver. */
export function solverSetting(input: WaterInput, name: string): number | undefined {
  const solver: Readonly<Record<string, unknown>> = 'grid' in input ? { ...input.scene?.solver } : {}
  const value = solver[name]
  return typeof value === 'number' ? value : undefined
}

function fromSimulation(simulation: SimulationLike): SeaSource {
  const { fieldNames = [], grid, time } = simulation
  const has = (name: string): boolean => fieldNames.includes(name)
  const foam = (['foam', 'breaking'] as const).find(has)
  const ratio = solverSetting(simulation, 'ratio') ?? usualRatio
  const cascades: SeaTile[] = []
  for (let c = 0, cellSize = grid.cellSize; has(`slopeX_${c}`); c++, cellSize /= ratio)
    cascades.push({ cellSize, ...eachQuantity((name) => simulation.field(`${name}_${c}`)) })
  return {
    cascades,
    ...(has('dx') && has('dz') && { displacement: [simulation.field('dx'), simulation.field('dz')] as const }),
    ...(foam && { foam: foamSource(foam, simulation.field(foam)) }),
    ...(time !== undefined && { time }),
  }
}

function fromArrays({ nx, dx, dz, foam, breaking, cascades = [], time }: CompactHeights): SeaSource {
  const packed = (data: Float32Array): FieldView => ({ stride: nx, offset: 0, data })
  return {
    cascades: cascades.map((tile) => ({
      cellSize: tile.cellSize,
      ...eachQuantity((name) => packed(tile[name])),
    })),
    ...(dx && dz && { displacement: [packed(dx), packed(dz)] as const }),
    ...(breaking && { foam: foamSource('breaking', packed(breaking)) }),
    ...(foam && { foam: foamSource('foam', packed(foam)) }),
    ...(time !== undefined && { time }),
  }
}

function foamSource(name: keyof typeof foamFields, { stride, offset, data }: FieldView): FoamSource {
  return { stride, offset, data, ...foamFields[name] }
}

function eachQuantity(view: (name: TileQuantity) => FieldView): Record<TileQuantity, FieldView> {
  return Object.fromEntries(tileQuantities.map((name) => [name, view(name)])) as Record<TileQuantity, FieldView>
}
