// The state that the interface shows. Written by session, tools and controls.

import { computed, signal } from '@preact/signals'
import type { QualityLevel } from '@seiche/three'
import type { Incoming } from '../files/read-files.js'
import type { LaunchShape } from '../tools/launch.js'
import { fittingPeriod } from '../tools/source-placing.js'
import type { Brush } from '../tools/strokes.js'
import {
  actsOnBodies,
  actsOnFluid,
  actsOnSolids,
  actsOnTerrain,
  measures,
  placesSource,
  type Tool,
  toolsFor,
} from '../tools/tools.js'
import type { WaterPoint } from '../tools/water-point.js'
import type { ViewChoice } from '../view/create.js'
import type { QualityChoice } from '../view/view.js'
import type { BodyInfo, PlacedSource, Report, SimulationInfo } from '../worker/protocol.js'
import type { ActionCounts } from '../worker/undo/undo-history.js'
import { displayFromUrl, type FluidDisplay, inksOf, isVolume, showsDye, validDisplay } from './display/fluid-display.js'
import { type SurfaceDisplay, surfaceDisplayFromUrl, validSurfaceDisplay } from './display/surface-display.js'
import { emptyHistory, type History } from './history.js'
import { findScene, type SceneEntry, unknownScene } from './scenes/scenes.js'
import type { SceneSetting, settingsOf } from './settings/scene-settings.js'
import type { SchemaNode } from './settings/schema-node.js'
import type { Settings } from './settings/settings.js'

const query = new URLSearchParams(window.location.search)

// The scene and the simulation.

/** The scene that is chosen, and the settings that the person has changed. */
export const scene = signal<SceneEntry>(findScene(query.get('scene')))
/** The message about a URL that names no scene of this page. */
export const unknownSceneNotice = unknownScene(query.get('scene'))
export const settings = signal<Settings>({})
/** Whether the address asks for the water alone, for pictures and for frames in other pages. */
export const isBare = query.has('bare')
/** Whether the gallery of scenes is shown. */
export const galleryOpen = signal(false)
/** Whether the dialog with code for other programs is shown. */
export const codeOpen = signal(false)
/** Whether the dialog for a video is shown. */
export const videoOpen = signal(false)
/** The simulation that runs; undefined until the first scene is open. */
export const info = signal<SimulationInfo | undefined>(undefined)
/** Number of scenes opened so far. */
export const openings = signal(0)
export { loading } from './loading.js'
/** Message about a scene that could not be opened, or a simulation that stopped. */
export const problem = signal<string | undefined>(undefined)
/** Whether the simulation has ended by itself, for example because waves break. */
export const hasStopped = signal(false)
/** A scene that needs much memory and waits for the person's consent; `open` opens it. */
export const largeScene = signal<{ title: string; cells: number; bytes: number; open(): Promise<boolean> } | undefined>(
  undefined,
)
/** Files that were dropped and wait for the person's choices: a grid, or a body. */
export const incoming = signal<Exclude<Incoming, { kind: 'scene' }> | undefined>(undefined)
/** Messages about missing features of this browser, or preferences of this system. */
export const notices = signal<readonly string[]>([])
/** The longest side of the grid [m]. */
export const extent = computed(() => {
  const grid = info.value?.grid
  return grid ? Math.max(grid.nx, grid.ny ?? 1, grid.nz) * grid.cellSize : 1
})

/** The JSON Schema of scenes, from which the settings are made; undefined until it is loaded. */
export const schema = signal<SchemaNode | undefined>(undefined)
/** Makes the settings of a scene; loaded with the schema. */
export const makeSettings = signal<typeof settingsOf | undefined>(undefined)
/** The settings of the scene that runs. */
export const sceneSettings = computed<readonly SceneSetting[]>(() => {
  const [open, format, make] = [info.value, schema.value, makeSettings.value]
  return open && format && make ? make(format, open.scene, JSON.parse(scene.value.text)) : []
})

// The run.

