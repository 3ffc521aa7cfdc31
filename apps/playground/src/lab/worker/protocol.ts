// Messages between the page and the worker of a lesson. The page asks, the worker answers each question once, in order.

import type { Values } from '../settings.js'
import type { Action } from './model.js'

export type Request =
  /** A new start with these settings. */
  | { type: 'open'; lesson: string; values: Values }
  /** New settings, taken live where the model can. */
  | { type: 'change'; values: Values }
  | { type: 'advance'; seconds: number }
  | { type: 'step' }
  | { type: 'act'; action: Action }

export type Answer =
  | { type: 'frame'; frame: unknown /** Why the run must stop. */; outOfBounds: string | undefined }
  | { type: 'failed'; message: string }
