// What marks the flow of a fluid: fine lines, streamlines, arrows, particles.

import { FlowArrows, FlowLines, FlowParticles, FlowStreamlines } from '@seiche/three'
import { Particles, Streamlines } from 'seiche'
import { type FluidLook, fittingColours } from '../../../session/fluid-display.js'
import type { Opened } from '../../../worker/protocol.js'
import type { FluidData } from '../../shared/fluid-data.js'
import { periodicOf, sliceAt } from './fluid-body.js'
import type { FluidDrawn } from './fluid-drawn.js'

/** Streamlines are found anew after so long [ms]: to follow them takes longer than to draw them. */
const followInterval = 120
/** Life of a particle [s]: short enough that none gathers in corners, and that none is missing for long where the flow parts. */
const lifetime = 1.2
/** Cells that a particle crosses in a step at most, and steps for a frame: those of a page that draws slowly stay behind rather than leap. */
const cellsPerStep = 1.5
const mostSteps = 6
/** Part of the particles that is enough where they are only to show how colours move. */
const fewerOnColours = 0.15

/** The marks of a look; undefined where there are none. `count`: how many particles. */
export function makeMarks(opened: Opened, data: FluidData, look: FluidLook, count: number): FluidDrawn | undefined {
  switch (look.flow) {
    case 'lines':
      return makeLines(opened, data, look)
    case 'arrows':
      return makeArrows(data, look)
    case 'streamlines':
      return makeStreamlines(opened, data, look)
    case 'particles':
      return makeParticles(opened, data, look, count)
    default:
      return undefined
  }
}

/** Whether marks lie on something bright. */
function isBright(look: FluidLook): boolean {
  if (look.body !== 'slice' || look.show === 'nothing') return false
  return ['white', 'balance', 'ink'].includes(fittingColours(look))
}

const sliceOf = (data: FluidData, look: FluidLook) =>
  look.body === 'slice' && !data.isFlat ? { slice: { axis: 'z' as const, at: sliceAt(data, look) } } : {}

function makeLines(opened: Opened, data: FluidData, look: FluidLook): FluidDrawn {
  const lines = new FlowLines(data, {
    periodic: periodicOf(opened),
    ...sliceOf(data, look),
    veil: true,
    contrast: isBright(look) || look.show === 'nothing' ? 0.85 : 0.4,
  })
  return { object: lines, update: (_, seconds) => lines.update(seconds), dispose: () => lines.dispose() }
}

function makeArrows(data: FluidData, look: FluidLook): FluidDrawn {
  const colour = look.body === 'slice' && look.show !== 'nothing' ? { color: isBright(look) ? 0x141a24 : 0xffffff } : {}
  const arrows = new FlowArrows(data, { ...sliceOf(data, look), ...colour })
  return { object: arrows, update: () => arrows.update(), dispose: () => arrows.dispose() }
}

function makeStreamlines(opened: Opened, data: FluidData, look: FluidLook): FluidDrawn {
  const longest = Math.max(...data.size)
  const flat = data.isFlat || look.body === 'slice'
  const spacing = longest / (flat ? 28 : 13)
  const lines = new Streamlines({ spacing, periodic: periodicOf(opened), ...sliceOf(data, look) }).update(data)
  const onColours = look.body === 'slice' && look.show !== 'nothing' && !isBright(look)
  const view = new FlowStreamlines(lines, {
    width: longest / (flat ? 260 : 190),
    pulses: longest / 6,
    // Colours on the same colours would not be seen.
    ...(onColours && { map: 'grey' as const }),
  })
  let followed = 0
  return {
    object: view,
    update: (_, seconds) => {
      const now = performance.now()
      const due = now - followed > followInterval
      if (due) followed = now
      view.update(seconds, due ? lines.update(data) : lines)
    },
    dispose: () => view.dispose(),
  }
}

function makeParticles(opened: Opened, data: FluidData, look: FluidLook, count: number): FluidDrawn {
  const bright = isBright(look)
  const plain = look.body === 'slice' && look.show !== 'nothing'
  const particles = new Particles({
    count: plain ? Math.round(fewerOnColours * count) : count,
    flow: data,
    lifetime,
    periodic: periodicOf(opened),
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