/** Whether the person's system asks for reduced motion; then the simulation is paused until it is started. */
export const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
export const running = signal(!reducedMotion)
/** Simulated seconds per second: the person's choice, or one step per frame where steps are long. */
export const chosenSpeed = signal<number | undefined>(undefined)
export const speed = computed(() => {
  const timeStep = info.value?.timeStep ?? 0
  return chosenSpeed.value ?? (timeStep > 0.05 ? Math.round(timeStep * 60) : 1)
})
export const stepCount = signal(0)
/** Simulated time [s]. */
export const time = signal(0)
export const report = signal<Report | undefined>(undefined)
export const history = signal<History>(emptyHistory)
/** Area of solid cells [m²]; undefined until it is known. */
export const solidArea = signal<number | undefined>(undefined)

// The picture.

/** The view that the URL asks for. */
export const viewChoice = parseView(query.get('view'))
/** Name of the renderer. */
export const rendererName = signal('')
/** Level of quality that the person has chosen, or the address asks for; and the one at present, where there are several. */
export const chosenQuality = signal(parseQuality(query.get('quality')))
export const quality = signal<QualityLevel | undefined>(undefined)
/** Whether the view can draw the flow of a fluid. */
export const drawsFlow = signal(true)
/** Time between two drawn frames [ms], smoothed. */
export const frameDuration = signal<number | undefined>(undefined)
/** Factor on the drawn heights: the person's choice, or one that makes the waves of the scene visible. */
export const chosenHeightScale = signal<number | undefined>(undefined)
export const fittingHeightScale = signal(1)
export const heightScale = computed(() => chosenHeightScale.value ?? fittingHeightScale.value)
/** The person's choices about how the fluid is displayed, and the display that follows from them. */
export const chosenDisplay = signal<Partial<FluidDisplay>>(displayFromUrl(query))
export const display = computed<FluidDisplay | undefined>(() =>
  info.value?.fluid ? validDisplay(info.value, chosenDisplay.value) : undefined,
)

/** The same for the surface of water. */
export const chosenSurface = signal<Partial<SurfaceDisplay>>(surfaceDisplayFromUrl(query))
export const surfaceDisplay = computed<SurfaceDisplay | undefined>(() =>
  info.value && !info.value.fluid ? validSurfaceDisplay(info.value, chosenSurface.value) : undefined,
)
/** Lowest and highest value of the quantity in colors on the surface. */
export const surfaceRange = signal<readonly [low: number, high: number] | undefined>(undefined)
/** The point under the pointer, and the value of the quantity in colors there. */
export const pointed = signal<WaterPoint | undefined>(undefined)
export const pointedValue = signal<number | undefined>(undefined)

// The tools.

/** The reason why the water cannot be changed by events; undefined if it can. */
export const readOnlyReason = signal<string | undefined>(undefined)
/** Message about a restart by a change of settings; cleared after a while. */
export const restartNotice = signal<string | undefined>(undefined)
/** The reason why the last event was rejected; cleared after a while. */
export const rejection = signal<string | undefined>(undefined)
/** The actions that can be undone and redone. */
export const actions = signal<ActionCounts>({ undoable: 0, redoable: 0 })
/** The tools for this simulation. */
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
/** Whether a tool that measures can be used: probes on the surface of water and in flat fluids, sections of water alone. */
function canMeasure(tool: Tool): boolean {
  const open = info.value
  return open !== undefined && (!open.fluid || (tool === 'probe' && !isVolume(open)))
}
/** Whether a tool can be used now. */
export function isOffered(tool: Tool): boolean {
  if (measures(tool)) return canMeasure(tool)
  if (!tools.value.includes(tool)) return false
  return readOnlyReason.value === undefined || tool === 'look' || actsOnBodies(tool)
}
/** The person's choice, and the tool that is in use. */
export const chosenTool = signal<Tool | undefined>(undefined)
export const tool = computed<Tool>(() => {
  const chosen = chosenTool.value
  if (chosen && isOffered(chosen)) return chosen
  const { show, rendering } = display.value ?? {}
  const isDyeShown = show === 'dyes' || showsDye(rendering)
  const preferred: readonly Tool[] = ['grab', ...(isDyeShown ? (['ink'] as const) : []), 'stir', 'push']
  return preferred.find(isOffered) ?? 'look'
})
/** Dye that the ink tool adds. */
export const chosenInk = signal<string | undefined>(undefined)
export const ink = computed<string>(() => {
  const offered = info.value ? inksOf(info.value.scene) : []
  const chosen = chosenInk.value
  return chosen !== undefined && offered.includes(chosen) ? chosen : (offered[0] ?? '')
})

