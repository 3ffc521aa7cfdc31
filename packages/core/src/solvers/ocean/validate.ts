// Validation of a scene with solver "ocean".

import {
  isTransformLength,
  LONGEST_TRANSFORM,
  nextTransformLength,
  previousTransformLength,
} from '../../numerics/fourier.js'
import { SceneError } from '../../scene/parse/error.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { OceanSettings } from '../../scene/schema/solver.js'
import { validatePrescribed } from '../shared/validate-prescribed.js'
import { CUT } from './amplitudes.js'

/** Fewest cells along a side: a smaller grid resolves hardly any wave. */
const FEWEST = 16

/**
 * Validates grid, cascades and edges of an ocean, and that nothing in the scene acts on the water.
 *
 * @throws SceneError
 */
export function validateOcean(scene: Scene, { cascades, ratio }: OceanSettings): void {
  scene.grid.cells.forEach((count, axis) => {
    if (count >= FEWEST && isTransformLength(count)) return
    const sizes =
      count < FEWEST
        ? `at least ${FEWEST}`
        : `${previousTransformLength(count)}${count < LONGEST_TRANSFORM ? ` or ${nextTransformLength(count)}` : ''}`
    throw SceneError.at(
      ['grid', 'cells', axis],
      `an ocean needs a number of cells whose only prime factors are 2, 3 and 5, at most ${LONGEST_TRANSFORM}: instead of ${count} use ${sizes}`,
    )
  })
  const shared = scene.grid.cells.find((count) => commonDivisor(count, ratio) > 1)
  if (cascades > 1 && shared !== undefined)
    throw SceneError.at(
      ['solver', 'ratio'],
      `${ratio} and the ${shared} cells have a common divisor, so that the grid would miss cells of the smaller tiles; 7, 11 or 13 fit every grid`,
    )
  const fewest = Math.min(...scene.grid.cells)
  if (cascades > 1 && (CUT * fewest) / 2 < 2 * ratio)
    throw SceneError.at(
      ['solver', 'ratio'],
      `a tile ${ratio} times smaller than ${fewest} cells would be shorter than two of its longest waves; use more cells, a smaller ratio or a single cascade`,
    )
  const open = (['x-', 'x+', 'z-', 'z+'] as const).find((edge) => scene.boundaries[edge] !== 'periodic')
  if (open)
    throw SceneError.at(['boundaries', open], 'an ocean repeats beyond its grid: make all four edges "periodic"')
  validatePrescribed(scene)
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}
