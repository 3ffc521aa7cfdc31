// Runs in links: the present one as an address, and an address as a run.

import { fromFile, loadText, type SceneEntry, scenes } from '../scenes/scenes.js'
import type { Session } from '../session.js'
import type { Json, JsonObject } from '../settings/schema-node.js'
import type { Settings } from '../settings/settings.js'
import * as state from '../state.js'
import { brief, decodeRun, encodeRun, type LinkedRun, longestLink, RunLinkError } from './run-link.js'

/** Parameters of the address that belong to the page of the person who copies it. */
const ownParameters = ['scene', 'view', 'bare']

/** An address that opens the present run. It may be longer than `longestLink`, and is then of no use. */
export async function addressOfRun(session: Session): Promise<string> {
  const { basis = state.scene.value } = state.scene.value
  const { cells, values = {} } = state.settings.value
  const isListed = scenes.includes(basis)
  const { events: _events, ...content } = JSON.parse(basis.text) as JsonObject
  const run: LinkedRun = {
    scene: isListed ? basis.id : content,
    ...(!isListed && { source: basis.source }),
    ...(cells !== undefined && { cells }),
    ...(Object.keys(values).length > 0 && { values }),
    events: (await session.recordedEvents()) as unknown as readonly Json[],
  }
  const address = new URL(window.location.href)
  for (const name of ownParameters) address.searchParams.delete(name)
  address.hash = await encodeRun(run)
  return address.href
}

/** Whether an address has a length that is read again. */
export function isShortEnough(address: string): boolean {
  return address.length <= longestLink
}

/** Opens the run of a fragment. If that fails, the scene that the page would have shown without it opens, with the reason. */
export async function openLinkedRun(session: Session, fragment: string): Promise<void> {
  let reason: string | undefined
  try {
    const { scene, settings } = await entryOf(await decodeRun(fragment))
    if (await session.open(scene, settings)) return
    reason = state.problem.value
  } catch (error) {
    if (!(error instanceof RunLinkError)) throw error
    reason = error.message
  }
  // Without a reason, another scene has been chosen meanwhile.
  if (reason === undefined) return
  const { basis = state.scene.value } = state.scene.value
  await session.open(basis, {})
  state.problem.value = `The link to a run could not be opened. ${reason}\nThis is “${basis.title}” instead.`
}

/** The run as a scene of the page. The changed values stay settings, which the panel shows as changed. */
async function entryOf({ scene, source = 'link.json', events, cells, values }: LinkedRun): Promise<{
  scene: SceneEntry
  settings: Settings
}> {
  const basis = typeof scene === 'string' ? listed(scene) : fromFile(source, JSON.stringify(scene))
  await loadText(basis).catch(({ message }: Error) => {
    throw new RunLinkError(message)
  })
  const text = JSON.stringify({ ...(JSON.parse(basis.text) as JsonObject), events }, undefined, 2)
  return {
    scene: { ...basis, id: `run:${basis.id}`, title: `${basis.title} (run of a link)`, text, basis },
    settings: { ...(cells !== undefined && { cells }), ...(values !== undefined && { values }) },
  }
}

function listed(id: string): SceneEntry {
  const scene = scenes.find((candidate) => candidate.id === id)
  if (!scene) throw new RunLinkError(`There is no scene “${brief(id)}”.`)
  return scene
}
