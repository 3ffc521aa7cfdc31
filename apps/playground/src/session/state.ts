import { computed, signal } from '@preact/signals'
import {
  type Brush,
  handlesBodies,
  paintsSolids,
  shapesTerrain,
  type Tool,
  toolsFor,
  worksInFluid,
} from '../tools/brush.js'
import type { LaunchShape } from '../tools/launch.js'
import type { ViewChoice } from '../view/create.js'
import type { BodyInfo, Report, SimulationInfo } from '../worker/protocol.js'
import { displayFromUrl, type FluidDisplay, inksOf, isVolume, validDisplay } from './fluid-display.js'
import { emptyHistory, type History } from './history.js'
import { findScene, type SceneEntry } from './scenes.js'
import type { Settings } from './settings.js'

// Everything the panel shows. Written by the playground, read by the interface.

const address = new URLSearchParams(window.location.search)

/** The scene that is chosen, and what the person has changed about it. */
export const scene = signal<SceneEntry>(findScene(address.get('scene')))
export const settings = signal<Settings>({})

/** The simulation that runs; undefined until the first scene is open. */
export const info = signal<SimulationInfo | undefined>(undefined)
/** How many times a scene has been opened. */
export const openings = signal(0)
/** Depth the scene itself asks for, or a depth that suits the pool [m]; the slider's middle. */
export const sceneDepth = signal(1)
/** Ground that is solid [m²]; undefined until it is known. */
export const solidArea = signal<number | undefined>(undefined)
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
/** Whether what draws can mark the flow of a fluid, too. */
export const drawsFlow = signal(true)

/** What dragging over the water does; undefined until somebody chooses. */
export const chosenTool = signal<Tool | undefined>(undefined)
/** Why this water cannot be touched; undefined where it can. */
export const readOnlyReason = signal<string | undefined>(undefined)
/** The tools there are for this water. */
export const tools = computed<readonly Tool[]>(() => {
  const open = info.value
  if (!open) return toolsFor({ hasTerrain: false, hasBodies: false })
  const { hasTerrain, hasBodies, fluid, scene } = open
  return toolsFor({
    hasTerrain,
    hasBodies,
    ...(fluid && { fluid: { isFlat: !isVolume(open), takesInk: inksOf(scene).length > 0 } }),
  })
})
/** Whether a tool does something to this water, or to what is in it. */
export function isOffered(tool: Tool): boolean {
  if (!tools.value.includes(tool)) return false
  return readOnlyReason.value === undefined || tool === 'look' || handlesBodies(tool)
}
export const tool = computed<Tool>(() => {
  const chosen = chosenTool.value
  if (chosen && isOffered(chosen)) return chosen
  if (isOffered('grab')) return 'grab'
  // Ink is for those who would see it.
  const shows =
    display.value &&
    (display.value.show === 'dyes' || display.value.rendering === 'cloud' || display.value.rendering === 'surface')
  if (shows && isOffered('ink')) return 'ink'
  return isOffered('stir') ? 'stir' : isOffered('push') ? 'push' : 'look'
})

/** How the fluid is shown, as far as somebody has chosen; undefined: all as it suits. */
export const chosenDisplay = signal<Partial<FluidDisplay>>(displayFromUrl(address))
export const display = computed<FluidDisplay | undefined>(() =>
  info.value?.fluid ? validDisplay(info.value, chosenDisplay.value) : undefined,
)
/** What the tool for ink adds, of what the fluid has. */
export const chosenInk = signal<string | undefined>(undefined)
export const ink = computed<string>(() => {
  const offered = info.value ? inksOf(info.value.scene) : []
  const chosen = chosenInk.value
  return chosen !== undefined && offered.includes(chosen) ? chosen : (offered[0] ?? '')
})
/** Half-width of every brush, in parts of the pool's longer side. */
export const brushSize = signal(0.03)
/** Softness and strength, for water, for solids and for the ground each. */
export const waterBrush = signal({ softness: 1, strength: 0.4 })
export const solidBrush = signal({ softness: 0, strength: 1 })
export const terrainBrush = signal({ softness: 0.6, strength: 0.5 })
export const fluidBrush = signal({ softness: 1, strength: 0.5 })
/** Factor on the drawn heights: what the person chose, or what makes the waves of the scene visible. */
export const chosenHeightScale = signal<number | undefined>(undefined)
export const fittingHeightScale = signal(1)
export const heightScale = computed(() => chosenHeightScale.value ?? fittingHeightScale.value)
/** Simulated seconds per second: what the person chose, or one step per frame where steps are long. */
export const chosenSpeed = signal<number | undefined>(undefined)
export const speed = computed(() => {
  const timeStep = info.value?.timeStep ?? 0
  return chosenSpeed.value ?? (timeStep > 0.05 ? Math.round(timeStep * 60) : 1)
})
export const helpOpen = signal(false)
/** On a phone the water comes first; the rest of the panel opens by a tap. */
export const panelOpen = signal(window.innerWidth > 640)

/** The longer side of the pool [m]. */
export const extent = computed(() => {
  const grid = info.value?.grid
  return grid ? Math.max(grid.nx, grid.ny ?? 1, grid.nz) * grid.cellSize : 1
})
/** The brush of the tool that is chosen. */
export const brush = computed<Brush>(() => ({
  radius: brushSize.value * extent.value,
  ...brushOf(tool.value).value,
}))
/** Where softness and strength of a tool are kept. */
export function brushOf(tool: Tool): typeof waterBrush {
  if (worksInFluid(tool)) return fluidBrush
  if (shapesTerrain(tool)) return terrainBrush
  return paintsSolids(tool) ? solidBrush : waterBrush
}
/** On a phone the brush opens by a tap. */
export const brushOpen = signal(false)

/** The bodies there are. */
export const bodies = signal<readonly BodyInfo[]>([])
/** Number of the body that was last taken hold of. */
export const chosenBody = signal<number | undefined>(undefined)
/** What is known of it: density [kg/m³] and share under water [1]. */
export const chosenReading = signal<{ density: number; submerged: number } | undefined>(undefined)
/** The body that is steered: one with an engine, the chosen one if it has any. */
export const steered = computed<number | undefined>(() => {
  const chosen = chosenBody.value
  if (chosen !== undefined && bodies.value[chosen]?.hasEngine) return chosen
  const first = bodies.value.findIndex(({ hasEngine }) => hasEngine)
  return first < 0 ? undefined : first
})
/** The body that the camera goes along with. */
export const followed = signal<number | undefined>(undefined)
/** What the tool `launch` puts into the water; density [kg/m³]. */
export const launchShape = signal<LaunchShape>('ball')
export const launchDensity = signal(400)
/** Why a body could not be put somewhere; goes away by itself. */
export const declined = signal<string | undefined>(undefined)

/** Which drawing the address asks for. */
export const viewChoice = parseView(address.get('view'))

function parseView(value: string | null): ViewChoice {
  return value === 'webgl' || value === 'canvas' ? value : 'auto'
}
