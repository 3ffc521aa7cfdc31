// The file of the shapes of bodies in a recording. Bodies of the same shape refer to one list of pieces: fifty ducks from one file are
// written once.

import { readFile } from 'node:fs/promises'
import type { BodyPiece, BodyShape } from '../body-shapes.js'

/** Name of the file in the folder of a run. */
export const bodyShapesName = 'bodies.json'

interface BodyShapesFile {
  readonly shapes: readonly (readonly BodyPiece[])[]
  readonly bodies: readonly { readonly name?: string; readonly color?: string; readonly shape: number }[]
}

/**
 * The text of the file of shapes.
 *
 * @param bodies Shapes of the bodies, from `describeBodies`.
 * @returns JSON, with a line break at the end.
 * @example
 * ```ts
 * import { describeBodies, formatBodyShapes } from '@seiche/export'
 *
 * console.log(formatBodyShapes(describeBodies(sim.bodies)))
 * ```
 */
export function formatBodyShapes(bodies: readonly BodyShape[]): string {
  const shapes = [...new Set(bodies.map(({ pieces }) => pieces))]
  const list = bodies.map(({ name, color, pieces }) => ({ name, color, shape: shapes.indexOf(pieces) }))
  return `${JSON.stringify({ shapes, bodies: list })}\n`
}

/**
 * Reads the file of shapes.
 *
 * @param path Path of the file.
 * @returns Shapes of the bodies, by index. Those of the same shape share their pieces.
 * @throws Error for a file that is missing or damaged.
 */
export async function readBodyShapes(path: string): Promise<BodyShape[]> {
  try {
    const { shapes, bodies } = JSON.parse(await readFile(path, 'utf8')) as BodyShapesFile
    return bodies.map(({ shape, ...rest }) => {
      const pieces = shapes[shape]
      if (!Array.isArray(pieces)) throw new Error(`it has no shape ${shape}`)
      return { ...rest, pieces }
    })
  } catch (error) {
    throw new Error(
      `cannot read the shapes of the bodies in ${path}: ${(error as Error).message}; run the scene again`,
      {
        cause: error,
      },
    )
  }
}
