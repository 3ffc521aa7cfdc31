import type { FieldView } from '../shared/half-float.js'
import type { CompactHeights, SimulationLike, WaterInput } from '../surface/height-source.js'

/** One tile of an ocean: as many cells as the grid, but smaller ones, repeated for ever. */
export interface CascadeTile {
  /** Side of a cell [m]. */
  readonly cellSize: number
  /** Slopes of the elevation along x and z, and changes of the displacement: dx along x, dz along z, dx along z [1]. */
  readonly slopeX: Float32Array
  readonly slopeZ: Float32Array
  readonly dxx: Float32Array
  readonly dzz: Float32Array
  readonly dxz: Float32Array
}

/** What a sea is besides its heights. */
export interface SeaSource {
  /** How far the water of each cell has moved along x and z [m]; absent where it only rises and falls. */
  readonly displacement?: readonly [dx: FieldView, dz: FieldView]
  readonly foam?: FoamSource
  readonly cascades: readonly SeaTile[]
  /** Simulated time [s], for foam that lasts. */
  readonly time?: number
}

/** Where the surface is white: a field, the value at which foam begins and that at which it covers everything. */
export interface FoamSource extends FieldView {
  readonly begins: number
  readonly covers: number
}

/** Fields that tell of foam. A crest breaks from 1 on; where
 * several trains break at once they add up. */
const foamFields = {
  foam: { begins: 0, covers: 1 },
  breaking: { begins: 0.85, covers: 1.7 },
}

/** A cascade tile, wherever its values lie. */
export type SeaTile = { readonly cellSize: number } & Readonly<Record<TileQuantity, FieldView>>

export const tileQuantities = ['slopeX', 'slopeZ', 'dxx', 'dzz', 'dxz'] as const
export type TileQuantity = (typeof tileQuantities)[number]

/** How much smaller the cells of a tile are than those of the tile before, where the simulation does not say. */
const usualRatio = 7

/** The sea of `input` as it is now; call it again for each use, as for heights. */
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
