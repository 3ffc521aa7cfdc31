import type { SurfaceSimulation } from 'seiche'
import { bumpBed, CREST, criticalDepth, LENGTH, type SteadyFlow, subcritical, withJump } from '../../exact/bump.js'
import { channelOf, normalDepth } from '../../exact/channel.js'
import { centre, meanError, orders, waterOverGround } from '../../over-ground.js'
import type { Finding, Problem } from '../../problem.js'

/** A channel one cell wide in which the flow has become steady. */
export interface SteadyChannel {
  readonly cells: number
  /** Where the cells are, from the upstream end [m]. */
  readonly x: number[]
  readonly depth: Float32Array
  readonly qx: Float32Array
}

interface Run {
  readonly length: number
  readonly cells: number
  /** Until when [s], and the step [s]. */
  readonly time: number
  readonly timeStep: number
  bed(x: number): number
  /** Level at the start [m]. */
  level(x: number): number
  /** Discharge per width that enters [m²/s], and the level that is held at the other end [m]; without it water runs out freely. */
  readonly discharge: number
  readonly stage?: number
  readonly manning?: number
}

async function flow({ length, cells, time, timeStep, bed, level, discharge, stage, manning = 0 }: Run) {
  const cellSize = length / cells
  const sim: SurfaceSimulation = await waterOverGround({
    cells: [cells, 1],
    cellSize,
    timeStep,
    solver: { type: 'shallow-water', manning },
    bed: (x) => bed(x + length / 2),
    eta: (x) => level(x + length / 2),
    inflows: [
      { edge: 'x-', discharge: discharge * cellSize },
      ...(stage === undefined ? [] : [{ edge: 'x+' as const, stage }]),
    ],
    boundaries: { 'x+': 'absorb' },
  })
  sim.step(Math.round(time / timeStep))
  const channel = {
    cells,
    x: Array.from({ length: cells }, (_, i) => centre(i, cells, cellSize) + length / 2),
    depth: sim.field('depth').read(),
    qx: sim.field('qx').read(),
  }
  sim.dispose()
  return channel
}

const SLOW = { discharge: 4.42, stage: 2 } as const
const JUMP = { discharge: 0.18, stage: 0.33 } as const

/** Slow flow over the bump, from still water. */
export function runSlowBump(cells: number): Promise<SteadyChannel> {
  return flow({
    length: LENGTH,
    cells,
    time: 200,
    timeStep: 2 / cells,
    bed: bumpBed,
    level: () => SLOW.stage,
    ...SLOW,
  })
}

export const slowBump = subcritical(SLOW.discharge, SLOW.stage)

/** Flow over the bump with a jump behind it, from still water. */
export function runJump(cells: number): Promise<SteadyChannel> {
  return flow({ length: LENGTH, cells, time: 400, timeStep: 5 / cells, bed: bumpBed, level: () => JUMP.stage, ...JUMP })
}

export const jumpBump = withJump(JUMP.discharge, JUMP.stage)

/** Mean error of the depth [m]. */
function depthError({ x, depth }: SteadyChannel, exact: SteadyFlow['at']): number {
  return meanError(
    depth,
    x.map((at) => exact(at).depth),
  )
}

export const flowOverBump: Problem = {
  name: 'Flow over a bump',
  solver: 'shallow-water',
  exact:
    'd + bed + q²/(2 g d²) is the same everywhere (Goutal and Maurel 1997): 4.42 m²/s, 2 m downstream, 1.707347 m over the crest; with 0.18 m²/s and 0.33 m a jump behind the crest',
  async run() {
    const findings: Finding[] = []
    const errors: { cells: number; error: number }[] = []
    for (const cells of [125, 250]) {
      const channel = await runSlowBump(cells)
      errors.push({ cells, error: depthError(channel, slowBump.at) })
      if (cells < 250) continue
      // The crest is between two cells.
      const i = channel.x.findIndex((x) => x > CREST.x)
      findings.push(
        {
          quantity: `depth over the crest, ${cells} cells`,
          measured: (channel.depth[i - 1]! + channel.depth[i]!) / 2,
          expected: slowBump.at(CREST.x).depth,
          tolerance: 0.001,
          kind: 'relative',
          unit: 'm',
        },
        {
          quantity: `discharge, farthest from that which enters, ${cells} cells`,
          measured: Math.max(...channel.qx.map((q) => Math.abs(q / SLOW.discharge - 1))),
          expected: 0.002,
          tolerance: 0,
          kind: 'at most',
          unit: 'relative',
        },
      )
    }
    findings.push(...orders('depth', errors, 1.5))
    const jumping = await runJump(250)
    const after = jumping.x.findIndex((x, i) => x > CREST.x && jumping.depth[i]! > criticalDepth(JUMP.discharge))
    findings.push({
      quantity: 'where the jump is, 250 cells',
      measured: jumping.x[after]! - LENGTH / 500,
      expected: jumpBump.jump,
      tolerance: LENGTH / 250,
      kind: 'absolute',
      unit: 'm',
    })
    return findings
  },
}

export const uniformFlow: Problem = {
  name: 'Channels with friction',
  solver: 'shallow-water',
  exact:
    "normal depth (n q/sqrt(S))^(3/5) down an even slope by Manning's law; and the ground over which a waving depth is steady (MacDonald et al. 1997)",
  async run() {
    const findings: Finding[] = []
    const slope = 0.005
    const friction = { discharge: 1, manning: 0.03 }
    const depth = normalDepth(friction, slope)
    const length = 200
    const bed = (x: number) => -slope * x
    const even = await flow({
      length,
      cells: 100,
      time: 1200,
      timeStep: 0.2,
      bed,
      level: (x) => bed(x) + depth / 2,
      stage: bed(length) + depth,
      ...friction,
    })
    findings.push({
      quantity: 'normal depth in the middle, 100 cells',
      measured: even.depth[50]!,
      expected: depth,
      tolerance: 0.001,
      kind: 'relative',
      unit: 'm',
    })
    const k = (2 * Math.PI) / 100
    const waving = channelOf(
      (x) => 1 + 0.2 * Math.sin(k * x),
      (x) => 0.2 * k * Math.cos(k * x),
      friction,
    )
    const errors: { cells: number; error: number }[] = []
    for (const cells of [50, 100, 200]) {
      const channel = await flow({
        length,
        cells,
        time: 1200,
        timeStep: 20 / cells,
        bed: waving.bed,
        level: (x) => waving.bed(x) + 1,
        stage: waving.bed(length) + waving.at(length).depth,
        ...friction,
      })
      errors.push({ cells, error: depthError(channel, waving.at) })
    }
    findings.push({
      quantity: 'mean error of a waving depth of 1 m, 200 cells',
      measured: errors.at(-1)!.error,
      expected: 5e-4,
      tolerance: 0,
      kind: 'at most',
      unit: 'm',
    })
    // An edge holds its level over the ground of the edge cell, which lies half a cell inside: first order on a slope.
    return [...findings, ...orders('a waving depth', errors, 1)]
  },
}
