// The model of each lesson, for the worker.

import type { OpenModel } from '../worker/model.js'

export const models: Readonly<Record<string, () => Promise<{ openModel: OpenModel }>>> = {
  spring: () => import('./spring/spring.model.js'),
  springs: () => import('./springs/springs.model.js'),
  columns: () => import('./columns/columns.model.js'),
  volume: () => import('./volume/volume.model.js'),
  obstacles: () => import('./obstacles/obstacles.model.js'),
  anatomy: () => import('./anatomy/anatomy.model.js'),
  downhill: () => import('./downhill/downhill.model.js'),
  pushing: () => import('./pushing/pushing.model.js'),
  diffusion: () => import('./diffusion/diffusion.model.js'),
  'stable-fluids': () => import('./stable-fluids/stable-fluids.model.js'),
  sea: () => import('./sea/sea.model.js'),
  scale: () => import('./scale/scale.model.js'),
}
