// The model of each lesson, for the worker.

import type { OpenModel } from '../worker/model.js'

export const models: Readonly<Record<string, () => Promise<{ openModel: OpenModel }>>> = {
  spring: () => import('./spring/spring.model.js'),
  pushing: () => import('./pushing/pushing.model.js'),
  diffusion: () => import('./diffusion/diffusion.model.js'),
  'stable-fluids': () => import('./stable-fluids/stable-fluids.model.js'),
}
