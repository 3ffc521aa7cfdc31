import { computed, signal } from '@preact/signals'
import { emptyHistory, type History } from './history.js'
import { findScene, type SceneEntry } from './scenes.js'
import type { Settings } from './settings.js'
import type { ViewChoice } from './view/create.js'
import type { Opened, Report } from './worker/protocol.js'

// Everything the panel shows. Written by the playground, read by the interface.

const address = new URLSearchParams(window.location.search)

/** The scene that is chosen, and what the person has changed about it. */
export const scene = signal<SceneEntry>(findScene(address.get('scene')))
export const settings = signal<Settings>({})

/** The simulation that runs; undefined until the first scene is open. */
export const opened = signal<Opened | undefined>(undefined)
/** How many times a scene has been opened. */
export const openings = signal(0)
/** Depth the scene itself asks for [m]; the slider's middle. */
export const sceneDepth = signal(1)
export const loading = signal(true)
/** What went wrong, for the person. */
export const problem = signal<string | undefined>(undefined)
/** What is missing in this browser, or unusual about this visit. */
export const notices = signal<readonly string[]>([])

/** Whether the person's system asks for little motion; then time stands still until it is started by hand. */
export const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
export const running = signal(!reducedMotion)

export const stepCount = signal(0)
/** Simulated time [s]. */
export const time = signal(0)
export const report = signal<Report | undefined>(undefined)
/** Volume when the scene began [m³]. */
export const firstVolume = signal<number | undefined>(undefined)
export const history = signal<History>(emptyHistory)
/** Between two drawn frames [ms], smoothed. */
export const frameDuration = signal<number | undefined>(undefined)
/** What draws. */
export const rendererName = signal('')

/** Half-width of a stroke and of a drop, in parts of the pool's longer side. */
export const brushSize = signal(0.03)
/** Height of a drop, in parts of its radius. */
export const brushStrength = signal(0.4)
/** Factor on the drawn heights: what the person chose, or what makes the waves of the scene visible. */
export const chosenHeightScale = signal<number | undefined>(undefined)
export const fittingHeightScale = signal(1)
export const heightScale = computed(() => chosenHeightScale.value ?? fittingHeightScale.value)
/** Simulated seconds per second: what the person chose, or one step per frame where steps are long. */
export const chosenSpeed = signal<number | undefined>(undefined)
export const speed = computed(() => {
  const timeStep = opened.value?.timeStep ?? 0
  return chosenSpeed.value ?? (timeStep > 0.05 ? Math.round(timeStep * 60) : 1)
})
/** Whether dragging moves the camera. */
export const cameraTool = signal(false)
export const helpOpen = signal(false)
/** On a phone the water comes first; the rest of the panel opens by a tap. */
export const panelOpen = signal(window.innerWidth > 640)

/** The longer side of the pool [m]. */
export const extent = computed(() => {
  const grid = opened.value?.grid
  return grid ? Math.max(grid.nx, grid.nz) * grid.cellSize : 1
})
/** Radius of drops and strokes [m]. */
export const brushRadius = computed(() => brushSize.value * extent.value)

/** Which drawing the address asks for. */
export const viewChoice = parseView(address.get('view'))

function parseView(value: string | null): ViewChoice {
  return value === 'webgl' || value === 'canvas' ? value : 'auto'
}
