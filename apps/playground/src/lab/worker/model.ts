// A model computes a lesson in the worker: schemes of the textbook, simulations of the engine, measurements. No document, no canvas.

import type { Values } from '../settings.js'

/** Something a person did to a figure: a press at a place, a painted cell, a button of the lesson. */
export interface Action {
  name: string
  [detail: string]: number | string | boolean
}

export interface LessonModel<Frame = unknown> {
  /**
   * Advances by the time that passed on the page [s], at most a twentieth of a second. A model chooses how many steps that is; a
   * model of iterations may take one.
   */
  advance(seconds: number): void
  /** Exactly one step of the scheme, for the button "Step". */
  step(): void
  /** Everything the figures need, as plain data and typed arrays. It is copied to the page. */
  frame(): Frame
  /** A sentence once the run has grown beyond the size at which it must stop; undefined while it is in bounds. */
  outOfBounds?(): string | undefined
  /** Takes new settings without a new start; false if these need one. A model without this always starts anew. */
  change?(values: Values): boolean
  /** Does what a person did. */
  act?(action: Action): void
  /** Frees the simulations of the engine. */
  dispose?(): void
}

/** A module `*.model.ts` exports this under the name `openModel`. */
export type OpenModel = (values: never) => LessonModel | Promise<LessonModel>
