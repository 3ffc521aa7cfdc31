// A run as the fragment of an address, `#run=1.` and text: JSON, compressed by deflate, in base64url. Anybody can write such an address:
// decoding checks all of it, and only ever reads data.

import type { Json, JsonObject } from '../settings/schema-node.js'

/** The content of a link: the same as that of a saved run, with listed scenes by their names. */
export interface LinkedRun {
  /** Id of a scene of the page, or a whole scene without events. */
  scene: string | JsonObject
  /** Name of the file of a whole scene. */
  source?: string
  /** Cells along the longer side, if the person has changed them. */
  cells?: number
  /** Values that the person has changed, by their paths. */
  values?: Readonly<Record<string, Json>>
  /** All events of the run. */
  events: readonly Json[]
}

/** Longest address with a run [characters]. Some programs cut longer ones. */
export const longestLink = 32_000
/** Most decompressed JSON [bytes]. */
export const mostBytes = 4 * 1024 * 1024
/** Most levels of lists and objects inside each other. Scenes have fewer than ten. */
const mostLevels = 64
const start = '#run='
const version = '1'

/** The reason why a link opens no run, for the person. */
export class RunLinkError extends Error {
  override name = 'RunLinkError'
}

/** Whether the fragment of an address is meant to be a run. */
export function isRunFragment(fragment: string): boolean {
  return fragment.startsWith(start)
}

/** The fragment of a run, from its `#` on. */
export async function encodeRun(run: LinkedRun): Promise<string> {
  const json = new Blob([JSON.stringify(run)])
  const packed = await new Response(json.stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer()
  return `${start}${version}.${toBase64Url(new Uint8Array(packed))}`
}

/**
 * The run of a fragment. That its scene exists, and is valid, is not known yet.
 *
 * @throws RunLinkError if the fragment is too long, has another version or is damaged.
 */
export async function decodeRun(fragment: string): Promise<LinkedRun> {
  if (fragment.length > longestLink)
    throw new RunLinkError(`It has ${fragment.length} characters; at most ${longestLink} are read.`)
  const [, given, packed] = /^#run=(\d{1,6})\.([\w-]+)$/.exec(fragment) ?? []
  if (given === undefined || packed === undefined)
    throw new RunLinkError('It is damaged: after “#run=” it must have a version, a full stop and letters.')
  if (given !== version)
    throw new RunLinkError(`It has version ${given}, and this page reads version ${version}. Reload the page.`)
  return checkedRun(parse(await unpack(fromBase64Url(packed))))
}

function toBase64Url(bytes: Uint8Array): string {
  // In pieces: a call takes only so many arguments.
  let text = ''
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
  } catch {
    throw new RunLinkError('It is damaged: a part is missing, as when an address is not copied to its end.')
  }
}

/** Decompresses at most `mostBytes`: a few kilobytes of deflate can become a thousand times as many. */
async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [text, size] = ['', 0]
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      size += value.length
      if (size > mostBytes) break
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    throw new RunLinkError('It is damaged: it cannot be decompressed.')
  }
  // Nobody waits for the rest, not even for its end.
  reader.cancel().catch(() => undefined)
  throw new RunLinkError(`It is larger than ${mostBytes / 1024 / 1024} MiB when it is decompressed.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RunLinkError('It is damaged: its content is not JSON.')
  }
}

function checkedRun(content: unknown): LinkedRun {
  if (!isObject(content)) throw new RunLinkError('Its content is not a run.')
  const { scene, source, cells, values, events, ...others } = content
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new RunLinkError(`Its content is not a run: it has an unknown part “${brief(unknown)}”.`)
  if (typeof scene !== 'string' && !isObject(scene)) throw new RunLinkError('It contains no scene.')
  if (!Array.isArray(events)) throw new RunLinkError('It contains no list of events.')
  if (source !== undefined && typeof source !== 'string') throw new RunLinkError('The name of its scene is not a text.')
  if (values !== undefined && !isObject(values)) throw new RunLinkError('Its settings are not a list of values.')
  if (cells !== undefined && !(Number.isInteger(cells) && Number(cells) > 0))
    throw new RunLinkError('Its number of cells is not a positive whole number.')
  if (!isShallow(content, mostLevels))
    throw new RunLinkError(`It has more than ${mostLevels} lists and objects inside each other.`)
  return {
    scene,
    events,
    ...(source !== undefined && { source: brief(source) }),
    ...(cells !== undefined && { cells: cells as number }),
    ...(values !== undefined && { values: values as Record<string, Json> }),
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether lists and objects are inside each other over at most this many levels. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1))
}

/** A foreign text, short enough for a message. */
export function brief(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
