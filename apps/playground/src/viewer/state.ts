// The state that the viewer's interface shows. Written by the player and by controls.

import { computed, signal } from '@preact/signals'
import type { RunDescription } from '../../../../packages/cli/src/viewer/protocol.js'
import type { FluidDisplay } from '../session/display/fluid-display.js'
import type { ViewChoice } from '../view/create.js'
import type { SimulationInfo } from '../worker/protocol.js'

const query = new URLSearchParams(window.location.search)

/** Whether a program draws frame by frame: no controls, no clock. */
export const isFilm = query.has('film')
/** The view that the URL asks for. */
export const viewChoice: ViewChoice =
  query.get('view') === 'canvas' ? 'canvas' : query.get('view') === 'webgl' ? 'webgl' : 'auto'

export const run = signal<RunDescription | undefined>(undefined)
export const info = signal<SimulationInfo | undefined>(undefined)
export const problem = signal<string | undefined>(undefined)
export const notices = signal<readonly string[]>([])
export const rendererName = signal('')

/** Index of the frame that is shown. */
export const frame = signal(0)
export const frameCount = computed(() => run.value?.frames.length ?? 0)
export const time = computed(() => run.value?.frames[frame.value]?.time ?? 0)
export const playing = signal(false)
export const loops = signal(true)
/** Whether the frame that is shown is not yet the one that was asked for. */
export const waiting = signal(true)

/** Simulated seconds per second. */
export const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 60] as const
export const speed = signal(1)

/** The field that is shown as a map in colors; undefined for the picture. */
export const mapped = signal<string | undefined>(undefined)
/** Lowest and highest value of the map in the frame that is shown. */
export const mapRange = signal<readonly [number, number]>([0, 1])
export const chosenHeightScale = signal<number | undefined>(undefined)
export const fittingHeightScale = signal(1)
export const heightScale = computed(() => chosenHeightScale.value ?? fittingHeightScale.value)
export const display = signal<FluidDisplay | undefined>(undefined)
export const panelOpen = signal(window.innerWidth > 640)
