// A pool of surface waves for tests.

import type { SceneInput } from 'seiche'

export type IwaveInput = Omit<Extract<SceneInput['solver'], { type: 'iwave' }>, 'type'>
export type Method = NonNullable<IwaveInput['method']>
export type Edges = NonNullable<SceneInput['boundaries']>
export type Edge = NonNullable<Edges['x-']>

export const METHODS: readonly Method[] = ['exponential', 'fft', 'window']

/** The same edge all around, or others where they are given. */
export const allEdges = (x: Edge, xAfter = x, z = x, zAfter = z): Edges => ({
  'x-': x,
  'x+': xAfter,
  'z-': z,
  'z+': zAfter,
})

/** A hill in rough water. */
export function pool(solver: IwaveInput, more: Partial<SceneInput> = {}): SceneInput {
  return {
    seiche: 1,
    grid: { cells: [48, 36], cellSize: 0.1 },
    timeStep: 1 / 60,
    solver: { type: 'iwave', ...solver },
    initial: {
      eta: [
        { shape: 'gaussian', center: [0.5, 0.1], radius: 0.4, height: 0.1 },
        { shape: 'noise', scale: 0.5, height: 0.01 },
      ],
    },
    ...more,
  }
}
