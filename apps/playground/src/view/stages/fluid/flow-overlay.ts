// Overlays that show the flow of a fluid: flow lines, streamlines, arrows, particles.

import { FlowArrows, FlowLines, FlowParticles, FlowStreamlines } from '@seiche/three'
import { Particles, Streamlines } from 'seiche'
import { colorsOf, type FluidDisplay } from '../../../session/display/fluid-display.js'
import type { SimulationInfo } from '../../../worker/protocol.js'
import type { FluidData } from '../../shared/fluid-data.js'
import type { FluidPart } from './fluid-part.js'
import { periodicOf, sliceAt } from './fluid-rendering.js'

/** Time between two computations of the streamlines [ms]: they take longer than drawing. */
const traceInterval = 120
/** Lifetime of a particle [s]: short enough that none gather in corners, and that no gaps stay where the flow diverges. */
const lifetime = 1.2
/** Cells that a particle crosses in a step at most, and steps per frame: on a slow page particles are late instead of jumping. */
const cellsPerStep = 1.5
const mostSteps = 6
/** Share of the particles on a slice that shows a quantity. */
const fewerOnColors = 0.15

/** The overlay that a display asks for; undefined for none. `count`: number of particles. */
export function makeFlowOverlay(
  info: SimulationInfo,
  data: FluidData,
  display: FluidDisplay,
  count: number,
): FluidPart | undefined {
  switch (display.flow) {
    case 'lines':
      return makeLines(info, data, display)
    case 'arrows':
      return makeArrows(data, display)
    case 'streamlines':
      return makeStreamlines(info, data, display)
    case 'particles':
      return makeParticles(info, data, display, count)
    default:
      return undefined
  }
}

/** Whether the overlay lies on a bright slice. */
function isBright(display: FluidDisplay): boolean {
  if (display.rendering !== 'slice' || display.show === 'nothing') return false
  return ['white', 'balance', 'ink'].includes(colorsOf(display))
}

const sliceOf = (data: FluidData, display: FluidDisplay) =>
  display.rendering === 'slice' && !data.isFlat ? { slice: { axis: 'z' as const, at: sliceAt(data, display) } } : {}

function makeLines(info: SimulationInfo, data: FluidData, display: FluidDisplay): FluidPart {
  const lines = new FlowLines(data, {
    periodic: periodicOf(info),
    ...sliceOf(data, display),
    overlay: true,
    contrast: isBright(display) || display.show === 'nothing' ? 0.85 : 0.4,
  })
  return { object: lines, update: (_, seconds) => lines.update(seconds), dispose: () => lines.dispose() }
}

function makeArrows(data: FluidData, display: FluidDisplay): FluidPart {
  const color =
    display.rendering === 'slice' && display.show !== 'nothing'
      ? { color: isBright(display) ? 0x141a24 : 0xffffff }
      : {}
  const arrows = new FlowArrows(data, { ...sliceOf(data, display), ...color })
  return { object: arrows, update: () => arrows.update(), dispose: () => arrows.dispose() }
}

function makeStreamlines(info: SimulationInfo, data: FluidData, display: FluidDisplay): FluidPart {
  const longest = Math.max(...data.size)
  const flat = data.isFlat || display.rendering === 'slice'
  const spacing = longest / (flat ? 28 : 13)
  const lines = new Streamlines({ spacing, periodic: periodicOf(info), ...sliceOf(data, display) }).update(data)
  const onColors = display.rendering === 'slice' && display.show !== 'nothing' && !isBright(display)
  const view = new FlowStreamlines(lines, {
    width: longest / (flat ? 260 : 190),
    pulses: longest / 6,
    // A color map on the same color map would be invisible.
    ...(onColors && { map: 'gray' as const }),
  })
  let tracedAt = 0
  return {
    object: view,
    update: (_, seconds) => {
      const now = performance.now()
      const due = now - tracedAt > traceInterval
      if (due) tracedAt = now
      view.update(seconds, due ? lines.update(data) : lines)
    },
    dispose: () => view.dispose(),
  }
}

function makeParticles(info: SimulationInfo, data: FluidData, display: FluidDisplay, count: number): FluidPart {
  const bright = isBright(display)
  const plain = display.rendering === 'slice' && display.show !== 'nothing'
  const particles = new Particles({
    count: plain ? Math.round(fewerOnColors * count) : count,
    flow: data,
    lifetime,
    periodic: periodicOf(info),
  })
  const view = new FlowParticles(particles, {
    look: bright ? 'dots' : 'glow',
    ...(plain && { color: bright ? 0x141a24 : 0xffffff, opacity: bright ? 0.45 : 0.6 }),
  })
  if (plain) view.radius.value *= 0.6
  return {
    object: view,
    update: (simulated) => {
      const longest = (cellsPerStep * data.cellSize) / Math.max(fastestOf(data), 1e-9)
      const steps = Math.min(mostSteps, Math.ceil(simulated / longest))
      for (let step = 0; step < steps; step++) particles.step(data, Math.min(longest, simulated / steps))
      view.update()
    },
    dispose: () => view.dispose(),
  }
}

/** The largest component of the velocity [m/s]. */
function fastestOf(data: FluidData): number {
  let fastest = 0
  for (const name of ['u', 'v', 'w'])
    for (const speed of data.fields[name] ?? []) fastest = Math.max(fastest, Math.abs(speed))
  return fastest
}
