import type { FieldView } from '../shared/half-float.js'
import type { SimulationLike, WaterInput } from './height-source.js'

/** A field of the input on its cells, by name; undefined if it has none. Call it again for each use: memory that grows detaches views. */
export function fieldOf(input: WaterInput, name: string): FieldView | undefined {
  if ('grid' in input) return (input as SimulationLike).fieldNames?.includes(name) ? input.field(name) : undefined
  const data = (input as unknown as Readonly<Record<string, unknown>>)[name]
  return data instanceof Float32Array ? { stride: input.nx, offset: 0, data } : undefined
}