/** Half-width of every brush, in parts of the longest side. */
export const brushSize = signal(0.03)
export const brushSizeRange = { min: 0.005, max: 0.12 } as const
/** Softness and strength, for water, solids, terrain, fluids and sources each. */
export const waterBrush = signal({ softness: 1, strength: 0.4 })
export const solidBrush = signal({ softness: 0, strength: 1 })
export const terrainBrush = signal({ softness: 0.6, strength: 0.5 })
export const fluidBrush = signal({ softness: 1, strength: 0.5 })
export const sourceBrush = signal({ softness: 1, strength: 0.4 })
/** The brush of the tool that is in use. */
export const brush = computed<Brush>(() => ({
  radius: brushSize.value * extent.value,
  ...brushOf(tool.value).value,
}))
/** Softness and strength of a tool. */
function brushOf(tool: Tool): typeof waterBrush {
  if (actsOnFluid(tool)) return fluidBrush
  if (placesSource(tool)) return sourceBrush
  if (actsOnTerrain(tool)) return terrainBrush
  return actsOnSolids(tool) ? solidBrush : waterBrush
}
/** Changes softness or strength of the brush that is in use. */
export function changeBrush(changes: Partial<{ softness: number; strength: number }>): void {
  const used = brushOf(tool.value)
  used.value = { ...used.value, ...changes }
}
/** Makes the brush wider or narrower by a factor. */
export function scaleBrush(factor: number): void {
  brushSize.value = Math.min(brushSizeRange.max, Math.max(brushSizeRange.min, brushSize.value * factor))
}

// The sources.

/** Sources that events have placed on the water and not removed. */
export const sources = signal<readonly PlacedSource[]>([])
/** Period of new sources that oscillate [s]: the person's choice, or one that fits the brush. */
export const chosenPeriod = signal<number | undefined>(undefined)
export const period = computed(() => chosenPeriod.value ?? fittingPeriod(brush.value.radius))
/** Whether pressure oscillates. */
export const pulses = signal(false)
/** Whether a source stays when the pointer is released. */
export const lasting = signal(false)

// The bodies.

export const bodies = signal<readonly BodyInfo[]>([])
/** Index of the body that was last grabbed, with its density [kg/m³] and submerged share [1]. */
export const chosenBody = signal<number | undefined>(undefined)
export const chosenReading = signal<{ density: number; submerged: number } | undefined>(undefined)
/** The body that is steered: the chosen one if it has a motor, else the first that has one. */
export const steered = computed<number | undefined>(() => {
  const chosen = chosenBody.value
  if (chosen !== undefined && bodies.value[chosen]?.hasMotor) return chosen
  const first = bodies.value.findIndex(({ hasMotor }) => hasMotor)
  return first < 0 ? undefined : first
})
/** The body that the camera follows. */
export const followed = signal<number | undefined>(undefined)
/** Shape and density [kg/m³] of bodies that the tool `launch` adds. */
export const launchShape = signal<LaunchShape>('ball')
export const launchDensity = signal(400)

// The page.

export const helpOpen = signal(false)
/** On a phone, panel and brush settings are closed at first and open by a tap. */
export const panelOpen = signal(hasRoomForPanel())
export const brushOpen = signal(false)

/** Resets the state of the last run. */
export function resetRun(): void {
  problem.value = undefined
  hasStopped.value = false
  rejection.value = undefined
  actions.value = { undoable: 0, redoable: 0 }
  stepCount.value = 0
  time.value = 0
  report.value = undefined
  history.value = emptyHistory
  solidArea.value = undefined
  sources.value = []
  bodies.value = []
  chosenBody.value = undefined
  chosenReading.value = undefined
  followed.value = undefined
}

function parseView(value: string | null): ViewChoice {
  return value === 'webgl' || value === 'canvas' ? value : 'auto'
}

function parseQuality(value: string | null): QualityChoice {
  return value === 'low' || value === 'medium' || value === 'high' ? value : 'auto'
}

/** Phones, and tablets that are held upright, begin with the water alone. */
function hasRoomForPanel(): boolean {
  const { innerWidth, innerHeight } = window
  return innerWidth > 900 || (innerWidth > 640 && innerWidth > innerHeight)
}
