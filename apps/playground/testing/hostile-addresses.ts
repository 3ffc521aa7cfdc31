// Damaged addresses of the page, and what becomes of them.

import { parseScene, SceneError } from 'seiche'
import { displayFromUrl } from '../src/session/display/fluid-display.js'
import { surfaceDisplayFromUrl } from '../src/session/display/surface-display.js'
import { decodeRun, isRunFragment, type LinkedRun, RunLinkError } from '../src/session/links/run-link.js'
import { applySettings } from '../src/session/settings/settings.js'

/** A run of which links are made. */
export const linkedRun: LinkedRun = {
  scene: {
    seiche: 1,
    name: 'Pool – “ü”',
    grid: { cells: [16, 16], cellSize: 0.1 },
    solver: { type: 'columns', depth: 0.5 },
  },
  source: 'pool.json',
  cells: 32,
  values: { 'solver.damping': 0.25, 'boundaries.x-': 'absorb' },
  events: [{ step: 3, type: 'drop', x: 0.1 + 0.2, z: -1 / 3, radius: 0.13, height: 0.09 }],
}

/** The query of an address with everything in it. */
export const fullQuery = '?view=canvas&scene=drop&look=potential&colours=night&arrows=1&show=vorticity&flow=particles'

const letters = [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/.%#&?\u0000é',
  '<script>',
  '__proto__',
  'javascript:',
  '%00',
  '%E0%A4%A',
]

/** A text in which one to three pieces are cut out and others put in. */
export function damagedText(text: string, random: () => number): string {
  const below = (end: number) => Math.floor(random() * end)
  let result = text
  for (let count = 1 + below(3); count > 0; count--) {
    const at = below(result.length + 1)
    const put = Array.from({ length: below(9) }, () => letters[below(letters.length)]!).join('')
    result = result.slice(0, at) + put + result.slice(at + below(9))
  }
  return result
}

/** Reads an address as the page does, up to the check of the scene. Throws if it is neither read nor refused with a reason. */
export async function outcomeOfAddress(query: string, fragment: string): Promise<'opened' | 'refused'> {
  const parameters = new URLSearchParams(query)
  displayFromUrl(parameters)
  surfaceDisplayFromUrl(parameters)
  if (!isRunFragment(fragment)) return 'refused'
  try {
    const { scene, events, cells, values } = await decodeRun(fragment)
    if (typeof scene === 'string') return 'refused'
    const settings = { ...(cells !== undefined && { cells }), ...(values && { values }) }
    parseScene(applySettings(JSON.stringify({ ...scene, events }), settings))
    return 'opened'
  } catch (error) {
    const isExpected =
      error instanceof RunLinkError ||
      error instanceof SceneError ||
      // Settings that do not fit the shape of the scene: the page shows the message like any other reason.
      (error instanceof Error && /nothing inside it can be set|^TypeError/.test(String(error)))
    if (!isExpected) throw error
    return 'refused'
  }
}
