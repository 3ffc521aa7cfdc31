// Dye that spreads in a box of still fluid, by the textbook or the engine; or two equations, solved by Gauss–Seidel.

import type { LessonModel } from '../../worker/model.js'
import type { DiffusionValues } from './diffusion.settings.js'
import { type DyeFrame, DyeModel } from './dye.js'
import { EngineBox, TextbookBox } from './dye-boxes.js'
import { type EquationsFrame, EquationsModel } from './equations.js'

export type DiffusionFrame = DyeFrame | EquationsFrame

export async function openModel(values: DiffusionValues): Promise<LessonModel<DiffusionFrame>> {
  if (values.part === 'equations') return new EquationsModel(values.order === 'exchanged')
  const dimension = values.dimension === '3' ? 3 : 2
  const box =
    values.by === 'engine'
      ? await EngineBox.open(dimension, values.diffusivity)
      : new TextbookBox(dimension, values.method, values.diffusivity, values.sweeps)
  return new DyeModel(box, values)
}
