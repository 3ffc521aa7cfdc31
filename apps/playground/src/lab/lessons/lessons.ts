// The lessons in their order, each loaded when it is opened.

import type { Lesson } from '../lesson.js'

export interface LessonEntry {
  /** Name in the address and of its folder. */
  id: string
  title: string
  /** One sentence for the overview. */
  question: string
  load(): Promise<{ lesson: Lesson }>
}

/** Settings and frames of a lesson have types of their own, which a list cannot keep. */
const entry = (id: string, title: string, question: string, load: () => Promise<{ lesson: unknown }>): LessonEntry => ({
  id,
  title,
  question,
  load: load as LessonEntry['load'],
})

export const lessons: readonly LessonEntry[] = [
  entry(
    'spring',
    'A spring, five ways',
    'Five ways to step one equation: which explode, which die out, which keep time?',
    () => import('./spring/spring.js'),
  ),
  entry(
    'pushing',
    'Pushing water',
    'A body dips into the water: where does the water go, and what carries the body?',
    () => import('./pushing/pushing.js'),
  ),
  entry(
    'diffusion',
    'Why naive diffusion explodes',
    'The obvious step makes dye explode. What cures it, and what does the cure cost?',
    () => import('./diffusion/diffusion.js'),
  ),
  entry(
    'stable-fluids',
    'Stable fluids, step by step',
    'Add, diffuse, advect, project: what does each substep do, and how is the result drawn?',
    () => import('./stable-fluids/stable-fluids.js'),
  ),
]
