// The exact wave equation in a row, by d'Alembert: each drop parts into two halves that run apart at the wave speed, and edges
// mirror them: upright at a wall, upside down about its height at a held edge, not at all at an open one.

import { speed, width } from './schemes.js'

/** Radius of a drop [m] and its height [m]. */
export const dropRadius = 1.2
export const dropHeight = 0.5

/** A drop let fall at a place [m] and a time [s]. */
export interface Drop {
  x: number
  time: number
}

export interface Row {
  edges: 'closed' | 'held' | 'open'
  /** Height of held edges [m]. */
  height: number
  /** Columns. */
  cells: number
}

/** Elevation at a place and a time [m]. */
export function exactElevation(row: Row, drops: readonly Drop[], x: number, time: number): number {
  const { edges, height, cells } = row
  // A wall is the face of the last column, a held edge the centre of the ghost column beyond it.
  const beyond = edges === 'held' ? width / 2 : 0
  const [first, length] = [-beyond, cells * width + 2 * beyond]
  const sign = edges === 'held' ? -1 : 1
  /** The shape continued beyond the edges by its images. */
  const imaged = (shape: (at: number) => number, at: number): number => {
    const place = at - first
    const turn = Math.floor(place / length)
    if (edges === 'open') return turn === 0 ? shape(at) : 0
    const within = place - turn * length
    const isMirrored = turn % 2 !== 0
    return (isMirrored ? sign : 1) * shape(first + (isMirrored ? length - within : within))
  }
  const halves = (shape: (at: number) => number, since: number): number =>
    0.5 * (imaged(shape, x - speed * since) + imaged(shape, x + speed * since))
  // Water at rest level between held edges is a trough about their height.
  const level = edges === 'held' ? height + halves(() => -height, time) : 0
  return drops.reduce(
    (sum, drop) => (time < drop.time ? sum : sum + halves((at) => dropShape(at - drop.x), time - drop.time)),
    level,
  )
}

/** Elevation of a drop at a distance from its middle [m]. */
export function dropShape(distance: number): number {
  return dropHeight * Math.exp(-((distance / dropRadius) ** 2))
}
