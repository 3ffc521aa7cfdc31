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
    'springs',
    'A grid of springs',
    'Which springs between grid points make waves as fast as those of water, and which make water sink?',
    () => import('./springs/springs.js'),
  ),
  entry(
    'columns',
    'Columns',
    'How long may a step be, what do edges send back, and who updates first?',
    () => import('./columns/columns.js'),
  ),
  entry(
    'volume',
    'Who keeps the volume',
    'One equation, three ways to write it: why does one of them lose the water?',
    () => import('./volume/volume.js'),
  ),
  entry(
    'obstacles',
    'Obstacles',
    'Paint a solid into the water: does it reflect waves or swallow them?',
    () => import('./obstacles/obstacles.js'),
  ),
  entry(
    'anatomy',
    'Anatomy of a wave',
    'Length, period, speed, orbits: which parts of a wave are free, and when does it break?',
    () => import('./anatomy/anatomy.js'),
  ),
  entry(
    'downhill',
    'Downhill',
    'Water over ground: why does the explicit step explode, and what does the implicit one cost?',
    () => import('./downhill/downhill.js'),
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
  entry(
    'sea',
    'A sea',
    'How much wind, how long a fetch, how many waves, and how many frames a second?',
    () => import('./sea/sea.js'),
  ),
  entry(
    'scale',
    'Small seas do not look big',
    'A film of a model sea gives itself away: what slow motion can mend, and what it cannot.',
    () => import('./scale/scale.js'),
  ),
]
