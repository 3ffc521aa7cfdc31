import { Group, type Vector3 } from 'three/webgpu'
import type { SourceTool } from '../../../tools/tools.js'
import type { WaterPoint } from '../../../tools/water-point.js'
import type { PlacedSource } from '../../../worker/protocol.js'
import type { SurfaceCursor } from './surface-cursor.js'

/** The tool that places sources of a kind. */
export function toolOfSource({ quantity, period, rate }: PlacedSource): SourceTool {
  if (quantity === 'pressure') return 'pressure'
  if (period !== undefined) return 'waveMaker'
  return rate < 0 ? 'drain' : 'spring'
}

/** Marks on the water: a brush for each source that events have placed. */
export class SourceMarks extends Group {
  readonly #make: () => SurfaceCursor
  readonly #marks: SurfaceCursor[] = []

  /** `make`: creates a mark, which lies on the surface. */
  constructor(make: () => SurfaceCursor) {
    super()
    this.name = 'source marks'
    this.#make = make
  }

  /** Shows sources on a surface that is stretched by `scale`. */
  show(sources: readonly PlacedSource[], scale: Vector3): void {
    while (this.#marks.length < sources.length) {
      const mark = this.#make()
      this.#marks.push(mark)
      this.add(mark)
    }
    for (const [index, mark] of this.#marks.entries()) {
      const source = sources[index]
      const cursor = source && {
        at: [source.x, source.z] as WaterPoint,
        radius: source.radius,
        softness: source.softness ?? 1,
        tool: toolOfSource(source),
      }
      mark.show(cursor, scale)
    }
  }

  override dispose(): void {
    super.dispose()
    for (const mark of this.#marks) mark.dispose()
  }
}
