import { brief } from '../links/run-link.js'

/** A scene the page offers. */
export interface SceneEntry {
  /** File name without its ending; part of the page's URL. */
  id: string
  /** Name of the file, for messages. */
  source: string
  /** Name in the list. */
  title: string
  /** The scene file as it is written; empty until it is loaded. */
  text: string
  /** Loads the text of a scene of the page. */
  load?(): Promise<string>
  /** Water with a surface, or a fluid that fills a box. */
  kind: 'water' | 'fluid'
  /** Of a run that a link has opened: its scene, without the events of the run. */
  basis?: SceneEntry
  /** Addresses of the data files of a scene that a person has opened, by name. */
  files?: Readonly<Record<string, string>>
}

/** A scene without files: the page always has at least this one. */
const builtin = {
  seiche: 1,
  name: 'Drops in a still pool',
  grid: { cells: [256, 256], cellSize: 0.016 },
  timeStep: 1 / 60,
  solver: { type: 'columns', depth: 0.5, damping: 0.08 },
  initial: {
    eta: [
      { shape: 'noise', seed: 7, scale: 0.5, octaves: 2, height: 0.02 },
      { shape: 'gaussian', center: [-0.6, 0.4], radius: 0.14, height: 0.12 },
    ],
  },
  events: [
    { time: 0.6, type: 'drop', x: 0.9, z: -0.5, radius: 0.13, height: 0.09 },
    { time: 1.1, type: 'drop', x: 0.2, z: 1.1, radius: 0.12, height: 0.1 },
    { time: 1.9, type: 'drop', x: -1.2, z: -1.0, radius: 0.15, height: 0.08 },
  ],
}

// Names and solvers are for the list of scenes; a text is loaded when its scene is opened.
const names = import.meta.glob<unknown>('../../../../../scenes/*.json', { eager: true, import: 'name' })
const solvers = import.meta.glob<{ type?: string }>('../../../../../scenes/*.json', { eager: true, import: 'solver' })
const texts = import.meta.glob<string>('../../../../../scenes/*.json', { query: '?raw', import: 'default' })
const urls = import.meta.glob<string>('../../../../../scenes/**/*.{npy,png,tif,tiff,glb,gltf,bin}', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Scenes whose text is being loaded, or is there. */
const loading = new Map<SceneEntry, Promise<void>>()

/** Loads the text of a scene of the page, unless it is there. */
export function loadText(scene: SceneEntry): Promise<void> {
  if (scene.text || !scene.load) return Promise.resolve()
  const known = loading.get(scene)
  if (known) return known
  const text = scene
    .load()
    .then((text) => {
      scene.text = text
    })
    .catch(() => {
      loading.delete(scene)
      throw new Error(`The scene “${scene.title}” could not be loaded. Check the connection, and try again.`)
    })
  loading.set(scene, text)
  return text
}

const kindOf = (text: string) => (/"type":\s*"stable-fluids"/.test(text) ? 'fluid' : 'water')

const builtinEntry: SceneEntry = {
  id: 'playground',
  source: 'built-in scene',
  title: builtin.name,
  text: JSON.stringify(builtin),
  kind: 'water',
}

const byTitle = [...Object.keys(texts).map(entry), builtinEntry].sort((a, b) => a.title.localeCompare(b.title))

/** The scene of a first visit. */
const opening = byTitle.find(({ id }) => id === 'duck-and-ball') ?? builtinEntry

/** The scenes of the page: that of a first visit, then all others by title. */
export const scenes: readonly [SceneEntry, ...SceneEntry[]] = [opening, ...byTitle.filter((scene) => scene !== opening)]

/** URLs of the data files that scenes refer to, by their path inside the folder `scenes`. */
export const sceneFiles: Record<string, string> = Object.fromEntries(
  Object.entries(urls).map(([path, url]) => [path.replace(/^.*?\/scenes\//, ''), new URL(url, document.baseURI).href]),
)

/** The scene with an id, or the first one if there is none. */
export function findScene(id: string | null): SceneEntry {
  return scenes.find((scene) => scene.id === id) ?? scenes[0]
}

/** The message about an id that no scene has; undefined if one has it. */
export function unknownScene(id: string | null): string | undefined {
  if (id === null || scenes.some((scene) => scene.id === id)) return undefined
  return `There is no scene “${brief(id)}”. This is “${scenes[0].title}”; choose another one from the list.`
}

function entry(path: string): SceneEntry {
  const source = path.slice(path.lastIndexOf('/') + 1)
  const id = source.replace(/\.json$/, '')
  const name = names[path]
  const kind = solvers[path]?.type === 'stable-fluids' ? 'fluid' : 'water'
  return { id, source, title: typeof name === 'string' && name ? name : id, text: '', kind, load: texts[path]! }
}

/** A scene file that the person has chosen, and the addresses of its data files. */
export function fromFile(source: string, text: string, files: Readonly<Record<string, string>> = {}): SceneEntry {
  return { id: `file:${source}`, source, title: titleOf(text) ?? source, text, kind: kindOf(text), files }
}

/** A file that is not JSON is listed, too: choosing it shows the message about it. */
function titleOf(text: string): string | undefined {
  try {
    const { name } = JSON.parse(text) as { name?: unknown }
    return typeof name === 'string' && name ? name : undefined
  } catch {
    return undefined
  }
}
