// A lesson: one page with live figures about one idea of the lectures.

import type { ComponentType } from 'preact'
import type { LessonRun } from './run.js'
import type { Settings, ValuesOf } from './settings.js'

/** The five lecture documents, as in docs/lectures.md. */
export type Document = 'T' | 'M' | 'H' | 'W' | 'E'

/** A sentence, figure or misprint of a document that the lesson comes from. */
export interface FromLecture {
  document: Document
  /** Slide or page, by its title. */
  place: string
  /** The statement in our own words. */
  states: string
  /** How it holds: right, or wrong in this way. */
  verdict: string
}

/** A file of the textbook with the functions that run. */
export interface Listing {
  /** File of `packages/textbook/src`, such as `oscillator.ts`. */
  file: string
  /** Functions, classes or constants whose lines are highlighted. */
  running: readonly string[]
}

/** The props of a lesson's figures. */
export interface FiguresProps<S extends Settings, Frame> {
  run: LessonRun<S, Frame>
}

/** A lesson as its file exports it (`export const lesson = defineLesson({ … })`). */
export interface Lesson<S extends Settings = Settings, Frame = unknown> {
  settings: S
  /** The question or claim, in two or three sentences. May contain `<Formula>`. */
  Introduction: ComponentType
  /** The live figures with their readings. */
  Figures: ComponentType<FiguresProps<S, Frame>>
  /** Tables and figures below the others; on a narrow page the controls stand between them. */
  Below?: ComponentType<FiguresProps<S, Frame>>
  /** Things to try and to see. Each a sentence or two. */
  notice: readonly string[]
  fromLectures: readonly FromLecture[]
  /** The textbook's code that runs with these values; empty if the engine runs alone. */
  listings(values: ValuesOf<S>): readonly Listing[]
}

/** Checks a lesson against the types of its own settings and frames. */
export function defineLesson<S extends Settings, Frame>(lesson: Lesson<S, Frame>): Lesson<S, Frame> {
  return lesson
}
