// A scene as its card in the gallery: picture, one sentence, solver, tags.

import type { SceneEntry } from './scenes.js'

export interface SceneCard {
  scene: SceneEntry
  /** URL of its picture; undefined if there is none. */
  picture: string | undefined
  /** URL of two seconds of it, to play again and again; undefined if there are none. */
  loop: string | undefined
  /** First sentence of its description. */
  sentence: string
  /** Type of its solver. */
  solver: string
  /** Its parts, in words that people search for. */
  tags: readonly Tag[]
}

/** Tags to filter by, in their order in the gallery. */
export const allTags = ['pool', 'sea', 'terrain', 'bodies', 'walls', 'fluid', '3-D'] as const
export type Tag = (typeof allTags)[number]

const pictures = import.meta.glob<string>('../../../gallery/*.jpg', { eager: true, query: '?url', import: 'default' })

/** The picture of a scene, made by `npm run pictures -- gallery`. */
export function pictureOf(id: string): string | undefined {
  return pictures[`../../../gallery/${id}.jpg`]
}

const loops = import.meta.glob<string>('../../../gallery/*.webm', { eager: true, query: '?url', import: 'default' })

/** The loop of a scene, made by `npm run pictures -- loops`. */
function loopOf(id: string): string | undefined {
  return loops[`../../../gallery/${id}.webm`]
}

/** The parts of a scene file that a card is made from. All of them may be missing: the file may be anything. */
interface SceneText {
  description?: unknown
  solver?: { type?: unknown }
  grid?: { cells?: unknown }
  bodies?: unknown
  obstacles?: unknown
  terrain?: unknown
}

export function cardOf(scene: SceneEntry): SceneCard {
  const text = parsed(scene.text)
  const solver = typeof text.solver?.type === 'string' ? text.solver.type : ''
  return {
    scene,
    picture: pictureOf(scene.id),
    loop: loopOf(scene.id),
    sentence: typeof text.description === 'string' ? firstSentence(text.description) : '',
    solver,
    tags: allTags.filter((tag) => has(tag, text, solver)),
  }
}

function parsed(text: string): SceneText {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function has(tag: Tag, text: SceneText, solver: string): boolean {
  const isFluid = solver === 'stable-fluids'
  const hasTerrain = text.terrain !== undefined
  const isSea = solver === 'ocean' || solver === 'waves'
  switch (tag) {
    case 'pool':
      return !isFluid && !hasTerrain && !isSea
    case 'sea':
      return isSea
    case 'terrain':
      return hasTerrain
    case 'bodies':
      return Array.isArray(text.bodies) && text.bodies.length > 0
    case 'walls':
      return Array.isArray(text.obstacles) && text.obstacles.length > 0
    case 'fluid':
      return isFluid
    case '3-D':
      return (
        Array.isArray(text.grid?.cells) && text.grid.cells.filter((count: unknown) => Number(count) > 1).length === 3
      )
  }
}

/** Up to the first full stop that a space or the end follows. */
export function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text
}

/** Whether every word of a search is in the title, description, solver or tags of a card. */
export function matches({ scene, sentence, solver, tags }: SceneCard, search: string): boolean {
  const content = [scene.title, scene.id, sentence, solver, ...tags].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => content.includes(word))
}
