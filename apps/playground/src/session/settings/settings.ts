import type { RecordedEvent, Scene } from 'seiche'
import type { SceneSetting } from './scene-settings.js'
import type { Json, JsonObject } from './schema-node.js'

/** Settings of a scene that the person has changed. */
export interface Settings {
  /** Cells along the longer side; the pool keeps its size. */
  cells?: number
  /** Number of threads. */
  threads?: number
  /** Values of the scene by their paths, such as `solver.damping`; null leaves a value out. */
  values?: Readonly<Record<string, Json>>
}

export const cellCounts = [64, 128, 256, 512, 1024] as const
/** The same for volumes. */
export const volumeCellCounts = [32, 48, 64, 80, 96, 128] as const

/** Speeds to choose from [1]. */
export const speeds = [0.1, 0.25, 0.5, 1, 2, 5] as const

/**
 * Factor that makes waves of this height [m] visible in a pool of this extent [m], as 1, 2 or 5 times a power of ten; 1 where
 * they are visible without it. `share`: their drawn height, in parts of the extent [1].
 */
export function fitHeightScale(highest: number, extent: number, share = 0.02): number {
  if (highest <= 0 || highest > 0.4 * share * extent) return 1
  return roundFactor((share * extent) / highest)
}

/** The same for terrain with water on it, whose highest point lies this far above the lowest [m]. `most`: greatest factor [1]. */
export function fitReliefScale(relief: number, extent: number, most = Number.POSITIVE_INFINITY): number {
  if (relief <= 0 || relief > 0.05 * extent) return 1
  return Math.min(most, roundFactor((0.1 * extent) / relief))
}

function roundFactor(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  const digit = wanted / power
  return Math.min(10_000, (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power)
}

interface SceneData extends JsonObject {
  grid?: { cells?: number[]; cellSize?: number }
}

/**
 * The scene text with the settings, and other events if they are given, written into it. Without any it is the text itself: messages about
 * the scene then have the line and column in the file.
 */
export function applySettings(text: string, { cells, values = {} }: Settings, events?: Scene['events']): string {
  if (cells === undefined && Object.keys(values).length === 0 && events === undefined) return text
  const scene = JSON.parse(text) as SceneData
  // Whole parts, such as another solver, come before the values in them.
  const paths = Object.keys(values).sort((a, b) => a.split('.').length - b.split('.').length)
  for (const path of paths) setValue(scene, path.split('.'), values[path]!)
  if (cells !== undefined) scene.grid = withCells(scene.grid, cells)
  if (events !== undefined) scene.events = events as unknown as Json
  return JSON.stringify(scene, undefined, 2)
}

/** Sets a value, and makes the parts around it that the file leaves out; null removes the value. */
function setValue(part: JsonObject, [key, ...inner]: readonly string[], value: Json): void {
  if (key === undefined) return
  if (inner.length === 0) {
    if (value === null) delete part[key]
    else part[key] = structuredClone(value)
    return
  }
  // Only its own parts: a path may come from a link, and `__proto__` would lead to all objects of the page.
  if (!Object.hasOwn(part, key) || part[key] === null) part[key] = {}
  const inside = part[key]
  if (typeof inside !== 'object' || inside === null)
    throw new Error(`${key} is a plain value: nothing inside it can be set`)
  setValue(inside as JsonObject, inner, value)
}

/** The settings with one value changed; undefined goes back to that of the scene, and so do all values inside it. */
export function withValue(settings: Settings, path: string, value: Json | undefined): Settings {
  const others = Object.entries(settings.values ?? {}).filter(([key]) => key !== path && !key.startsWith(`${path}.`))
  return { ...settings, values: { ...Object.fromEntries(others), ...(value !== undefined && { [path]: value }) } }
}

/** The side opposite to an edge: `boundaries.x-` has `boundaries.x+`. */
export function oppositeEdge(path: string): string | undefined {
  const [, before, sign] = /^((?:fluid\.)?boundaries\.[xyz])([-+])$/.exec(path) ?? []
  return before && `${before}${sign === '-' ? '+' : '-'}`
}

/** The settings with one value changed, as `withValue` does. Opposite edges are periodic both, or neither. `present`: the settings as they are. */
export function withEdgeValue(
  settings: Settings,
  present: readonly Pick<SceneSetting, 'path' | 'value' | 'initial'>[],
  path: string,
  value: Json | undefined,
): Settings {
  const changed = withValue(settings, path, value)
  const opposite = oppositeEdge(path)
  const there = present.find((setting) => setting.path === opposite)
  const now = value ?? present.find((setting) => setting.path === path)?.initial
  const isBoth = opposite && there && (now === 'periodic') !== (there.value === 'periodic')
  return isBoth ? withValue(changed, opposite, value) : changed
}

/** Solver and time step [s] of a scene with other settings. */
export function nextRun({ solver, timeStep }: Scene, { values = {} }: Settings): { solver: string; timeStep: number } {
  const next = values.solver as { type?: string } | undefined
  return {
    solver: next?.type ?? solver.type,
    timeStep: typeof values.timeStep === 'number' ? values.timeStep : timeStep,
  }
}

/** Events of surfaces that only some solvers take. */
const terrainEvents = ['raise', 'lower', 'smooth', 'dig']

/**
 * The events of a run for another start of its scene: those that have happened, then those that were still to come. `scene`: as it has run,
 * up to step `step`. `next`: the solver and the length of a step [s] of the other start. Events that its solver does not take are left out.
 */
export function keptEvents(
  happened: readonly RecordedEvent[],
  step: number,
  { events, timeStep, solver }: Scene,
  next: { solver: string; timeStep: number },
): Scene['events'] {
  const stepOf = (event: Scene['events'][number]): number => event.step ?? Math.round((event.time ?? 0) / timeStep)
  const all: Scene['events'] = [...happened, ...events.filter((event) => stepOf(event) >= step)]
  const timed =
    next.timeStep === timeStep
      ? all
      : all.map(({ step, ...event }) => ({ ...event, time: event.time ?? (step ?? 0) * timeStep }) as typeof event)
  if (next.solver === solver.type) return timed
  const hasPressure = next.solver === 'columns' || next.solver === 'iwave'
  const refused = new Set(
    timed.flatMap((event) =>
      event.type === 'setSource' && event.quantity === 'pressure' && !hasPressure ? [event.source] : [],
    ),
  )
  return timed.filter((event) => {
    if (event.type === 'setSource' || event.type === 'removeSource') return !refused.has(event.source)
    if (event.type === 'press') return hasPressure
    return !hasPressure || !terrainEvents.includes(event.type)
  })
}

/** The scene text with the recorded events in it: run for the same number of steps, it gives the same state again. */
export function withRecord(text: string, events: readonly RecordedEvent[]): string {
  return JSON.stringify({ ...(JSON.parse(text) as SceneData), events }, undefined, 2)
}

/** Other cells for the same extent. A channel one cell wide stays one cell wide. */
function withCells(grid: SceneData['grid'], cells: number): NonNullable<SceneData['grid']> {
  const counts = grid?.cells ?? [cells, cells]
  const ratio = cells / Math.max(...counts)
  const rescaled = (count: number): number => (count === 1 ? 1 : Math.max(1, Math.round(count * ratio)))
  return { ...grid, cells: counts.map(rescaled), cellSize: (grid?.cellSize ?? 1) / ratio }
}

/** Whether the grid of a scene may be refined: data files fix it. */
export function hasDataFiles(text: string): boolean {
  return /"(npy|image)"\s*:/.test(text)
}
